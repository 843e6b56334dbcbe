"""Find density, bending stiffness and damping of a cloth from a drape and a swing, by exact gradients.

How much the cloth weighs is known (virtual_mass: a scale tells it). Its shape as it falls over an edge then tells the bending
stiffness; how it swings tells what it has to be accelerated, its own mass and that of the air that it takes along (density), and
the drag of the air (damping). Both recordings are made here, by simulation, with half a millimetre of noise. One run forwards and
one backwards give the misfit and all its derivatives; L-BFGS-B goes down from there, and beside it Nelder and Mead's method, which
knows misfits only.

    python identify_material.py [PICTURE.png]                  needs scipy
"""

import sys
import time

import numpy as np
from scipy.optimize import minimize

import isocloth as ic
from isocloth import diff

NAMES = ("density", "bending", "damping")
TRUE = np.array([0.25, 2e-5, 0.4])  # [kg/m²], [N·m], [kg/(m²·s)]
START = TRUE * (1.6, 0.4, 2.0)
WEIGHT = 0.18  # per area, over gravity [kg/m²]
BOUNDS = np.log([(WEIGHT, 1.0), (1e-6, 1e-3), (0.02, 5.0)])
STEPS = 45  # of dt = 0.01 s; over twice as many the fall is chaotic, and no gradient leads far
SWING = 0.04  # of the hand, half of it [m]
NOISE = 0.0005  # [m]


def material(values: np.ndarray) -> ic.Material:
    return ic.Material(virtual_mass=WEIGHT, **dict(zip(NAMES, values)))


def make_strip(rotate_deg: float) -> ic.Simulation:
    """A strip of 10 by 20 cm, turned about its width, before anything holds it."""
    strip = ic.rectangle((0.1, 0.2), (5, 11)).with_noise(0.0005, length=0.05)  # no cloth is quite flat
    return ic.Simulation(ic.Cloth(strip, material(START)), strip.moved(rotate_deg=(rotate_deg, 0, 0)))


def make_drape() -> ic.Simulation:
    """Two rows at its end keep it level, and it begins to fall."""
    sim = make_strip(0)
    sim.grasp(range(45, 55), name="clamp")
    return sim


def make_swing() -> ic.Simulation:
    """It hangs still by its upper edge."""
    sim = make_strip(90)
    sim.grasp(range(50, 55), name="hand")
    sim.run(400)
    return sim


class Misfit:
    """Mean square distance of the nodes over both recordings [mm²], by logarithms of the parameters."""

    def __init__(self) -> None:
        random = np.random.default_rng(1)
        self.sims = (make_drape(), make_swing())
        self.paths = [diff.rollout(sim, STEPS).path for sim in self.sims]
        self.paths[1][:, :, 1] += SWING * (1 - np.cos(2 * np.pi * np.arange(1, STEPS + 1) / STEPS))[:, None]
        self.seen = [run.x + random.normal(0, NOISE, run.x.shape) for run in self._runs(TRUE)]
        self.runs, self.history = 0, []

    def _runs(self, values: np.ndarray) -> list[diff.Rollout]:
        return [diff.rollout(sim.variant(material=material(values)), STEPS, path) for sim, path in zip(self.sims, self.paths)]

    def with_gradient(self, logarithms: np.ndarray) -> tuple[float, np.ndarray]:
        value, slope, values = 0.0, np.zeros(3), np.exp(logarithms)
        for run, seen in zip(self._runs(values), self.seen):
            scale = 1e6 / seen[..., 0].size
            value += scale * np.sum((run.x - seen) ** 2)
            of = run.backward(2 * scale * (run.x - seen)).material
            slope += [of[name] * value_of for name, value_of in zip(NAMES, values)]
        self._count(value)
        return value, slope

    def alone(self, logarithms: np.ndarray) -> float:
        runs = self._runs(np.exp(logarithms))
        value = sum(1e6 * np.mean(np.sum((run.x - seen) ** 2, axis=2)) for run, seen in zip(runs, self.seen))
        self._count(value)
        return value

    def _count(self, value: float) -> None:
        self.runs += 1
        self.history.append((self.runs, value))


def main() -> None:
    curves = {}
    for method in ("L-BFGS-B", "Nelder-Mead"):
        misfit, begin = Misfit(), time.perf_counter()
        by_gradient = method == "L-BFGS-B"
        loss = misfit.with_gradient if by_gradient else misfit.alone
        options = {"ftol": 1e-10} if by_gradient else {"xatol": 1e-3, "fatol": 1e-4}
        found = minimize(loss, np.log(START), jac=by_gradient or None, bounds=BOUNDS, method=method, options=options)
        values, curves[method] = np.exp(found.x), misfit.history
        text = ", ".join(f"{name} {value:.4g} ({100 * (value / true - 1):+.2f} %)" for name, value, true in zip(NAMES, values, TRUE))
        print(f"{method}: {text}; misfit {np.sqrt(found.fun / 2):.3f} mm, {misfit.runs} evaluations, {time.perf_counter() - begin:.1f} s")
        if by_gradient:
            assert np.all(np.abs(values / TRUE - 1) < 0.02), "all should be found to 2 %"
    print(f"the noise alone is {1000 * np.sqrt(3) * NOISE:.3f} mm")
    if len(sys.argv) > 1:
        show(curves, sys.argv[1])


def show(curves: dict[str, list[tuple[int, float]]], picture: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    _, axes = plt.subplots(figsize=(6, 3.2), constrained_layout=True)
    for method, history in curves.items():
        runs, values = zip(*history)
        axes.loglog(runs, np.sqrt(np.minimum.accumulate(values) / 2), label=method)
    axes.axhline(1000 * np.sqrt(3) * NOISE, color="black", lw=0.6, ls=":", label="noise")
    axes.set(xlabel="evaluations of both recordings", ylabel="misfit [mm]")
    axes.legend()
    plt.savefig(picture, dpi=150)


if __name__ == "__main__":
    main()
