"""Runs as functions of JAX: gradients flow through them (needs the package jax)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from . import diff
from .simulation import Simulation


def rollout(sim: Simulation, steps: int) -> Callable[..., Any]:
    """A function f(path, x0, v0, material) of arrays that gives the positions of isocloth.diff.rollout, shape (steps + 1, n, 3).

    Each argument may be left out or None. material: values of some parameters of the Material by name, in place of the
    simulation's. For jax.grad and jax.vjp; not for jax.jit and jax.vmap. The numbers are float64 where jax_enable_x64 is set.
    """

    def run(inputs: Mapping[str, Any]) -> diff.Rollout:
        own = {name: float(value) for name, value in (inputs.get("material") or {}).items()}
        cloth = sim.variant(material=replace(sim.material, **own)) if own else sim
        path, x0, v0 = (None if inputs.get(name) is None else np.asarray(inputs[name], np.float64) for name in ("path", "x0", "v0"))
        return diff.rollout(cloth, steps, path, x0=x0, v0=v0)

    @jax.custom_vjp
    def positions(inputs: Mapping[str, Any]) -> Any:
        return jnp.asarray(run(inputs).x)

    def forward(inputs: Mapping[str, Any]) -> Any:
        taken = run(inputs)
        return jnp.asarray(taken.x), (_Opaque(taken), inputs)

    def backward(kept: Any, dx: Any) -> Any:
        taken, inputs = kept
        found = taken.value.backward(np.asarray(dx, np.float64))
        of = {name: getattr(found, name) for name in ("path", "x0", "v0") if name in inputs}
        if "material" in inputs:
            of["material"] = {name: found.material[name] for name in inputs["material"]}
        return (jax.tree_util.tree_map(lambda g, x: jnp.asarray(g, jnp.result_type(x)), of, dict(inputs)),)

    positions.defvjp(forward, backward)

    def call(path: Any = None, x0: Any = None, v0: Any = None, material: Mapping[str, Any] | None = None) -> Any:
        given = {"path": path, "x0": x0, "v0": v0, "material": material}
        return positions({name: value for name, value in given.items() if value is not None})

    return call


class _Opaque:
    """Goes with the residuals of a run, without leaves."""

    def __init__(self, value: diff.Rollout) -> None:
        self.value = value


jax.tree_util.register_pytree_node(_Opaque, lambda o: ((), o.value), lambda value, _: _Opaque(value))
