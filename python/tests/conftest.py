"""Cloths that many tests use."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import isocloth as ic

MATERIAL = ic.Material(density=0.2, virtual_mass=0.15, bending=1e-5, damping=0.4)


@pytest.fixture
def make_sim() -> Callable[..., ic.Simulation]:
    """A sheet of 30 cm, 5×5 nodes, upright; node 20 is its upper left corner, node 24 the right one."""

    def make(nodes: int = 5, **options: object) -> ic.Simulation:
        sheet = ic.rectangle((0.3, 0.3), (nodes, nodes))
        start = sheet.moved(rotate_deg=(90, 0, 0), translate=(0, 0, 0.5))
        return ic.Simulation(ic.Cloth(sheet, MATERIAL), start, **options)  # type: ignore[arg-type]

    return make
