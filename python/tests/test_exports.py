"""Runs in rerun's and USD's files, read back by their own packages: `make test-exports`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import isocloth as ic

FLOAT = 1e-6  # rounding of a float32 of a metre [m]


@pytest.fixture(scope="module")
def run() -> ic.Trajectory:
    """Two cloths, of quads and of triangles; a table that stands, a ball that moves and turns, a hand that pulls."""
    quads = ic.rectangle((0.3, 0.3), (5, 5))
    triangles = ic.irregular_rectangle((0.2, 0.2), 30)
    cloths = [ic.Cloth(quads, name="towel"), ic.Cloth(triangles, name="napkin")]
    sim = ic.Simulation(cloths, [quads.moved((0, 0, 0.5)), triangles.moved((0.5, 0, 0.5))])
    sim.grasp("top_left", cloth="towel", name="hand")
    sim.add_obstacle(ic.Box((1, 1, 0.1)), name="table")
    turn = ic.Keyframes([0, 1], [(0, 0, 0.3), (0.5, 0, 0.3)], [(1, 0, 0, 0), (np.sqrt(0.5), 0, 0, np.sqrt(0.5))])
    sim.add_obstacle(ic.Sphere(0.05), motion=turn, name="ball/1")
    return sim.record(duration=0.2, every=5)


@pytest.mark.parametrize("ending", [".usda", ".usdc", ".usd"])
def test_usd_has_the_run(run: ic.Trajectory, ending: str, tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    from pxr import Usd, UsdGeom

    path = str(tmp_path / f"run{ending}")
    run.save(path)
    run.save(path)  # again, over what is there
    stage = Usd.Stage.Open(path)
    assert UsdGeom.GetStageUpAxis(stage) == "Z" and UsdGeom.GetStageMetersPerUnit(stage) == 1
    rate = stage.GetTimeCodesPerSecond()
    assert rate == pytest.approx(20) and stage.GetEndTimeCode() == pytest.approx(0.2 * rate)
    for name, nodes in run.cloths.items():
        mesh = UsdGeom.Mesh(stage.GetPrimAtPath(f"/World/cloths/{name}"))
        counts, corners = np.array(mesh.GetFaceVertexCountsAttr().Get()), np.array(mesh.GetFaceVertexIndicesAttr().Get())
        elements = run.cloth_elements(name)
        assert set(counts) == ({4} if name == "towel" else {3}) and np.array_equal(corners, elements[elements >= 0])
        for frame, t in enumerate(run.t):
            assert np.abs(np.array(mesh.GetPointsAttr().Get(t * rate)) - run.x[frame, nodes]).max() < FLOAT
            assert np.abs(np.array(mesh.GetVelocitiesAttr().Get(t * rate)) - run.v[frame, nodes]).max() < 10 * FLOAT
        normals = np.array(mesh.GetNormalsAttr().Get(0))
        assert np.allclose(normals, (0, 0, 1), atol=1e-3)  # both begin flat, seen from above
        assert mesh.GetSubdivisionSchemeAttr().Get() == "none"


def test_their_own_checkers_find_nothing(run: ic.Trajectory, tmp_path: Path) -> None:
    pytest.importorskip("rerun")
    pytest.importorskip("pxr.UsdValidation")
    from pxr import Usd, UsdValidation

    run.save(tmp_path / "run.usdc")
    rules = UsdValidation.ValidationContext(UsdValidation.ValidationRegistry().GetOrLoadAllValidators())
    assert [error.GetMessage() for error in rules.Validate(Usd.Stage.Open(str(tmp_path / "run.usdc")))] == []
    run.save(tmp_path / "run.rrd")
    done = subprocess.run([sys.executable, "-m", "rerun", "rrd", "verify", str(tmp_path / "run.rrd")], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0 and "verified without error" in done.stdout + done.stderr


def test_solids_of_usd_stand_and_move(run: ic.Trajectory, tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    from pxr import Usd, UsdGeom

    run.save(tmp_path / "run.usda")
    stage = Usd.Stage.Open(str(tmp_path / "run.usda"))
    table, ball = (stage.GetPrimAtPath(f"/World/obstacles/{name}") for name in ("table", "ball_1"))
    assert ball.GetDisplayName() == "ball/1"
    assert not UsdGeom.Xformable(table).TransformMightBeTimeVarying()
    for frame, t in enumerate(run.t):
        matrix = np.array(UsdGeom.Xformable(ball).ComputeLocalToWorldTransform(t * stage.GetTimeCodesPerSecond()))
        pose = run.obstacle_pose["ball/1"][frame]
        assert np.abs(matrix[3, :3] - pose[:3]).max() < 1e-12
        turned = np.array([np.cos(2 * np.arctan2(pose[6], pose[3])), np.sin(2 * np.arctan2(pose[6], pose[3])), 0])
        assert np.abs(matrix[0, :3] - turned).max() < 1e-9
    surface = UsdGeom.Mesh(stage.GetPrimAtPath("/World/obstacles/ball_1/surface"))
    x, normals = np.array(surface.GetPointsAttr().Get()), np.array(surface.GetNormalsAttr().Get())
    corners = x[np.array(surface.GetFaceVertexIndicesAttr().Get())]
    assert normals.shape == corners.shape and ((normals * corners).sum(axis=1) / 0.05 > 0.98).all()
    hand = stage.GetPrimAtPath("/World/grasps/hand")
    force = np.array(hand.GetAttribute("isocloth:force").Get(stage.GetEndTimeCode()))
    assert np.array_equal(force, run.grasp_force["hand"][-1]) and force.any()


def rerun_table(path: Path) -> dict[str, dict[str, Any]]:
    """Columns of each entity, as lists; times in seconds."""
    from rerun.chunk import RrdReader

    table: dict[str, dict[str, Any]] = {}
    for chunk in RrdReader(str(path)).stream():
        batch = chunk.to_record_batch()
        columns = {name: batch.column(name).to_pylist() for name in batch.schema.names if name != "time"}
        if "time" in batch.schema.names:
            columns["time"] = batch.column("time").cast("int64").to_numpy() * 1e-9
        table.setdefault(chunk.entity_path, {}).update(columns)
    return table


def test_rerun_has_the_run(run: ic.Trajectory, tmp_path: Path) -> None:
    pytest.importorskip("rerun")
    run.save(tmp_path / "run.rrd")
    table = rerun_table(tmp_path / "run.rrd")
    for name, nodes in run.cloths.items():
        cloth = table[f"/cloths/{name}"]
        assert np.allclose(cloth["time"], run.t, atol=1e-9)
        assert np.abs(np.array(cloth["Mesh3D:vertex_positions"]) - run.x[:, nodes]).max() < FLOAT
        triangles = np.array(cloth["Mesh3D:triangle_indices"][0])
        assert triangles.max() == nodes.stop - nodes.start - 1 and triangles.shape[1] == 3
    ball, table_ = table["/obstacles/ball\\/1"], table["/obstacles/table"]
    pose = run.obstacle_pose["ball/1"]
    assert np.abs(np.array(ball["Transform3D:translation"])[:, 0] - pose[:, :3]).max() < FLOAT
    assert np.abs(np.array(ball["Transform3D:quaternion"])[:, 0] - pose[:, [4, 5, 6, 3]]).max() < FLOAT
    assert "time" not in table_ and len(table_["Transform3D:translation"]) == 1
    assert table["/"]["ViewCoordinates:xyz"]


def test_rerun_has_forces_and_diagnostics(run: ic.Trajectory, tmp_path: Path) -> None:
    pytest.importorskip("rerun")
    run.save(tmp_path / "run.rrd")
    table = rerun_table(tmp_path / "run.rrd")
    force = run.grasp_force["hand"]
    assert np.allclose(np.array(table["/grasps/hand/force"]["Scalars:scalars"]), force)
    arrows = np.array(table["/grasps/hand"]["Arrows3D:vectors"])[:, 0]
    assert np.allclose(np.cross(arrows, force), 0, atol=1e-6) and np.linalg.norm(arrows, axis=1).max() < 0.5
    assert np.allclose(np.array(table["/grasps/hand"]["Arrows3D:origins"])[:, 0], run.grasp_pose["hand"][:, :3], atol=FLOAT)
    assert np.allclose(np.array(table["/diagnostics/metric_error"]["Scalars:scalars"])[:, 0], run.diagnostics["metric_error"])


def test_names_and_endings_may_be_odd(tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    from pxr import Usd

    sheet = ic.rectangle((0.1, 0.1), (3, 3))
    sim = ic.Simulation([ic.Cloth(sheet, name="obstacles"), ic.Cloth(sheet, name="Tüch 1"), ic.Cloth(sheet, name="Tüch_1")])
    sim.add_obstacle(ic.Sphere(0.01), position=(0, 0, 1), name="a b/c")
    sim.add_obstacle(ic.Sphere(0.01), position=(0, 0, 2), name="a_b_c")
    run = sim.snapshot()
    run.save(tmp_path / "RUN.USDA")
    stage = Usd.Stage.Open(str(tmp_path / "RUN.USDA"))
    cloths = stage.GetPrimAtPath("/World/cloths").GetChildren()
    assert len(cloths) == 3 and all(prim.GetTypeName() == "Mesh" for prim in cloths)
    assert [prim.GetDisplayName() for prim in stage.GetPrimAtPath("/World/obstacles").GetChildren()] == ["a b/c", "a_b_c"]
    pytest.importorskip("rerun")
    run.save(tmp_path / "run.rrd")
    run.save(tmp_path / "run.rrd")
    table = rerun_table(tmp_path / "run.rrd")
    assert {name for name in table if name.startswith("/cloths")} == {"/cloths/obstacles", "/cloths/Tüch\\ 1", "/cloths/Tüch_1"}
    assert len(table["/cloths/obstacles"]["Mesh3D:vertex_positions"]) == 1


@pytest.mark.parametrize("ending", [".rrd", ".usda"])
def test_a_folder_that_is_not_there_is_said(run: ic.Trajectory, ending: str, tmp_path: Path) -> None:
    pytest.importorskip("pxr" if ending == ".usda" else "rerun")
    with pytest.raises(ValueError, match=rf"run\{ending}: cannot be written"):
        run.save(tmp_path / "none" / f"run{ending}")
