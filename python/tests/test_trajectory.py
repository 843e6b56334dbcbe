"""Runs as arrays, tables, files and pages."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import MagicMock

import numpy as np
import pytest

import isocloth as ic
from isocloth import _program

Make = Callable[..., ic.Simulation]


def recorded(make_sim: Make, **options: object) -> ic.Trajectory:
    sim = make_sim()
    sim.grasp([20, 24], name="hand")
    sim.add_obstacle(ic.Sphere(0.1), position=(0.15, 0.0995, 0.6), friction=0.3, name="ball")
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
    assert np.allclose(read.obstacle_pose["ball"][0], [0.15, 0.0995, 0.6, 1, 0, 0, 0])
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


def test_frames_know_their_energy(make_sim: Make, tmp_path: Path) -> None:
    sim = make_sim()
    sim.grasp([20, 24])
    first = sim.energy
    run = sim.record(20, every=5)
    for name, last in sim.energy.items():
        assert run.energy[name][0] == first[name] and run.energy[name][-1] == last
    assert run.energy["kinetic"][-1] > 0 and run.energy["weight"][0] > 0
    run.save(tmp_path / "run.ict")
    run.save(tmp_path / "run.npz")
    assert np.array_equal(ic.load(tmp_path / "run.ict").energy["kinetic"], run.energy["kinetic"])
    with np.load(tmp_path / "run.npz") as npz:
        assert np.array_equal(npz["weight_energy"], run.energy["weight"])


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


@pytest.mark.parametrize(("ending", "module", "package"), [(".rrd", "rerun", "rerun-sdk"), (".usda", "pxr", "usd-core")])
def test_a_missing_package_is_named(make_sim: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, module: str, package: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ModuleNotFoundError, match=rf"run\{ending}: .* needs the package {package}; install it with pip install"):
        recorded(make_sim).save(tmp_path / f"run{ending}")
    assert not list(tmp_path.iterdir())


def test_matplotlib_draws_cloth_obstacles_and_what_is_held(make_sim: Make) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    sim = make_sim()
    hand = sim.grasp([20, 24], name="hand")
    sim.add_obstacle(ic.Sphere(0.1), position=(0.15, 0.05, 0.6), name="ball")
    sim.add_obstacle(ic.Plane())
    for thing in (sim, sim.record(4)):
        axes = MagicMock()
        assert ic.plot(thing, ax=axes) is axes
        cloth, ball, floor = (np.array(call.args) for call in axes.plot_trisurf.call_args_list)
        assert cloth.shape == (3, 25) and np.allclose(np.ptp(ball, axis=1), 0.2, atol=0.01)
        assert np.allclose((ball.min(axis=1) + ball.max(axis=1)) / 2, (0.15, 0.05, 0.6), atol=0.01)
        assert np.ptp(floor[2]) < 1e-12 and np.shape(axes.scatter.call_args.args) == (3, 2)
    hand.release()
    sim.step()
    assert len(ic.plot(sim).collections) == 3  # nothing is held
    assert ic.plot(sim.mesh).get_xlabel() == "x [m]"
    matplotlib.pyplot.close("all")


def reds(picture: np.ndarray) -> int:
    r, g, b = (picture[..., k].astype(int) for k in range(3))
    return int(((r > g + 80) & (r > b + 80)).sum())


def test_a_picture_shows_cloth_obstacles_and_what_is_held(make_sim: Make) -> None:
    sim = make_sim()
    hand = sim.grasp([20, 24])
    fitted = [(-0.1, -0.2, 0.4), (0.4, 0.2, 0.9)]
    bare = sim.snapshot().picture(size=(300, 280), fitted=fitted)
    assert bare.shape == (320, 300, 3) and bare.dtype == np.uint8
    assert (bare[..., 2] > bare[..., 0] + 60.0).mean() > 0.1 and reds(bare) > 20
    sim.add_obstacle(ic.Sphere(0.05), position=(0.15, -0.15, 0.65))
    with_ball = sim.snapshot().picture(size=(300, 280), fitted=fitted)
    assert 0.01 < (with_ball != bare).any(axis=2).mean() < 0.3
    hand.release()
    sim.step()
    assert reds(sim.snapshot().picture(size=(300, 280), fitted=fitted)) == 0
    run = sim.record(10)
    assert run.picture([0.1, 0.2, 0.3], size=(64, 64)).shape == (104, 3 * 64 + 2 * 6, 3)
    with pytest.raises(ValueError, match='color must be None, "area" or "contact"'):
        run.picture(color="blue")
    with pytest.raises(ValueError, match="panel_width must be from 32"):
        run.picture(size=(1, 1))


def test_a_run_is_saved_as_a_picture_and_as_a_page(make_sim: Make, tmp_path: Path) -> None:
    trajectory = recorded(make_sim)
    trajectory.save(tmp_path / "run.png")
    trajectory.save(tmp_path / "run.html")
    assert (tmp_path / "run.png").read_bytes().startswith(b"\x89PNG\r\n")
    assert "<title>run" in (tmp_path / "run.html").read_text(encoding="utf-8")[:1000]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run.html", "run.png"]
    with pytest.raises(ValueError, match=r"run\.png: "):
        trajectory.save(tmp_path / "none" / "run.png")


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
