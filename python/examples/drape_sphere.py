"""Drop a round cloth on a sphere.

    python drape_sphere.py [drape.png]       the picture needs matplotlib
"""

import sys

import numpy as np

import isocloth as ic


def main() -> None:
    disc = ic.disc(0.25, 6, 6).with_noise(0.001, length=0.1)  # no cloth is quite flat
    cloth = ic.Cloth(disc, ic.Material(density=0.2, bending=1e-5, damping=0.4, thickness=0.001))
    sim = ic.Simulation(cloth, disc.moved(translate=(0, 0, 0.13)))
    ball = sim.add_obstacle(ic.Sphere(0.12), friction=0.4, name="ball")
    report = sim.run(duration=2.5)

    weight = 0.2 * cloth.node_area.sum() * 9.8  # [N]
    rim = np.array(cloth.boundary_loops[0])
    folds = np.ptp(np.linalg.norm(sim.x[rim, :2], axis=1))
    print(f"rim between {100 * sim.x[rim, 2].min():.1f} and {100 * sim.x[rim, 2].max():.1f} cm, in folds {100 * folds:.1f} cm deep;")
    print(f"the ball carries {ball.force[2]:.3f} N of {weight:.3f} N through {len(sim.contacts()['point'])} points")
    assert abs(ball.force[2] - weight) < 0.1 * weight, "the ball should carry the cloth"
    assert report.surface_penetration < 1e-3, "nothing should enter the ball by a millimetre"
    if len(sys.argv) > 1:
        ic.plot(sim).figure.savefig(sys.argv[1])


if __name__ == "__main__":
    main()
