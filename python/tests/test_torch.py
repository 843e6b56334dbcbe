"""Runs as functions of PyTorch; with the package torch alone (`make test-torch`)."""

from __future__ import annotations

import pytest

import isocloth as ic
from test_diff import hanging

torch = pytest.importorskip("torch")


def test_gradcheck_by_path_start_and_material() -> None:
    from isocloth.torch import rollout

    sim: ic.Simulation = hanging()
    path = torch.from_numpy(ic.diff.rollout(sim, 4).path).requires_grad_()
    x0, v0 = (torch.tensor(a, requires_grad=True) for a in (sim.x, sim.v))
    damping = torch.tensor(1.0, dtype=torch.float64, requires_grad=True)

    def last(path: torch.Tensor, x0: torch.Tensor, v0: torch.Tensor, damping: torch.Tensor) -> torch.Tensor:
        return rollout(sim, 4, path, x0=x0, v0=v0, material={"damping": damping})[-1, :3]

    assert torch.autograd.gradcheck(last, (path, x0, v0, damping), eps=1e-9, atol=1e-5, rtol=1e-4)
