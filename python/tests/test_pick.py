"""Grasps by name and by place."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import isocloth as ic

Make = Callable[..., ic.Simulation]


def flat(n: int = 5) -> ic.Simulation:
    """A level sheet, 0.1 m between nodes."""
    side = 0.1 * (n - 1)
    return ic.Simulation(ic.Cloth(ic.rectangle((side, side), (n, n)), ic.Material(density=0.2, damping=0.1)))


def test_corners_and_edges_go_by_name() -> None:
    sim = flat()
    assert sim.grasp("top_left").nodes == [20]
    assert sim.grasp(["bottom_left", "bottom_right"]).nodes == [0, 4]
    assert sim.mesh.parts["left"] == [0, 5, 10, 15, 20]
    assert len(flat().grasp("hem").nodes) == 16
    with pytest.raises(ValueError, match=r'no part "top_lef" \(parts: bottom_left, .*left, hem\)'):
        sim.grasp("top_lef")


def test_a_scene_has_the_names_too() -> None:
    sim = ic.Simulation.from_scene("hang")
    assert sim.grasps["left"].nodes == sim.mesh.parts["top_left"]


def test_groups_of_a_file_are_parts(tmp_path: Path) -> None:
    path = tmp_path / "two.obj"
    path.write_text("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 2 0\nv 1 2 0\ng a\nf 1 2 3 4\ng b\nf 4 3 6 5\n", encoding="utf-8")
    mesh = ic.read_mesh(path)
    assert mesh.parts == {"a": [0, 1, 2, 3], "b": [2, 3, 4, 5]}
    assert ic.Simulation(ic.Cloth(mesh)).grasp("b").nodes == [2, 3, 4, 5]


def test_places() -> None:
    sim = flat()
    assert sim.grasp(near=(0, 0, 0), radius=0.11).nodes == [0, 1, 5]
    assert sim.grasp(near=(0.41, 0.38, 1.0)).nodes == [24]
    assert sim.grasp(near=(0.2, 0.2, 0), box=(0.3, 0.02, 0.02)).nodes == [11, 12, 13]
    assert sim.grasp(near=(0.2, 0.3, 0), box=(0.3, 0.02, 0.02), rotate_deg=(0, 0, 0)).nodes == [16, 17, 18]
    with pytest.raises(ValueError, match=r"closes on nothing: no node is within 0.05 m of .* the nearest, node 12 at .* is 0.95 m outside"):
        sim.grasp(near=(0.2, 0.2, 1), radius=0.05)
    for wrong in ({}, {"nodes": 0, "near": (0, 0, 0)}, {"nodes": 0, "radius": 1}, {"near": (0, 0, 0), "radius": 1, "box": (1, 1, 1)}):
        with pytest.raises(ValueError, match="near"):
            sim.grasp(**wrong)
    with pytest.raises(ValueError, match="radius"):
        sim.grasp(near=(0, 0, 0), radius=-1)


def test_a_later_grasp_closes_on_what_is_there_then_and_states_keep_it() -> None:
    free = flat()
    free.run(30)
    sim = flat()
    hand = sim.grasp(near=free.x[12], radius=0.02, start=0.3, name="hand")
    assert hand.nodes == [] and hand.holds and np.allclose(hand.target, free.x[12])
    sim.run(30)
    before = sim.save()
    assert np.array_equal(sim.x, free.x)
    assert sim.step().missed_grasp == -1
    sim.run(20)
    assert hand.nodes == [12] and hand.missed_by is None
    copy = pickle.loads(pickle.dumps(sim))
    assert copy.grasps["hand"].nodes == [12]
    after = sim.save()
    sim.restore(before)
    assert hand.nodes == []
    sim.run(21)
    assert sim.save().to_bytes() == after.to_bytes()
    sim.restore(ic.State.from_bytes(after.to_bytes()))
    assert hand.nodes == [12]
    sim.run(5)
    copy.run(5)
    assert np.array_equal(copy.x, sim.x)


def test_a_hand_that_closes_in_the_air_says_so() -> None:
    sim = flat()
    hand = sim.grasp(near=(0.2, 0.2, 0.3), radius=0.05, start=0.05)
    reports = [sim.step() for _ in range(10)]
    assert [r.missed_grasp for r in reports] == [-1] * 5 + [0] + [-1] * 4
    assert hand.nodes == [] and not hand.holds and 0.25 < hand.missed_by < 0.28
    with pytest.raises(ValueError, match="cannot be moved"):
        hand.move((0, 0, 0))
    assert pickle.loads(pickle.dumps(sim)).grasps[hand.name].missed_by == hand.missed_by


def test_a_cloth_that_began_inside_the_table_says_so() -> None:
    sim = flat()
    sim.add_obstacle(ic.Plane(), position=(0, 0, 0.02))
    report = sim.step()
    assert report.status == "infeasible" and "inside an obstacle as the step began" in report.meaning
    sim.run(20)
    assert sim.step().converged
