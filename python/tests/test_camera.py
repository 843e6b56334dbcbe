"""What cameras see: exact depth, labels, nodes; and what a tracker makes of it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

import isocloth as ic
from isocloth import _program


def _scene(n: int = 17) -> ic.Simulation:
    mesh = ic.rectangle((0.4, 0.4), (n, n)).with_noise(0.001, length=0.1)
    sim = ic.Simulation(ic.Cloth(mesh, ic.Material(density=0.2, damping=1.0)), mesh.moved(translate=(-0.2, -0.2, 0.12)))
    sim.add_obstacle(ic.Plane(), name="floor", friction=0.3)
    sim.add_obstacle(ic.Sphere(0.1), name="ball", friction=0.3)
    return sim


def _camera(**more: object) -> ic.Camera:
    return ic.Camera(320, 240, fov_deg=50, position=(0.1, -0.9, 0.6), target=(0, 0, 0.05), **more)


def test_depth_is_that_of_exact_rays() -> None:
    sim = _scene()
    sim.run(duration=0.5)
    camera = _camera()
    view = camera.see(sim)
    triangles = sim.x[sim.mesh.triangles]
    eye = camera.pose[:3]
    worst = count = 0
    for row in range(3, 240, 12):
        for column in range(5, 320, 12):
            ray = camera.rotation @ [(column + 0.5 - camera.center[0]) / camera.focal[0], (row + 0.5 - camera.center[1]) / camera.focal[1], 1]
            exact = min(_through_triangles(eye, ray, triangles), _through_ball(eye, ray, 0.1), -eye[2] / ray[2] if ray[2] < 0 else np.inf)
            if np.isfinite(exact) and exact < 50:
                worst, count = max(worst, abs(exact - view.depth[row, column])), count + 1
    assert count > 300
    assert worst <= 1e-4


def _through_triangles(eye: np.ndarray, ray: np.ndarray, triangles: np.ndarray) -> float:
    a, u, v = triangles[:, 0], triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    across, off = np.cross(ray, v), eye - a
    with np.errstate(divide="ignore", invalid="ignore"):
        volume = np.einsum("ij,ij->i", u, across)
        s = np.einsum("ij,ij->i", off, across) / volume
        turned = np.cross(off, u)
        t = turned @ ray / volume
        depth = np.einsum("ij,ij->i", v, turned) / volume
    return float(np.min(depth[(s >= 0) & (t >= 0) & (s + t <= 1)], initial=np.inf))


def _through_ball(eye: np.ndarray, ray: np.ndarray, radius: float) -> float:
    a, b, c = ray @ ray, eye @ ray, eye @ eye - radius**2
    root = b * b - a * c
    return float((-b - np.sqrt(root)) / a) if root >= 0 else np.inf


def test_labels_clouds_and_nodes_agree() -> None:
    sim = _scene()
    sim.run(duration=0.5)
    view = _camera().see(sim)
    assert view.names == {0: "cloth", 1: "floor", 2: "ball"}
    assert set(np.unique(view.segmentation)) <= {-1, 0, 1, 2}
    assert np.abs(view.cloud("floor")[:, 2]).max() < 1e-5
    cloth = view.cloud("cloth")
    nearest = [np.linalg.norm(sim.x - point, axis=1).min() for point in cloth[::50]]
    assert max(nearest) <= 0.4 / 16  # a point of a cell is nearer than its side to one of its nodes
    assert 0 < len(view.visible_nodes) < len(sim.x)
    assert len(ic.Camera(320, 240, position=(0, 0, 2), target=(0, 0, 0)).see(sim).visible_nodes) > len(view.visible_nodes)
    with pytest.raises(ValueError, match='nothing here is named "bal"'):
        view.cloud("bal")


def test_checker_and_node_colours_are_seen() -> None:
    sim = _scene()
    camera = ic.Camera(320, 240, fov_deg=40, position=(0, 0, 1), target=(0, 0, 0))
    plain, checked = camera.see(sim), camera.see(sim, checker=0.05)
    red = camera.see(sim, colors=np.tile([1.0, 0, 0], (len(sim.x), 1)))
    on_cloth = plain.segmentation == 0
    assert np.array_equal(plain.depth, checked.depth)
    assert checked.rgb[on_cloth][:, 0].std() > 4 * plain.rgb[on_cloth][:, 0].std()
    assert red.rgb[on_cloth][:, 0].min() > 80 and red.rgb[on_cloth][:, 1:].max() == 0


def test_noise_is_that_of_a_depth_camera_and_the_same_for_a_seed() -> None:
    view = _camera().see(_scene())
    one, same, other = view.sensed(seed=3), view.sensed(seed=3), view.sensed(seed=4)
    assert np.array_equal(one.depth, same.depth) and not np.array_equal(one.depth, other.depth)
    both = np.isfinite(view.depth) & np.isfinite(one.depth) & (view.depth < 1.5)
    off = np.abs(one.depth - view.depth)[both]
    assert 0.0005 < np.median(off) < 0.003  # half steps of 2.8 mm at 1 m
    exact = view.sensed(ic.DepthNoise(disparity_noise=0, lateral_noise=0, dropout=0, edge_dropout=0, color_noise=0))
    seen = np.isfinite(exact.depth)
    assert (np.abs(exact.depth - view.depth)[seen] <= 0.51 * view.depth[seen] ** 2 / 351.3).all()


def test_cameras_that_cannot_be_are_refused() -> None:
    for sentence, options in {
        "position and target, or a pose": {},
        "fov_deg or focal": {"fov_deg": 60, "focal": 500, "position": (0, 0, 1)},
        "fov_deg must be above 0": {"fov_deg": 180, "position": (0, 0, 1)},
        "must not be the same point": {"position": (0, 0, 0)},
        "focal length of a camera must be above 0": {"focal": -3, "position": (0, 0, 1)},
        "from a depth above 0 m": {"position": (0, 0, 1), "nearest": 2, "farthest": 1},
    }.items():
        with pytest.raises(ValueError, match=sentence):
            ic.Camera(64, 48, **options)


def test_cloth_is_tracked_in_this_cameras_clouds_with_an_arm_in_view(tmp_path: Path) -> None:
    """A sheet of size A3 is swung by its upper corners, held by an arm of capsules; noise of a depth camera."""
    size, nodes = (0.297, 0.42), (9, 9)
    mesh = ic.rectangle(size, (17, 17)).with_noise(0.0005, length=0.1)
    sim = ic.Simulation(ic.Cloth(mesh, ic.Material(density=0.2, damping=1.0, bending=1e-5)), mesh.moved(rotate_deg=(90, 0, 0), translate=(-0.15, 0, 0.6)))
    swing = ic.Sine((0, 1, 0), 0.04, 0.5)
    for corner in ("top_left", "top_right"):
        sim.grasp(corner, swing)
    sim.add_obstacle(ic.Capsule(0.01, 0.36), position=(0, 0.02, 1.05), rotate_deg=(0, 90, 0), motion=swing, name="hanger")
    sim.add_obstacle(ic.Capsule(0.04, 0.5), position=(0, 0.3, 1.25), rotate_deg=(60, 0, 0), motion=swing, name="arm")
    camera = ic.Camera(640, 480, focal=525, position=(0.1, -1.3, 0.9), target=(0, 0, 0.85))
    (tmp_path / "clouds").mkdir()
    lines, truth = ["time,file"], []
    for frame in range(10):
        view = camera.see(sim, cloth_color=(0.75, 0.24, 0.2)).sensed(seed=frame)
        view.save_cloud(tmp_path / f"clouds/{frame:05d}.ply")
        lines.append(f"{sim.time:.6f},clouds/{frame:05d}.ply")
        truth.append(sim.x.reshape(17, 17, 3)[::2, ::2].reshape(-1, 3).copy())
        sim.run(duration=0.05)
    (tmp_path / "manifest.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / "track.yaml").write_text(
        "size: [0.297, 0.42]\nnodes: [9, 9]\nhalf_spaces:\n  - {normal: [0, -1, 0], offset: -0.4}\n  - {normal: [0, 0, -1], offset: -1.03}\ncolor: {rgb: [190, 60, 50], distance: 30}\n"
    )
    done = subprocess.run(
        [str(_program.path()), "track", str(tmp_path / "manifest.csv"), "--settings", str(tmp_path / "track.yaml"), "--out", str(tmp_path / "nodes.csv")],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    tracked = np.loadtxt(tmp_path / "nodes.csv", delimiter=",", skiprows=1)[:, 1:].reshape(10, 81, 3)
    distance = np.linalg.norm(tracked - np.array(truth), axis=2).mean()
    print(f"tracked within {1000 * distance:.2f} mm")
    assert distance <= 0.003
