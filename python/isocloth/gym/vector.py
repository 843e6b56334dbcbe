"""Many environments of one task that advance as one batch, over all cores."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from .._arrays import Array
from ..handles import Grasp
from ..rollout import rollout
from .env import Floats, spaces
from .episode import Episode
from .tasks import Task, task_named

Flags = npt.NDArray[np.bool_]


class ClothVectorEnv(gymnasium.vector.VectorEnv[Floats, Floats, Any]):
    """num_envs environments of a task; each does, bit by bit, what a ClothEnv with its seed does.

    An environment whose episode has ended starts the next one with the following step (gymnasium's NEXT_STEP). threads: that share
    the batch, default all cores. randomize: each episode has a material of its own, at random (Task.vary).
    """

    metadata: dict[str, Any] = {
        "render_modes": [],
        "render_fps": Task.rate,
        "autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        task: str | Task = "Shake",
        max_episode_steps: int | None = None,
        threads: int | None = None,
        randomize: bool = False,
    ) -> None:
        self.task = task_named(task)
        self.num_envs = num_envs
        built = self.task.build()
        self._threads = threads
        self._limit = round(self.task.duration * self.task.rate) if max_episode_steps is None else max_episode_steps
        self._episodes = [Episode(self.task, built.copy(), randomize) for _ in range(num_envs)]
        self._randoms = [np.random.default_rng() for _ in range(num_envs)]
        self._taken = np.zeros(num_envs, dtype=int)
        self.single_observation_space, self.single_action_space = spaces(self.task, len(built.x))
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Start an episode in each; environment i has the seed seed + i, or seed[i]."""
        seeds = [None] * self.num_envs if seed is None else [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed
        for i, own in enumerate(seeds):
            if own is not None:
                self._randoms[i] = gymnasium.utils.seeding.np_random(own)[0]
            self._begin(i)
        return self._results([0.0] * self.num_envs)[0], self._infos()

    def step(self, actions: Floats) -> tuple[Floats, Any, Flags, Flags, dict[str, Any]]:
        """Take an action in each, shape (num_envs, …): see isocloth.gym.tasks."""
        fresh = self._taken >= self._limit
        for ended_before in np.flatnonzero(fresh):
            self._begin(int(ended_before))
        going = [int(i) for i in np.flatnonzero(~fresh)]
        paths = {i: self._episodes[i].act(actions[i]) for i in going}
        self._advance([i for i in going if paths[i]], paths)
        self._advance([i for i in going if not paths[i]], paths)
        rewards = [0.0 if fresh[i] else self._judge(i)[0] for i in range(self.num_envs)]
        ended = self._taken >= self._limit
        observations, reward = self._results(rewards)
        return observations, reward, np.zeros(self.num_envs, dtype=np.bool_), ended, self._infos()

    def _begin(self, i: int) -> None:
        self._episodes[i].begin(self._randoms[i])
        self._taken[i] = 0

    def _advance(self, going: list[int], paths: dict[int, dict[str, Array]]) -> None:
        """Those whose hands hold, or those whose do not, in one batch."""
        if not going:
            return
        simulations = [self._episodes[i].simulation for i in going]
        led: dict[str | Grasp, Array] = {hand: np.stack([paths[i][hand] for i in going]) for hand in paths[going[0]]}
        steps = self._episodes[0].steps
        batch = rollout(simulations, None, led, steps=steps, every=steps, nodes=[0], final_states=True, threads=self._threads)
        for i, simulation, state in zip(going, simulations, batch.states or []):
            simulation.restore(state)
            self._taken[i] += 1

    def _judge(self, i: int) -> tuple[float, dict[str, Any]]:
        return self._episodes[i].judge()

    def _results(self, rewards: list[float]) -> tuple[Floats, Any]:
        return np.stack([episode.observe() for episode in self._episodes]), np.array(rewards)

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        for i in range(self.num_envs):
            infos = self._add_info(infos, self._judge(i)[1], i)
        return infos
