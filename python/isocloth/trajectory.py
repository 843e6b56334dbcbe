"""A run as arrays."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core, _program
from ._arrays import Array, ArrayLike, IntArray, numbers, vector, whole
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
    "kinetic_energy",
    "weight_energy",
    "bending_energy",
    "shear_energy",
    "stretch_energy",
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
    def cloths(self) -> dict[str, slice]:
        """Nodes of each cloth, by name: ``run.x[:, run.cloths["shirt"]]`` are the positions of one."""
        return {name: slice(first, first + count) for name, first, count in self._data.cloths}

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
    def grasp_wrench(self) -> dict[str, Array]:
        """Force [N] of each grasp on the cloth, and torque [N·m] about the origin of its hand, in world axes, by name, shape (f, 6)
        each; of files before format 4 the torque is nan."""
        wrench = np.concatenate([self._arrays["grasp_force"], self._arrays["grasp_torque"]], axis=2)
        return {name: wrench[:, g] for g, (name, _) in enumerate(self._data.grasps)}

    @property
    def grasp_pose(self) -> dict[str, Array]:
        """Pose of each hand, by name: x y z [m] and quaternion w x y z, shape (f, 7) each; of files before format 4 nan."""
        return {name: self._arrays["grasp_pose"][:, g] for g, (name, _) in enumerate(self._data.grasps)}

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

        t [s], steps, converged_steps, iterations; metric_error and area errors as fractions; penetrations [m]. And the energies of each
        frame [J].
        """
        return {"t": self.t, **{name: self._arrays[name] for name in _COLUMNS}}

    @property
    def energy(self) -> dict[str, Array]:
        """Energy of each frame [J], shape (f,) each, as Simulation.energy; nan where an old file does not know."""
        return {name.removesuffix("_energy"): self._arrays[name] for name in _COLUMNS if name.endswith("_energy")}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file, by its ending: .ict .npz .csv .pvd .vtp .glb .pc2 .obj; .png, a picture; .html, a page that replays it."""
        text = os.fspath(path)
        if text.lower().endswith(".png"):
            self._data.save_picture(text, _picture_options())
        elif text.lower().endswith(".html"):
            with tempfile.TemporaryDirectory() as folder:
                run = os.path.join(folder, f"{os.path.basename(text)[:-5] or 'run'}.ict")
                self._data.save(run)
                _program.run("export", run, text)
        else:
            self._data.save(text)

    def picture(
        self,
        times: Sequence[float] | None = None,
        *,
        panels: int = 6,
        size: tuple[int, int] | None = None,
        camera: ArrayLike = (0.62, -1.0, 0.42),
        color: str | None = None,
        fitted: ArrayLike | None = None,
    ) -> npt.NDArray[np.uint8]:
        """Frames side by side as a picture, shape (height, width, 3): cloth, obstacles, what is held. Needs no display.

        times [s]: of the frames; None: panels of them, evenly spaced. size: width and height of a panel [pixels]; None: as what it shows. camera:
        direction from the cloth towards it. color: "area", the error of each element's area, or "contact", force over area.
        fitted: points [m], shape (k, 3), that the camera fits, instead of what is shown.
        """
        return self._data.draw(_picture_options(times, panels, size, camera, color, fitted))

    def _solids(self, frame: int) -> list[tuple[Array, IntArray]]:
        """Surfaces of the obstacles in a frame: nodes [m] in the world, and elements."""
        poses = self._arrays["obstacle_pose"][frame]
        return [(_placed(x, pose), elements) for (x, elements, _), pose in zip(self._data.surfaces(), poses) if len(elements)]

    def __len__(self) -> int:
        return len(self.t)

    def __repr__(self) -> str:
        return f"<Trajectory of {len(self)} frames, {len(self.mesh.x)} nodes, to t = {self.t[-1] if len(self) else 0:g} s>"

    def frame_at(self, time: float) -> int:
        """Index of the frame nearest to a time [s]."""
        if not len(self):
            raise ValueError("the trajectory has no frames")
        return int(np.argmin(np.abs(self.t - numbers(time, "time", ()))))


def _placed(x: Array, pose: Array) -> Array:
    """Points of an obstacle's frame in the world's."""
    w, q = pose[3], pose[4:]
    placed: Array = x + 2 * np.cross(q, np.cross(q, x) + w * x) + pose[:3]
    return placed


def _picture_options(
    times: Sequence[float] | None = None,
    panels: int = 6,
    size: tuple[int, int] | None = None,
    camera: ArrayLike = (0.62, -1.0, 0.42),
    color: str | None = None,
    fitted: ArrayLike | None = None,
) -> _core.PictureOptions:
    if color not in (None, "area", "contact"):
        raise ValueError(f'color must be None, "area" or "contact", got {color!r}')
    return _core.PictureOptions(
        [] if times is None else numbers(times, "times", (None,)).tolist(),
        whole(panels, "panels"),
        None if size is None else (whole(size[0], "size[0]"), whole(size[1], "size[1]")),
        vector(camera, "camera"),
        color or "",
        None if fitted is None else numbers(fitted, "fitted", (None, 3)),
    )


def load(path: str | os.PathLike[str]) -> Trajectory:
    """The trajectory in a .ict file, up to its last whole frame; Trajectory.damage says why the rest was left out."""
    return Trajectory(*_core.read_trajectory(os.fspath(path)))
