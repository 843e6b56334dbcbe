"""Meshes: from arrays, made by rule, or from files.

Flat meshes lie in the x–y plane with normal +z. Indices start at 0.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import _core
from ._arrays import Array, ArrayLike, IntArray, element_array, node_list, number, numbers, seed_number, vector, whole


@dataclass(frozen=True, eq=False)
class Mesh:
    """A surface of triangles and quads that share nodes.

    ``Mesh(x, elements)``: x are positions [m], shape (n, 3); elements name 3 or 4 nodes each, around the element: an array
    (m, 3) or (m, 4), with -1 as the fourth node of a triangle, or a list that mixes both.
    """

    x: Array
    """positions [m], shape (n, 3), float64, read only"""
    elements: IntArray
    """nodes of each element, shape (m, 4), int32, read only; -1 as the fourth of a triangle"""
    parts: dict[str, list[int]] = field(default_factory=dict)
    """nodes by name: corners, edges, seams, openings, groups of a file"""

    def __init__(self, x: ArrayLike, elements: Any, parts: dict[str, list[int]] | None = None) -> None:
        object.__setattr__(self, "x", numbers(x, "x", (None, 3)).copy())
        object.__setattr__(self, "elements", element_array(elements))
        self.x.setflags(write=False)
        self.elements.setflags(write=False)
        count = len(self.x)
        object.__setattr__(self, "parts", {name: node_list(nodes, f'part "{name}"') for name, nodes in (parts or {}).items()})
        for name, nodes in self.parts.items():
            beyond = [node for node in nodes if not 0 <= node < count]
            if beyond:
                raise ValueError(f'part "{name}" names node {beyond[0]}, but the mesh has {count} nodes (indices start at 0)')
        wrong = np.argwhere((self.elements >= count) | (self.elements[:, :] < np.array([0, 0, 0, -1])))
        if len(wrong):
            e, corner = (int(i) for i in wrong[0])
            raise ValueError(
                f"element {e} names node {self.elements[e, corner]}, but the mesh has {count} nodes (indices start at 0)"
            )

    def __repr__(self) -> str:
        return f"<Mesh of {len(self.x)} nodes, {len(self.elements)} elements>"

    @property
    def triangles(self) -> IntArray:
        """The elements as triangles, shape (k, 3), int32: quads are cut from their first node. For plots."""
        return _triangles(self.elements)

    def moved(self, translate: ArrayLike = (0, 0, 0), rotate_deg: ArrayLike = (0, 0, 0)) -> Array:
        """Positions [m], shape (n, 3), after a rotation about x, then y, then z [degrees], then a shift [m]."""
        return _core.apply_pose(self.x, vector(rotate_deg, "rotate_deg"), vector(translate, "translate"))

    def with_noise(self, std: float, seed: int = 1, *, length: float = 0.0) -> Mesh:
        """The mesh with normal noise of standard deviation std [m] on every coordinate; same seed, same noise.

        length [m] above 0: the noise is a smooth field, alike within that length and the same on every mesh.
        """
        x = _core.with_noise(self.x, self.elements, number(std, "std"), seed_number(seed), number(length, "length"))
        return Mesh(x, self.elements, self.parts)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file, by its ending: .obj and .ply keep quads and every bit, .stl does not."""
        _core.write_mesh(os.fspath(path), self.x, self.elements)


def read_mesh(path: str | os.PathLike[str], *, scale: float = 1.0) -> Mesh:
    """The mesh in a file (.obj, .ply, .stl), with the groups and objects of an .obj as parts.

    scale: metres per unit of the file, 0.001 for millimetres. Quads that are not convex become two triangles; that, and a size
    that looks like another unit, is said as a warning.
    """
    return _made(_core.read_mesh(os.fspath(path), number(scale, "scale")))


def rectangle(size: Sequence[float], nodes: Sequence[int], *, triangles: bool = False) -> Mesh:
    """A rectangle from the origin.

    size: along x and y [m]; nodes: columns along x, rows along y. Node = row · columns + column.
    triangles: cut each quad along the same diagonal. Parts: top_left, top_right, bottom_left, bottom_right; top, bottom, left, right
    (x to the right, y up).
    """
    return _made(_core.make_rectangle(_pair(size, "size"), _counts(nodes, "nodes"), bool(triangles)))


