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
    """Straight from point to point, constant before the first and after the last.

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
    """Of an obstacle: straight and with constant turn from pose to pose, constant before and after.

    times [s] of the simulation, increasing, shape (k,); positions [m], shape (k, 3); quaternions (w, x, y, z) of length 1,
    shape (k, 4), that turn the obstacle's frame into the world's; None: it does not turn.
    """

    times: ArrayLike
    positions: ArrayLike
    quaternions: ArrayLike | None = None

    def _arrays(self) -> tuple[Array, Array]:
        times = numbers(self.times, "times", (None,))
        positions = numbers(self.positions, "positions", (len(times), 3))
        turns = np.tile([1.0, 0.0, 0.0, 0.0], (len(times), 1))
        if self.quaternions is not None:
            turns = numbers(self.quaternions, "quaternions", (len(times), 4))
        return times, np.concatenate([positions, turns], axis=1)


GraspMotion: TypeAlias = Sine | Path | Callable[[float], ArrayLike]
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
    """A user's function of time whose answers are positions (3,) or poses (7,), as poses."""

    def __init__(self, function: Callable[[float], ArrayLike], name: str) -> None:
        self.function, self.name = function, name

    def __call__(self, t: float) -> Array:
        answer = self.function(t)
        name = f"pose of obstacle \"{self.name}\" at t = {t:g} s"
        if np.shape(answer) == (3,):
            return pose(numbers(answer, name, (3,)))
        if np.shape(answer) != (7,):
            raise ValueError(f"{name} must have shape (3,), or (7,) with a quaternion; got {np.shape(answer)}")
        return numbers(answer, name, (7,))
