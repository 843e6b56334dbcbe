"""Cameras anywhere in a scene: depth, colour, segmentation, point cloud and visible nodes, without a GPU or a display.

    camera = ic.Camera(640, 480, fov_deg=60, position=(0, -1, 0.8), target=(0, 0, 0.2))
    view = camera.see(sim)                             # with a robot: camera.see(coupling)
    view.depth, view.rgb, view.segmentation            # (480, 640) [m], (480, 640, 3), (480, 640)
    view.cloud()                                       # (n, 3) [m], in the world
    view.sensed(ic.DepthNoise(), seed=1).cloud()       # as a Kinect-class camera measures it
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import Array, ArrayLike, IntArray, number, numbers, seed_number, vector, whole
from .simulation import Simulation

if TYPE_CHECKING:
    from .mujoco import Coupling

_BLUE, _PALE, _GREY, _BACKDROP = (0.25, 0.5, 0.77), (0.93, 0.93, 0.93), (0.6, 0.6, 0.62), (0.91, 0.93, 0.95)
_NO_COLORS = np.zeros((0, 3))
CLOTH = 0
"""label of the cloth in View.segmentation; -1 is nothing, others are View.names"""


@dataclass(frozen=True)
class DepthNoise:
    """What a Kinect-class depth camera makes of the true depth z: disparity k/z in whole steps, noise, lost pixels.

    z' = k / round(k / z(x + s n1, y + s n2) + d n3), n normal [Handa et al. 2014; Khoshelham and Elberink 2012].
    """

    disparity_scale: float = 351.3
    """k [m]: steps are z²/k, 2.8 mm at 1 m"""
    disparity_noise: float = 1 / 6
    """d [steps]"""
    lateral_noise: float = 0.5
    """s [pixels]"""
    jump: float = 0.03
    """neighbours this much apart in depth make an edge [m]"""
    edge_dropout: float = 0.5
    """share of pixels lost beside an edge"""
    dropout: float = 0.01
    """share lost anywhere"""
    least_facing: float = 0.17
    """lost where the surface is slanted more, cosine"""
    color_noise: float = 6
    """standard deviation of each channel [of 255]"""
    farthest: float = 4
    """depth that is measured at most [m]"""

    def _compiled(self) -> _core.SensorOptions:
        return _core.SensorOptions(**{name: number(value, name) for name, value in self.__dict__.items()})


class View:
    """What a camera saw: made by Camera.see."""

    def __init__(self, camera: Camera, sight: _core.Sight, names: dict[int, str], x: Array, elements: IntArray) -> None:
        self.camera, self._sight, self._x, self._elements = camera, sight, x, elements
        self.names = names
        """of the labels in segmentation"""

    @cached_property
    def depth(self) -> npt.NDArray[np.float32]:
        """Distance along the view [m], shape (height, width); inf where nothing is, or the sensor lost it."""
        return self._sight.depth()

    @cached_property
    def rgb(self) -> npt.NDArray[np.uint8]:
        """Colours, sRGB, shape (height, width, 3)."""
        return self._sight.rgb(np.array(_BACKDROP))

    @cached_property
    def segmentation(self) -> npt.NDArray[np.int32]:
        """What each pixel sees, shape (height, width): -1 nothing, 0 the cloth, others as in names."""
        return self._sight.label()

    @cached_property
    def visible_nodes(self) -> list[int]:
        """Nodes of the cloth that nothing hides."""
        return self._sight.visible_nodes(self._x, self._elements, CLOTH)

    def cloud(self, label: int | str | None = None, *, colors: bool = False) -> Any:
        """The pixels with a depth as points in the world [m], shape (n, 3): all, or those of a label or name. With colors also theirs,
        uint8, shape (n, 3)."""
        seen = np.isfinite(self.depth)
        if label is not None:
            seen &= self.segmentation == self._label(label)
        rows, columns = np.nonzero(seen)
        depth = self.depth[seen].astype(np.float64)
        c = self.camera
        own = np.stack([(columns + 0.5 - c.center[0]) / c.focal[0] * depth, (rows + 0.5 - c.center[1]) / c.focal[1] * depth, depth], axis=1)
        points = own @ c.rotation.T + c.pose[:3]
        return (points, self.rgb[seen]) if colors else points

    def sensed(self, noise: DepthNoise | None = None, *, seed: int = 0) -> View:
        """The same as a depth camera with noise measures it; the same for the same seed."""
        options = (noise or DepthNoise())._compiled()
        depth, rgb = self._sight.sensed(options, seed_number(seed), np.array(_BACKDROP))
        view = View(self.camera, self._sight, self.names, self._x, self._elements)
        view.depth, view.rgb = depth, rgb
        return view

    def save_cloud(self, path: str | os.PathLike[str], label: int | str | None = None) -> None:
        """Write the cloud with its colours as a .ply file, as ``isocloth track`` reads it."""
        points, colors = self.cloud(label, colors=True)
        rows = np.empty(len(points), dtype=[("p", "<f4", 3), ("c", "u1", 3)])
        rows["p"], rows["c"] = points, colors
        properties = "".join(f"property float {axis}\n" for axis in "xyz") + "".join(f"property uchar {c}\n" for c in ("red", "green", "blue"))
        head = f"ply\nformat binary_little_endian 1.0\nelement vertex {len(points)}\n{properties}end_header\n"
        with open(path, "wb") as file:
            file.write(head.encode() + rows.tobytes())

    def _label(self, label: int | str) -> int:
        if isinstance(label, str):
            found = [number for number, name in self.names.items() if name == label]
            if not found:
                raise ValueError(f'nothing here is named "{label}" (names: {", ".join(self.names.values())})')
            return found[0]
        return whole(label, "label")


class Camera:
    """A pinhole camera: its frame has x to the right of the picture, y down and z along the view.

    width, height [pixels]. Intrinsics: fov_deg, the field of view across the width [degrees]; or focal [pixels], one number or (fx, fy);
    center (cx, cy) [pixels], default the middle. Place: position [m] and target, a point [m] that it looks at with z up; or pose,
    shape (7,): position and quaternion w x y z of its frame. Depths from nearest to farthest [m] are seen.
    """

    def __init__(
        self,
        width: int = 640,
        height: int = 480,
        *,
        fov_deg: float | None = None,
        focal: float | ArrayLike | None = None,
        center: ArrayLike | None = None,
        position: ArrayLike | None = None,
        target: ArrayLike = (0, 0, 0),
        pose: ArrayLike | None = None,
        nearest: float = 0.01,
        farthest: float = 100.0,
    ) -> None:
        self.width, self.height = whole(width, "width", 1, 16384), whole(height, "height", 1, 16384)
        if fov_deg is not None and focal is not None:
            raise ValueError("give fov_deg or focal, not both")
        if focal is None:
            angle = number(60.0 if fov_deg is None else fov_deg, "fov_deg")
            if not 0 < angle < 180:
                raise ValueError(f"fov_deg must be above 0 and below 180 degrees, got {angle:g}")
            focal = self.width / 2 / np.tan(np.radians(angle) / 2)
        self.focal: Array = numbers(np.broadcast_to(np.asarray(focal, dtype=float), (2,)), "focal", (2,))
        """fx, fy [pixels]"""
        self.center: Array = numbers((self.width / 2, self.height / 2) if center is None else center, "center", (2,))
        """cx, cy [pixels]"""
        if (position is None) == (pose is None):
            raise ValueError("give position and target, or a pose, and not both")
        self.pose: Array = numbers(pose, "pose", (7,)) if pose is not None else _looking(vector(position, "position"), vector(target, "target"))  # type: ignore[arg-type]
        """of its frame in the world, shape (7,)"""
        self.nearest, self.farthest = number(nearest, "nearest"), number(farthest, "farthest")
        self._sight()  # says what is wrong

    @property
    def rotation(self) -> Array:
        """Its axes in the world as columns, shape (3, 3)."""
        w, x, y, z = self.pose[3:] / np.linalg.norm(self.pose[3:])
        return np.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
            ]
        )

    @property
    def matrix(self) -> Array:
        """Intrinsics K, shape (3, 3)."""
        return np.array([[self.focal[0], 0, self.center[0]], [0, self.focal[1], self.center[1]], [0, 0, 1]])

    def project(self, points: ArrayLike) -> Array:
        """Where points of the world [m], shape (n, 3), are in the picture: u, v [pixels] and depth [m], shape (n, 3)."""
        own = (numbers(points, "points", (None, 3)) - self.pose[:3]) @ self.rotation
        return np.column_stack([own[:, :2] / own[:, 2:] * self.focal + self.center, own[:, 2]])

    def see(
        self,
        scene: Simulation | Coupling,
        *,
        checker: float = 0.0,
        colors: ArrayLike | None = None,
        cloth_color: ArrayLike = _BLUE,
        obstacle_colors: Mapping[str, ArrayLike] | None = None,
        groups: Sequence[int] = (0, 1, 2),
    ) -> View:
        """Look at a simulation, or at a coupling with the robot in it, as it is now.

        checker: side of the squares of a pattern on the cloth [m], 0: none; colors: of each node instead, 0 to 1, shape (n, 3).
        cloth_color: 0 to 1, shape (3,); obstacle_colors: by name. Of a coupling, the geoms of these groups are seen, by default
        those that MuJoCo shows, and obstacles that are none of its geoms.
        """
        sim = scene if isinstance(scene, Simulation) else scene.sim
        sight, mesh = self._sight(), sim.mesh
        painted = _NO_COLORS if colors is None else numbers(colors, "colors", (len(mesh.x), 3))
        tint = vector(cloth_color, "cloth_color")
        sight.draw_cloth(sim, mesh.elements, mesh.x, tint, np.array(_PALE), number(checker, "checker"), painted, CLOTH)
        names = {CLOTH: "cloth"}
        robot = set() if isinstance(scene, Simulation) else {obstacle.index for obstacle in scene.obstacles.values()}
        for name, index in sim._obstacle_list():
            if index not in robot:
                names[len(names)] = name
                tint = vector((obstacle_colors or {}).get(name, _GREY), "obstacle_colors")
                sight.draw_obstacle(sim, index, tint, len(names) - 1)
        if not isinstance(scene, Simulation):
            scene._draw(sight, names, obstacle_colors or {}, groups)
        return View(self, sight, names, sim.x.copy(), mesh.elements)

    def _sight(self) -> _core.Sight:
        (fx, fy), (cx, cy) = self.focal.tolist(), self.center.tolist()
        return _core.Sight(self.width, self.height, fx, fy, cx, cy, self.pose, self.nearest, self.farthest)

    def __repr__(self) -> str:
        return f"<Camera {self.width}×{self.height} at ({', '.join(f'{p:g}' for p in self.pose[:3])}) m>"


def _looking(position: Array, target: Array) -> Array:
    """The pose of a camera at a position that looks at a target, with z up in the picture."""
    way = target - position
    if not np.linalg.norm(way) > 1e-9:
        raise ValueError("position and target of a camera must not be the same point")
    forward = way / np.linalg.norm(way)
    right = np.cross(forward, (0.0, 0.0, 1.0))
    if np.linalg.norm(right) < 1e-6:  # straight up or down: y is up in the picture
        right = np.array([1.0, 0, 0])
    right = right / np.linalg.norm(right)
    axes = np.stack([right, np.cross(forward, right), forward], axis=1)
    return np.concatenate([position, _quaternion(axes)])


def _quaternion(r: Array) -> Array:
    """Quaternion w x y z of a rotation matrix, by its largest component [Shepperd 1978]."""
    squares = np.array([1 + r[0, 0] + r[1, 1] + r[2, 2], 1 + r[0, 0] - r[1, 1] - r[2, 2], 1 - r[0, 0] + r[1, 1] - r[2, 2], 1 - r[0, 0] - r[1, 1] + r[2, 2]])
    k = int(np.argmax(squares))
    products = np.array(
        [
            [squares[0], r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]],
            [r[2, 1] - r[1, 2], squares[1], r[0, 1] + r[1, 0], r[0, 2] + r[2, 0]],
            [r[0, 2] - r[2, 0], r[0, 1] + r[1, 0], squares[2], r[1, 2] + r[2, 1]],
            [r[1, 0] - r[0, 1], r[0, 2] + r[2, 0], r[1, 2] + r[2, 1], squares[3]],
        ]
    )
    return np.asarray(products[k] / np.linalg.norm(products[k]))
