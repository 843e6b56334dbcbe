"""Runs as functions of PyTorch: gradients flow through them (needs the package torch)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from . import diff
from .simulation import Simulation


class _Run(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, sim: Simulation, steps: int, names: tuple[str, ...], path: Any, x0: Any, v0: Any, *values: Any) -> Any:
        run = diff.rollout(_of_material(sim, dict(zip(names, map(float, values)))), steps, _array(path), x0=_array(x0), v0=_array(v0))
        ctx.run, ctx.names, ctx.inputs = run, names, (path, x0, v0, *values)
        return torch.from_numpy(run.x)

    @staticmethod
    def backward(ctx: Any, *outputs: Any) -> Any:
        found = ctx.run.backward(outputs[0].detach().double().cpu().numpy())
        of = [found.path, found.x0, found.v0, *(np.asarray(found.material[name]) for name in ctx.names)]
        return (None, None, None, *(None if x is None else torch.as_tensor(g, dtype=x.dtype, device=x.device).reshape(x.shape) for g, x in zip(of, ctx.inputs)))


def rollout(
    sim: Simulation, steps: int, path: Any = None, *, x0: Any = None, v0: Any = None, material: Mapping[str, Any] | None = None
) -> Any:
    """As isocloth.diff.rollout: the positions as a float64 tensor, shape (steps + 1, n, 3), with tensors in place of arrays.

    material: values of some parameters of the Material by name, in place of the simulation's; each a tensor of one number.
    """
    given = dict(material or {})
    return _Run.apply(sim, steps, tuple(given), path, x0, v0, *(torch.as_tensor(value) for value in given.values()))


def _array(tensor: Any) -> Any:
    return None if tensor is None else torch.as_tensor(tensor).detach().double().cpu().numpy()


def _of_material(sim: Simulation, values: Mapping[str, float]) -> Simulation:
    return sim.variant(material=replace(sim.material, **values)) if values else sim
