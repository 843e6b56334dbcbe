"""Thousands of cloths at once: many worlds of one simulation, stepped together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import Array, ArrayLike, numbers, whole
from .cloth import Cloth
from .material import Material
from .rollout import core_count
from .simulation import Simulation

Mask = npt.ArrayLike
_RANDOM = ("density", "virtual_mass", "bending", "damping", "bending_damping", "shear_stiffness")


class ClothBatch(_core.Batch):
    """``worlds`` copies of a simulation as it is now (or of a cloth at rest), each of which goes its own way.

        batch = ic.ClothBatch(sim, 4096)
        batch.randomise(density=(0.1, 0.4))
        batch.step(5, path)         # where hands are at the end of each step, (5, worlds, held nodes, 3) [m]
        batch.x, batch.v            # (worlds, nodes, 3)

    device: "cpu", on threads threads (default: all cores), 4 or 8 worlds in a vector register; or "cuda", each world on a block of threads
    of a GPU. Both give the same bits (but of meshes of more than
    200 nodes beside obstacles), which depend neither on the number of worlds nor on a world's place among them. A step that is not
    regular (hands pull too far, are too fast, much of a fine mesh sticks and slips in turns) is taken by a plain simulation,
    and ``status`` says what it came to.

    ``held``: the nodes that hands hold, those of the simulation's grasps in their order. Without a path they follow the grasps' motions.
    ``x`` [m] and ``v`` [m/s] are read-only arrays that follow the batch; on a GPU they stay there: ``torch.from_dlpack(batch.x)`` and
    ``jax.dlpack.from_dlpack`` take them without a copy. ``status``: (worlds,), 0 where the last step of a world converged, else the place of
    its StepReport.status in ``STATUSES``. ``iterations``, ``metric_error``: of the last step, likewise. ``steps_taken``, ``steps_redone``: of all worlds so far, and how many of them plain simulations took.
    """

    STATUSES = ("converged", "infeasible", "iteration_limit", "not_finite", "distorted")

    def __init__(self, cloth: Simulation | Cloth, worlds: int, *, device: str = "cpu", threads: int | None = None) -> None:
        if device not in ("cpu", "cuda"):
            raise ValueError(f'device must be "cpu" or "cuda", got {device!r}')
        simulation = cloth if isinstance(cloth, Simulation) else Simulation(cloth)
        count = core_count() if threads is None else whole(threads, "threads", 1, 256)
        super().__init__(simulation, whole(worlds, "worlds"), device == "cuda", count)
        self.device = device
        self._material = simulation.material
        self._obstacles = dict(simulation._obstacle_list())

    def step(self, steps: int = 1, path: Any = None, *, obstacles: Any = None) -> None:
        """Take steps, with hands led along path [m], shape (steps, worlds, held nodes, 3): numpy's, or an array on the batch's GPU.

        obstacles: where each is at the end of each step, shape (steps, worlds, obstacles, 7): x y z [m], quaternion w x y z. Without, they
        follow the paths that they have in the simulation.
        """
        self._step(whole(steps, "steps", 0), _doubles(path), _doubles(obstacles))

    def start_from(self, simulation: Simulation) -> None:
        """All worlds as a simulation of the same cloth, with the same grasps, is now: what planners try from. They begin there from now on."""
        self._start_from(simulation)
        self._material = simulation.material

    def reset(self, mask: Mask | None = None) -> None:
        """Worlds in the mask, or all, as they began; each keeps its material and gravity."""
        self._reset(self._mask(mask))

    def set_states(self, x: ArrayLike, v: ArrayLike | None = None, mask: Mask | None = None) -> None:
        """Put the worlds in the mask, or all, at positions x [m] with velocities v [m/s], shape (worlds, nodes, 3) or (nodes, 3)."""
        self._set_states(self._mask(mask), self._points(x, "x"), self._points(np.zeros(3) if v is None else v, "v"))

    def set_materials(self, materials: Material | list[Material], mask: Mask | None = None) -> None:
        """One material for the worlds in the mask, or all; or one each."""
        chosen = self._mask(mask)
        for w in np.flatnonzero(chosen):
            material = materials if isinstance(materials, Material) else materials[w]
            self._set_material(int(w), material._compiled())

    def set_gravities(self, gravity: ArrayLike, mask: Mask | None = None) -> None:
        """Gravity [m/s²] of the worlds in the mask, or all, shape (3,) or (worlds, 3)."""
        each = np.broadcast_to(np.asarray(gravity, dtype=np.float64), (self.worlds, 3))
        for w in np.flatnonzero(self._mask(mask)):
            self._set_gravity(int(w), np.ascontiguousarray(each[w]))

    def set_frictions(self, obstacle: str, friction: ArrayLike, mask: Mask | None = None) -> None:
        """Friction µ [-] of an obstacle, by its name, in the worlds of the mask, or all: one for all of them, or shape (worlds,)."""
        if obstacle not in self._obstacles:
            raise ValueError(f'there is no obstacle "{obstacle}" (obstacles: {", ".join(self._obstacles) or "none"})')
        each = np.broadcast_to(np.asarray(friction, dtype=np.float64), (self.worlds,))
        for w in np.flatnonzero(self._mask(mask)):
            self._set_friction(int(w), self._obstacles[obstacle], float(each[w]))

    def randomise(self, mask: Mask | None = None, *, seed: int | None = None, **ranges: tuple[float, float]) -> None:
        """Draw numbers of the material evenly between two bounds, for each world in the mask, or all: ``density=(0.1, 0.4)``."""
        for name, bounds in ranges.items():
            if name not in _RANDOM:
                raise ValueError(f"{name} is no number that can be random; choose among {', '.join(_RANDOM)}")
            numbers(bounds, name, (2,))
        random = np.random.default_rng(seed)
        drawn = {name: random.uniform(*bounds, self.worlds) for name, bounds in ranges.items()}
        each = [replace(self._material, **{name: float(values[w]) for name, values in drawn.items()}) for w in range(self.worlds)]
        self.set_materials(each, mask)

    def hold(self, held: Mask, mask: Mask | None = None) -> None:
        """Which of the held nodes hands hold from now on, in the worlds of the mask, or all; shape (held nodes,) or (worlds, held nodes).

        One that is taken hold of begins where it is.
        """
        each = np.broadcast_to(np.asarray(held, dtype=np.bool_), (self.worlds, len(self.held)))
        for w in np.flatnonzero(self._mask(mask)):
            self._set_held(int(w), np.ascontiguousarray(each[w]))

    def _mask(self, mask: Mask | None) -> npt.NDArray[np.bool_]:
        chosen = np.ones(self.worlds, np.bool_) if mask is None else np.asarray(mask)
        if chosen.dtype != np.bool_ or chosen.shape != (self.worlds,):
            raise ValueError(f"mask must be booleans of shape ({self.worlds},), got {chosen.dtype} of shape {chosen.shape}")
        return np.ascontiguousarray(chosen)

    def _points(self, value: ArrayLike, name: str) -> Array:
        array = np.asarray(value, dtype=np.float64)
        try:
            return np.ascontiguousarray(np.broadcast_to(array, (self.worlds, self.nodes, 3)))
        except ValueError:
            raise ValueError(f"{name} must have shape ({self.worlds}, {self.nodes}, 3), or one that stands for it, got {array.shape}") from None


def _doubles(array: Any) -> Any:
    """As the batch takes it: of numpy's own in double precision, on a GPU as it is."""
    if array is not None and not hasattr(array, "__dlpack__"):
        array = np.asarray(array)
    return np.ascontiguousarray(array, dtype=np.float64) if isinstance(array, np.ndarray) else array
