"""Many environments of one task as one ClothBatch: everything is an array, nothing loops over environments."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from ..batch import ClothBatch
from .array_tasks import array_task
from .env import spaces
from .tasks import Task, task_named

Flags = npt.NDArray[np.bool_]


class ClothBatchEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """num_envs environments of a task (Shake, Hang) that step together, as isocloth.ClothBatch does.

    device: "cpu" or "cuda". arrays: "numpy", or "torch": actions, observations and rewards are tensors on the device, and never leave it.
    autoreset_mode: gymnasium's NEXT_STEP, SAME_STEP (what ended is in ``infos["final_obs"]``) or DISABLED (``reset(options={"reset_mask": …})``).
    randomize: each environment has a material of its own (Task.vary), the same in all its episodes.
    """

    def __init__(
        self,
        num_envs: int = 1,
        task: str | Task = "Shake",
        *,
        device: str = "cpu",
        arrays: str = "numpy",
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        randomize: bool = False,
        threads: int | None = None,
    ) -> None:
        if arrays not in ("numpy", "torch") or (device == "cuda" and arrays == "numpy"):
            raise ValueError(f'arrays must be "numpy" or, on a GPU always, "torch", got {arrays!r}')
        self.task, self.num_envs = task_named(task), num_envs
        self.metadata = {"render_modes": [], "render_fps": self.task.rate, "autoreset_mode": autoreset_mode}
        self._mode, self._many, self._randomize = autoreset_mode, array_task(self.task), randomize
        self._simulation = self.task.build()
        self.batch = ClothBatch(self._simulation, num_envs, device=device, threads=threads)
        self._array = _Torch(device) if arrays == "torch" else _Numpy()
        self._steps = round(1 / (self.task.rate * self.batch.dt))
        self._shares = self._array.take(np.linspace(0, 1, self._steps + 1)[1:, None, None, None])
        self._limit = round(self.task.duration * self.task.rate) if max_episode_steps is None else max_episode_steps
        first = np.array(self._simulation.x)
        self._first, self._home = first, self._array.take(first[self.batch.held[0]])
        self._arms = self._array.take(first[self.batch.held] - first[self.batch.held[0]])
        self._hand = self._array.take(np.repeat(first[None, self.batch.held[0]], num_envs, axis=0))
        self._goal = self._array.take(np.zeros((num_envs, self.task.goal_size)))
        self._ones = self._array.take(np.ones((num_envs, 1)))
        self._taken = np.zeros(num_envs, dtype=int)
        self._ended = np.zeros(num_envs, dtype=np.bool_)
        self._random = np.random.default_rng()
        self.single_observation_space, self.single_action_space = spaces(self.task, len(first))
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start an episode in each, or in those of options["reset_mask"]; the same seed starts the same ones."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
            if self._randomize:
                self.batch.set_materials([self.task.vary(self._random) for _ in range(self.num_envs)])
        mask = np.ones(self.num_envs, np.bool_) if not options or "reset_mask" not in options else np.asarray(options["reset_mask"], np.bool_)
        self._begin(mask)
        return self._observe(), self._judge()[1]

    def step(self, actions: Any) -> tuple[Any, Any, Flags, Flags, dict[str, Any]]:
        """Take an action in each, shape (num_envs, 3)."""
        fresh = self._ended.copy() if self._mode == AutoresetMode.NEXT_STEP else np.zeros(self.num_envs, np.bool_)
        way = self._array.clip(self._array.take(actions), -1, 1) * (self.task.speed / self.task.rate)
        to = self._array.clip(self._hand + way, self._home - self.task.reach, self._home + self.task.reach)
        between = self._hand[None, :, None] + self._shares * (to - self._hand)[None, :, None]
        self.batch.step(self._steps, self._array.give(between + self._arms))
        self._hand = to
        self._taken += 1
        if fresh.any():
            self._begin(fresh)
        reward, infos = self._judge()
        if fresh.any():
            reward = reward * self._array.take(~fresh)
        self._ended = self._taken >= self._limit
        ended = self._ended.copy()
        observation = self._observe()
        if self._mode == AutoresetMode.SAME_STEP and ended.any():
            infos = {**infos, "final_obs": observation, "_final_obs": ended}
            self._begin(ended)
            observation = self._observe()
        return observation, reward, np.zeros(self.num_envs, np.bool_), ended, infos

    def _begin(self, mask: Flags) -> None:
        """New episodes in the environments of the mask."""
        self.batch.reset(mask)
        goal, v = self._many.start(self._first, self._random, self.num_envs)
        if v is not None:
            self.batch.set_states(self._first, v, mask)
        chosen = self._array.take(mask[:, None]) > 0
        self._goal = self._array.where(chosen, self._array.take(goal), self._goal)
        self._hand = self._array.where(chosen, self._home, self._hand)
        self._taken[mask] = 0
        self._ended[mask] = False

    def _observe(self) -> Any:
        x, v = self._array.view(self.batch.x), self._array.view(self.batch.v)
        n = self.num_envs
        return self._array.join([x.reshape(n, -1), v.reshape(n, -1), self._hand, self._goal, self._ones])

    def _judge(self) -> tuple[Any, dict[str, Any]]:
        reward, done, distance = self._many.judge(self._array.view(self.batch.x), self._array.view(self.batch.v), self._hand, self._goal)
        return reward, {"is_success": done, "distance": distance}


class _Numpy:
    """The few operations that an environment needs, of numpy."""

    where, clip = staticmethod(np.where), staticmethod(np.clip)

    def take(self, array: Any) -> Any:
        return np.asarray(array, dtype=np.float64)

    def view(self, array: Any) -> Any:
        return array

    def give(self, array: Any) -> Any:
        return array

    def join(self, arrays: list[Any]) -> Any:
        return np.concatenate([array.astype(np.float32) for array in arrays], axis=1)


class _Torch:
    """… and of PyTorch, on a device."""

    def __init__(self, device: str) -> None:
        import torch

        self._torch, self._device = torch, device
        self.where, self.clip = torch.where, torch.clip

    def take(self, array: Any) -> Any:
        return self._torch.as_tensor(array, dtype=self._torch.float64, device=self._device)

    def view(self, array: Any) -> Any:
        return self._torch.as_tensor(array) if isinstance(array, np.ndarray) else self._torch.from_dlpack(array)

    def give(self, array: Any) -> Any:
        return array.contiguous() if self._device == "cuda" else array.numpy()

    def join(self, arrays: list[Any]) -> Any:
        return self._torch.cat([array.to(self._torch.float32) for array in arrays], dim=1)
