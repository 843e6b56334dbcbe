"""A run as arrays."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core, _program, _rerun, _usd
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


@dataclass(frozen=True)
class Body:
    """A solid of a trajectory: an obstacle, or what is only seen, such as the covers of a robot."""

    name: str
    x: Array
    """nodes of its surface in its own frame [m], shape (p, 3)"""
    elements: IntArray
    """shape (q, 4), -1 as the fourth of a triangle; may be empty"""
    pose: Array
    """x y z [m] and quaternion w x y z in each frame, shape (f, 7)"""
    color: tuple[float, float, float] | None
    """red, green, blue, 0 to 1"""
    met: bool
    """whether the cloth meets it"""


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

    def cloth_elements(self, name: str) -> IntArray:
        """Elements of one cloth, by its name, in the numbers of its own nodes, shape (m, 4), -1 as the fourth of a triangle."""
        if name not in self.cloths:
            raise ValueError(f'there is no cloth "{name}" (cloths: {", ".join(self.cloths)})')
        nodes = self.cloths[name]
        own: IntArray = self.elements[(self.elements[:, 0] >= nodes.start) & (self.elements[:, 0] < nodes.stop)].copy()
        own[own >= 0] -= nodes.start
        return own

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
        return {body.name: self._arrays["obstacle_force"][:, i] for i, body in enumerate(self.bodies) if body.met}

    @property
    def obstacle_pose(self) -> dict[str, Array]:
        """Pose of each obstacle, by name: x y z [m] and quaternion w x y z, shape (f, 7) each."""
        return {body.name: body.pose for body in self.bodies if body.met}

    @cached_property
    def bodies(self) -> list[Body]:
        """Its obstacles, and after them the bodies that are only seen."""
        poses = self._arrays["obstacle_pose"]
        return [
            Body(name, x, elements, poses[:, i], None if color is None else _channels(color), not seen_only)
            for i, (name, x, elements, color, seen_only) in enumerate(self._data.solids())
        ]

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
        """Write a file, by its ending: .ict .npz .csv .pvd .vtp .glb .pc2 .obj; .png, a picture; .html, a page that replays it; .rrd
        for rerun (needs rerun-sdk); .usda .usdc .usd (needs usd-core)."""
        text = os.fspath(path)
        ending = os.path.splitext(text)[1].lower()
        if ending == ".png":
            self._data.save_picture(text, _picture_options())
        elif ending in (".rrd", ".usd", ".usda", ".usdc"):
            (_rerun if ending == ".rrd" else _usd).save(self, text)
        elif ending == ".html":
            with tempfile.TemporaryDirectory() as folder:
                run = os.path.join(folder, f"{os.path.basename(text)[:-5] or 'run'}.ict")
                self._data.save(run)
                _program.run("export", run, text)
        else:
            self._data.save(text)

    def _check_writable(self, path: str) -> None:
        """ValueError where other packages would say less."""
        if not len(self):
            raise ValueError(f"{path}: the trajectory has no frames to write")
        try:
            with open(path, "ab"):
                pass
        except OSError as error:
            raise ValueError(f"{path}: cannot be written ({error.strerror}); check the folder and its permissions") from None

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
        return [(_placed(body.x, body.pose[frame]), body.elements) for body in self.bodies if len(body.elements)]

    def __len__(self) -> int:
        return len(self.t)

    def __repr__(self) -> str:
        return f"<Trajectory of {len(self)} frames, {len(self.mesh.x)} nodes, to t = {self.t[-1] if len(self) else 0:g} s>"

    def frame_at(self, time: float) -> int:
        """Index of the frame nearest to a time [s]."""
        if not len(self):
            raise ValueError("the trajectory has no frames")
        return int(np.argmin(np.abs(self.t - numbers(time, "time", ()))))


def _channels(code: int) -> tuple[float, float, float]:
    """0xRRGGBB as numbers from 0 to 1."""
    red, green, blue = code.to_bytes(3, "big")
    return red / 255, green / 255, blue / 255


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
