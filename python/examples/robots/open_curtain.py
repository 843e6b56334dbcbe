"""One arm opens a curtain: it takes the leading edge and draws it along a rod, on rings that hang there by contact alone."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from arms import AHEAD, Arm, cell, lead, straight

import isocloth as ic
import isocloth.mujoco as im

WIDTH, DROP = 0.6, 0.4  # of the curtain [m]
ROD = np.array([0, 0.12, 0.78])  # middle of the rod, which lies along x [m]
RINGS, RADIUS, WIRE, BAR = 7, 0.02, 0.003, 0.008  # radii of a ring, of its wire and of the rod [m]
OPENED = 0.36  # how far the leading edge is drawn [m]
SEGMENTS = 8  # of a ring: capsules, which MuJoCo can collide


def ring(name: str, x: float) -> str:
    """A free body: a ring about the rod, on which it lies; the cloth is held at its lowest point."""
    angles = np.linspace(0, 2 * np.pi, SEGMENTS + 1) + np.pi / SEGMENTS
    y, z = RADIUS * np.cos(angles), RADIUS * np.sin(angles)
    wire = "".join(
        f'<geom type="capsule" fromto="0 {y[k]:.5f} {z[k]:.5f} 0 {y[k + 1]:.5f} {z[k + 1]:.5f}" size="{WIRE}" density="7800" friction="0.1" rgba=".8 .7 .3 1"/>'
        for k in range(SEGMENTS)
    )
    down = BAR + WIRE - RADIUS * np.cos(np.pi / SEGMENTS)
    return f'<body name="{name}" pos="{x} {ROD[1]} {ROD[2] + down}"><freejoint/>{wire}<site name="{name}" pos="0 0 {-RADIUS}"/></body>'


def scene() -> tuple[im.Coupling, list[im.Hand], Arm]:
    """The curtain, closed, on its rings, and the arm before it."""
    places = np.linspace(-WIDTH / 2, WIDTH / 2, RINGS)
    end = 0.54 * WIDTH  # with a knob at either end, else rings are pushed off
    look = 'friction="0.1" rgba=".4 .3 .2 1"'
    rod = f'<geom name="rod" type="capsule" fromto="{-end} {ROD[1]} {ROD[2]} {end} {ROD[1]} {ROD[2]}" size="{BAR}" {look}/>' + "".join(
        f'<geom type="sphere" pos="{x} {ROD[1]} {ROD[2]}" size="0.025" {look}/>' for x in (-end, end)
    )
    model, data, (arm,) = cell({"arm": (0, -0.65, 90)}, rod + "".join(ring(f"ring{k}", x) for k, x in enumerate(places[1:], 1)), AHEAD)
    nodes = (37, 25)
    sheet = ic.rectangle((WIDTH, DROP), nodes).with_noise(0.002, length=0.1)
    cloth = ic.Cloth(sheet, ic.Material(density=0.15, damping=1.0, bending=2e-6, thickness=0.002), self_contact=0.3)
    hung = sheet.moved(rotate_deg=(90, 0, 0), translate=(-WIDTH / 2, ROD[1], ROD[2] + BAR + WIRE - 2 * RADIUS - DROP))
    sim = ic.Simulation(cloth, hung)
    coupling = im.Coupling(model, data, sim, geoms=["rod", "table"])
    top = [sim.mesh.parts["top"][k * (nodes[0] - 1) // (RINGS - 1)] for k in range(RINGS)]
    coupling.attach([top[0]], body="world")  # its far end is tied
    hands = [coupling.attach([node], site=f"ring{k}") for k, node in enumerate(top[1:], 1)]
    arm.begin(data)
    coupling.run(0.5)
    return coupling, hands, arm


def check(coupling: im.Coupling, hands: list[im.Hand]) -> dict[str, float]:
    """How far the curtain is open [m], how far rings are from the rod [m], how near to each other, how far elements are from their size [-]."""
    data, sim = coupling.data, coupling.sim
    rings = np.array([data.body(f"ring{k}").xpos for k in range(1, RINGS)])
    axes = np.array([data.body(f"ring{k}").xmat.reshape(3, 3)[:, 0] for k in range(1, RINGS)])
    along = np.sum(axes * (rings - ROD), axis=1) / axes[:, 0]  # where the rod goes through the ring's plane
    through = ROD + along[:, None] * [1, 0, 0]
    off = np.linalg.norm(through - rings, axis=1).max() - RADIUS  # below 0: through the ring
    sizes = [np.linalg.norm(np.cross(x[e[:, 2]] - x[e[:, 0]], x[e[:, 3]] - x[e[:, 1]]), axis=1) for x in (sim.x, sim.mesh.x) for e in [sim.mesh.elements]]
    return {
        "opened": WIDTH / 2 - float(rings[-1, 0]),
        "edge": WIDTH / 2 - float(sim.x[sim.mesh.parts["right"], 0].mean()),  # its lower part hangs behind
        "off": float(off),
        "order": float(np.diff(rings[:, 0]).min()),
        "distorted": float(np.abs(sizes[0] / sizes[1] - 1).max()),
        "held": float(all(hand.holds for hand in hands)),
    }


def main(picture: str | None = None) -> dict[str, float]:
    coupling, hands, arm = scene()
    data, sim = coupling.data, coupling.sim
    edge = sim.x[sim.mesh.parts["right"]][-6]  # so far below the rings that the hand does not touch them
    before, there = edge - [0, 0.12, 0], edge.copy()
    views = [photograph(coupling)] if picture else []
    lead(coupling, [arm], [straight(arm.at, before)], 1.5)
    lead(coupling, [arm], [straight(before, there)], 0.8)
    gripper = coupling.attach(near=arm.tip(data), radius=0.03, body=arm.body)
    lead(coupling, [arm], [straight(there, there - [OPENED, 0, 0])], 3.0)
    views += [photograph(coupling)] if picture else []
    gripper.release()
    lead(coupling, [arm], [straight(there - [OPENED, 0, 0], before - [OPENED, 0, 0])], 1.0)
    coupling.run(1.0)
    found = check(coupling, hands)
    if picture:
        save(picture, [*views, photograph(coupling)])
    print(
        f"opened by {100 * found['opened']:.0f} of {100 * WIDTH:.0f} cm, its edge on average by {100 * found['edge']:.0f} cm; rings {'on the rod' if found['off'] < 0 else 'OFF the rod'}, the "
        f"nearest two {1000 * found['order']:.0f} mm apart; elements off by {100 * found['distorted']:.2f} % at most"
    )
    assert found["opened"] > 0.8 * OPENED and found["edge"] > 0.7 * OPENED
    assert found["off"] < 0 and found["order"] > 0 and found["distorted"] < 0.01 and found["held"]
    return found


def photograph(coupling: im.Coupling) -> Any:
    camera = ic.Camera(480, 360, position=(0.5, 1.1, 1.0), target=(0, 0.05, 0.57))
    return camera.see(coupling, checker=0.05).rgb


def save(path: str, views: list[Any]) -> None:
    import matplotlib.pyplot as plt

    plt.imsave(path, np.concatenate(views, axis=1))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
