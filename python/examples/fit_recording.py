"""Find virtual mass and damping of a cloth from a recording of it.

The recording is made here, by simulation, with half a millimetre of noise; then the two parameters are found again by Nelder and
Mead's method, from several starts that can run on other processes or machines: sweep takes any executor.

    python fit_recording.py                  needs scipy
"""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from scipy.optimize import minimize

import isocloth as ic

TRUE = (0.52, 2.69)  # virtual mass [kg/m²], damping [kg/(m²·s)]
FRAMES = 40  # of 0.05 s


def simulate(virtual_mass: float, damping: float) -> np.ndarray:
    """Positions of the lower edge [m], shape (frames, 7, 3), of a sheet that is shaken for two seconds."""
    sheet = ic.rectangle((0.297, 0.42), (7, 7))
    material = ic.Material(density=1.0, virtual_mass=virtual_mass, damping=damping)
    sim = ic.Simulation(ic.Cloth(sheet, material), sheet.moved(rotate_deg=(90, 0, 0)))
    for corner in (42, 48):
        sim.grasp(corner, ic.Sine((0, 1, 0), amplitude=0.075, frequency=0.6))
    return sim.record(5 * FRAMES, every=5).x[1:, :7]


def record() -> np.ndarray:
    """What a camera would have seen."""
    return simulate(*TRUE) + np.random.default_rng(0).normal(0, 0.0005, (FRAMES, 7, 3))


def misfit(parameters: np.ndarray, seen: np.ndarray) -> float:
    """Root mean square distance of the nodes [mm]; parameters are logarithms, so that they stay positive."""
    return 1000 * float(np.sqrt(np.mean(np.sum((simulate(*np.exp(parameters)) - seen) ** 2, axis=2))))


def fit_from(start: tuple[float, float]) -> tuple[float, float, float]:
    """Misfit [mm], virtual mass and damping that the search ends at."""
    simplex = np.log(start) + np.array([[0, 0], [0.4, 0], [0, 0.4]])
    options = {"initial_simplex": simplex, "xatol": 1e-3, "fatol": 1e-3}
    found = minimize(misfit, simplex[0], args=(record(),), method="Nelder-Mead", options=options)
    return float(found.fun), *np.exp(found.x).tolist()


def main() -> None:
    starts = [(0.9, 1.0), (0.3, 6.0)]
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as executor:
        fits = ic.sweep(fit_from, starts, executor=executor)
    error, virtual_mass, damping = min(fits)
    print(f"virtual mass {virtual_mass:.4f} kg/m² (true {TRUE[0]}), damping {damping:.3f} kg/(m²·s) (true {TRUE[1]}),")
    print(f"misfit {error:.3f} mm with noise of {np.sqrt(3) * 0.5:.3f} mm")
    assert abs(virtual_mass / TRUE[0] - 1) < 0.02 and abs(damping / TRUE[1] - 1) < 0.02, "both should be found to 2 %"


if __name__ == "__main__":
    main()
