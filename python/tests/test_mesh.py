"""Meshes from arrays, by rule and from files are the same things."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import isocloth as ic

X = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [2, 0.5, 0]]


def test_elements_may_mix_triangles_and_quads() -> None:
    mixed = ic.Mesh(X, [[0, 1, 2, 3], [1, 4, 2]])
    padded = ic.Mesh(X, np.array([[0, 1, 2, 3], [1, 4, 2, -1]]))
    assert np.array_equal(mixed.elements, padded.elements)
    assert mixed.triangles.tolist() == [[0, 1, 2], [1, 4, 2], [0, 2, 3]]


@pytest.mark.parametrize(
    ("mesh", "nodes"),
    [
        (ic.rectangle((1, 2), (3, 4)), 12),
        (ic.rectangle((1, 2), (3, 4), triangles=True), 12),
        (ic.irregular_rectangle((1, 1), 30, seed=3), 30),
        (ic.ring(0.1, 0.2, (8, 3)), 24),
        (ic.disc(0.2, 2, 2), 25),
        (ic.tube(0.1, 0.3, (8, 4)), 32),
    ],
)
def test_every_generator_gives_a_cloth(mesh: ic.Mesh, nodes: int) -> None:
    assert mesh.x.shape == (nodes, 3) and mesh.elements.dtype == np.int32
    assert ic.Cloth(mesh).node_area.sum() > 0


@pytest.mark.parametrize("sew", [ic.tank_top, ic.t_shirt, ic.skirt, ic.trousers, ic.towel])
def test_garments_have_parts_that_can_be_held(sew: object) -> None:
    mesh = sew(triangles=500)  # type: ignore[operator]
    sim = ic.Simulation(ic.Cloth(mesh))
    part = next(iter(mesh.parts))
    assert sim.grasp(part).nodes == mesh.parts[part]


def test_lengths_of_a_garment_are_checked() -> None:
    with pytest.raises(TypeError, match='unknown length "sleeves" of a garment'):
        ic.tank_top(sleeves=1.0)
    with pytest.raises(ValueError, match="neck_width"):
        ic.tank_top(neck_width=5.0)


def test_smooth_noise_is_the_same_on_every_mesh() -> None:
    coarse, fine = ic.rectangle((1, 1), (3, 3)), ic.rectangle((1, 1), (5, 5))
    few, many = (mesh.with_noise(0.003, seed=2, length=0.2).x - mesh.x for mesh in (coarse, fine))
    assert np.allclose(few, many.reshape(5, 5, 3)[::2, ::2].reshape(9, 3), atol=1e-12)
    assert 0.0005 < np.std(many) < 0.01


def test_mean_tangents_let_a_sheet_bend_with_other_rows() -> None:
    mesh = ic.rectangle((0.3, 0.3), (5, 5)).with_noise(0.01, length=0.1)
    ends = []
    for frames in ("aligned", "mean_tangents"):
        sim = ic.Simulation(ic.Cloth(mesh, rows="nodes", frames=frames))
        sim.grasp([0, 4])
        sim.run(20)
        ends.append(sim.x.copy())
    assert 1e-6 < np.abs(ends[0] - ends[1]).max() < 0.05


def test_rows_are_in_quads_or_at_nodes() -> None:
    mesh = ic.rectangle((0.3, 0.3), (5, 5)).with_noise(0.01, length=0.1)
    ends = {}
    for rows in ("elements", "nodes"):
        sim = ic.Simulation(ic.Cloth(mesh, rows=rows))
        sim.grasp([0, 4])
        sim.run(20)
        ends[rows] = sim.x.copy()
    assert 1e-6 < np.abs(ends["elements"] - ends["nodes"]).max() < 0.05
    with pytest.raises(ValueError, match="set rows to nodes"):
        ic.Cloth(mesh, frames="mean_tangents")
    with pytest.raises(ValueError, match='rows must be "elements" or "nodes"'):
        ic.Cloth(mesh, rows="edges")


@pytest.mark.parametrize("ending", [".obj", ".ply"])
def test_files_keep_every_bit(tmp_path: Path, ending: str) -> None:
    mesh = ic.rectangle((0.1, 0.3), (4, 4)).with_noise(0.001, seed=5)
    mesh.save(tmp_path / f"m{ending}")
    read = ic.read_mesh(tmp_path / f"m{ending}")
    assert np.array_equal(read.x, mesh.x) and np.array_equal(read.elements, mesh.elements)


def test_a_file_is_scaled_and_what_was_done_to_it_is_warned_of(tmp_path: Path) -> None:
    arrowhead = "v 0 0 0\nv 2 1 0\nv 0 2 0\nv 1 1 0\nf 1 2 3 4\n"
    (tmp_path / "a.obj").write_text(arrowhead)
    with pytest.warns(UserWarning, match=r"a\.obj: 1 quad .* split into triangles, first element 0"):
        mesh = ic.read_mesh(tmp_path / "a.obj", scale=0.1)
    assert np.allclose(mesh.x[1], [0.2, 0.1, 0]) and mesh.elements.tolist() == [[0, 1, 3, -1], [1, 2, 3, -1]]
    (tmp_path / "b.obj").write_text("v 0 0 0\nv 60 0 0\nv 0 60 0\nf 1 2 3\n")
    with pytest.warns(UserWarning, match=r"is 60 m long; .*scale: 0\.001"):
        ic.read_mesh(tmp_path / "b.obj")
    with pytest.raises(ValueError, match="scale must be above 0"):
        ic.read_mesh(tmp_path / "b.obj", scale=0)


def test_meshio_reads_what_we_write(tmp_path: Path) -> None:
    meshio = pytest.importorskip("meshio")
    mesh = ic.rectangle((0.1, 0.3), (4, 4))
    mesh.save(tmp_path / "m.obj")
    read = meshio.read(tmp_path / "m.obj")
    assert np.array_equal(read.points, mesh.x)
    assert np.array_equal(read.cells_dict["quad"], mesh.elements)


@pytest.mark.parametrize(
    ("x", "elements", "error", "message"),
    [
        (X, [[0, 1]], ValueError, "element 0 must name 3 or 4 nodes"),
        (X, [[0, 1, 9]], ValueError, "element 0 names node 9, but the mesh has 5 nodes"),
        (X, [[0, -1, 2]], ValueError, "element 0 names node -1"),
        (X, [[0.5, 1, 2]], TypeError, "element 0 must name nodes by whole numbers"),
        (X, [[2**32, 1, 2]], ValueError, "element 0 names node 4294967296"),
        (X, [[0, 1, 2], [0, 1, 2, 2**32 + 3]], ValueError, "element 1 names node 4294967299"),
        (X, [[0, 1, 2**70]], ValueError, "element 0 names node 1180591620717411303424"),
        (X, [[0, 1, 1 - 2**32]], ValueError, "element 0 names node -4294967295"),
        (X, np.array([[0, 1, 2], [2**32, 1, 2]]), ValueError, "element 1 names node 4294967296"),
        (X, np.array([[0, 1, 2**63]], np.uint64), ValueError, "element 0 names node 9223372036854775808"),
        (X, [[True, 1, 2]], TypeError, "element 0 must name nodes by whole numbers"),
        (np.ma.masked_equal(X, 2.0), [[0, 1, 2]], ValueError, "x has masked values"),
        (X, np.zeros((2, 5), int), ValueError, r"elements must have shape \(m, 3\) or \(m, 4\), got \(2, 5\)"),
        (X, np.zeros((2, 3)), TypeError, "elements must be whole numbers"),
        ([[0, 0], [1, 1]], [[0, 1, 2]], ValueError, r"x must have shape \(n, 3\), got \(2, 2\)"),
        ([[0, 0, 0], [1, np.nan, 0]], [[0, 1, 2]], ValueError, r"x\[1, 1\] is nan"),
        ([["a", 0, 0]], [[0, 1, 2]], TypeError, "x must be real numbers"),
        ([[1j, 0, 0]], [[0, 1, 2]], TypeError, "x must be real numbers, got dtype complex128"),
        ([[1, 2], [3]], [[0, 1, 2]], ValueError, "its rows differ in length"),
    ],
)
def test_wrong_arrays_are_named(x: object, elements: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ic.Mesh(x, elements)  # type: ignore[arg-type]


def test_parts_and_seeds_are_checked() -> None:
    with pytest.raises(ValueError, match='part "hem" names node 9, but the mesh has 5 nodes'):
        ic.Mesh(X, [[0, 1, 2, 3]], {"hem": [0, 9]})
    with pytest.raises(ValueError, match=r'part "hem"\[0\] must be from .*, got 4294967296'):
        ic.Mesh(X, [[0, 1, 2, 3]], {"hem": [2**32]})
    assert not np.array_equal(ic.rectangle((1, 1), (3, 3)).with_noise(0.1, 2**32 - 1).x, ic.rectangle((1, 1), (3, 3)).x)
    with pytest.raises(ValueError, match="seed must be from 0 to 4294967295, got -1"):
        ic.irregular_rectangle((1, 1), 30, seed=-1)


def test_a_mesh_that_is_no_surface_is_refused() -> None:
    with pytest.raises(ValueError, match="node 4"):
        ic.Cloth(ic.Mesh(X, [[0, 1, 2, 3]]))
    with pytest.raises(ValueError, match=r"nothing\.obj: "):
        ic.read_mesh("nothing.obj")
