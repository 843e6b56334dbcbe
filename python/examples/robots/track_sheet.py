"""An arm swings a sheet before a depth camera; ``isocloth track`` finds its nodes in the clouds, with the arm in view."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from arms import AHEAD, Arm, cell

import isocloth as ic
import isocloth.mujoco as im
from isocloth import _program

SIZE, NODES, FINE = (0.297, 0.42), 9, 17  # the sheet [m]; nodes a side that are sought, and that are simulated
RED = (0.75, 0.24, 0.2)
SETTINGS = f"""size: [{SIZE[0]}, {SIZE[1]}]
nodes: [{NODES}, {NODES}]
color: {{rgb: [190, 60, 50], distance: 30}}
"""


def scene() -> tuple[im.Coupling, Arm]:
    """A sheet of size A3 that hangs from the hand of an arm, held by its whole upper side."""
    model, data, (arm,) = cell({"arm": (0, -0.65, 90)}, home=AHEAD)
    arm.begin(data)
    mesh = ic.rectangle(SIZE, (FINE, FINE)).with_noise(0.0005, length=0.1)
    hung = mesh.moved(rotate_deg=(90, 0, 0), translate=arm.at + [-SIZE[0] / 2, 0.02, -SIZE[1]])
    sim = ic.Simulation(ic.Cloth(mesh, ic.Material(density=0.2, damping=1.0, bending=1e-5)), hung)
    coupling = im.Coupling(model, data, sim, geoms=["table"])
    coupling.attach("top", body=arm.body)
    return coupling, arm


def record(folder: Path, frames: int = 20) -> list[Any]:
    """Clouds of a swinging sheet, with the noise of a depth camera; returns where the nodes are [m]."""
    coupling, arm = scene()
    sim, start = coupling.sim, arm.at
    camera = ic.Camera(640, 480, focal=525, position=(0.75, 0.95, 0.75), target=(0, -0.1, 0.55))
    lines, truth = ["time,file"], []
    for frame in range(frames):
        view = camera.see(coupling, cloth_color=RED)
        if frame == 0:
            save(folder / "first.png", view.rgb)
        view.sensed(seed=frame).save_cloud(folder / f"{frame:05d}.ply")
        lines.append(f"{sim.time:.6f},{frame:05d}.ply")
        truth.append(sim.x.reshape(FINE, FINE, 3)[::2, ::2].reshape(-1, 3).copy())
        for _ in range(5):
            phase = 2 * np.pi * 0.5 * sim.time
            arm.reach(coupling.data, start + [0.03 * np.sin(phase), 0.04 * np.sin(phase), 0], sim.dt)
            coupling.step()
    (folder / "manifest.csv").write_text("\n".join(lines) + "\n")
    (folder / "track.yaml").write_text(SETTINGS)
    return truth


def save(path: Path, picture: Any) -> None:
    import matplotlib.pyplot as plt

    plt.imsave(path, picture)


def main(where: str | None = None) -> float:
    """How far the nodes that were found are from the true ones, on average [m]."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(where or scratch)
        truth = record(folder)
        _program.run("track", folder, "--out", folder / "nodes.csv")
        found = np.loadtxt(folder / "nodes.csv", delimiter=",", skiprows=1)[:, 1:].reshape(-1, NODES * NODES, 3)
    off = np.linalg.norm(found - np.array(truth), axis=2)
    print(f"tracked {len(found)} frames within {1000 * off.mean():.2f} mm on average, {1000 * off.mean(axis=1).max():.2f} mm in the worst frame")
    assert len(found) == len(truth) and np.isfinite(off).all() and off.mean() <= 0.003
    return float(off.mean())


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
