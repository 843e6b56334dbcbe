"""Runs as arrays, tables, files and pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import isocloth as ic
from isocloth import _program

Make = Callable[..., ic.Simulation]


def recorded(make_sim: Make, **options: object) -> ic.Trajectory:
    sim = make_sim()
    sim.grasp([20, 24], name="hand")
    sim.add_obstacle(ic.Sphere(0.1), position=(0.15, 0.05, 0.6), friction=0.3, name="ball")
    return sim.record(20, every=5, **options)  # type: ignore[arg-type]


def test_frames_are_what_stepping_gives(make_sim: Make) -> None:
    sim = make_sim()
    start = sim.save()
    trajectory = sim.record(20, every=5)
    sim.restore(start)
    assert np.allclose(trajectory.t, [0, 0.05, 0.1, 0.15, 0.2])
    for frame in range(5):
        assert np.array_equal(trajectory.x[frame], sim.x) and np.array_equal(trajectory.v[frame], sim.v)
        sim.run(5)


def test_a_file_holds_the_same(make_sim: Make, tmp_path: Path) -> None:
    trajectory = recorded(make_sim, out=tmp_path / "run.ict")
    read = ic.load(tmp_path / "run.ict")
    assert np.array_equal(read.x, trajectory.x) and read.damage == ""
    assert np.array_equal(read.elements, trajectory.elements) and read.step == 0.01
    assert read.grasp_force["hand"].shape == (5, 3) and read.obstacle_force["ball"].shape == (5, 3)
    assert np.allclose(read.obstacle_pose["ball"][0], [0.15, 0.05, 0.6, 1, 0, 0, 0])
    assert read.contact_force.shape == (5, 25, 3)


def test_a_cut_file_says_what_is_missing(make_sim: Make, tmp_path: Path) -> None:
    recorded(make_sim, out=tmp_path / "run.ict")
    whole = (tmp_path / "run.ict").read_bytes()
    (tmp_path / "cut.ict").write_bytes(whole[:-100])
    read = ic.load(tmp_path / "cut.ict")
    assert len(read) == 4 and read.damage


def test_npz_has_the_arrays(make_sim: Make, tmp_path: Path) -> None:
    trajectory = recorded(make_sim)
    trajectory.save(tmp_path / "run.npz")
    with np.load(tmp_path / "run.npz") as npz:
        assert np.array_equal(npz["positions"], trajectory.x) and np.array_equal(npz["t"], trajectory.t)


def test_pandas_takes_the_diagnostics(make_sim: Make) -> None:
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(recorded(make_sim).diagnostics)
    assert list(table["steps"]) == [0, 5, 5, 5, 5] and (table["converged_steps"] == table["steps"]).all()
    assert table["metric_error"].max() < 1e-3


def test_meshio_reads_the_last_frame(make_sim: Make, tmp_path: Path) -> None:
    meshio = pytest.importorskip("meshio")
    trajectory = recorded(make_sim)
    trajectory.save(tmp_path / "last.obj")
    assert np.allclose(meshio.read(tmp_path / "last.obj").points, trajectory.x[-1], atol=1e-9)


def test_an_unknown_ending_is_refused(make_sim: Make, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"run\.mp4: "):
        recorded(make_sim).save(tmp_path / "run.mp4")


def test_matplotlib_draws_it(make_sim: Make) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    trajectory = recorded(make_sim)
    axes = ic.plot(trajectory, time=0.1)
    assert ic.plot(make_sim(), ax=axes) is axes
    assert ic.plot(trajectory.mesh).get_xlabel() == "x [m]"
    matplotlib.pyplot.close("all")


def test_the_program_is_in_the_package(tmp_path: Path) -> None:
    out = _program.run("run", "shake", "--set", "time.duration=0.1", "--out", tmp_path / "s.ict")
    assert "10 steps" in out
    sim = ic.Simulation.from_scene("shake", time__duration=0.1)
    assert np.array_equal(ic.load(tmp_path / "s.ict").x, sim.record().x)
    with pytest.raises(ValueError, match="neither a file nor a built-in scene"):
        _program.run("run", "shaek")


def test_a_page_shows_it(make_sim: Make, tmp_path: Path) -> None:
    page = ic.view(recorded(make_sim))
    assert "<iframe srcdoc=" in page._repr_html_() and "<html" in page.html.lower()
    page.save(tmp_path / "run.html")
    assert (tmp_path / "run.html").stat().st_size > 1000
