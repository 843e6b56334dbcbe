"""Two arms fold a towel that lies somewhat askew: 20 places within 2 cm and 5 degrees."""

from __future__ import annotations

import sys

import numpy as np
from arms import cell, lead, straight

import isocloth as ic
import isocloth.mujoco as im

SIZE, NODES = 0.3, 13
OVER = 0.012  # of the fingertips above the table where it takes hold [m]


def fold(seed: int) -> tuple[float, ic.Camera, im.Coupling]:
    """Fold once; returns how far the corners end from those they were to be laid on [m]."""
    random = np.random.default_rng(seed)
    model, data, arms = cell({"left": (-0.55, 0, 0), "right": (0.55, 0, 180)})
    towel = ic.rectangle((SIZE, SIZE), (NODES, NODES)).with_noise(0.001, length=0.1)
    turn, (dx, dy) = random.uniform(-5, 5), random.uniform(-0.02, 0.02, 2)
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    lying = towel.moved(translate=(-SIZE / 2, -SIZE / 2, 0.004)) @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + [dx, dy, 0]
    sim = ic.Simulation(ic.Cloth(towel, ic.Material(density=0.3, damping=0.5, bending=1e-5)), lying)
    coupling = im.Coupling(model, data, sim, geoms=["table"])
    coupling.run(0.2)
    for arm in arms:
        arm.begin(data)
    near = [sim.x[sim.mesh.parts[corner][0]].copy() for corner in ("bottom_left", "bottom_right")]
    far = [sim.x[sim.mesh.parts[corner][0]].copy() for corner in ("top_left", "top_right")]
    above = [corner + [0, 0, 0.12] for corner in near]
    lead(coupling, arms, [straight(arm.at, up) for arm, up in zip(arms, above)], 1.5)
    down = [corner * [1, 1, 0] + [0, 0, OVER] for corner in near]
    lead(coupling, arms, [straight(up, d) for up, d in zip(above, down)], 0.8)
    hands = [coupling.attach(near=arm.tip(data), radius=0.03, body=arm.body) for arm in arms]

    def over(start: np.ndarray, end: np.ndarray) -> object:
        """Half a turn about the fold, a little low so that the towel is not pulled."""
        return lambda s: start + (1 - np.cos(np.pi * s)) / 2 * (end - start) + [0, 0, 0.9 * np.sin(np.pi * s) * np.linalg.norm(end - start) / 2]

    ends = [corner * [1, 1, 0] + [0, 0, OVER] for corner in far]
    lead(coupling, arms, [over(d, e) for d, e in zip(down, ends)], 2.5)
    for hand in hands:
        hand.release()
    lead(coupling, arms, [straight(e, e + [0, 0.05, 0.15]) for e in ends], 1.0)
    corners = [sim.x[sim.mesh.parts[corner][0]] for corner in ("bottom_left", "bottom_right")]
    off = max(float(np.linalg.norm((a - b)[:2])) for a, b in zip(corners, far))
    return off, ic.Camera(640, 480, position=(0.9, -1.1, 0.9), target=(0, 0, 0.2)), coupling


def main(count: int = 20) -> None:
    offs = [fold(seed)[0] for seed in range(count)]
    done = sum(off < 0.03 for off in offs)
    print(f"folded {done} of {count}; corners off by {1000 * np.median(offs):.0f} mm (median), {1000 * max(offs):.0f} mm (most)")
    assert done >= 0.95 * count


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
