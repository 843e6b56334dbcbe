"""A run as arrays."""

from __future__ import annotations

import os
from functools import cached_property
from typing import Any

import numpy as np

from . import _core
from ._arrays import Array, IntArray, numbers
from .mesh import Mesh

_COLUMNS = (
    "steps",
    "converged_steps",
    "iterations",
    "metric_error",
    "area_total",
    "area_mean",
    "area_dispersion",
    "node_penetration",
    "surface_penetration",
)


class Trajectory:
    """f frames of n nodes, with g grasps and k obstacles: made by Simulation.record, or read by isocloth.load."""

    def __init__(self, data: _core.TrajectoryData, damage: str = "") -> None:
        self._data = data
        self._damage = damage

    @cached_property
    def _arrays(self) -> dict[str, Any]:
        return self._data.arrays()

    @property
    def t(self) -> Array:
        """Times of the frames [s], shape (f,)."""
        return self._arrays["t"]  # type: ignore[no-any-return]

    @property
    def x(self) -> Array:
        """Positions [m], shape (f, n, 3)."""
        return self._arrays["positions"]  # type: ignore[no-any-return]

    @property
    def v(self) -> Array:
        """Velocities [m/s], shape (f, n, 3)."""
        return self._arrays["velocities"]  # type: ignore[no-any-return]

    @property
    def elements(self) -> IntArray:
        """Nodes of each element, shape (m, 4), -1 as the fourth of a triangle."""
        return self._arrays["elements"]  # type: ignore[no-any-return]

    @cached_property
    def mesh(self) -> Mesh:
        """The shape at rest."""
        return Mesh(self._arrays["rest"], self.elements)

    @property
    def step(self) -> float:
        """Time step of the run [s]."""
        return self._data.step

    @property
    def scene(self) -> str:
        """The scene as it was run, as YAML; empty without one."""
        return self._data.scene

    @property
    def damage(self) -> str:
        """Why the end of the file was left out, in one sentence; empty where the file is whole."""
        return self._damage

    @property
    def grasp_force(self) -> dict[str, Array]:
        """Force of each grasp on the cloth, by name [N], shape (f, 3) each."""
        return {name: self._arrays["grasp_force"][:, g] for g, (name, _) in enumerate(self._data.grasps)}

    @property
    def obstacle_force(self) -> dict[str, Array]:
        """Force of each obstacle on the cloth, by name [N], shape (f, 3) each."""
        return {name: self._arrays["obstacle_force"][:, i] for i, name in enumerate(self._data.obstacles)}

    @property
    def obstacle_pose(self) -> dict[str, Array]:
        """Pose of each obstacle, by name: x y z [m] and quaternion w x y z, shape (f, 7) each."""
        return {name: self._arrays["obstacle_pose"][:, i] for i, name in enumerate(self._data.obstacles)}

    @property
    def contact_force(self) -> Array:
        """Force of all obstacles on each node [N], shape (f, n, 3); (f, 0, 3) without obstacles."""
        return self._arrays["contact_force"]  # type: ignore[no-any-return]

    @property
    def diagnostics(self) -> dict[str, Any]:
        """What the steps since the previous frame achieved, worst of them, as columns (f,): ``pandas.DataFrame`` takes it.

        t [s], steps, converged_steps, iterations; metric_error and area errors as fractions; penetrations [m].
        """
        return {"t": self.t, **{name: self._arrays[name] for name in _COLUMNS}}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file, by its ending: .ict .npz .csv .pvd .vtp .glb .pc2 .obj."""
        self._data.save(os.fspath(path))

    def __len__(self) -> int:
        return len(self.t)

    def __repr__(self) -> str:
        return f"<Trajectory of {len(self)} frames, {len(self.mesh.x)} nodes, to t = {self.t[-1] if len(self) else 0:g} s>"

    def frame_at(self, time: float) -> int:
        """Index of the frame nearest to a time [s]."""
        if not len(self):
            raise ValueError("the trajectory has no frames")
        return int(np.argmin(np.abs(self.t - numbers(time, "time", ()))))


def load(path: str | os.PathLike[str]) -> Trajectory:
    """The trajectory in a .ict file, up to its last whole frame; Trajectory.damage says why the rest was left out."""
    return Trajectory(*_core.read_trajectory(os.fspath(path)))
