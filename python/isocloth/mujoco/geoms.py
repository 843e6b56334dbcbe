"""Geoms of a MuJoCo model: which are meant, what shape they have, and how they look."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Any

import mujoco
import numpy as np

from .. import _core
from .._arrays import Array, IntArray, whole
from ..mesh import Mesh
from ..shapes import Box, Capsule, Cylinder, Ellipsoid, Hull, Plane, Shape, Solid, Sphere

_TYPES = mujoco.mjtGeom
_DRAWN = [
    int(kind)
    for kind in (_TYPES.mjGEOM_PLANE, _TYPES.mjGEOM_SPHERE, _TYPES.mjGEOM_CAPSULE, _TYPES.mjGEOM_CYLINDER, _TYPES.mjGEOM_BOX, _TYPES.mjGEOM_ELLIPSOID)
]
_ROUNDING = 0.001  # of edges [m], as of shapes


def name_of(model: Any, geom: int) -> str:
    """A geom's name; where it has none, that of its body and its number."""
    own = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM, geom)
    if own:
        return str(own)
    body = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_BODY, int(model.geom_bodyid[geom]))
    return f"{body or 'body'}/geom{geom}"


def find(model: Any, kind: str, name: str) -> int:
    """The number of a "geom", "body" or "site" with this name; ValueError with the nearest names where there is none."""
    of_kind = {
        "geom": (mujoco.mjtObj.mjOBJ_GEOM, model.ngeom),
        "body": (mujoco.mjtObj.mjOBJ_BODY, model.nbody),
        "site": (mujoco.mjtObj.mjOBJ_SITE, model.nsite),
    }
    objects, count = of_kind[kind]
    names = {mujoco.mj_id2name(model, objects, i) or (name_of(model, i) if kind == "geom" else ""): i for i in range(count)}
    if name in names:
        return names[name]
    near = difflib.get_close_matches(str(name), [n for n in names if n], n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"it has {', '.join([n for n in names if n][:12]) or 'none with a name'}"
    raise ValueError(f'the robot\'s model has no {kind} "{name}"; {hint}')


def chosen(model: Any, geoms: Iterable[str | int] | None, bodies: Sequence[str], groups: Sequence[int]) -> list[int]:
    """Numbers of the geoms that are meant, each once, in increasing order: those named, those of the bodies, those of the
    groups; without any of these all that take part in contacts."""
    if geoms is None and not bodies and not groups:
        touching = (model.geom_contype != 0) | (model.geom_conaffinity != 0)
        return [int(i) for i in np.flatnonzero(touching)]
    if isinstance(geoms, str):
        geoms = [geoms]
    found = {whole(g, "geoms", 0, model.ngeom - 1) if isinstance(g, (int, np.integer)) else find(model, "geom", g) for g in geoms or ()}
    for body in [bodies] if isinstance(bodies, str) else bodies:
        number = find(model, "body", body)
        own = np.flatnonzero(model.geom_bodyid == number)
        if not len(own):
            raise ValueError(f'body "{body}" has no geom; name its geoms, or a body that has some')
        found.update(int(i) for i in own)
    for group in groups:
        of_group = np.flatnonzero(model.geom_group == whole(group, "groups"))
        if not len(of_group):
            raise ValueError(f"no geom is of group {group}; there are groups {', '.join(str(g) for g in np.unique(model.geom_group))}")
        found.update(int(i) for i in of_group)
    return sorted(found)


def mesh_arrays(model: Any, mesh: int) -> tuple[Array, IntArray]:
    """Nodes [m] and triangles, (m, 4), of a mesh of the model, in the frame of the geoms that have it."""
    v0, f0 = int(model.mesh_vertadr[mesh]), int(model.mesh_faceadr[mesh])
    x = np.array(model.mesh_vert[v0 : v0 + int(model.mesh_vertnum[mesh])], dtype=np.float64)
    faces = model.mesh_face[f0 : f0 + int(model.mesh_facenum[mesh])]
    elements = np.full((len(faces), 4), -1, dtype=np.int32)
    elements[:, :3] = faces
    return x, elements


def geom_shape(model: Any, geom: int, *, hull: bool = True, rounding: float = _ROUNDING) -> Shape:
    """The shape of a geom in its own frame; a mesh as its convex hull, as MuJoCo has it in contacts, or as it is.

    rounding: of edges [m], at most a quarter of the smallest size. ValueError where the geom has no shape that a cloth can meet.
    """
    kind, size = int(model.geom_type[geom]), [float(s) for s in model.geom_size[geom]]
    if kind == _TYPES.mjGEOM_PLANE:
        return Plane()
    if kind == _TYPES.mjGEOM_SPHERE:
        return Sphere(size[0])
    if kind == _TYPES.mjGEOM_CAPSULE:
        return Capsule(size[0], 2 * size[1])
    if kind == _TYPES.mjGEOM_CYLINDER:
        return Cylinder(size[0], 2 * size[1], min(rounding, size[0] / 2, size[1] / 2))
    if kind == _TYPES.mjGEOM_BOX:
        return Box([2 * s for s in size], min(rounding, min(size) / 2))
    if kind == _TYPES.mjGEOM_ELLIPSOID:
        return Ellipsoid(size)
    if kind == _TYPES.mjGEOM_MESH:
        x, elements = mesh_arrays(model, int(model.geom_dataid[geom]))
        return Hull(x, rounding) if hull else Solid(welded(x, elements), rounding)
    what = _TYPES(kind).name.removeprefix("mjGEOM_").lower()
    raise ValueError(
        f'geom "{name_of(model, geom)}" is a {what}, which has no shape that a cloth can meet; leave it out, or put boxes or a mesh in its place'
    )


def welded(x: Array, elements: IntArray) -> Mesh:
    """The mesh with nodes at one place made one, as files of triangles have each corner several times."""
    places, number = np.unique(np.round(x, 9), axis=0, return_inverse=True)
    triangles = number.reshape(-1)[elements[:, :3]]
    whole_ones = (triangles[:, 0] != triangles[:, 1]) & (triangles[:, 1] != triangles[:, 2]) & (triangles[:, 2] != triangles[:, 0])
    return Mesh(places, triangles[whole_ones].astype(np.int32))


def color_of(model: Any, geom: int) -> Array:
    """Red, green, blue, 0 to 1: of its material where it has one."""
    material = int(model.geom_matid[geom])
    rgba = model.mat_rgba[material] if material >= 0 else model.geom_rgba[geom]
    return np.array(rgba[:3], dtype=np.float64)


def is_shown(model: Any, geom: int) -> bool:
    """Whether it can be drawn: of a kind that has a surface, and not transparent."""
    return float(model.geom_rgba[geom, 3]) > 0 and int(model.geom_type[geom]) in (*_DRAWN, int(_TYPES.mjGEOM_MESH))


class Look:
    """How a geom looks to a camera: a mesh as it is, others by their shape."""

    def __init__(self, model: Any, geom: int) -> None:
        self.geom, self.name, self.color = geom, name_of(model, geom), color_of(model, geom)
        self.group = int(model.geom_group[geom])
        is_mesh = int(model.geom_type[geom]) == _TYPES.mjGEOM_MESH
        self._mesh = _core.Look(*mesh_arrays(model, int(model.geom_dataid[geom]))) if is_mesh else None
        self._shape = None if self._mesh is not None else geom_shape(model, geom)._compiled()

    def draw(self, sight: _core.Sight, pose: Array, color: Array, label: int) -> None:
        """Draw it at a pose."""
        if self._mesh is not None:
            sight.draw_mesh(self._mesh, pose, color, label)
        elif self._shape is not None:
            sight.draw_shape(self._shape, pose, color, label)
