"""A mesh and a material."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from . import _core
from ._arrays import Array, ArrayLike, node_list, number, vector
from .material import Material
from .mesh import Mesh


class Cloth:
    """A mesh and a material: what stays the same during a run.

    ``Cloth(mesh, material)``; mesh is the shape at rest. rows: the metric is held in the middle of quads ("elements") or at
    "nodes", as in the paper; triangles always have rows at nodes. frames, of rows at nodes: "aligned" (one tangent frame per node), "element" (each
    element's own, as printed in the paper) or "mean_tangents" (a coarse cloth folds more sharply). Boundary nodes where the boundary turns by more than corner_angle_deg are
    corners, or exactly those in corners. warp: direction of the threads in the shape at rest, where the material has a
    shear_stiffness. edge_shear_stiffness [N/m], where given, replaces the inextensible surface by the
    quasi-inextensible model that it is compared with: edges keep their length, springs along quads' diagonals resist shear.
    self_contact: friction µ between layers of the cloth, and with other cloths, which then do not pass through each other and keep
    the material's thickness apart; a number, or {"friction": µ}. None: they pass through each other.
    name: by which one of several cloths of a Simulation goes.
    ValueError, with the element or node, where the mesh cannot be simulated.
    """

    def __init__(
        self,
        mesh: Mesh,
        material: Material | None = None,
        *,
        rows: str = "elements",
        frames: str = "aligned",
        corner_angle_deg: float = 30.0,
        corners: Sequence[int] | None = None,
        warp: ArrayLike = (1.0, 0.0, 0.0),
        edge_shear_stiffness: float | None = None,
        self_contact: float | Mapping[str, float] | None = None,
        name: str = "cloth",
    ) -> None:
        if not isinstance(mesh, Mesh):
            raise TypeError(f"mesh must be a Mesh, got {type(mesh).__name__}; make one with Mesh(x, elements)")
        if rows not in ("elements", "nodes"):
            raise ValueError(f'rows must be "elements" or "nodes", got {rows!r}')
        if frames not in ("aligned", "element", "mean_tangents"):
            raise ValueError(f'frames must be "aligned", "element" or "mean_tangents", got {frames!r}')
        self._mesh = mesh
        self._material = Material() if material is None else material
        if not isinstance(name, str):
            raise TypeError(f"name must be text, got {type(name).__name__}")
        self._options = (
            rows,
            frames,
            number(corner_angle_deg, "corner_angle_deg"),
            corners,
            tuple(vector(warp, "warp").tolist()),
            edge_shear_stiffness,
            _layer_friction(self_contact),
            name,
        )
        self._piece = _core.make_piece(
            mesh.x,
            mesh.elements,
            list(mesh.parts.items()),
            name,
            self._material._compiled(),
            rows,
            frames,
            math.radians(self._options[2]),
            None if corners is None else node_list(corners, "corners"),
            self._options[4],
            None if edge_shear_stiffness is None else number(edge_shear_stiffness, "edge_shear_stiffness"),
            self._options[6],
        )
        self._model = _core.make_model([self._piece])

    @property
    def name(self) -> str:
        """Its name."""
        return self._options[7]

    @property
    def mesh(self) -> Mesh:
        """The shape at rest."""
        return self._mesh

    @property
    def material(self) -> Material:
        """What it is made of."""
        return self._material

    @property
    def corners(self) -> list[int]:
        """Its corner nodes."""
        return self._model.corners

    @property
    def boundary_loops(self) -> list[list[int]]:
        """Nodes around each loop of its boundary, the surface on the left."""
        return self._model.boundary_loops

    @property
    def node_area(self) -> Array:
        """Area that each node stands for [m²], shape (n,), read only."""
        return self._model.node_area

    def _of(self, material: Material) -> Cloth:
        """The same cloth of another material."""
        return _cloth(self._mesh, material, *self._options)

    def __reduce__(self) -> tuple[Any, ...]:
        return _cloth, (self._mesh, self._material, *self._options)

    def __repr__(self) -> str:
        return f"<Cloth of {len(self._mesh.x)} nodes, {self._material.density:g} kg/m²>"


def _layer_friction(self_contact: float | Mapping[str, float] | None) -> float | None:
    """µ of self_contact, where there is one."""
    if self_contact is None:
        return None
    if isinstance(self_contact, Mapping):
        if set(self_contact) != {"friction"}:
            raise ValueError(f'self_contact must be a number or {{"friction": µ}}, got {dict(self_contact)!r}')
        self_contact = self_contact["friction"]
    return number(self_contact, "self_contact")


def _cloth(
    mesh: Mesh,
    material: Material,
    rows: str,
    frames: str,
    corner_angle_deg: float,
    corners: Any,
    warp: Any,
    edge_shear_stiffness: Any,
    self_contact: Any,
    name: str,
) -> Cloth:
    return Cloth(
        mesh,
        material,
        rows=rows,
        frames=frames,
        corner_angle_deg=corner_angle_deg,
        corners=corners,
        warp=warp,
        edge_shear_stiffness=edge_shear_stiffness,
        self_contact=self_contact,
        name=name,
    )
