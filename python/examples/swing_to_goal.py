"""Swing the free edge of a cloth to a point where it would never hang: a hand's path from exact gradients.

The path is straight between a few knots. One run forwards and three backwards, one for each coordinate of where the middle of the
edge ends, tell how knots move that point; the smallest change of the knots that brings it closer is made, and tried again. Beside
it, in the same time, planning by sampling (MPPI), which tries disturbed plans and goes on with their mean, weighted by how near they
come. [Williams et al., "Model Predictive Path Integral Control", 2017]

    python swing_to_goal.py [GOALS] [PICTURE.png]
"""

import sys
import time

import numpy as np

import isocloth as ic
from isocloth import diff

STEPS = 80  # of dt = 0.01 s
SHAPES = 3  # that the hand's path is a sum of
NODE = 4  # the middle of the free edge
CLOSE = 0.01  # [m]
PASSES = 30  # forwards and backwards, at most
PLANS, NOISE, TEMPERATURE = 16, 0.1, 0.02  # of the sampling: at a time; of each knot [m]; [m]
FARTHEST = 0.1  # that one change may bring the point closer [m]: the gradient holds near the run alone


def make_sheet() -> ic.Simulation:
    """An A3 sheet that hangs from a hand at its two upper corners."""
    sheet = ic.rectangle((0.297, 0.42), (9, 9)).with_noise(0.001, length=0.1)  # no cloth is quite flat
    cloth = ic.Cloth(sheet, ic.Material(density=0.2, virtual_mass=0.15, damping=0.2))
    sim = ic.Simulation(cloth, sheet.moved(rotate_deg=(90, 0, 0)))
    sim.grasp(["top_left", "top_right"], name="hand")
    sim.run(200)
    return sim


def shapes() -> np.ndarray:
    """What the hand's path is a sum of, at the end of each step, shape (STEPS, SHAPES): all begin and end at rest."""
    t = np.arange(1, STEPS + 1) / STEPS
    return np.stack([t - np.sin(2 * np.pi * t) / (2 * np.pi), np.sin(np.pi * t) ** 2, np.sin(np.pi * t) ** 2 * np.cos(np.pi * t)], axis=1)


def sample(sim: ic.Simulation, goal: np.ndarray, seconds: float) -> float:
    """The least distance to the goal that sampling comes to in this time, on one core [m]."""
    share, random, best, begin = shapes(), np.random.default_rng(1), np.inf, time.perf_counter()
    knots, home = np.zeros((SHAPES, 3)), sim.grasps["hand"].target
    knots[0] = goal - sim.x[NODE]
    while time.perf_counter() - begin < seconds:
        tries = knots + random.normal(0, NOISE, (PLANS, SHAPES, 3)) * min(1.0, best / 0.1)
        tries[0] = knots
        runs = ic.rollout(sim, None, {"hand": home + np.einsum("sk,pkc->psc", share, tries)}, every=STEPS, nodes=[NODE], threads=1)
        miss = np.linalg.norm(runs.x[:, -1, 0] - goal, axis=1)
        best = min(best, float(miss.min()))
        weights = np.exp(-(miss - miss.min()) / TEMPERATURE)
        knots = np.tensordot(weights / weights.sum(), tries, 1)
    return best


def swing(sim: ic.Simulation, goal: np.ndarray) -> tuple[float, int, np.ndarray]:
    """The least distance to the goal [m], how many passes it took, and the run that came there."""
    share, knots, still = shapes(), np.zeros((SHAPES, 3)), diff.rollout(sim, STEPS).path
    best, passes, step, size = np.inf, 1, np.zeros((SHAPES, 3)), 1.0
    knots[0] = goal - sim.x[NODE]  # to begin with, the hand goes as far as the goal is away
    while passes + 1 <= PASSES and best > CLOSE:
        run = diff.rollout(sim, STEPS, still + (share @ (knots + size * step))[:, None])
        passes += 1
        miss = goal - run.x[-1, NODE]
        if np.linalg.norm(miss) > best:
            size /= 3  # too far for the gradient
            continue
        best, knots, size, nearest = float(np.linalg.norm(miss)), knots + size * step, 1.0, run.x
        if best <= CLOSE or passes + 3 > PASSES:
            break
        rows = []
        for axis in range(3):
            dx = np.zeros_like(run.x)
            dx[-1, NODE, axis] = 1
            rows.append((share.T @ run.backward(dx).path.sum(axis=1)).ravel())
            passes += 1
        jacobian = np.stack(rows)
        wanted = miss * min(1, FARTHEST / best)
        step = (jacobian.T @ np.linalg.solve(jacobian @ jacobian.T + 1e-3 * np.eye(3), wanted)).reshape(SHAPES, 3)
    return best, passes, nearest


def main() -> None:
    sim, random = make_sheet(), np.random.default_rng(1)
    goals = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    reached, sampled, pictures = 0, 0, []
    for k in range(goals):
        way = random.uniform([-0.05, -0.3, 0.0], [0.05, 0.3, 0.15])
        begin = time.perf_counter()
        distance, passes, run = swing(sim, sim.x[NODE] + way)
        seconds = time.perf_counter() - begin
        by_sampling = sample(sim, sim.x[NODE] + way, seconds)
        reached, sampled = reached + int(distance <= CLOSE), sampled + int(by_sampling <= CLOSE)
        pictures.append((run, sim.x[NODE] + way))
        print(
            f"goal {k + 1}, {100 * np.linalg.norm(way):.0f} cm away: {1000 * distance:.1f} mm after {passes} passes, {seconds:.2f} s; "
            f"sampling {1000 * by_sampling:.1f} mm"
        )
    print(f"{reached} of {goals} goals within {1000 * CLOSE:.0f} mm; sampling in the same time {sampled}")
    if len(sys.argv) > 2:
        show(sim, pictures, sys.argv[2])
    assert reached >= 0.75 * goals


def show(sim: ic.Simulation, pictures: list[tuple[np.ndarray, np.ndarray]], picture: str) -> None:
    """The sheet from the side, every tenth of a second, and the goal."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    _, axes = plt.subplots(1, min(4, len(pictures)), figsize=(9, 3), constrained_layout=True, sharex=True, sharey=True)
    for panel, (run, goal) in zip(np.atleast_1d(axes), pictures):
        for k in range(0, STEPS + 1, 10):
            column = run[k, NODE::9]
            panel.plot(column[:, 1], column[:, 2], color=plt.cm.viridis(k / STEPS), lw=1)
        panel.plot(goal[1], goal[2], "rx")
        panel.set(aspect="equal", xlabel="y [m]")
    plt.savefig(picture, dpi=150)


if __name__ == "__main__":
    main()
