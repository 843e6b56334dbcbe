"""How far ahead gradients reach: against central differences, over horizons from 1 to 1,000 steps, in the air and on a table.

Differences of many lengths are taken, as none is right for all: long ones see the loss bend, short ones drown in rounding, the
sooner the more the cloth amplifies what is small. Where no length agrees any more, it moves chaotically: the gradient is still that of
this run, but says little about the next.

    python gradient_horizons.py                 # up to 50 steps
    python gradient_horizons.py PICTURE.png     # up to 1,000, with matplotlib
"""

import sys

import numpy as np

import isocloth as ic
from isocloth import diff

HORIZONS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
LENGTHS = 10.0 ** -np.arange(4, 13)  # [m]


def swinging() -> ic.Simulation:
    """A sheet in the air, whose upper corners swing."""
    sheet = ic.rectangle((0.3, 0.3), (7, 7)).with_noise(0.001, length=0.1)
    sim = ic.Simulation(ic.Cloth(sheet, ic.Material(density=0.2, damping=1)), sheet.moved(rotate_deg=(90, 0, 0)))
    for corner in ("top_left", "top_right"):
        sim.grasp(corner, ic.Sine((0, 1, 0), 0.03, 0.6))
    sim.run(200)
    return sim


def lying() -> ic.Simulation:
    """The same sheet on a table with friction, drawn to and fro by a corner."""
    sheet = ic.rectangle((0.3, 0.3), (7, 7)).with_noise(0.001, length=0.1)
    sim = ic.Simulation(ic.Cloth(sheet, ic.Material(density=0.2, damping=1)), sheet.moved(translate=(0, 0, 0.001)))
    sim.add_obstacle(ic.Plane(), friction=0.3)
    sim.grasp("bottom_left", ic.Sine((1, 0.5, 0.3), 0.03, 0.3))
    sim.run(30)
    return sim


def compare(sim: ic.Simulation, steps: int) -> tuple[float, float]:
    """Size of the gradient of where the cloth ends, by a random change of the path, and its relative error."""
    run = diff.rollout(sim, steps)
    random = np.random.default_rng(1)
    weights, along = random.normal(size=run.x.shape[1:]), random.normal(size=run.path.shape)
    dx = np.zeros_like(run.x)
    dx[-1] = weights
    gradient = run.backward(dx).path
    predicted, errors = float(np.sum(gradient * along)), []
    for h in LENGTHS:
        there, back = (diff.rollout(sim, steps, run.path + sign * h * along).x[-1] for sign in (1, -1))
        measured = float(np.sum(weights * (there - back))) / (2 * h)
        errors.append(abs(predicted - measured) / max(abs(measured), 1e-300))
    return float(np.linalg.norm(gradient)), min(errors)


def main() -> None:
    horizons = HORIZONS if len(sys.argv) > 1 else HORIZONS[:6]
    found = {name: [compare(sim, steps) for steps in horizons] for name, sim in (("in the air", swinging()), ("on a table", lying()))}
    for name, values in found.items():
        for steps, (size, error) in zip(horizons, values):
            print(f"{name}, {steps:4d} steps: gradient {size:.1e}, relative error {error:.1e}")
    if len(sys.argv) > 1:
        draw(found, sys.argv[1])
    assert all(error < 1e-5 for values in found.values() for _, error in values[:5])


def draw(found: dict[str, list[tuple[float, float]]], to: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    for name, values in found.items():
        left.loglog(HORIZONS, [error for _, error in values], "o-", label=name)
        right.loglog(HORIZONS, [size for size, _ in values], "o-", label=name)
    left.set(xlabel="steps", ylabel="relative error against differences")
    right.set(xlabel="steps", ylabel="size of the gradient")
    left.legend()
    figure.savefig(to, dpi=110)


if __name__ == "__main__":
    main()
