"""Gradients of runs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

import isocloth as ic
from isocloth import diff


def hanging(**material: float) -> ic.Simulation:
    """A sheet that has come to hang from two corners, one of which swings."""
    sheet = ic.rectangle((0.2, 0.2), (5, 5)).with_noise(0.001, length=0.1)
    start = sheet.moved(rotate_deg=(90, 0, 0))
    sim = ic.Simulation(ic.Cloth(sheet, ic.Material(**{"density": 0.2, "damping": 1.0, **material})), start)
    sim.grasp("top_left", ic.Sine((0, 1, 0), 0.02, 0.5))
    sim.grasp("top_right", ic.Sine((0, 1, 0), 0.02, 0.5))
    sim.run(100)
    return sim


def loss(x: np.ndarray) -> float:
    return float(np.sum(x[-1, :3] ** 2))


def loss_gradient(x: np.ndarray) -> np.ndarray:
    dx = np.zeros_like(x)
    dx[-1, :3] = 2 * x[-1, :3]
    return dx


def test_gradient_is_that_of_differences() -> None:
    sim, steps, h = hanging(), 20, 1e-8
    run = diff.rollout(sim, steps)
    assert run.x.shape == (steps + 1, 25, 3) and run.path.shape == (steps, 2, 3) and run.nodes == [20, 24]
    g = run.backward(loss_gradient(run.x))
    assert g.exact and all(run.exact)
    random = np.random.default_rng(1)
    along = random.normal(size=run.path.shape)
    there, back = (loss(diff.rollout(sim, steps, run.path + sign * h * along).x) for sign in (1, -1))
    # central differences of a loss of 0.1 m² err by 1e-17/h; longer ones cross kinks
    assert np.sum(g.path * along) == pytest.approx((there - back) / (2 * h), rel=1e-4, abs=1e-7)
    for name, h in (("x0", 1e-9), ("v0", 1e-6)):
        at = getattr(sim, name[0])
        along = random.normal(size=at.shape)
        there, back = (loss(diff.rollout(sim, steps, **{name: at + sign * h * along}).x) for sign in (1, -1))
        assert np.sum(getattr(g, name) * along) == pytest.approx((there - back) / (2 * h), rel=1e-3, abs=1e-7)


@pytest.mark.parametrize("name", ["density", "damping", "bending"])
def test_gradient_by_material_is_that_of_differences(name: str) -> None:
    sim, steps, h = hanging(bending=1e-5), 20, 1e-5
    path = diff.rollout(sim, steps).path
    run = diff.rollout(sim, steps, path)
    g = run.backward(loss_gradient(run.x)).material
    assert set(g) == {"density", "bending", "damping", "bending_damping"}

    def at(factor: float) -> float:
        value = getattr(sim.material, name) * factor
        return loss(diff.rollout(sim.variant(material=replace(sim.material, **{name: value})), steps, path).x)

    assert g[name] * getattr(sim.material, name) == pytest.approx((at(1 + h) - at(1 - h)) / (2 * h), rel=1e-4)


def test_gradient_by_the_path_finds_a_goal() -> None:
    sim, steps = hanging(), 30
    goal = sim.x[2] + (0, 0.03, 0)
    path = diff.rollout(sim, steps).path
    shift = np.zeros(3)
    for _ in range(20):  # Gauss-Newton on one shift of both hands, which comes on evenly, by 3 cm at most
        ramp = np.linspace(0, 1, steps)[:, None, None]
        run = diff.rollout(sim, steps, path + ramp * shift)
        miss = run.x[-1, 2] - goal
        jacobian = np.zeros((3, 3))
        for a in range(3):
            dx = np.zeros_like(run.x)
            dx[-1, 2, a] = 1
            jacobian[a] = np.sum(run.backward(dx).path * ramp, axis=(0, 1))
        step = np.linalg.lstsq(jacobian, miss, rcond=1e-3)[0]
        shift -= step * min(1.0, 0.03 / max(float(np.linalg.norm(step)), 1e-9))
    assert np.linalg.norm(miss) < 1e-6  # [m]


def test_many_threads_and_little_memory_give_the_same_bits() -> None:
    sim = hanging()
    dx = np.ones((16, 25, 3))

    def gradient(memory: float) -> bytes:
        return diff.rollout(sim.copy(), 15, memory=memory).backward(dx).path.tobytes()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(gradient, [1e9, 1e9, 1e9, 0, 0, 1e6]))) == 1


def draped(shift: tuple[float, float, float] = (0, 0, 0)) -> ic.Simulation:
    """A sheet that has come to lie on a ball, with friction."""
    sheet = ic.rectangle((0.2, 0.2), (5, 5)).with_noise(0.001, length=0.1)
    sim = ic.Simulation(ic.Cloth(sheet, ic.Material(density=0.2, damping=1.0)), sheet.moved(translate=(-0.1, -0.09, 0.102)))
    sim.add_obstacle(ic.Sphere(0.1), position=shift, name="ball", friction=0.3)
    return sim


def test_gradient_by_the_place_of_an_obstacle_is_that_of_differences() -> None:
    before, steps, h = draped(), 10, 1e-7
    before.run(20)
    run = diff.rollout(before, steps)
    g = run.backward(loss_gradient(run.x))
    assert g.exact and g.obstacles["ball"].shape == (steps + 1, 6)

    def at(z: float) -> diff.Rollout:
        sim = draped((0, 0, z))
        sim.restore(before.save())
        return diff.rollout(sim, steps)

    there, back = at(h), at(-h)
    assert there.decisions == run.decisions == back.decisions
    assert g.obstacles["ball"][:, 2].sum() == pytest.approx((loss(there.x) - loss(back.x)) / (2 * h), rel=1e-5)


def layered(density: float = 0.2) -> ic.Simulation:
    """A napkin of this density on a cloth on a table, drawn by a corner."""
    lower = ic.rectangle((0.2, 0.2), (5, 5)).with_noise(0.001, length=0.1)
    upper = ic.rectangle((0.12, 0.12), (4, 4)).with_noise(0.001, length=0.1)
    cloth, napkin = (
        ic.Cloth(mesh, ic.Material(density=rho, damping=1.0, thickness=0.002), self_contact=0.3, name=name)
        for mesh, rho, name in ((lower, 0.3, "cloth"), (upper, density, "napkin"))
    )
    sim = ic.Simulation([cloth, napkin], [lower.moved(translate=(0, 0, 0.003)), upper.moved(translate=(0.033, 0.041, 0.007))])
    sim.add_obstacle(ic.Plane(), name="table", friction=0.5)
    sim.grasp(0, ic.Sine((-2, -1, 1), 0.02, 0.25), cloth="napkin")
    return sim


def test_gradient_goes_through_several_cloths_and_layers() -> None:
    before, steps, h = layered(), 10, 1e-9
    before.run(40)
    assert before.layer_force.any()
    path = diff.rollout(before, steps).path
    run = diff.rollout(before, steps, path)
    g = run.backward(loss_gradient(run.x))
    assert g.exact and set(g.materials) == {"cloth", "napkin"}
    with pytest.raises(ValueError, match="2 cloths"):
        g.material  # noqa: B018
    along = np.random.default_rng(1).normal(size=before.x.shape)
    there, back = (diff.rollout(before, steps, path, x0=before.x + sign * h * along) for sign in (1, -1))
    assert there.decisions == run.decisions == back.decisions
    assert np.sum(g.x0 * along) == pytest.approx((loss(there.x) - loss(back.x)) / (2 * h), rel=1e-5)

    def heavier(by: float) -> diff.Rollout:
        sim = before.variant(material={"napkin": ic.Material(density=0.2 * (1 + by), damping=1.0, thickness=0.002)})
        return diff.rollout(sim, steps, path)

    there, back = heavier(1e-4), heavier(-1e-4)
    assert there.decisions == run.decisions == back.decisions
    assert g.materials["napkin"]["density"] * 0.2 == pytest.approx((loss(there.x) - loss(back.x)) / 2e-4, rel=1e-4)


def test_a_step_that_decides_says_so() -> None:
    sim = hanging()
    path = diff.rollout(sim, 3).path.copy()
    path[:, 1, 0] += 0.1  # further than the cloth reaches
    run = diff.rollout(sim, 3, path)
    assert not run.backward(np.ones_like(run.x)).exact


def test_what_cannot_be_used_is_refused() -> None:
    sim = hanging()
    with pytest.raises(ValueError, match="2 are held"):
        diff.rollout(sim, 3, np.zeros((3, 1, 3)))
    with pytest.raises(ValueError, match="path must have shape"):
        diff.rollout(sim, 3, np.zeros((2, 2, 3)))
    with pytest.raises(ValueError, match="dx must have shape"):
        diff.rollout(sim, 3).backward(np.zeros((3, 25, 3)))
    with pytest.raises(ValueError, match="steps must be from 1"):
        diff.rollout(sim, 0)
    with pytest.raises(TypeError, match="sim must be a Simulation"):
        diff.rollout(sim.mesh, 3)  # type: ignore[arg-type]
    sim.grasp(2, lambda t: (0.1, 0, 0))
    with pytest.raises(ValueError, match="give path instead"):
        diff.rollout(sim, 3)
