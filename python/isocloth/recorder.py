"""Frames of a simulation that somebody else steps."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from . import _core
from ._arrays import Array, IntArray, whole
from .simulation import Simulation, StepReport
from .trajectory import Trajectory
from .view import Page, Watch, view, watch


@dataclass(frozen=True)
class _Look:
    """How a solid is drawn: a surface in its own frame [m], and a colour, 0 to 1."""

    name: str
    x: Array
    elements: IntArray
    color: Array | None
    unbounded: bool = False

    def _surface(self) -> tuple[Array, IntArray, int | None]:
        code = None if self.color is None else int.from_bytes(bytes(round(255 * min(max(float(c), 0.0), 1.0)) for c in self.color), "big")
        return self.x, self.elements, code


@dataclass(frozen=True)
class _Seen:
    """What is drawn beside the simulation's own: looks of its obstacles, in their order, and bodies that are only seen, at poses, shape (k, 7)."""

    looks: Sequence[tuple[int, _Look]] = ()
    bodies: Sequence[_Look] = ()
    poses: Callable[[], Array] = lambda: np.zeros((0, 7))


class Recorder:
    """Keeps frames of a simulation that you step yourself: ``film = Recorder(sim)``, then ``film.add(sim.step())`` for each step.

    every: steps between frames; default: those nearest to 1/50 s. out: a .ict file that grows meanwhile. Grasps may come while it
    records, obstacles not. A robot's coupling makes one by itself: isocloth.mujoco.Coupling.record.
    """

    def __init__(
        self, sim: Simulation, *, every: int | None = None, out: str | os.PathLike[str] | None = None, _seen: _Seen = _Seen()
    ) -> None:
        if not isinstance(sim, Simulation):
            raise TypeError(f"sim must be a Simulation, got {type(sim).__name__}")
        if out is not None and not os.fspath(out).endswith(".ict"):
            raise ValueError(f"{os.fspath(out)}: is written while the run goes on, which only .ict can be; save() the result instead")
        self._sim, self._poses = sim, _seen.poses
        self._every = sim._frame_steps() if every is None else whole(every, "every", 1)
        self._out = None if out is None else os.fspath(out)
        self._since, self._stopped = 0, False
        self._core = _core.Recorder(
            sim,
            sim._scene.text if sim._scene else "",
            [(index, look._surface()) for index, look in _seen.looks],
            [(look.name, look._surface(), look.unbounded) for look in _seen.bodies],
            self._out,
        )
        self._core.keep(sim, self._poses())

    def add(self, report: StepReport) -> None:
        """Tell it of a step that was taken; every so often it keeps a frame."""
        if self._stopped:
            return
        self._core.note(report)
        self._since += 1
        if self._since >= self._every:
            self._core.keep(self._sim, self._poses())
            self._since = 0

    def stop(self) -> None:
        """Keep no more frames, whatever it is told."""
        self._stopped = True

    @property
    def trajectory(self) -> Trajectory:
        """The frames so far."""
        return Trajectory(self._core.trajectory())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the frames so far to a file, by its ending: Trajectory.save."""
        self.trajectory.save(path)

    def show(self, *, height: int = 480) -> Page:
        """The frames so far as a page that replays them: what a notebook shows in a cell; height of its frame [pixels]."""
        return view(self.trajectory, height=height)

    def watch(self, *, open_browser: bool = False, height: int = 480) -> Watch:
        """The page of the newest frame, while you step: in a notebook's cell, height [pixels], or in the browser. It needs a file, out."""
        if self._out is None:
            raise ValueError('the page follows the file that is written; record with out="run.ict"')
        return watch(self._out, open_browser=open_browser, height=height)

    def __len__(self) -> int:
        return len(self.trajectory)
