"""Saved states resume exactly, wherever they go."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import isocloth as ic

Make = Callable[..., ic.Simulation]


def rich(make_sim: Make) -> ic.Simulation:
    """Grasped, moved, let go and grasped again, over a ball that swings."""
    sim = make_sim(7)
    left = sim.grasp(42, name="left")
    sim.grasp(48, ic.Sine((0, 1, 0), 0.03, 1.0), name="right")
    sim.add_obstacle(ic.Sphere(0.08), position=(0.15, 0.05, 0.6), motion=ic.Sine((1, 0, 0), 0.05, 1.0), friction=0.3)
    sim.run(20)
    left.move_by((0, 0.05, 0), duration=0.2)
    sim.run(7)
    left.release()
    sim.grasp(42, name="again")
    sim.run(5)
    return sim


def later(sim: ic.Simulation) -> bytes:
    sim.run(40)
    return sim.save().to_bytes()


def test_restore_replays_bit_by_bit(make_sim: Make) -> None:
    sim = rich(make_sim)
    state = sim.save()
    first = later(sim)
    sim.restore(state)
    assert sim.save().to_bytes() == state.to_bytes()
    assert later(sim) == first


def test_grasping_moving_and_letting_go_can_be_undone(make_sim: Make) -> None:
    sim = make_sim()
    hand = sim.grasp(20, name="hand")
    sim.run(10)
    state = sim.save()
    first = later(sim)
    sim.restore(state)
    hand.move_by((0, 0.1, 0), duration=0.1)
    sim.run(5)
    hand.release()
    sim.grasp(24, name="other")
    sim.run(5)
    sim.restore(state)
    assert hand.holds and list(sim.grasps) == ["hand"]
    assert later(sim) == first


def test_a_pickled_state_is_the_same(make_sim: Make) -> None:
    sim = rich(make_sim)
    state = sim.save()
    again = pickle.loads(pickle.dumps(state))
    assert again.to_bytes() == state.to_bytes()
    assert again.time == sim.time and np.array_equal(again.x, sim.x) and np.array_equal(again.v, sim.v)


@pytest.mark.parametrize("how", [lambda s: pickle.loads(pickle.dumps(s)), copy.deepcopy, lambda s: s.copy()])
def test_a_copied_simulation_goes_on_the_same_way(make_sim: Make, how: Callable[[ic.Simulation], ic.Simulation]) -> None:
    sim = rich(make_sim)
    twin = how(sim)
    assert list(twin.grasps) == list(sim.grasps) and list(twin.obstacles) == list(sim.obstacles)
    assert later(twin) == later(sim)


def test_a_simulation_of_a_scene_can_be_pickled() -> None:
    sim = ic.Simulation.from_scene("shake", time__duration=1)
    sim.run(10)
    name = next(iter(sim.grasps))
    sim.release(name)
    sim.grasp(sim.grasps[name].nodes, name="mine")
    sim.run(5)
    twin = pickle.loads(pickle.dumps(sim))
    assert twin.duration == 1 and later(twin) == later(sim)


def test_a_simulation_with_a_function_can_be_branched(make_sim: Make) -> None:
    sim = make_sim()
    p = sim.x[20].copy()
    sim.grasp(20, lambda t: p + [0, 0.02 * t, 0])
    sim.run(10)
    assert later(sim.copy()) == later(sim)


def test_cloths_can_be_pickled() -> None:
    cloth = ic.Cloth(ic.tank_top(triangles=400), ic.Material(bending=1e-5), corners=[])
    again = pickle.loads(pickle.dumps(cloth))
    assert again.material == cloth.material and again.mesh.parts == cloth.mesh.parts
    assert np.array_equal(again.node_area, cloth.node_area)


def test_a_state_of_another_simulation_is_refused_and_changes_nothing(make_sim: Make) -> None:
    sim = make_sim()
    sim.grasp(20)
    sim.run(3)
    before = sim.save().to_bytes()
    other = make_sim()
    other.grasp(24)
    for wrong in (make_sim(7).save(), other.save(), rich(make_sim).save()):
        with pytest.raises(ValueError, match="the state belongs to another simulation"):
            sim.restore(wrong)
        assert sim.save().to_bytes() == before


@pytest.mark.parametrize(
    ("what", "changed"),
    [
        ("material", dict(material=ic.Material(density=0.2, bending=1e-5))),
        ("time step", dict(dt=0.005)),
        ("gravity", dict(gravity=(0, 0, -1.6))),
        ("solver", dict(tolerance=1e-4)),
        ("mesh", dict(size=(0.3, 0.31))),
        ("obstacles", dict(radius=0.2)),
    ],
)
def test_a_state_of_a_simulation_made_otherwise_is_refused_by_restore_and_rollout(what: str, changed: dict[str, Any]) -> None:
    def made(material: ic.Material = ic.Material(density=0.2), size: Any = (0.3, 0.3), radius: float = 0.1, **options: Any) -> ic.Simulation:
        sim = ic.Simulation(ic.Cloth(ic.rectangle(size, (5, 5)), material), **options)
        sim.add_obstacle(ic.Sphere(radius), position=(0, 0, -1))
        sim.grasp(20)
        return sim

    sim, other = made(), made(**changed)
    sim.restore(made().save())  # made alike
    with pytest.raises(ValueError, match=f"belongs to another simulation: its {what}"):
        sim.restore(other.save())
    with pytest.raises(ValueError, match=f"rollout 0: the state belongs to another simulation: its {what}"):
        ic.rollout(sim, pickle.loads(pickle.dumps(other.save())), steps=2)


def test_the_private_door_checks_its_numbers(make_sim: Make) -> None:
    sim = make_sim()
    sim.grasp(20)
    for number in (-1, 1, 10**6):
        with pytest.raises(ValueError, match="not there any more"):
            sim._set_end(number, 0.0)


@pytest.mark.parametrize("cut", [0, 16, 17, 30, 100, -1])
def test_damaged_bytes_are_refused(make_sim: Make, cut: int) -> None:
    bytes_ = rich(make_sim).save().to_bytes()
    with pytest.raises(ValueError):
        ic.State.from_bytes(bytes_[:cut])


def test_threads_give_the_same_bits(make_sim: Make) -> None:
    runs = [make_sim(17, threads=n) for n in (1, 2)]
    for sim in runs:
        sim.grasp(16 * 17)
    assert later(runs[0]) == later(runs[1])


def _busy_sheet(self_contact: float | None) -> ic.Simulation:
    """Falls on a ball, and is held by a hand that closes by place on the way."""
    mesh = ic.rectangle((0.3, 0.3), (9, 9)).with_noise(0.001, length=0.1)
    cloth = ic.Cloth(mesh, ic.Material(density=0.2, damping=0.5, thickness=0.002), self_contact=self_contact)
    sim = ic.Simulation(cloth, mesh.moved(translate=(-0.15, -0.15, 0.14)))
    sim.add_obstacle(ic.Sphere(0.1), friction=0.3, name="ball")
    sim.grasp(near=(0.15, 0.15, 0.1), radius=0.1, start=0.1, name="late")
    return sim


@pytest.mark.parametrize("self_contact", [None, 0.3])
def test_a_step_that_is_taken_back_and_taken_again_has_the_same_bits(self_contact: float | None) -> None:
    sim, twin = _busy_sheet(self_contact), _busy_sheet(self_contact)
    with pytest.raises(ValueError, match="no step to be taken back"):
        sim._take_back_step()
    for _ in range(40):
        twin.step()
        sim.step()
        sim._take_back_step()
        with pytest.raises(ValueError, match="no step to be taken back"):
            sim._take_back_step()
        sim.step()
        assert sim.time == twin.time and np.array_equal(sim.x, twin.x) and np.array_equal(sim.v, twin.v)
    assert sim.obstacles["ball"].impulse[2] > 0
