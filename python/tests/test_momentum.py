"""Momentum: what hands and obstacles say that they gave is what the cloth has."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import isocloth as ic

_DENSITY = 0.2


def _sheet(z: float, integrator: str, gravity: float = -9.8) -> ic.Simulation:
    mesh = ic.rectangle((0.4, 0.4), (11, 11)).with_noise(0.001, length=0.1)
    cloth = ic.Cloth(mesh, ic.Material(density=_DENSITY, damping=0))
    return ic.Simulation(cloth, mesh.moved(translate=(-0.2, -0.2, z)), integrator=integrator, gravity=(0, 0, gravity))


def _mass(sim: ic.Simulation) -> float:
    return _DENSITY * sum(float(np.linalg.norm(np.cross(*(sim.mesh.x[t[1:]] - sim.mesh.x[t[0]])))) / 2 for t in sim.mesh.triangles)


def _missing(sim: ic.Simulation, given: list[Any], weight: float) -> tuple[float, bool]:
    """What the change of momentum in a step differs from what was given [N s], and whether the step converged."""
    before = sim.momentum
    converged = sim.step().converged
    sum_of = np.array([0, 0, -weight * sim.dt]) + sum(thing.impulse[:3] for thing in given)
    return float(np.abs(sim.momentum - before - sum_of).max()), converged


@pytest.mark.parametrize("integrator", ["euler", "bdf2"])
def test_hands_that_take_a_moving_sheet_and_let_go_give_what_it_gets(integrator: str) -> None:
    sim = _sheet(0, integrator, gravity=0)
    speed = np.zeros_like(sim.x)
    speed[:, 0] = 1.0
    sim.set_positions(sim.x.copy(), speed)
    sim.run(3)
    left, right = sim.grasp("left"), sim.grasp("top_right", lambda t: (0, 0.1 * t, 0), relative=True)
    missing = []
    for step in range(60):
        if step == 30:
            left.release()
        missing.append(_missing(sim, [left, right], 0)[0])
    assert max(missing) <= 1e-9 * _mass(sim) * 1.0


@pytest.mark.parametrize("integrator", ["euler", "bdf2"])
@pytest.mark.parametrize("shape", [ic.Sphere(0.1), ic.Box((0.2, 0.2, 0.2), 0.002)])
def test_obstacles_that_a_sheet_falls_on_give_what_it_gets(integrator: str, shape: Any) -> None:
    """Contacts are solved to a hundredth of their forces, or so; forces at the ends of steps miss a multiple of the bar."""
    sim = _sheet(0.25, integrator)
    given: list[Any] = [sim.add_obstacle(shape, friction=0.4), sim.add_obstacle(ic.Plane(), position=(0, 0, -0.2), friction=0.3)]
    weight = 9.8 * _mass(sim)
    missing = []
    for step in range(150):
        if step == 60:
            given.append(sim.grasp("top_left", lambda t: (0, 0, 0.3 * (t - 0.6)), relative=True))
        if step == 110:
            given[-1].release()
        off, converged = _missing(sim, given, weight)
        missing.append(off if converged else 0.0)
    assert np.median(missing) <= 1e-3 * weight * sim.dt
    assert sum(missing) <= 0.02 * weight * sim.time


def test_momentum_that_is_still_to_come_is_part_of_the_state() -> None:
    sim = _sheet(0.12, "bdf2")
    ball = sim.add_obstacle(ic.Sphere(0.1), friction=0.4)
    sim.run(8)
    assert ball.impulse[2] > 0
    state = sim.save()
    given = ball.impulse
    sim.run(3)
    later = ball.impulse
    sim.restore(type(state).from_bytes(state.to_bytes()))
    assert np.array_equal(ball.impulse, given)
    sim.run(3)
    assert np.array_equal(ball.impulse, later)
