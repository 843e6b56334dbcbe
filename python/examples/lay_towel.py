"""Lay a towel flat on a table with one throw: a hand's path from exact gradients, through contact and friction.

The towel hangs from a hand at one of its edges, above the table. A hand that simply lowers it leaves it in a heap; one that casts it
forwards on the way lays it out. How far all nodes end from where they lie in a flat towel is the loss; one run backwards tells how it
changes with the whole path. Steps go against the gradient, longer ones while they help. Where cloth crumples, motion is chaotic and
its gradient huge and useless: where no step helps, the next of a few first guesses is tried.

    python lay_towel.py [PICTURE.png]
"""

import sys

import numpy as np

import isocloth as ic
from isocloth import diff

STEPS, LANDS = 130, 100  # of dt = 0.01 s; when the hand has come down
SHAPES = 4  # that the hand's path is a sum of, beside the straight way
LENGTH, WIDTH, HIGH = 0.4, 0.25, 0.45  # of the towel, and of the hand above the table [m]
THICK = 0.002  # [m]
END = np.array([0.0, THICK / 2 + 0.001])  # y and z of the hand when it has come down [m]
GUESSES = (0.15, 0.3, 0.45)  # how far the hand is cast forwards, to begin with [m]
FLAT = 0.005  # mean distance from a flat towel that is good enough [m]
PASSES = 30  # forwards and backwards, at most
FIRST, SHORTEST = 0.05, 1e-3  # length of the first step of the knots, and of the last that is tried [m]


def make_towel() -> ic.Simulation:
    """It hangs from a hand that holds all of its upper edge."""
    mesh = ic.rectangle((WIDTH, LENGTH), (5, 9)).with_noise(0.001, length=0.1)
    towel = ic.Cloth(mesh, ic.Material(density=0.3, bending=1e-4, damping=1.0, thickness=THICK))
    sim = ic.Simulation(towel, mesh.moved(rotate_deg=(90, 0, 0), translate=(0, 0, HIGH - LENGTH)))
    sim.add_obstacle(ic.Plane(), name="table", friction=0.4)
    sim.grasp(list(range(40, 45)), name="hand")
    sim.run(100)
    return sim


def shapes() -> np.ndarray:
    """The straight way of the hand and bumps beside it, which begin and end at rest, shape (STEPS, 1 + SHAPES)."""
    t = np.minimum(np.arange(1, STEPS + 1) / LANDS, 1)
    bumps = [np.sin(np.pi * t) * np.sin(np.pi * k * t) for k in range(1, SHAPES + 1)]
    return np.stack([t - np.sin(2 * np.pi * t) / (2 * np.pi), *bumps], axis=1)


class Throw:
    """Where a path leaves the towel, and what changes that."""

    def __init__(self, sim: ic.Simulation) -> None:
        self.sim, self.still, self.shapes, self.passes = sim, diff.rollout(sim, STEPS).path, shapes(), 0
        begin = self.still[0].mean(axis=0)
        self.way = np.array([END[0] - begin[1], END[1] - begin[2]])
        flat = sim.mesh.x
        in_front = END[0] + LENGTH - flat[:, 1]  # the free edge is furthest
        self.goal = np.stack([flat[:, 0], in_front, np.full(len(flat), THICK / 2)], axis=1)

    def path(self, knots: np.ndarray) -> np.ndarray:
        moved = self.still.copy()
        moved[:, :, 1:] += (self.shapes @ np.vstack([self.way, knots.reshape(SHAPES, 2)]))[:, None]
        return moved

    def run(self, knots: np.ndarray) -> diff.Rollout:
        return diff.rollout(self.sim, STEPS, self.path(knots))

    def off(self, run: diff.Rollout) -> float:
        """How far nodes lie from the flat towel, on average [m]."""
        return float(np.linalg.norm(run.x[-1] - self.goal, axis=1).mean())

    def loss(self, knots: np.ndarray) -> tuple[float, np.ndarray]:
        """Mean squared distance [m²], and its gradient by the knots."""
        run = self.run(knots)
        self.passes += 1
        miss = run.x[-1] - self.goal
        dx = np.zeros_like(run.x)
        dx[-1] = 2 * miss / len(miss)
        of_path = run.backward(dx).path.sum(axis=1)[:, 1:]
        return float((miss**2).sum() / len(miss)), (self.shapes[:, 1:].T @ of_path).ravel()


def lay(throw: Throw) -> np.ndarray:
    """Knots of a path that lays the towel."""
    best = (np.inf, np.zeros(2 * SHAPES))
    for guess in GUESSES:
        knots = np.zeros(2 * SHAPES)
        knots[0] = guess
        loss, gradient = throw.loss(knots)
        size = FIRST
        while loss > FLAT**2 and size > SHORTEST and throw.passes < PASSES:
            there = knots - size * gradient / np.linalg.norm(gradient)
            loss_there, gradient_there = throw.loss(there)
            if loss_there < loss:
                knots, loss, gradient, size = there, loss_there, gradient_there, 1.5 * size
            else:
                size /= 3  # too far for the gradient
        best = min(best, (loss, knots), key=lambda found: found[0])
        if loss <= FLAT**2:
            break
    return best[1]


def main() -> None:
    throw = Throw(make_towel())
    lowered = throw.run(np.zeros(2 * SHAPES))
    laid = throw.run(lay(throw))
    print(
        f"lowered {100 * throw.off(lowered):.1f} cm off on average, laid {1000 * throw.off(laid):.1f} mm "
        f"after {throw.passes} passes forwards and backwards"
    )
    if len(sys.argv) > 1:
        show([("lowered", lowered.x), ("laid", laid.x)], sys.argv[1])
    assert throw.off(lowered) > 0.05 and throw.off(laid) < 0.01 and throw.passes <= PASSES


def show(runs: list[tuple[str, np.ndarray]], picture: str) -> None:
    """The towel's middle from the side, every 0.1 s."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    _, axes = plt.subplots(1, len(runs), figsize=(9, 4), constrained_layout=True, sharex=True, sharey=True)
    for panel, (name, x) in zip(axes, runs):
        for k in range(0, STEPS + 1, 10):
            column = x[k, 2::5]
            panel.plot(column[:, 1], column[:, 2], color=plt.cm.viridis(k / STEPS), lw=1)
        panel.axhline(0, color="0.6", lw=0.5)
        panel.set(aspect="equal", xlabel="y [m]", title=name)
    plt.savefig(picture, dpi=150)


if __name__ == "__main__":
    main()
