"""Many worlds of one simulation, stepped together."""

from __future__ import annotations

import numpy as np
import pytest

import isocloth as ic


def hanging(nodes: int = 6) -> ic.Simulation:
    sheet = ic.rectangle((0.3, 0.3), (nodes, nodes)).with_noise(0.001, length=0.1)
    cloth = ic.Cloth(sheet, ic.Material(density=0.2, damping=0.2))
    sim = ic.Simulation(cloth, sheet.moved(rotate_deg=(90, 0, 0)))
    sim.grasp(["top_left", "top_right"], name="hand")
    return sim


def swung(batch: ic.ClothBatch, steps: int, amplitudes: np.ndarray) -> np.ndarray:
    """Paths of all hands, (steps, worlds, held nodes, 3) [m]."""
    t = batch.dt * np.arange(1, steps + 1)
    way = amplitudes[None, :, None] * np.sin(8 * t)[:, None, None]
    path = np.repeat(batch.x[None, :, batch.held], steps, axis=0)
    path[..., 1] += way
    return path


def test_a_world_follows_a_plain_simulation() -> None:
    sim = hanging()
    batch = ic.ClothBatch(sim, 3)
    path = swung(batch, 50, np.array([0.0, 0.05, 0.1]))
    batch.step(50, path)
    for point in path[:, 1, 0]:
        sim.move("hand", point)
        sim.step()
    assert np.abs(batch.x[1] - sim.x).max() < 1e-6
    assert (batch.status == 0).all() and batch.steps_redone == 0 and batch.steps_taken == 150


def test_worlds_do_not_depend_on_each_other() -> None:
    amplitudes = np.linspace(0, 0.1, 9)
    many, one = ic.ClothBatch(hanging(), 9, threads=2), ic.ClothBatch(hanging(), 1)
    many.step(20, swung(many, 20, amplitudes))
    one.step(20, swung(one, 20, amplitudes[5:6]))
    assert np.array_equal(many.x[5], one.x[0]) and not np.array_equal(many.x[5], many.x[4])


def test_arrays_follow_the_batch_and_cannot_be_written() -> None:
    batch = ic.ClothBatch(hanging(), 2)
    x, first = batch.x, batch.x.copy()
    batch.step(5)
    assert not np.array_equal(x, first) and np.shares_memory(x, batch.x)
    assert np.array_equal(np.from_dlpack(batch.x.copy()), x)
    with pytest.raises(ValueError):
        x[0, 0, 0] = 1


def test_a_reset_keeps_materials_and_brings_back_the_rest() -> None:
    batch = ic.ClothBatch(hanging(), 4)
    batch.randomise(density=(0.1, 0.4), seed=1)
    batch.step(30)
    first = batch.x.copy()
    batch.reset(np.array([True, False, True, False]))
    batch.step(30)
    assert np.array_equal(batch.x[[0, 2]], first[[0, 2]]) and not np.array_equal(batch.x[1], first[1])
    assert not np.array_equal(first[0], first[2])


def test_plans_are_tried_from_where_a_simulation_is() -> None:
    sim = hanging()
    batch = ic.ClothBatch(sim, 2)
    sim.move("hand", sim.grasps["hand"].target + [0, 0.02, 0])
    sim.run(10)
    batch.step(3)
    batch.start_from(sim)
    assert np.array_equal(batch.x[1], sim.x)
    batch.step(5)
    sim.run(5)
    assert np.abs(batch.x[1] - sim.x).max() < 1e-9
    with pytest.raises(ValueError, match="of its cloth"):
        batch.start_from(hanging(5))


def test_hands_let_go_in_some_worlds() -> None:
    batch = ic.ClothBatch(hanging(), 2)
    batch.hold([False, False], np.array([False, True]))
    batch.step(20)
    assert batch.x[1, :, 2].mean() < batch.x[0, :, 2].mean() - 0.1


def test_a_bad_path_is_told_in_the_status_of_its_world_alone() -> None:
    batch = ic.ClothBatch(hanging(), 3)
    path = swung(batch, 4, np.zeros(3))
    path[2:, 1] = np.nan
    batch.step(4, path)
    assert [batch.STATUSES[s] for s in batch.status] == ["converged", "not_finite", "converged"]


