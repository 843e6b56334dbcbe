"""The physical parameters of a cloth."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass

from . import _core, _program
from ._arrays import number


@dataclass(frozen=True)
class Material:
    """Five numbers, a thickness and a shear stiffness, all in SI units; none depends on the mesh or the time step.

    ValueError where one is out of range.
    """

    density: float = 1.0
    """ρ, inertial mass per area [kg/m²]"""
    virtual_mass: float | None = None
    """δ, mass per area that gravity pulls at [kg/m²]; below ρ where the air carries the cloth; None: equal to density"""
    bending: float = 0.0
    """κ, bending rigidity [N·m]"""
    damping: float = 0.0
    """α, damping by the air [kg/(m²·s)]: motion decays at the rate α/ρ"""
    bending_damping: float = 0.0
    """β, damping of bending [N·m·s]"""
    thickness: float = 0.0
    """of the cloth [m]: surfaces keep half of it from obstacles"""
    shear_stiffness: float = math.inf
    """S of a woven cloth [N/m]: threads keep their length, the angle between warp and weft gives way; inf: an inextensible surface"""

    def __post_init__(self) -> None:
        self._compiled()

    def _compiled(self) -> _core.Material:
        mass = self.density if self.virtual_mass is None else self.virtual_mass
        return _core.Material(
            number(self.density, "density"),
            number(mass, "virtual_mass"),
            number(self.bending, "bending"),
            number(self.damping, "damping"),
            number(self.bending_damping, "bending_damping"),
            number(self.thickness, "thickness"),
            number(self.shear_stiffness, "shear_stiffness"),
        )


def materials() -> dict[str, Material]:
    """Materials that the paper found, by name: paper, cotton, felt, wool, each also _slow and _fast; for a density of 1 kg/m²."""
    keys = ("density", "virtual_mass", "bending", "damping", "bending_damping")
    listed = json.loads(_program.run("materials", "--json"))["materials"]
    return {entry["name"]: Material(**{key: entry[key] for key in keys}) for entry in listed}
