"""Materials: the virtual mass follows the density unless it is given."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
import pytest

import isocloth as ic


def fall(material: ic.Material) -> float:
    """Acceleration of a free sheet in its first steps [m/s²]."""
    sim = ic.Simulation(ic.Cloth(ic.rectangle((0.3, 0.3), (3, 3)), material))
    sim.run(10)
    return float(sim.v[:, 2].mean() / sim.time)


def test_a_cloth_of_another_density_falls_alike() -> None:
    heavy = ic.Material(density=1.0)
    light = replace(heavy, density=0.2)
    assert light.gravitational_mass == 0.2 and light.virtual_mass is None
    assert fall(light) == pytest.approx(fall(heavy)) == pytest.approx(-9.8)
    assert replace(light, bending=1e-5).gravitational_mass == 0.2


def test_a_virtual_mass_that_is_given_stays() -> None:
    floats = ic.Material(density=1.0, virtual_mass=0.5)
    assert replace(floats, density=2.0).virtual_mass == 0.5
    assert fall(floats) == pytest.approx(-4.9)


def test_one_that_falls_faster_than_a_stone_is_a_warning() -> None:
    with pytest.warns(UserWarning, match=r"virtual_mass 0\.52 kg/m² is above density 0\.2 kg/m²: the cloth falls 2\.6 times"):
        replace(ic.materials()["cotton"], density=0.2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ic.Material(density=0.2)


def test_with_density_moves_alike_as_a_scene_with_a_preset_does() -> None:
    cotton = ic.materials()["cotton_fast"].with_density(0.2)
    assert (cotton.density, cotton.virtual_mass, cotton.damping) == pytest.approx((0.2, 0.104, 0.538))
    assert np.isinf(cotton.shear_stiffness) and ic.Material().with_density(0.3).gravitational_mass == 0.3
    scene = ic.Simulation.from_scene("shake", {"cloth.material": {"preset": "cotton_fast", "density": 0.2}})
    sheet = ic.rectangle((0.297, 0.42), (9, 9))
    mine = ic.Simulation(ic.Cloth(sheet, cotton), sheet.moved(rotate_deg=(90, 0, 0), translate=(0, 0, 1)))
    for node in (72, 80):
        mine.grasp(node, ic.Sine((0, 1, 0), 0.075, 0.6, 1.5707963267948966), stiffness=np.inf)
    scene.run(50)
    mine.run(50)
    assert np.allclose(mine.x, scene.x, atol=1e-6)


def test_its_text_shows_what_gravity_pulls_at() -> None:
    assert "virtual_mass=0.2 as density" in repr(ic.Material(density=0.2))
    assert "virtual_mass=0.1," in repr(ic.Material(density=0.2, virtual_mass=0.1))