def test_a_cloth_without_hands_falls() -> None:
    batch = ic.ClothBatch(ic.Cloth(ic.rectangle((0.2, 0.2), (4, 4)), ic.Material(density=0.2)), 2)
    batch.set_gravities([[0, 0, -9.8], [0, 0, -4.9]])
    batch.step(20)
    assert np.allclose(batch.v[:, :, 2].mean(axis=1), [-1.96, -0.98], rtol=1e-2)


def on_a_table(friction: float = 0.3) -> ic.Simulation:
    """A sheet 1 cm above a table, held by a corner."""
    sheet = ic.rectangle((0.3, 0.3), (6, 6)).with_noise(0.001, length=0.1)
    sim = ic.Simulation(ic.Cloth(sheet, ic.Material(density=0.2, damping=0.2)), sheet.moved(translate=(0, 0, 0.01)))
    sim.grasp("bottom_left", name="hand")
    sim.add_obstacle(ic.Plane(), name="table", friction=friction)
    return sim


def test_worlds_lie_on_a_table_without_being_redone() -> None:
    sim = on_a_table()
    batch = ic.ClothBatch(sim, 3)
    batch.step(60)
    sim.run(60)
    assert len(sim.contacts()["obstacle"]) > 20
    assert np.abs(batch.x[2] - sim.x).max() < 1e-6 and batch.steps_redone == 0
    assert (batch.iterations >= 1).all() and (batch.metric_error < 1e-3).all()


def test_each_world_has_its_own_friction() -> None:
    batch = ic.ClothBatch(on_a_table(), 2)
    batch.set_frictions("table", [0.05, 0.8])
    batch.hold([False])
    batch.set_gravities([3, 0, -9.8])
    batch.step(60)
    way = batch.x[:, :, 0].mean(axis=1)
    assert way[0] > way[1] + 0.1
    with pytest.raises(ValueError, match='no obstacle "floor" .obstacles: table'):
        batch.set_frictions("floor", 0.1)


def test_each_world_moves_its_obstacles() -> None:
    batch = ic.ClothBatch(on_a_table(), 2)
    poses = np.zeros((40, 2, 1, 7))
    poses[..., 3] = 1
    poses[:, 1, 0, 2] = np.linspace(0, 0.05, 40)
    batch.hold([False])
    batch.step(40, obstacles=poses)
    assert batch.x[0, :, 2].max() < 0.01 and batch.x[1, :, 2].min() > 0.049
    with pytest.raises(ValueError, match=r"obstacles must have shape \(40, 2, 1, 7\): steps, worlds, obstacles"):
        batch.step(40, obstacles=poses[:, :1])


def test_a_reset_brings_back_what_contacts_remember() -> None:
    sim = on_a_table()
    sim.run(30)
    batch, fresh = ic.ClothBatch(sim, 2), ic.ClothBatch(sim, 1)
    batch.step(7)
    batch.reset(np.array([False, True]))
    batch.step(20)
    fresh.step(20)
    assert np.array_equal(batch.x[1], fresh.x[0])


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda b: b.step(2, np.zeros((2, 3, 1, 3))), "path must have shape"),
        (lambda b: b.reset(np.zeros(2)), "mask must be booleans"),
        (lambda b: b.randomise(colour=(0, 1)), "colour is no number"),
        (lambda b: b.set_states(np.zeros((5, 3))), "x must have shape"),
        (lambda b: ic.ClothBatch(hanging(), 2, device="gpu"), "device must be"),
        (lambda b: ic.ClothBatch(hanging(), 0), "at least one world"),
    ],
)
def test_what_cannot_be_is_said(wrong, says: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=says):
        wrong(ic.ClothBatch(hanging(), 3))


def test_a_device_that_is_not_there_is_named() -> None:
    try:
        ic.ClothBatch(hanging(), 2, device="cuda")
    except ValueError as error:
        assert "device cuda cannot be used" in str(error)
