"""Swing the free edge of a cloth onto a target that it does not reach hanging: planning by sampling (MPPI).

Twenty times a second the planner tries many disturbed plans of the hand's velocity, each in a world of one batch, and goes on with
their mean, weighted by exp(-cost / temperature).  [Williams et al., "Model Predictive Path Integral Control", 2017]

    python plan_mppi.py
"""

import time

import numpy as np

import isocloth as ic

RATE = 20  # actions a second
STEPS = 5  # of dt = 0.01 s, an action
HORIZON = 12  # actions that are planned ahead
PLANS = 64  # that are tried a time
NOISE = 0.5  # of the hand's velocity [m/s]
SPEED = 1.2  # of the hand, at most, in each direction [m/s]
TEMPERATURE = 0.02  # [m]
CLOSE = 0.03  # [m]


def make_sheet() -> ic.Simulation:
    """An A3 sheet that hangs from a hand at its two upper corners."""
    sheet = ic.rectangle((0.297, 0.42), (9, 9)).with_noise(0.001, length=0.1)  # no cloth is quite flat
    cloth = ic.Cloth(sheet, ic.Material(density=0.2, virtual_mass=0.15, damping=0.2))
    sim = ic.Simulation(cloth, sheet.moved(rotate_deg=(90, 0, 0), translate=(-0.1485, 0, 0)))
    sim.grasp(["top_left", "top_right"], name="hand")
    return sim


def hand_paths(start: np.ndarray, plans: np.ndarray) -> np.ndarray:
    """Positions of the hand at the end of each step [m], from velocities per action [m/s]."""
    velocities = np.repeat(plans, STEPS, axis=1)
    return start + np.cumsum(velocities, axis=1) / (RATE * STEPS)


def try_plans(batch: ic.ClothBatch, sim: ic.Simulation, paths: np.ndarray, arms: np.ndarray) -> np.ndarray:
    """Where the middle of the free edge is after each action [m], shape (PLANS, HORIZON, 3), from where the cloth is now."""
    batch.start_from(sim)
    led = paths.swapaxes(0, 1)[:, :, None] + arms
    middle = np.empty((PLANS, HORIZON, 3))
    for action in range(HORIZON):
        batch.step(STEPS, led[action * STEPS :][:STEPS])
        middle[:, action] = batch.x[:, 4]
    return middle


def costs(middle: np.ndarray, paths: np.ndarray, home: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Of each plan [m]: how near the middle of the free edge comes to the target, and on average is; the hand stays near home."""
    distance = np.linalg.norm(middle - target, axis=2)
    away = np.linalg.norm(paths - home, axis=2).max(axis=1)
    return distance.min(axis=1) + 0.2 * distance.mean(axis=1) + np.maximum(away - 0.25, 0)


def main() -> None:
    sim, random = make_sheet(), np.random.default_rng(4)
    batch, home = ic.ClothBatch(sim, PLANS), sim.grasps["hand"].target
    arms = sim.x[batch.held] - home  # from the hand's first node to each of its nodes
    target = sim.x[4] + [0, 0.3, 0.15]  # in front of the sheet, and higher
    plan = np.zeros((HORIZON, 3))
    begin, closest = time.perf_counter(), np.inf
    while sim.time < 3 and closest > CLOSE:
        tries = np.clip(plan + random.normal(0, NOISE, (PLANS, HORIZON, 3)) * [0.2, 1, 0.5], -SPEED, SPEED)
        tries[0] = plan
        paths = hand_paths(sim.grasps["hand"].target, tries)
        cost = costs(try_plans(batch, sim, paths, arms), paths, home, target)
        weights = np.exp(-(cost - cost.min()) / TEMPERATURE)
        plan = np.tensordot(weights / weights.sum(), tries, 1)
        for point in hand_paths(sim.grasps["hand"].target, plan[None, :1])[0]:
            sim.move("hand", point)
            sim.step()
            closest = min(closest, float(np.linalg.norm(sim.x[4] - target)))
        plan = np.concatenate([plan[1:], np.zeros((1, 3))])
    wall = time.perf_counter() - begin
    print(f"free edge came within {100 * closest:.1f} cm of the target after {sim.time:.2f} s; planned in {wall:.1f} s")
    assert closest < CLOSE, "the edge should come within 3 cm"


if __name__ == "__main__":
    main()
