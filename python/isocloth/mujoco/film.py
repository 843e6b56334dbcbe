"""A robot in a trajectory: its geoms as they look, where they are in each frame."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import mujoco
import numpy as np

from .._arrays import Array
from ..recorder import Recorder, _Look, _Seen
from . import geoms as _geoms

if TYPE_CHECKING:
    from .coupling import Coupling

_SIDE = 2.0  # of what shows a plane [m]


def film_of(coupling: Coupling, every: int | None, groups: Sequence[int], out: str | os.PathLike[str] | None) -> Recorder:
    """A recorder of cloth and robot, whose geoms of these groups are seen. An obstacle of another group, such as a hull of a link, is
    not drawn where its body has a geom that is."""
    model, data = coupling.model, coupling.data
    seen = [g for g in range(model.ngeom) if _geoms.is_shown(model, g) and int(model.geom_group[g]) in groups]
    covered = {int(model.geom_bodyid[g]) for g in seen}
    order = [index for _, index in coupling.sim._obstacle_list()]
    looks: list[tuple[int, _Look]] = []
    bodies: list[int] = []
    for g in range(model.ngeom):
        obstacle = coupling.obstacles.get(_geoms.name_of(model, g))
        if obstacle is None or obstacle.index not in order:
            bodies += [g] if g in seen else []
        elif g in seen and int(model.geom_type[g]) != mujoco.mjtGeom.mjGEOM_PLANE:
            looks.append((order.index(obstacle.index), _look(model, g)))
        elif g not in seen and int(model.geom_bodyid[g]) in covered:
            looks.append((order.index(obstacle.index), _Look("", np.zeros((0, 3)), np.zeros((0, 4), dtype=np.int32), None)))

    def poses() -> Array:
        from .coupling import _poses

        return _poses(data.geom_xpos[bodies], data.geom_xmat[bodies])

    mujoco.mj_kinematics(model, data)
    return Recorder(coupling.sim, every=every, out=out, _seen=_Seen(looks, [_look(model, g) for g in bodies], poses))


def _look(model: Any, geom: int) -> _Look:
    """A mesh as it is, others by their shape."""
    name, color = _geoms.name_of(model, geom), _geoms.color_of(model, geom)
    kind = int(model.geom_type[geom])
    if kind == mujoco.mjtGeom.mjGEOM_MESH:
        return _Look(name, *_geoms.mesh_arrays(model, int(model.geom_dataid[geom])), color)
    x, elements, _ = _geoms.geom_shape(model, geom)._compiled().surface(_SIDE)
    return _Look(name, x, elements, color, unbounded=kind == mujoco.mjtGeom.mjGEOM_PLANE)
