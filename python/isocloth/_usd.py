"""A trajectory as USD: meshes whose points have time samples, solids that move and turn. Needs ``usd-core``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arrays import Array, IntArray

if TYPE_CHECKING:
    from .trajectory import Body, Trajectory

_CLOTH = (0.31, 0.56, 0.82)
_SOLID = (0.55, 0.55, 0.53)


def save(run: Trajectory, path: str) -> None:
    """Write .usda (text), .usdc (binary) or .usd (binary): z up, metres, one mesh for each cloth with its quads, one for each solid."""
    try:
        from pxr import Gf, Sdf, Usd, UsdGeom, Vt
    except ModuleNotFoundError:
        raise ModuleNotFoundError(f'{path}: USD needs the package usd-core; install it with pip install "isocloth[usd]"') from None
    run._check_writable(path)
    stage = _new_stage(path, run, Usd, UsdGeom)
    writer = _Writer(stage, run.t * stage.GetTimeCodesPerSecond(), Gf, Sdf, UsdGeom, Vt)
    for name, nodes in run.cloths.items():
        writer.cloth(name, run, nodes)
    for solid in run.bodies:
        writer.solid(solid)
    for name, wrench in run.grasp_wrench.items():
        writer.hand(name, run.grasp_pose[name], wrench)
    stage.GetRootLayer().Save()


def _new_stage(path: str, run: Trajectory, Usd: Any, UsdGeom: Any) -> Any:
    """An empty stage in which a time code is a frame."""
    from pxr import Sdf

    layer = Sdf.Layer.Find(path)  # of an earlier save in this process
    if layer:
        layer.Clear()
    stage = Usd.Stage.Open(layer) if layer else Usd.Stage.CreateNew(path)
    rate = round(1 / float(np.median(np.diff(run.t))), 6) if len(run) > 1 else 1.0
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.z)
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    stage.SetTimeCodesPerSecond(rate)
    stage.SetFramesPerSecond(rate)
    stage.SetStartTimeCode(float(run.t[0]) * rate)
    stage.SetEndTimeCode(float(run.t[-1]) * rate)
    stage.SetDefaultPrim(UsdGeom.Xform.Define(stage, "/World").GetPrim())
    return stage


class _Writer:
    """Puts things on a stage, each under a name of its own."""

    def __init__(self, stage: Any, codes: Array, Gf: Any, Sdf: Any, UsdGeom: Any, Vt: Any) -> None:
        self._stage, self._codes = stage, [float(code) for code in codes]
        self._gf, self._sdf, self._geom, self._vt = Gf, Sdf, UsdGeom, Vt

    def cloth(self, name: str, run: Trajectory, nodes: slice) -> None:
        elements = run.cloth_elements(name)
        mesh = self._mesh(self._path("/World/cloths", name), elements, _CLOTH)
        mesh.CreateDoubleSidedAttr(True)
        mesh.SetNormalsInterpolation(self._geom.Tokens.vertex)
        points, normals, speeds, extent = mesh.CreatePointsAttr(), mesh.CreateNormalsAttr(), mesh.CreateVelocitiesAttr(), mesh.CreateExtentAttr()
        for frame, code in enumerate(self._codes):
            x = np.ascontiguousarray(run.x[frame, nodes])
            points.Set(self._vectors(x), code)
            normals.Set(self._vectors(_core.node_normals(x, elements)), code)
            speeds.Set(self._vectors(run.v[frame, nodes]), code)
            extent.Set(self._vectors(np.array([x.min(axis=0), x.max(axis=0)])), code)

    def solid(self, solid: Body) -> None:
        path = self._path("/World/obstacles" if solid.met else "/World/bodies", solid.name)
        self._place(path, solid.pose, solid.name)
        if not len(solid.elements):
            return
        mesh = self._mesh(path.AppendChild("surface"), solid.elements, solid.color or _SOLID)
        mesh.CreatePointsAttr(self._vectors(solid.x))
        mesh.CreateExtentAttr(self._vectors(np.array([solid.x.min(axis=0), solid.x.max(axis=0)])))
        mesh.CreateNormalsAttr(self._vectors(_element_normals(solid.x, solid.elements)))
        mesh.SetNormalsInterpolation(self._geom.Tokens.faceVarying)

    def hand(self, name: str, pose: Array, wrench: Array) -> None:
        if not np.isfinite(pose).all():  # a file that does not know
            return
        prim = self._place(self._path("/World/grasps", name), pose, name).GetPrim()
        for part, values in (("force", wrench[:, :3]), ("torque", wrench[:, 3:])):
            attribute = prim.CreateAttribute(f"isocloth:{part}", self._sdf.ValueTypeNames.Vector3d)
            for code, value in zip(self._codes, values):
                attribute.Set(self._gf.Vec3d(*map(float, value)), code)

    def _path(self, parent: str, name: str) -> Any:
        """A place of its own for a name, as USD spells names."""
        from pxr import Tf

        self._geom.Xform.Define(self._stage, parent)
        own = Tf.MakeValidIdentifier(name)
        path, count = self._sdf.Path(parent).AppendChild(own), 1
        while self._stage.GetPrimAtPath(path):
            path, count = self._sdf.Path(parent).AppendChild(f"{own}_{count}"), count + 1
        return path

    def _place(self, path: Any, pose: Array, name: str) -> Any:
        """Something that is at a pose, shape (7,), or moves along poses, shape (f, 7)."""
        thing = self._geom.Xform.Define(self._stage, path)
        thing.GetPrim().SetDisplayName(name)
        translate, orient = thing.AddTranslateOp(), thing.AddOrientOp(self._geom.XformOp.PrecisionDouble)
        still = bool((pose == pose[0]).all())
        for code, p in zip([self._default()] if still else self._codes, _nearest_turns(pose)):
            translate.Set(self._gf.Vec3d(*map(float, p[:3])), code)
            orient.Set(self._gf.Quatd(float(p[3]), *map(float, p[4:])), code)
        return thing

    def _default(self) -> Any:
        from pxr import Usd

        return Usd.TimeCode.Default()

    def _mesh(self, path: Any, elements: IntArray, color: tuple[float, float, float]) -> Any:
        mesh = self._geom.Mesh.Define(self._stage, path)
        corners = elements >= 0
        mesh.CreateFaceVertexCountsAttr(self._vt.IntArray.FromNumpy(corners.sum(axis=1).astype(np.int32)))
        mesh.CreateFaceVertexIndicesAttr(self._vt.IntArray.FromNumpy(np.ascontiguousarray(elements[corners], dtype=np.int32)))
        mesh.CreateSubdivisionSchemeAttr(self._geom.Tokens.none)
        mesh.CreateDisplayColorAttr([self._gf.Vec3f(*color)])
        return mesh

    def _vectors(self, values: Array) -> Any:
        return self._vt.Vec3fArray.FromNumpy(np.ascontiguousarray(values, dtype=np.float32))


def _nearest_turns(pose: Array) -> Array:
    """The poses with, of the two quaternions of each rotation, that which is nearer to the one before."""
    turned = pose.copy()
    flips = np.cumprod(np.where((pose[1:, 3:] * pose[:-1, 3:]).sum(axis=1) < 0, -1.0, 1.0))
    turned[1:, 3:] *= flips[:, None]
    return turned


def _element_normals(x: Array, elements: IntArray) -> Array:
    """Normals at the corners of elements, one after the other: smooth, but for creases."""
    _, normals = _core.corners_of(x, elements)
    per_triangle = np.asarray(normals).reshape(-1, 3, 3)  # a quad is two: corners 0 1 2, then 0 2 3
    quads = elements[:, 3] >= 0
    first = np.cumsum(1 + quads) - 1 - quads
    rows = [np.concatenate([per_triangle[f], per_triangle[f + 1, 2:]]) if quad else per_triangle[f] for f, quad in zip(first, quads)]
    return np.concatenate(rows)
