"""Several cloths in one simulation."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import isocloth as ic


def two() -> list[ic.Cloth]:
    napkin = ic.Cloth(ic.rectangle((0.3, 0.3), (4, 4)), ic.Material(density=0.1), name="napkin")
    towel = ic.Cloth(ic.rectangle((0.5, 0.5), (5, 5)), ic.Material(density=0.4, bending=1e-5), rows="nodes", name="towel")
    return [napkin, towel]


def hung() -> ic.Simulation:
    cloths = two()
    sim = ic.Simulation(cloths, [cloths[0].mesh.x, cloths[1].mesh.moved((1, 0, 0))])
    sim.grasp(["top_left", "top_right"], cloth="napkin", name="first")
    sim.grasp([20, 24], cloth="towel", name="second")
    return sim


def test_nodes_of_the_first_come_first_and_views_follow() -> None:
    sim = hung()
    assert sim.x.shape == (41, 3) and list(sim.cloths) == ["napkin", "towel"]
    towel = sim.cloth("towel")
    assert towel.nodes == slice(16, 41) and towel.index == 1 and towel.elements == slice(9, 25)
    before = towel.x
    sim.run(5)
    assert np.shares_memory(towel.x, sim.x) and np.array_equal(before, sim.x[16:])
    assert not towel.x.flags.writeable and towel.v.shape == (25, 3)
    with pytest.raises(ValueError, match=r'no cloth "shirt" \(cloths: napkin, towel\)'):
        sim.cloth("shirt")


def test_a_grasp_names_nodes_and_parts_of_its_cloth() -> None:
    sim = hung()
    assert sim.grasps["first"].nodes == [12, 15] and sim.grasps["second"].nodes == [16 + 20, 16 + 24]
    assert sim.grasp("bottom_right", cloth="towel").nodes == [16 + 4]
    assert len(sim.cloth("towel").mesh.x) == 25 and sim.cloth("towel").mesh.parts["top_left"] == [20]
    assert sim.mesh.parts["towel.top_left"] == [36]
    with pytest.raises(ValueError, match=r'several cloths; say whose nodes these are, cloth="napkin"'):
        sim.grasp(3)
    with pytest.raises(ValueError, match='cloth "napkin" has no node 16; it has 16'):
        sim.grasp(16, cloth="napkin")
    with pytest.raises(ValueError, match='cloth "towel" has no part "sleeve"'):
        sim.grasp("sleeve", cloth="towel")
    with pytest.raises(ValueError, match='no cloth "shirt"'):
        sim.grasp(0, cloth="shirt")


def test_a_place_takes_any_cloth_or_the_one_that_is_named() -> None:
    sim = ic.Simulation(two())  # both begin at the origin
    assert sim.grasp(near=(0, 0, 0), radius=0.01, cloth="towel", until=1).nodes == [16]
    assert sim.grasp(near=(0.5, 0.5, 0)).nodes == [40]
    assert sim.grasp(near=(0, 0, 0), radius=0.01, start=2).nodes == []
    assert sim.grasp(near=(0.3, 0.0, 0), box=(0.1, 0.1, 0.1)).nodes == [3, 18]
    assert ic.Simulation(two()).grasp("hem", cloth="towel").nodes[0] == 16


def test_each_moves_as_it_does_alone() -> None:
    cloths = two()
    upright = [cloth.mesh.moved((k, 0, 0), (90, 0, 0)) for k, cloth in enumerate(cloths)]
    both = ic.Simulation(cloths, upright, tolerance=0.05)  # so that every step takes one iteration
    for name in both.cloths:
        both.grasp("top_left", cloth=name)
    assert all(both.step().iterations == 1 for _ in range(10))
    for cloth, start in zip(cloths, upright):
        alone = ic.Simulation(cloth, start, tolerance=0.05)
        alone.grasp("top_left")
        alone.run(10)
        assert np.abs(both.cloth(cloth.name).x - alone.x).max() < 1e-9  # [m] rounding


def test_copies_pickles_and_saved_states_go_on_bit_by_bit() -> None:
    sim = hung()
    sim.run(5)
    saved, twin, sent = sim.save(), sim.copy(), pickle.loads(pickle.dumps(sim))
    sim.run(10)
    x = sim.x.copy()
    for other in (twin, sent):
        other.run(10)
        assert np.array_equal(other.x, x) and list(other.cloths) == ["napkin", "towel"]
    sim.restore(saved)
    sim.run(10)
    assert np.array_equal(sim.x, x)
    assert pickle.loads(pickle.dumps(two()[1])).name == "towel"


def test_variants_change_the_material_of_all_or_of_one() -> None:
    sim = hung()
    heavy = ic.Material(density=2)
    one, both = sim.variant(material={"towel": heavy}), sim.variant(material=heavy)
    for changed in (one, both):
        changed.run(5)
    sim.run(5)
    assert one.energy["weight"] != sim.energy["weight"] and both.energy["weight"] != one.energy["weight"]
    assert np.array_equal(one.cloth("napkin").nodes, sim.cloth("napkin").nodes)
    moved = sim.variant(grasps={"second": {"nodes": "bottom_left"}})
    assert moved.grasps["second"].nodes == [16], "of the cloth that it held"
    with pytest.raises(ValueError, match='no cloth "shirt"'):
        sim.variant(material={"shirt": heavy})


def test_scenes_trajectories_and_rollouts_know_the_cloths(tmp_path: object) -> None:
    sim = ic.Simulation.from_scene("two_cloths", {"cloths.towel.material.density": 0.4, "time.duration": 0.1})
    assert sim.variant(material={"napkin": ic.Material(density=0.3)}).cloths.keys() == sim.cloths.keys()
    run = sim.record(out=f"{tmp_path}/run.ict")
    assert run.cloths == {"napkin": slice(0, 130), "towel": slice(130, 280)}
    assert ic.load(f"{tmp_path}/run.ict").cloths == run.cloths
    run.save(f"{tmp_path}/run.npz")
    with np.load(f"{tmp_path}/run.npz") as arrays:
        assert list(arrays["cloth_names"]) == ["napkin", "towel"] and arrays["cloth_of_node"].sum() == 150
    assert run.picture(panels=1).ndim == 3


def test_what_cannot_be_meant_is_refused() -> None:
    sheet = ic.rectangle((0.3, 0.3), (3, 3))
    with pytest.raises(ValueError, match='two cloths are named "cloth"; give each a name'):
        ic.Simulation([ic.Cloth(sheet), ic.Cloth(sheet)])
    with pytest.raises(ValueError, match="no cloth"):
        ic.Simulation([])
    with pytest.raises(TypeError, match="must be a Cloth, got int"):
        ic.Simulation([ic.Cloth(sheet), 3])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="a name without a dot"):
        ic.Cloth(sheet, name="a.b")
    with pytest.raises(ValueError, match=r"start must have shape \(18, 3\)"):
        ic.Simulation([ic.Cloth(sheet, name="a"), ic.Cloth(sheet, name="b")], sheet.x)
