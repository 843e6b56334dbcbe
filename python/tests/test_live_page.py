"""Simulations as scenes of pages that simulate by themselves."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import isocloth as ic
from isocloth import _live_scene, _program

Make = Callable[..., ic.Simulation]


def again(sim: ic.Simulation, folder: Path) -> ic.Simulation:
    """The simulation of the scene that a page gets."""
    folder.mkdir()
    return ic.Simulation.from_scene(_live_scene.write(sim, folder))


def everything() -> ic.Simulation:
    """Cloths, hands and obstacles of every kind that a scene knows."""
    towel, napkin = ic.rectangle((0.3, 0.3), (5, 5)), ic.irregular_rectangle((0.2, 0.2), 30)
    fine = ic.Material(density=0.2, damping=0.4, bending=1e-5, thickness=1e-4)
    cloths = [ic.Cloth(towel, fine, name="my towel", self_contact=0.3), ic.Cloth(napkin, fine, name="2nd", self_contact=0.2, rows="nodes", warp=(0, 1, 0))]
    sim = ic.Simulation(cloths, [towel.moved((0, 0, 0.5)), napkin.moved((0.5, 0, 0.5))], dt=0.005, gravity=(0, 0.1, -9), tolerance=5e-4)
    sim.grasp("top_left", cloth="my towel", name="left hand", stiffness=np.inf)
    sim.grasp("top_right", ic.Sine((0, 1, 0), 0.02, 0.5, 0.3), cloth="my towel", slip="slide", force_limit=5)
    sim.grasp(0, ic.Path([0, 1], [(0, 0, 0), (0, 0.1, 0)], relative=True), cloth="2nd")
    sim.grasp(1, ic.Keyframes([0, 1], [(0, 0, 0), (0, 0.1, 0)], [(1, 0, 0, 0), (0.8, 0.6, 0, 0)], relative=True), cloth="2nd")
    shapes = [ic.Sphere(0.05), ic.Capsule(0.02, 0.1), ic.Cylinder(0.03, 0.1), ic.Box((0.1, 0.1, 0.1)), ic.Torus(0.1, 0.02)]
    shapes += [ic.Ellipsoid((0.1, 0.05, 0.02)), ic.Hull(np.random.default_rng(1).normal(size=(20, 3)) * 0.03), ic.Plane(point=(0, 0, -1))]
    for k, shape in enumerate(shapes):
        sim.add_obstacle(shape, position=(0.2 * k - 1, -0.6, 0), rotate_deg=(0, 0, 10 * k), friction=0.1 * k, name=f"solid {k}")
    sim.add_obstacle(ic.Sphere(0.02), position=(0, 2, 0), motion=ic.Sine((1, 0, 0), 0.1, 1), name="swings")
    sim.add_obstacle(ic.Box((0.02, 0.02, 0.02)), position=(0, 3, 0), finger=ic.Finger((1, 0, 0), force=2.0), name="jaw")
    return sim


def test_a_scene_of_a_simulation_goes_on_as_it_would(tmp_path: Path) -> None:
    sim = everything()
    other = again(sim, tmp_path / "scene")
    assert np.array_equal(other.x, sim.x) and other.dt == sim.dt
    assert list(other.obstacles) == [re.sub(r"\W", "_", name) for name in sim.obstacles]
    for _ in range(40):
        sim.step(), other.step()
    assert np.abs(other.x - sim.x).max() < 1e-9  # turns of obstacles are spelt with rounding
    swings = sim.obstacles["swings"].pose, other.obstacles["swings"].pose
    assert np.allclose(*swings) and abs(swings[0][0]) > 0.05


def test_it_begins_at_rest_where_the_cloth_is(make_sim: Make, tmp_path: Path) -> None:
    sim = make_sim()
    hand = sim.grasp(20)
    sim.grasp(24, ic.Sine((0, 1, 0), 0.05, 1.0))
    sim.run(30)
    other = again(sim, tmp_path / "scene")
    assert np.array_equal(other.x, sim.x) and not other.v.any()
    other.run(10)
    assert np.abs(other.x[24] - sim.x[24]).max() < 2e-3  # where it was, but for the give of a hand
    hand.release()
    sim.step()
    assert list(again(sim, tmp_path / "later").grasps) == ["grasp1"]


def test_a_scene_is_that_scene_with_its_overrides(tmp_path: Path) -> None:
    sim = ic.Simulation.from_scene("shake", cloth__material__bending=1e-4)
    other = again(sim, tmp_path / "scene")
    sim.run(20), other.run(20)
    assert np.array_equal(sim.x, other.x)
    sim.grasp(40)
    with pytest.raises(ValueError, match="write the grasps and obstacles that were added into the scene"):
        sim.show(live=True)


def test_meshes_that_a_scene_names_come_along(tmp_path: Path) -> None:
    ic.rectangle((0.2, 0.2), (4, 4)).save(tmp_path / "sheet.obj")
    (tmp_path / "mine.yaml").write_text("{cloth: {mesh: {file: sheet.obj}}, time: {duration: 1}}", encoding="utf-8")
    sim = ic.Simulation.from_scene(tmp_path / "mine.yaml")
    assert np.array_equal(again(sim, tmp_path / "scene").x, sim.x)


def test_what_python_leads_is_refused(make_sim: Make) -> None:
    sim = make_sim()
    sim.grasp(20, lambda t: (0.0, t, 0.0), relative=True, name="led")
    with pytest.raises(ValueError, match='grasp "led" is led by a function of Python, which a page cannot ask'):
        sim.show(live=True)


def test_the_page_has_the_engine_or_says_what_to_build(make_sim: Make) -> None:
    if (_program.folder() / "share" / "isocloth" / "engine" / "engine.wasm").exists():
        assert "isoclothPlay(" in make_sim().show(live=True).html
    else:
        with pytest.raises(ValueError, match="has no engine for pages; build it with `make"):
            make_sim().show(live=True)
