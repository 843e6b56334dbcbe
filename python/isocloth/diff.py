"""Gradients of runs: how positions change with the path of the hands, the start and the material.

    r = diff.rollout(sim, 100)            # r.x: (101, n, 3) positions [m]
    g = r.backward(dx)                    # dx: derivatives of a loss by r.x
    g.path, g.x0, g.v0, g.material["bending"]

The derivatives are those of what the steps computed, to rounding, not of the equations that they approximate.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import _core
from ._arrays import Array, ArrayLike, number, numbers, whole
from .simulation import Simulation

_PARAMETERS = ("density", "virtual_mass", "bending", "damping", "bending_damping", "shear_stiffness")


@dataclass(frozen=True, eq=False)
class Gradient:
    """Derivatives of a loss by what a run depends on."""

    path: Array
    """by the positions of the held nodes at the end of each step, shape (steps, held nodes, 3)"""
    x0: Array
    """by the positions at the start, with path as it is, shape (n, 3)"""
    v0: Array
    """by the velocities at the start [s], shape (n, 3)"""
    materials: Mapping[str, Mapping[str, float]]
    """by each parameter of each cloth's Material, by the name of the cloth; virtual_mass only where the cloth has one of its own,
    else density counts for both; shear_stiffness only of a woven cloth"""
    gravity: Array
    """by gravity, shape (3,)"""
    obstacles: Mapping[str, Array]
    """by the pose of each obstacle, by its name, shape (steps + 1, 6): its place [1/m] and small turns about it, in the world, at
    the start and at the end of each step; in between it goes evenly"""
    exact: bool
    """whether no step decided anything on the way: see Rollout.exact"""

    @property
    def material(self) -> Mapping[str, float]:
        """That of the one cloth. ValueError where there are several: ask materials[name]."""
        if len(self.materials) != 1:
            raise ValueError(f"there are {len(self.materials)} cloths, each of a material of its own; ask materials[name]")
        return next(iter(self.materials.values()))


class Rollout:
    """A run that can be differentiated; made by ``rollout``."""

    def __init__(self, run: _core.GradientRollout, mass_follows_density: Mapping[str, bool]) -> None:
        self._run = run
        self._mass_follows_density = mass_follows_density
        self.x: Array = run.x()
        """positions at the start and after each step [m], shape (steps + 1, n, 3)"""
        self.path: Array = run.path()
        """positions of the held nodes at the end of each step [m], shape (steps, held nodes, 3)"""
        self.nodes: list[int] = run.nodes
        """the held nodes, in the order of the grasps"""

    @property
    def iterations(self) -> list[int]:
        """Linear systems of each step. Where a change of the inputs changes these, positions jump, by less than the tolerance."""
        return self._run.iterations

    @property
    def decisions(self) -> list[int]:
        """A number for what each step did: its iterations, and which contacts pressed, stuck and slid. Where a change of the inputs
        leaves all of these as they were, the gradient tells what it does."""
        return self._run.decisions

    @property
    def exact(self) -> list[bool]:
        """Whether each step decided nothing on the way. Where one was divided or tried again, hands slipped or were held back, or
        it did not converge, the gradient is that of the decisions taken."""
        return self._run.exact

    def backward(self, dx: ArrayLike) -> Gradient:
        """From the derivatives of a loss by x, shape (steps + 1, n, 3), to those by what the run depends on."""
        found: dict[str, Any] = self._run.backward(numbers(dx, "dx", self.x.shape))
        materials = {}
        for index, (cloth, follows) in enumerate(self._mass_follows_density.items()):
            material = {name: float(found["materials"][index][name]) for name in _PARAMETERS}
            if follows:
                material["density"] += material["virtual_mass"]
            if follows or not self._run.have_virtual_mass[index]:
                del material["virtual_mass"]
            if not self._run.are_woven[index]:
                del material["shear_stiffness"]
            materials[cloth] = material
        return Gradient(found["path"], found["x0"], found["v0"], materials, found["gravity"], found["obstacles"], bool(found["exact"]))


def rollout(
    sim: Simulation,
    steps: int,
    path: ArrayLike | None = None,
    *,
    x0: ArrayLike | None = None,
    v0: ArrayLike | None = None,
    memory: float = 1e9,
) -> Rollout:
    """Take steps of a copy of a simulation, so that they can be differentiated; the simulation itself stays as it is.

    path: positions of the held nodes at the end of each step [m], shape (steps, held nodes, 3), in the order of the grasps and
    their nodes; straight from step to step. Default: what the grasps' own motions ask for. x0, v0: positions [m] and velocities
    [m/s] to start from, shape (n, 3), default: the simulation's; all else of its state stays. memory: that the run may keep
    [bytes]; where it is not enough, steps are taken again on the way back.
    """
    if not isinstance(sim, Simulation):
        raise TypeError(f"sim must be a Simulation, got {type(sim).__name__}")
    count = len(sim.mesh.x)
    run = _core.gradient_rollout(
        sim,
        whole(steps, "steps", 1),
        None if path is None else numbers(path, "path", (steps, None, 3)),
        None if x0 is None else numbers(x0, "x0", (count, 3)),
        None if v0 is None else numbers(v0, "v0", (count, 3)),
        number(memory, "memory"),
    )
    return Rollout(run, sim._mass_follows_density())
