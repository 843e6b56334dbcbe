"""Frames of simulations that somebody else steps, with a robot's geoms, and pages that follow them."""

from __future__ import annotations

import urllib.request
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import isocloth as ic

Make = Callable[..., ic.Simulation]


def test_frames_are_those_of_record(make_sim: Make, tmp_path: Path) -> None:
    one, other = make_sim(), make_sim()
    for sim in (one, other):
        sim.grasp([20, 24], name="hand")
        sim.add_obstacle(ic.Sphere(0.1), position=(0.15, 0.0995, 0.6), name="ball")
    film = ic.Recorder(other, every=5, out=tmp_path / "run.ict")
    for _ in range(22):
        film.add(other.step())
    asked, kept = one.record(20, every=5), film.trajectory
    assert np.array_equal(kept.t, asked.t) and np.array_equal(kept.x, asked.x) and len(film) == 5
    for name, column in asked.diagnostics.items():
        assert np.array_equal(kept.diagnostics[name], column), name
    assert np.array_equal(kept.grasp_wrench["hand"], asked.grasp_wrench["hand"])
    assert np.array_equal(ic.load(tmp_path / "run.ict").x, kept.x)


def test_grasps_may_come_while_it_records(make_sim: Make, tmp_path: Path) -> None:
    sim = make_sim()
    sim.grasp(20, name="left")
    film = ic.Recorder(sim, every=2, out=tmp_path / "run.ict")
    for k in range(8):
        if k == 4:
            right = sim.grasp(24, name="right")
        film.add(sim.step())
    for run in (film.trajectory, ic.load(tmp_path / "run.ict")):
        force = run.grasp_force["right"]
        assert len(run) == 5 and not force[:3].any() and force[3:].any(axis=1).all()
        assert np.allclose(run.grasp_pose["right"][:, :3], right.pose[:3], atol=1e-9)
        assert np.array_equal(run.x[-1], sim.x) and run.damage == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run.ict"]


def test_what_cannot_be_recorded_is_said(make_sim: Make, tmp_path: Path) -> None:
    sim = make_sim()
    with pytest.raises(ValueError, match=r"run\.html: is written while the run goes on"):
        ic.Recorder(sim, out=tmp_path / "run.html")
    with pytest.raises(ValueError, match="every"):
        ic.Recorder(sim, every=0)
    film = ic.Recorder(sim, every=1)
    with pytest.raises(ValueError, match="record with out="):
        film.watch()
    sim.add_obstacle(ic.Sphere(0.1), position=(0, 2, 0))
    with pytest.raises(ValueError, match="an obstacle was added or removed since the recording began"):
        film.add(sim.step())
    with pytest.raises(ValueError, match=r"none\.ict: "):
        ic.watch(tmp_path / "none.ict")


def test_a_recorder_goes_neither_back_nor_on_when_it_is_stopped(make_sim: Make) -> None:
    sim = make_sim()
    start = sim.save()
    film = ic.Recorder(sim, every=1)
    film.add(sim.step())
    sim.restore(start)
    with pytest.raises(ValueError, match="not later than the last frame that was kept; begin another recording"):
        film.add(sim.step())
    sim.step()
    film.add(sim.step())
    film.stop()
    film.add(sim.step())
    assert np.allclose(film.trajectory.t, [0, 0.01, 0.03])


def test_a_page_follows_the_file(make_sim: Make, tmp_path: Path) -> None:
    sim = make_sim()
    film = ic.Recorder(sim, out=tmp_path / "run.ict")
    with film.watch() as page:
        assert f'src="{page.url}"' in page._repr_html_()
        with urllib.request.urlopen(page.url, timeout=20) as answer:
            assert b"isoclothLive(" in answer.read()
        film.add(sim.step())
    with pytest.raises(OSError):
        urllib.request.urlopen(page.url, timeout=20)


ROBOT = """<mujoco><option timestep="0.002"/>
<asset><mesh name="wedge" vertex="0 0 0  0.1 0 0  0 0.1 0  0 0 0.1"/></asset>
<worldbody>
  <geom name="floor" type="plane" size="1 1 1"/>
  <body name="arm" pos="0 0 1">
    <joint type="hinge" axis="0 0 1" damping="0.1"/>
    <geom name="cover" type="mesh" mesh="wedge" rgba="1 0.5 0 1" contype="0" conaffinity="0" group="2" mass="0"/>
    <geom name="hull" type="capsule" fromto="0 0 0 0.3 0 0" size="0.02" group="3"/>
  </body>
  <body name="ball" pos="0.5 0 0.8"><geom name="ball" type="sphere" size="0.05" rgba="0 0 1 1"/></body>
</worldbody></mujoco>"""


def test_a_robot_is_in_the_trajectory_as_it_looks(make_sim: Make, tmp_path: Path) -> None:
    mujoco = pytest.importorskip("mujoco")
    from isocloth.mujoco import Coupling

    model = mujoco.MjModel.from_xml_string(ROBOT)
    data = mujoco.MjData(model)
    data.qvel[0] = 3.0
    coupling = Coupling(model, data, make_sim(), geoms=["floor", "hull", "ball"])
    film = coupling.record(every=1)
    coupling.run(0.1)
    film.save(tmp_path / "run.ict")
    run = ic.load(tmp_path / "run.ict")
    bodies = {body.name: body for body in run.bodies}
    assert [name for name, body in bodies.items() if body.met] == ["floor", "hull", "ball"] == list(run.obstacle_force)
    assert not len(bodies["hull"].elements) and len(bodies["ball"].elements) and len(bodies["floor"].elements)  # the hull has a cover
    assert bodies["ball"].color == (0, 0, 1) and bodies["floor"].color is None
    cover = bodies["cover"]
    assert cover.color == pytest.approx((1, 0.5, 0), abs=0.003) and len(cover.elements) == 4
    geom = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_GEOM, "cover")
    assert np.allclose(cover.pose[-1, :3], data.geom_xpos[geom]) and np.ptp(cover.pose[:, 3:], axis=0).max() > 0.05
    assert "cover" in {body.name for body in coupling.record().trajectory.bodies}
    page = coupling.show()
    assert "isoclothReplay(" in page.html
    hidden = {body.name for body in coupling.record(groups=(3,)).trajectory.bodies}
    assert hidden == {"floor", "hull", "ball"}


def test_several_endings_take_a_robot(make_sim: Make, tmp_path: Path) -> None:
    mujoco = pytest.importorskip("mujoco")
    from isocloth.mujoco import Coupling

    model = mujoco.MjModel.from_xml_string(ROBOT)
    coupling = Coupling(model, mujoco.MjData(model), make_sim(), geoms=["ball"])
    film = coupling.record()
    coupling.run(0.04)
    for ending in (".html", ".glb", ".npz", ".pvd", ".png"):
        film.save(tmp_path / f"run{ending}")
        assert (tmp_path / f"run{ending}").stat().st_size > 0
    with np.load(tmp_path / "run.npz") as npz:
        assert list(npz["obstacle_names"]) == ["ball", "floor", "cover"]
    pixels = film.trajectory.picture([0.04], size=(200, 200), fitted=[(-0.2, -0.2, 0.7), (0.3, 0.3, 1.2)]).astype(int)
    orange = (pixels[..., 0] > pixels[..., 1] + 40) & (pixels[..., 1] > pixels[..., 2] + 30)
    assert orange.mean() > 0.005
