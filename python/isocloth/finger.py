"""Jaws of grippers: obstacles that give way along an axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from . import _core
from ._arrays import ArrayLike, number, numbers, vector

Drive: TypeAlias = float | tuple[ArrayLike, ArrayLike]
"""A number, or times [s] that increase and as many values: straight in between, constant before and after."""


@dataclass(frozen=True, eq=False)
class Finger:
    """What makes an obstacle a jaw: it goes along its axis by a force, or by a position that is prescribed.

    axis: in which it closes, in the obstacle's frame, of any length but 0. force [N]: closes it, below 0 it opens; a number, or
    (times, values). position [m]: instead, how far it is along its axis, likewise. opening [m]: how far back from the
    obstacle's pose it begins, so that both jaws can have the pose of their hand. Of a force: stroke [m], how far it goes at
    most; mass [kg]; speed [m/s], at which it closes where nothing is in the way.
    """

    axis: ArrayLike
    force: Drive | None = None
    position: Drive | None = None
    opening: float = 0.0
    stroke: float = 0.05
    mass: float = 0.1
    speed: float = 0.1

    def _compiled(self) -> _core.Finger:
        if (self.force is None) == (self.position is None):
            raise ValueError("a Finger needs a force [N] or a position [m], one of them")
        which = "position" if self.force is None else "force"
        drive = self.position if self.force is None else self.force
        if isinstance(drive, tuple):
            if len(drive) != 2:
                raise ValueError(f"{which} of a Finger must be a number or (times, values), got {len(drive)} items")
            times = numbers(drive[0], f"times of {which}", (None,))
            values = numbers(drive[1], f"values of {which}", (len(times),))
        else:
            times, values = np.zeros(1), np.array([number(drive, which)])
        lengths = (number(getattr(self, name), name) for name in ("opening", "stroke", "mass", "speed"))
        return _core.Finger(vector(self.axis, "axis"), which == "position", times, values, *lengths)
