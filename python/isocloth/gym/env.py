"""One task as a gymnasium environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from .._arrays import Array
from ..camera import Camera
from ..simulation import Simulation
from .episode import Episode
from .tasks import Task, task_named

Floats = npt.NDArray[np.float32]
_ROOM = 0.2  # around the cloth at the start, in pictures [m]


def spaces(task: Task, nodes: int) -> tuple[Any, Any]:
    """Observation and action space of a task with a cloth of so many nodes."""
    hands = 3 * len(task.hands)
    observation = gymnasium.spaces.Box(-np.inf, np.inf, (6 * nodes + hands + task.goal_size + 1,), np.float32)
    return observation, gymnasium.spaces.Box(-1, 1, (hands + (task.can_let_go or task.picks),), np.float32)


class ClothEnv(gymnasium.Env[Floats, Floats]):
    """An environment of a task, by name or as a Task; isocloth.gym.tasks says what action, observation and reward are.

    randomize: each episode has a material of its own, at random (Task.vary). render_mode "rgb_array" draws pictures; none needs a display.
    observe: "state", or what a camera sees: "depth" [m], float32, shape (height, width), 0 where nothing is; or "rgb", uint8, shape
    (height, width, 3). camera: which; by default one of 64×64 pixels that looks at the room from the side.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": Task.rate}

    def __init__(
        self,
        task: str | Task = "Shake",
        render_mode: str | None = None,
        randomize: bool = False,
        observe: str = "state",
        camera: Camera | None = None,
    ) -> None:
        self.task = task_named(task)
        if render_mode not in (None, "rgb_array"):
            raise ValueError(f'render_mode must be None or "rgb_array", got {render_mode!r}')
        if observe not in ("state", "depth", "rgb"):
            raise ValueError(f'observe must be "state", "depth" or "rgb", got {observe!r}')
        self.render_mode = render_mode
        self._episode = Episode(self.task, self.task.build(), randomize)
        x = self.simulation.x
        self._room = np.stack([x.min(axis=0) - _ROOM, x.max(axis=0) + _ROOM])
        self.observation_space, self.action_space = spaces(self.task, len(self.simulation.x))
        self._seen, self.camera = observe, camera or _side_camera(self._room)
        picture = (self.camera.height, self.camera.width)
        if observe == "depth":
            self.observation_space = gymnasium.spaces.Box(0, np.inf, picture, np.float32)
        elif observe == "rgb":
            self.observation_space = gymnasium.spaces.Box(0, 255, (*picture, 3), np.uint8)  # type: ignore[arg-type]

    @property
    def simulation(self) -> Simulation:
        """The simulation of the episode."""
        return self._episode.simulation

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Start an episode; the same seed starts the same one."""
        super().reset(seed=seed)
        self._episode.begin(self.np_random)
        return self._observe(), self._episode.judge()[1]

    def step(self, action: Floats) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Take an action: see isocloth.gym.tasks."""
        paths = self._episode.act(action)
        for k in range(self._episode.steps):
            for hand, path in paths.items():
                self.simulation.move(hand, path[k])
            self.simulation.step()
        reward, info = self._episode.judge()
        return self._observe(), reward, False, False, info

    def render(self) -> Any:
        """Cloth, obstacles and the nodes in the hand as a picture, uint8, shape (480, 640, 3); the camera stands still."""
        if self.render_mode is None:
            return None
        return self.simulation.snapshot().picture([self.simulation.time], size=(640, 440), camera=(1.0, -0.7, 0.6), fitted=self._room)

    def _observe(self) -> Any:
        if self._seen == "state":
            return self._episode.observe()
        view = self.camera.see(self.simulation)
        return np.where(np.isfinite(view.depth), view.depth, np.float32(0)) if self._seen == "depth" else view.rgb


def _side_camera(room: Array) -> Camera:
    """A camera that has the room in its view."""
    middle = room.mean(axis=0)
    size = float(np.linalg.norm(room[1] - room[0]))
    return Camera(64, 64, fov_deg=50, position=middle + size * np.array([0.75, -0.6, 0.5]), target=middle)