def irregular_rectangle(size: Sequence[float], count: int, *, seed: int = 1) -> Mesh:
    """A rectangle from the origin of irregular triangles.

    size: along x and y [m]; count: nodes in all. Nodes 0 to 3 are the corners, counter-clockwise from the origin. Parts as of a rectangle.
    """
    return _made(_core.make_irregular_rectangle(_pair(size, "size"), whole(count, "count"), seed_number(seed)))


def ring(inner_radius: float, outer_radius: float, nodes: Sequence[int], *, triangles: bool = False) -> Mesh:
    """A flat ring about the origin between two radii [m].

    nodes: around, and from the inner to the outer circle. Node = ring · around + position, counter-clockwise from +x. Parts: inner, outer.
    """
    radii = number(inner_radius, "inner_radius"), number(outer_radius, "outer_radius")
    return _made(_core.make_ring(*radii, _counts(nodes, "nodes"), bool(triangles)))


def disc(radius: float, core: int, rings: int) -> Mesh:
    """A disc about the origin of quads: radius [m]; cells along a side of its square core; rings around the core."""
    return _made(_core.make_disc(number(radius, "radius"), whole(core, "core"), whole(rings, "rings")))


def tube(radius: float, height: float, nodes: Sequence[int], *, triangles: bool = False) -> Mesh:
    """An open tube about the z axis from z = 0: radius and height [m]; nodes: around, and along the axis.

    Node = level · around + position. Parts: bottom, top.
    """
    sizes = number(radius, "radius"), number(height, "height")
    return _made(_core.make_tube(*sizes, _counts(nodes, "nodes"), bool(triangles)))


def tank_top(*, triangles: int = 1676, seed: int = 1, **lengths: float) -> Mesh:
    """A tank top, cut and sewn, hanging from z = 0 down, with its parts by name.

    lengths [m]: depth, width, length, shoulder_width, shoulder_drop, neck_width, front_neck_drop, back_neck_drop, arm_hole.
    """
    return _made(_core.make_tank_top(_cut(triangles, seed, lengths)))


def t_shirt(*, triangles: int = 3000, seed: int = 1, **lengths: float) -> Mesh:
    """A T-shirt, cut and sewn, hanging from z = 0 down, with its parts by name.

    lengths [m]: depth, width, length, neck_width, front_neck_drop, back_neck_drop, sleeve_length, sleeve_width; and
    slope_deg, of shoulders and sleeves [degrees].
    """
    return _made(_core.make_t_shirt(_cut(triangles, seed, lengths)))


def skirt(*, triangles: int = 1600, seed: int = 1, **lengths: float) -> Mesh:
    """A skirt, cut and sewn, hanging from z = 0 down, with its parts by name.

    lengths [m]: depth, waist, hem, length.
    """
    return _made(_core.make_skirt(_cut(triangles, seed, lengths)))


def trousers(*, triangles: int = 3400, seed: int = 1, **lengths: float) -> Mesh:
    """Trousers, cut and sewn, hanging from z = 0 down, with their parts by name.

    lengths [m]: depth, waist, length, rise, leg_width, stride.
    """
    return _made(_core.make_trousers(_cut(triangles, seed, lengths)))


def towel(*, triangles: int = 1000, seed: int = 1, **lengths: float) -> Mesh:
    """A towel, a flat sheet hanging from z = 0 down in the plane y = 0, with its sides by name.

    lengths [m]: width, length.
    """
    return _made(_core.make_towel(_cut(triangles, seed, lengths)))


def _triangles(elements: IntArray) -> IntArray:
    quads = elements[elements[:, 3] >= 0]
    return np.concatenate([elements[:, :3], quads[:, [0, 2, 3]]])


def _made(arrays: Any) -> Mesh:
    """A mesh as the compiled module hands it over."""
    x, elements, parts = arrays
    return Mesh(x, elements, dict(parts))


def _cut(triangles: int, seed: int, lengths: dict[str, float]) -> dict[str, Any]:
    fields: dict[str, Any] = {name: number(value, name) for name, value in lengths.items()}
    return {**fields, "triangles": whole(triangles, "triangles"), "seed": seed_number(seed)}


def _pair(value: Sequence[float], name: str) -> list[float]:
    return [float(v) for v in numbers(value, name, (2,))]


def _counts(value: Sequence[int], name: str) -> list[int]:
    if not isinstance(value, (Sequence, np.ndarray)) or len(value) != 2:
        raise ValueError(f"{name} must be two whole numbers, got {value!r}")
    return [whole(value[0], name), whole(value[1], name)]
