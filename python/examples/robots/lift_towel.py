"""One arm takes a towel by a corner, lifts it off the table and lays it down again: ``lift_towel.py lift.html`` keeps it as a page, or by another ending."""

from __future__ import annotations

import sys

import numpy as np
from arms import cell, lead, straight

import isocloth as ic
import isocloth.mujoco as im

SIZE = 0.3


def main() -> None:
    model, data, (arm,) = cell({"arm": (-0.55, 0, 0)})
    towel = ic.rectangle((SIZE, SIZE), (13, 13)).with_noise(0.001, length=0.1)
    cloth = ic.Cloth(towel, ic.Material(density=0.3, damping=0.5, bending=1e-5))
    sim = ic.Simulation(cloth, towel.moved(translate=(-SIZE / 2, -SIZE / 2, 0.004)))
    coupling = im.Coupling(model, data, sim, geoms=["table"])
    arm.begin(data)
    film = coupling.record()
    corner = sim.x[sim.mesh.parts["bottom_left"][0]] * [1, 1, 0]
    above, down = corner + [0, 0, 0.12], corner + [0, 0, 0.012]
    lead(coupling, [arm], [straight(arm.at, above)], 1.5)
    lead(coupling, [arm], [straight(above, down)], 0.8)
    hand = coupling.attach(near=arm.tip(data), radius=0.03, body=arm.body)
    high = corner + [0.05, 0.1, 0.5]
    lead(coupling, [arm], [straight(down, high)], 2.0)
    coupling.run(1.0)
    lowest, weight = sim.x[:, 2].min(), 0.3 * SIZE**2 * 9.8
    print(f"lifted: lowest node {lowest:.3f} m, the hand bears {hand.force[2]:.3f} N of {weight:.3f} N")
    assert lowest > 0.02 and abs(hand.force[2] - weight) < 0.05 * weight
    lead(coupling, [arm], [straight(high, down + [0.1, 0.1, 0])], 2.5)
    hand.release()
    lead(coupling, [arm], [straight(down + [0.1, 0.1, 0], above + [0.1, 0.1, 0.1])], 1.0)
    print(f"laid down: highest node {1000 * sim.x[:, 2].max():.0f} mm above the table, speed {np.abs(sim.v).max():.3f} m/s")
    assert sim.x[:, 2].max() < 0.1 and coupling.data.time > 9
    for out in sys.argv[1:]:
        film.save(out)


if __name__ == "__main__":
    main()
