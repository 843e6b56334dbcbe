"""A fit finds the material of the simulation that made the recording."""

from __future__ import annotations

import numpy as np
import pytest

import isocloth as ic


def swung() -> tuple[np.ndarray, np.ndarray]:
    """Times and grid positions of a sheet swung by its two upper corners for a second."""
    sheet = ic.rectangle((0.3, 0.3), (7, 7))
    sim = ic.Simulation(ic.Cloth(sheet, ic.Material(virtual_mass=0.5, damping=2.0)), sheet.moved(rotate_deg=(90, 0, 0)))
    for corner in (42, 48):
        sim.grasp(corner, ic.Sine((0, 1, 0), amplitude=0.05, frequency=1.0), stiffness=np.inf)
    run = sim.record(100)
    return run.t, run.x.reshape(len(run.t), 7, 7, 3)


def test_fit_finds_the_material_of_its_twin() -> None:
    found = ic.fit(swung(), size=(0.3, 0.3), starts=1)
    assert found.material.virtual_mass == pytest.approx(0.5, rel=0.05)
    assert found.material.damping == pytest.approx(2.0, rel=0.05)
    assert found.predicted_error < 0.002
    assert set(found.standard_errors) == {"virtual_mass", "damping"}


def test_fit_refuses_in_a_sentence() -> None:
    times, x = swung()
    with pytest.raises(ValueError, match="positions must have shape"):
        ic.fit((times[1:], x))
    with pytest.raises(ValueError, match="nowhere.csv: cannot be read"):
        ic.fit("nowhere.csv")


def test_materials_are_the_papers() -> None:
    assert ic.materials()["cotton_fast"] == ic.Material(virtual_mass=0.52, damping=2.69)
