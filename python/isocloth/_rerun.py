"""A trajectory for the rerun viewer. Needs ``rerun-sdk``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arrays import Array, IntArray
from .mesh import _triangles

if TYPE_CHECKING:
    from .trajectory import Body, Trajectory

_CLOTHS = ((0.31, 0.56, 0.82), (0.9, 0.54, 0.31), (0.35, 0.71, 0.55), (0.69, 0.49, 0.78), (0.85, 0.72, 0.25), (0.82, 0.4, 0.49))
_SOLID = (0.55, 0.55, 0.53)
_ARROW = 0.25  # longest arrow over the size of the cloth


def save(run: Trajectory, path: str) -> None:
    """Write .rrd: cloths, obstacles, grasps with their forces as arrows, and diagnostics, over a timeline "time" in seconds."""
    try:
        import rerun
    except ModuleNotFoundError:
        raise ModuleNotFoundError(f'{path}: rerun needs the package rerun-sdk; install it with pip install "isocloth[rerun]"') from None
    run._check_writable(path)
    stream = rerun.RecordingStream("isocloth")
    stream.save(path)
    stream.log("/", rerun.ViewCoordinates.RIGHT_HAND_Z_UP, static=True)
    writer = _Writer(rerun, stream, run.t)
    for k, (name, nodes) in enumerate(run.cloths.items()):
        writer.cloth(f"cloths/{_entity(name)}", run.x[:, nodes], run.cloth_elements(name), _CLOTHS[k % len(_CLOTHS)])
    for solid in run.bodies:
        writer.solid(f"{'obstacles' if solid.met else 'bodies'}/{_entity(solid.name)}", solid)
    writer.grasps(run)
    for name, values in run.diagnostics.items():
        if name != "t":
            writer.numbers(f"diagnostics/{name}", np.asarray(values, dtype=float)[:, None])
    stream.flush()
    stream.disconnect()


def _entity(name: str) -> str:
    """A name as one part of a path: rerun's own escapes."""
    return "".join(c if c.isalnum() or c in "_-." else f"\\{c}" for c in name)


class _Writer:
    """Logs things over time."""

    def __init__(self, rerun: Any, stream: Any, t: Array) -> None:
        self._rr, self._stream, self._count = rerun, stream, len(t)
        self._time = rerun.TimeColumn("time", duration=t)

    def cloth(self, entity: str, x: Array, elements: IntArray, color: tuple[float, float, float]) -> None:
        nodes = x.shape[1]
        self._log(entity, triangle_indices=_triangles(elements), albedo_factor=color)
        normals = np.concatenate([_core.node_normals(np.ascontiguousarray(frame), elements) for frame in x])
        columns = self._rr.Mesh3D.columns(vertex_positions=x.reshape(-1, 3).astype(np.float32), vertex_normals=normals.astype(np.float32))
        self._send(entity, columns.partition([nodes] * self._count))

    def solid(self, entity: str, solid: Body) -> None:
        still = bool((solid.pose == solid.pose[0]).all())
        place, turn = solid.pose[:, :3], solid.pose[:, [4, 5, 6, 3]]  # x y z w
        if still:
            self._stream.log(entity, self._rr.Transform3D(translation=place[0], quaternion=turn[0]), static=True)
        else:
            self._send(entity, self._rr.Transform3D.columns(translation=place, quaternion=turn))
        if len(solid.elements):
            corners, normals = _core.corners_of(solid.x, solid.elements)
            self._log(entity, vertex_positions=corners, vertex_normals=normals, albedo_factor=solid.color or _SOLID)

    def grasps(self, run: Trajectory) -> None:
        """Forces as arrows from where the hand is, the longest a quarter of the cloth; in newtons beside it."""
        forces = run.grasp_force
        strongest = max((float(np.linalg.norm(force, axis=1).max()) for force in forces.values()), default=0.0)
        size = float(np.linalg.norm(np.ptp(run.mesh.x, axis=0)))
        for name, force in forces.items():
            entity, at = f"grasps/{_entity(name)}", run.grasp_pose[name][:, :3]
            self.numbers(f"{entity}/force", force)
            if not np.isfinite(at).all():  # a file that does not know
                continue
            self.numbers(f"{entity}/torque", run.grasp_wrench[name][:, 3:])
            vectors = force * (_ARROW * size / strongest if strongest > 0 else 0.0)
            self._stream.log(entity, self._rr.Arrows3D.from_fields(colors=[(220, 60, 50)]), static=True)
            self._send(entity, self._rr.Arrows3D.columns(vectors=vectors, origins=at))

    def numbers(self, entity: str, values: Array) -> None:
        """Rows of numbers as curves; those of three are x, y, z."""
        if not np.isfinite(values).any():
            return
        if values.shape[1] == 3:
            self._stream.log(entity, self._rr.SeriesLines(names=["x", "y", "z"]), static=True)
        columns = self._rr.Scalars.columns(scalars=values.reshape(-1))
        self._send(entity, columns.partition([values.shape[1]] * self._count))

    def _log(self, entity: str, **fields: Any) -> None:
        self._stream.log(entity, self._rr.Mesh3D.from_fields(**fields), static=True)

    def _send(self, entity: str, columns: Any) -> None:
        self._rr.send_columns(entity, indexes=[self._time], columns=columns, recording=self._stream)
