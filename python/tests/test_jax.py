"""Runs as functions of JAX."""

from __future__ import annotations

import pytest

from isocloth import diff
from test_diff import hanging

jax = pytest.importorskip("jax")


def test_check_grads_by_path_start_and_material() -> None:
    from isocloth.jax import rollout
    from jax.test_util import check_grads

    jax.config.update("jax_enable_x64", True)
    sim = hanging()
    run = rollout(sim, 4)
    path = jax.numpy.asarray(diff.rollout(sim, 4).path)

    def last(path: jax.Array, x0: jax.Array, damping: jax.Array) -> jax.Array:
        return run(path, x0, material={"damping": damping})[-1, :3]

    inputs = (path, jax.numpy.asarray(sim.x), jax.numpy.asarray(1.0))
    check_grads(last, inputs, order=1, modes=["rev"], eps=1e-9, atol=1e-4, rtol=1e-4)
