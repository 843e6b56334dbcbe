"""A cloth that touches itself, and others."""

import numpy as np
import pytest

import isocloth as ic

THICKNESS = 0.002


def sheet(z: float, name: str, friction: float = 0.3, side: float = 0.3) -> ic.Cloth:
    flat = ic.rectangle((side, side), (9, 9))
    mesh = ic.Mesh(flat.moved((-side / 2, -side / 2, z)), flat.elements)
    return ic.Cloth(mesh, ic.Material(density=0.2, bending=1e-5, damping=0.3, thickness=THICKNESS), self_contact=friction, name=name)


def pile() -> ic.Simulation:
    sim = ic.Simulation([sheet(0.0011, "lower"), sheet(0.0035, "upper", side=0.26)])
    sim.add_obstacle(ic.Plane(), name="floor", friction=0.5)
    return sim


def test_sheets_lie_on_each_other_with_their_weight() -> None:
    sim = pile()
    for _ in range(80):
        assert sim.step().status == "converged"
    gap = sim.cloth("upper").x[:, 2].mean() - sim.cloth("lower").x[:, 2].mean()
    assert gap == pytest.approx(THICKNESS, rel=0.02)
    weight = 0.2 * 0.26**2 * 9.8
    force, torque = sim.layer_wrench("upper", "lower")
    assert force[2] == pytest.approx(weight, rel=0.01)
    back, turned = sim.layer_wrench("lower", "upper")
    assert np.allclose(force + back, 0, atol=1e-12 * weight)
    assert np.allclose(torque + turned, 0, atol=0.3 * weight * THICKNESS)  # of friction, which acts in both middles
    assert np.abs(sim.layer_force.sum(axis=0)).max() < 1e-12 * weight


def test_a_saved_state_goes_on_with_the_same_bits() -> None:
    sim = pile()
    for _ in range(30):
        sim.step()
    state = sim.save()
    for _ in range(10):
        sim.step()
    x = sim.x.copy()
    sim.restore(state)
    for _ in range(10):
        sim.step()
    assert np.array_equal(x, sim.x)


def test_what_cannot_be_is_refused() -> None:
    mesh = ic.rectangle((0.3, 0.3), (9, 9))
    with pytest.raises(ValueError, match="needs a thickness"):
        ic.Cloth(mesh, ic.Material(density=0.2), self_contact=0.3)
    with pytest.raises(ValueError, match="self_contact must be"):
        ic.Cloth(mesh, ic.Material(thickness=0.001), self_contact={"mu": 0.3})
    with pytest.raises(ValueError, match="either all cloths touch each other"):
        ic.Simulation([sheet(0, "one"), ic.Cloth(mesh, name="two")])
    with pytest.raises(ValueError, match="pass through each other"):
        tilted = ic.Mesh(mesh.moved((-0.13, -0.14, 0.0001), (0, 5, 0)), mesh.elements)
        ic.Simulation([sheet(0, "one"), ic.Cloth(tilted, ic.Material(thickness=THICKNESS), self_contact=0.3, name="two")])
