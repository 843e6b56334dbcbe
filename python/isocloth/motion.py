"""How grasps and obstacles move, as functions of the time of the simulation [s]."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from . import _core
from ._arrays import Array, ArrayLike, numbers, vector


@dataclass(frozen=True, eq=False)
class Sine:
    """To and fro: displacement amplitude · direction · (sin(2π · frequency · t + phase) - sin(phase)).

    direction: any length but 0; amplitude [m]; frequency [Hz]; phase [rad]. t counts from when a grasp begins; for an
    obstacle it is the time of the simulation.
    """

    direction: ArrayLike
    amplitude: float
    frequency: float
    phase: float = 0.0


@dataclass(frozen=True, eq=False)
class Path:
    """Of a grasp: straight from point to point, constant before the first and after the last.

    times [s] of the simulation, increasing, shape (k,); points [m], shape (k, 3): where the grasp's first node is, or where
    relative its displacement from where it was when grasped.
    """

    times: ArrayLike
    points: ArrayLike
    relative: bool = False

    def _arrays(self) -> tuple[Array, Array]:
        times = numbers(self.times, "times", (None,))
        return times, numbers(self.points, "points", (len(times), 3))


@dataclass(frozen=True, eq=False)
class Keyframes:
    """Straight and with constant turn from pose to pose, the short way, constant before and after.

    times [s] of the simulation, increasing, shape (k,); positions [m], shape (k, 3); quaternions (w, x, y, z) of length 1,
    shape (k, 4), that turn the frame of the hand or obstacle into the world's; None: it does not turn.

    A hand's nodes keep the place in its frame that they have when it takes hold. relative, for grasps: positions and
    quaternions are how far it has moved, and turned about its first node, since then.
    """

    times: ArrayLike
    positions: ArrayLike
    quaternions: ArrayLike | None = None
    relative: bool = False

    def _arrays(self) -> tuple[Array, Array]:
        times = numbers(self.times, "times", (None,))
        positions = numbers(self.positions, "positions", (len(times), 3))
        turns = np.tile([1.0, 0.0, 0.0, 0.0], (len(times), 1))
        if self.quaternions is not None:
            turns = numbers(self.quaternions, "quaternions", (len(times), 4))
        return times, np.concatenate([positions, turns], axis=1)


GraspMotion: TypeAlias = Sine | Path | Keyframes | Callable[[float], ArrayLike]
ObstacleMotion: TypeAlias = Sine | Keyframes | Callable[[float], ArrayLike]


def pose(
    position: ArrayLike = (0, 0, 0), *, rotate_deg: ArrayLike | None = None, quaternion: ArrayLike | None = None
) -> Array:
    """A pose as seven numbers, shape (7,): x y z [m] and a unit quaternion w x y z.

    The rotation is given by angles about x, then y, then z [degrees], or as a quaternion (w, x, y, z) of length 1.
    """
    if rotate_deg is not None and quaternion is not None:
        raise ValueError("give rotate_deg or quaternion, not both")
    where = vector(position, "position")
    if quaternion is not None:
        return np.concatenate([where, numbers(quaternion, "quaternion", (4,))])
    return _core.pose_of_angles(vector((0, 0, 0) if rotate_deg is None else rotate_deg, "rotate_deg"), where)


class _PoseFunction:
    """A user's function of time whose answers are positions (3,) or poses (7,), as poses. name: of what, for errors."""

    def __init__(self, function: Callable[[float], ArrayLike], name: str) -> None:
        self.function, self.name = function, name

    def __call__(self, t: float) -> Array:
        return self._pose(self.function(t), t)

    def _pose(self, answer: ArrayLike, t: float) -> Array:
        name, shape = f"{self.name} at t = {t:g} s", np.shape(answer)
        if shape in ((), (3,)):  # what is no array at all is refused here
            return pose(numbers(answer, name, (3,)))
        if shape != (7,):
            raise ValueError(f"{name} must have shape (3,), or (7,) with a quaternion w x y z; got {shape}")
        made = numbers(answer, name, (7,))
        length = float(np.linalg.norm(made[3:]))
        if abs(length - 1) > 0.01:
            raise ValueError(f"{name} must have a quaternion w x y z of length 1, got length {length:g}")
        return made


class _HandFunction(_PoseFunction):
    """The same for a hand: its answers are all positions of its first node, or all poses of its frame. Asked once for now."""

    def __init__(self, function: Callable[[float], ArrayLike], name: str, now: float) -> None:
        super().__init__(function, name)
        answer = function(now)
        self.shape = np.shape(answer)
        self.first: tuple[float, Array] | None = (now, self._pose(answer, now))

    def __call__(self, t: float) -> Array:
        first, self.first = self.first, None
        return first[1] if first is not None and first[0] == t else super().__call__(t)

    def _pose(self, answer: ArrayLike, t: float) -> Array:
        made = super()._pose(answer, t)
        if np.shape(answer) != self.shape:
            raise ValueError(f"{self.name} at t = {t:g} s must have shape {self.shape}, as before; got {np.shape(answer)}")
        return made
