"""Fold a towel over the edge of a table: two hands pull a flat towel by its corners over the edge, down, and let go.

    python fold_over_edge.py [fold.ict]
"""

import sys

import numpy as np

import isocloth as ic


def main() -> None:
    towel = ic.rectangle((0.6, 0.4), (16, 11)).with_noise(0.0005, length=0.1)
    cloth = ic.Cloth(towel, ic.Material(density=0.3, bending=2e-5, damping=0.4))
    sim = ic.Simulation(cloth, towel.moved(translate=(-0.58, -0.2, 0.003)))  # its right edge 2 cm over the table's
    table = sim.add_obstacle(ic.Box((1, 1, 0.04), rounding=0.005), position=(-0.5, 0, -0.02), friction=0.5, name="table")
    pull = ic.Path([0.2, 0.8, 2.5], [[0, 0, 0], [0.08, 0, -0.03], [0.06, 0, -0.25]], relative=True)
    for corner in (15, 175):
        sim.grasp(corner, pull, until=2.5)
    run = sim.record(duration=4)

    hangs = sim.x[sim.x[:, 2] < -0.02]
    weight = 0.3 * 0.6 * 0.4 * 9.8  # [N]
    print(f"{len(hangs)} of {len(sim.x)} nodes hang over the edge, to {-100 * sim.x[:, 2].min():.0f} cm below the top;")
    print(f"the table carries {table.force[2]:.3f} N of {weight:.3f} N; deepest point inside it "
          f"{1000 * run.diagnostics['surface_penetration'].max():.2f} mm")  # fmt: skip
    assert len(hangs) > 30 and sim.x[:, 2].min() < -0.15, "a third of the towel should hang down"
    assert np.abs(sim.v[::16]).max() < 0.001, "friction should hold the part on the table when the hands have let go"
    assert abs(table.force[2] - weight) < 0.05 * weight, "the table should carry all of it"
    if len(sys.argv) > 1:
        run.save(sys.argv[1])


if __name__ == "__main__":
    main()
