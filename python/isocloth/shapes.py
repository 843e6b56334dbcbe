"""The solids that a cloth cannot enter. Each stands in its own frame; Simulation.add_obstacle puts it into the world."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from . import _core
from ._arrays import ArrayLike, number, numbers, vector
from .mesh import Mesh

_ROUNDING = 0.001  # of edges [m], as in scene files


@dataclass(frozen=True)
class Plane:
    """All that lies behind a plane: through point [m]; normal, any length but 0, points out of the solid."""

    point: ArrayLike = (0, 0, 0)
    normal: ArrayLike = (0, 0, 1)

    def _compiled(self) -> _core.Shape:
        return _core.make_plane(vector(self.point, "point"), vector(self.normal, "normal"))


@dataclass(frozen=True)
class Sphere:
    """Around the origin; radius [m]."""

    radius: float

    def _compiled(self) -> _core.Shape:
        return _core.make_sphere(number(self.radius, "radius"))


@dataclass(frozen=True)
class Capsule:
    """All points within radius [m] of a segment of length [m] along z, centred at the origin."""

    radius: float
    length: float

    def _compiled(self) -> _core.Shape:
        return _core.make_capsule(number(self.radius, "radius"), number(self.length, "length"))


@dataclass(frozen=True)
class Cylinder:
    """Along z, centred at the origin; radius, length and the rounding of its edges [m]."""

    radius: float
    length: float
    rounding: float = _ROUNDING

    def _compiled(self) -> _core.Shape:
        return _core.make_cylinder(
            number(self.radius, "radius"), number(self.length, "length"), number(self.rounding, "rounding")
        )


@dataclass(frozen=True)
class Box:
    """Centred at the origin; size along x, y, z and the rounding of its edges [m]."""

    size: ArrayLike
    rounding: float = _ROUNDING

    def _compiled(self) -> _core.Shape:
        return _core.make_box(vector(self.size, "size"), number(self.rounding, "rounding"))


@dataclass(frozen=True)
class Torus:
    """Around z, centred at the origin; radius of the circle in the middle of the tube, and of the tube [m]."""

    radius: float
    tube_radius: float

    def _compiled(self) -> _core.Shape:
        return _core.make_torus(number(self.radius, "radius"), number(self.tube_radius, "tube_radius"))


@dataclass(frozen=True)
class Solid:
    """A watertight mesh with outward normals, grown by rounding [m], which rounds its edges."""

    mesh: Mesh
    rounding: float = _ROUNDING

    def _compiled(self) -> _core.Shape:
        return _core.make_solid(self.mesh.x, self.mesh.elements, number(self.rounding, "rounding"))


@dataclass(frozen=True)
class Ellipsoid:
    """Centred at the origin; radii along x, y, z [m]."""

    radii: ArrayLike

    def _compiled(self) -> _core.Shape:
        return _core.make_ellipsoid(vector(self.radii, "radii"))


@dataclass(frozen=True)
class Hull:
    """The convex hull of points [m], shape (n, 3), grown by rounding [m], which rounds its edges."""

    points: ArrayLike
    rounding: float = _ROUNDING

    def _compiled(self) -> _core.Shape:
        x, elements, _ = _core.convex_hull(numbers(self.points, "points", (None, 3)))
        return _core.make_solid(x, elements, number(self.rounding, "rounding"))


Shape: TypeAlias = Plane | Sphere | Capsule | Cylinder | Box | Torus | Ellipsoid | Solid | Hull
