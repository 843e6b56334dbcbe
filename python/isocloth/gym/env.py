"""One task as a gymnasium environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from .episode import Episode
from .tasks import Task, task_named

Floats = npt.NDArray[np.float32]
_ROOM = 0.2  # around the cloth at the start, in pictures [m]


def spaces(task: Task, nodes: int) -> tuple[Any, Any]:
    """Observation and action space of a task with a cloth of so many nodes."""
    size = 6 * nodes + 3 + task.goal_size + 1
    observation = gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32)
    return observation, gymnasium.spaces.Box(-1, 1, (4 if task.can_let_go else 3,), np.float32)


class ClothEnv(gymnasium.Env[Floats, Floats]):
    """An environment of a task, by name or as a Task; isocloth.gym.tasks says what action, observation and reward are.

    render_mode "rgb_array" draws pictures; none needs a display.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": Task.rate}

    def __init__(self, task: str | Task = "Shake", render_mode: str | None = None) -> None:
        self.task = task_named(task)
        if render_mode not in (None, "rgb_array"):
            raise ValueError(f'render_mode must be None or "rgb_array", got {render_mode!r}')
        self.render_mode = render_mode
        self.simulation = self.task.build()
        self._first = self.simulation.save()
        x = self.simulation.x
        self._room = np.stack([x.min(axis=0) - _ROOM, x.max(axis=0) + _ROOM])
        self._episode = Episode(self.task, round(1 / (self.task.rate * self.simulation.dt)))
        self.observation_space, self.action_space = spaces(self.task, len(self.simulation.x))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Start an episode; the same seed starts the same one."""
        super().reset(seed=seed)
        self.simulation.restore(self._first)
        self._episode.begin(self.simulation, self.np_random)
        return self._observe(), self._episode.judge(self.simulation.x, self.simulation.v)[1]

    def step(self, action: Floats) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Take an action, shape (3,) or (4,): see isocloth.gym.tasks."""
        episode = self._episode
        if episode.lets_go(action):
            self.simulation.release("hand")
            episode.holds = False
        path = episode.path(action)
        for point in path:
            if episode.holds:
                self.simulation.move("hand", point)
            self.simulation.step()
        if episode.holds:
            episode.hand = path[-1]
        reward, info = episode.judge(self.simulation.x, self.simulation.v)
        return self._observe(), reward, False, False, info

    def render(self) -> Any:
        """Cloth, obstacles and the nodes in the hand as a picture, uint8, shape (480, 640, 3); the camera stands still."""
        if self.render_mode is None:
            return None
        return self.simulation.snapshot().picture([self.simulation.time], size=(640, 440), camera=(1.0, -0.7, 0.6), fitted=self._room)

    def _observe(self) -> Floats:
        observation: Floats = self._episode.observe(self.simulation.x, self.simulation.v)
        return observation
