"""Shake an A3 sheet by its two upper corners, as in the paper, and look at what came of it.

    python shake_a3.py [shake.npz]
"""

import sys

import numpy as np

import isocloth as ic


def main() -> None:
    sheet = ic.rectangle((0.297, 0.42), (9, 9))  # [m], nodes
    cloth = ic.Cloth(sheet, ic.Material(density=1.0, virtual_mass=0.52, damping=2.69))
    sim = ic.Simulation(cloth, sheet.moved(rotate_deg=(90, 0, 0), translate=(0, 0, 1)), dt=0.01)
    for corner in (72, 80):
        sim.grasp(corner, ic.Sine((0, 1, 0), amplitude=0.075, frequency=0.6, phase=np.pi / 2))
    run = sim.record(duration=10)

    worst = run.diagnostics["metric_error"].max()
    swing = np.ptp(run.x[:, 4, 1])
    print(f"{len(run)} frames; lower edge swings over {100 * swing:.1f} cm; metric error at most {100 * worst:.3f} %")
    assert worst < 1e-3, "every step should hold lengths and angles to 0.1 %"
    assert swing > 0.2, "the free edge swings further than the hands, which go 15 cm"
    if len(sys.argv) > 1:
        run.save(sys.argv[1])


if __name__ == "__main__":
    main()
