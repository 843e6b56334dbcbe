"""The physical parameters of a cloth."""

from __future__ import annotations

import json
import math
import warnings
from dataclasses import dataclass, fields, replace

from . import _core, _program
from ._arrays import number


@dataclass(frozen=True, repr=False)
class Material:
    """Five numbers, thickness, compression and shear stiffness, all in SI units; none depends on the mesh or the time step.

    ValueError where one is out of range.
    """

    density: float = 1.0
    """ρ, inertial mass per area [kg/m²]"""
    virtual_mass: float | None = None
    """δ, mass per area that gravity pulls at [kg/m²]; below ρ where the air carries the cloth; None: follows density, also through dataclasses.replace"""
    bending: float = 0.0
    """κ, bending rigidity [N·m]"""
    damping: float = 0.0
    """α, damping by the air [kg/(m²·s)]: motion decays at the rate α/ρ"""
    bending_damping: float = 0.0
    """β, damping of bending [N·m·s]"""
    thickness: float = 0.0
    """t, of the cloth [m]: surfaces keep half of it from obstacles"""
    compression: float = 1000.0
    """P, pressure that squeezes the cloth to ¾ of its thickness [Pa]; it nearly diverges at half; inf: a hard cloth"""
    shear_stiffness: float = math.inf
    """S of a woven cloth [N/m]: threads keep their length, the angle between warp and weft gives way; inf: an inextensible surface"""

    def __post_init__(self) -> None:
        self._compiled()
        if self.gravitational_mass > self.density:
            times = self.gravitational_mass / self.density
            warnings.warn(
                f"virtual_mass {self.virtual_mass:g} kg/m² is above density {self.density:g} kg/m²: the cloth falls {times:.3g} times as fast as gravity;"
                " Material.with_density makes a cloth of another density, and virtual_mass=None follows the density",
                stacklevel=3,
            )

    @property
    def gravitational_mass(self) -> float:
        """δ [kg/m²]: virtual_mass, or the density where that is None."""
        return self.density if self.virtual_mass is None else self.virtual_mass

    def with_density(self, density: float) -> Material:
        """A cloth of another density [kg/m²] that moves alike: all else but thickness and compression grows with it, as in a scene with a preset."""
        factor = number(density, "density") / self.density
        grown = {name: factor * getattr(self, name) for name in ("bending", "damping", "bending_damping", "shear_stiffness")}
        mass = None if self.virtual_mass is None else factor * self.virtual_mass
        return replace(self, density=density, virtual_mass=mass, **grown)

    def __repr__(self) -> str:
        values = {field.name: repr(getattr(self, field.name)) for field in fields(self)}
        if self.virtual_mass is None:
            values["virtual_mass"] = f"{self.density!r} as density"
        return f"Material({', '.join(f'{name}={value}' for name, value in values.items())})"

    def _compiled(self) -> _core.Material:
        return _core.Material(
            number(self.density, "density"),
            number(self.gravitational_mass, "virtual_mass"),
            number(self.bending, "bending"),
            number(self.damping, "damping"),
            number(self.bending_damping, "bending_damping"),
            number(self.thickness, "thickness"),
            number(self.compression, "compression"),
            number(self.shear_stiffness, "shear_stiffness"),
        )


def materials() -> dict[str, Material]:
    """Materials that the paper found, by name: paper, cotton, felt, wool, each also _slow and _fast; for a density of 1 kg/m²: Material.with_density for others."""
    keys = ("density", "virtual_mass", "bending", "damping", "bending_damping")
    listed = json.loads(_program.run("materials", "--json"))["materials"]
    return {entry["name"]: Material(**{key: entry[key] for key in keys}) for entry in listed}
