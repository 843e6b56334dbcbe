"""``python -m isocloth.bench``: what Python costs, and how many rollouts a second there are.

Pairs that are compared are measured in turns, so that a machine that gets slower or faster meanwhile favours neither; figures are
medians of the rounds. CPU time is given beside real time: on a machine that others use, only the former says what it takes.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np

from . import diff
from .cloth import Cloth
from .material import Material
from .mesh import rectangle
from .motion import Sine
from .rollout import core_count, rollout
from .simulation import Simulation

_STEPS = 1000  # of a round of the comparison of loops
_SECONDS = 1.0  # of a rollout [s], at dt = 0.01 s


def shaken(nodes: int = 9) -> Simulation:
    """The A3 sheet of the demo, dt = 0.01 s, after half a second of shaking."""
    sheet = rectangle((0.297, 0.42), (nodes, nodes))
    material = Material(density=1.0, virtual_mass=0.52, damping=2.69)
    simulation = Simulation(Cloth(sheet, material), sheet.moved(rotate_deg=(90, 0, 0), translate=(0, 0, 1)))
    corners = [(nodes - 1) * nodes, nodes * nodes - 1]
    simulation.grasp(corners, Sine((0, 1, 0), 0.075, 0.6, np.pi / 2), name="hand")
    simulation.run(50)
    return simulation


def _timed(call: Callable[[], object]) -> tuple[float, float]:
    """Real and CPU time of a call [s]."""
    wall, cpu = time.perf_counter(), time.process_time()
    call()
    return time.perf_counter() - wall, time.process_time() - cpu


def step_overhead(rounds: int = 15) -> dict[str, float]:
    """Time of a step [µs] in a Python loop of step(), and in the same loop in C++; their ratio from CPU times, which others on
    the machine disturb less."""
    simulation = shaken()
    state = simulation.save()

    def in_python() -> None:
        step = simulation.step
        for _ in range(_STEPS):
            step()

    python, compiled = [], []
    for _ in range(rounds):
        simulation.restore(state)
        compiled.append(_timed(lambda: simulation.run(_STEPS))[1])
        simulation.restore(state)
        python.append(_timed(in_python)[1])
    return {
        "step_python_us": 1e6 * median(python) / _STEPS,
        "step_cpp_us": 1e6 * median(compiled) / _STEPS,
        "overhead_percent": 100 * (median(p / c for p, c in zip(python, compiled)) - 1),
    }


def _swings(count: int, steps: int) -> Any:
    """Displacements of the hand [m], (count, steps, 3): sines of many amplitudes and frequencies."""
    t = _SECONDS * np.arange(1, steps + 1) / steps
    paths = np.zeros((count, steps, 3))
    amplitudes, frequencies = np.linspace(0.02, 0.08, count), np.linspace(0.4, 0.9, count)
    paths[..., 1] = amplitudes[:, None] * np.sin(2 * np.pi * frequencies[:, None] * t)
    return paths


def rollout_scaling(count: int = 64, rounds: int = 5) -> dict[str, float]:
    """Rollouts of 9×9 nodes over 1 s at dt = 0.01 s, with one thread and with all cores, and whether both give the same bits."""
    simulation = shaken()
    steps, cores = round(_SECONDS / simulation.dt), core_count()
    paths = _swings(count, steps)

    def batch(threads: int) -> Any:
        return rollout(simulation, None, {"hand": paths}, relative=True, every=steps, threads=threads)

    same = np.array_equal(batch(1).x, batch(cores).x)
    one, many, alone = [], [], []
    for _ in range(rounds):
        one.append(_timed(lambda: batch(1)))
        many.append(_timed(lambda: batch(cores)))
        alone.append(_timed(lambda: simulation.run(count * steps))[0] / count)
    wall_one, wall_many = median(w for w, _ in one), median(w for w, _ in many)
    return {
        "rollouts": count,
        "threads": cores,
        "rollouts_per_s_one_thread": count / wall_one,
        "rollouts_per_s": count / wall_many,
        "speedup": median(a[0] / b[0] for a, b in zip(one, many)),
        "cores_had": median(c / w for w, c in many),
        "cpu_ratio": median(b[1] / a[1] for a, b in zip(one, many)),
        "realtime_factor_one_core": _SECONDS / median(alone),
        "rollouts_over_realtime_factor": median(count * a / b[0] for a, b in zip(alone, many)),
        "same_bits": float(same),
    }


def gradient_cost(rounds: int = 7) -> dict[str, float]:
    """CPU time of runs that can be differentiated and of their way back, over that of plain ones: 250 steps of 9×9, 17×17 and 33×33
    nodes; and of 1,000 steps of 9×9, with 20 MB allowed, where records fit without factors, and with 5 MB, where steps are taken again
    from checkpoints."""
    found = {}
    cases = ((9, 250, 1e10, ""), (17, 250, 1e10, ""), (33, 250, 1e10, ""), (9, 1000, 2e7, "_without_factors"), (9, 1000, 5e6, "_checkpointed"))
    for nodes, steps, memory, kind in cases:
        simulation = shaken(nodes)
        dx = np.ones((steps + 1, nodes * nodes, 3))
        state, plain, there, back = simulation.save(), [], [], []
        for _ in range(rounds):
            runs: list[diff.Rollout] = []
            there.append(_timed(lambda: runs.append(diff.rollout(simulation, steps, memory=memory)))[1])
            back.append(_timed(lambda: runs[0].backward(dx))[1])
            plain.append(_timed(lambda: simulation.run(steps))[1])
            simulation.restore(state)
        name = f"gradient_{nodes}{kind}"
        found[f"{name}_s"] = median(t + b for t, b in zip(there, back))
        found[f"{name}_forward_over_plain"] = median(t / p for t, p in zip(there, plain))
        found[f"{name}_backward_over_forward"] = median(b / t for b, t in zip(back, there))
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m isocloth.bench", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["coupling"], help="what a robot of MuJoCo adds to a step of cloth (needs mujoco)")
    parser.add_argument("--json", action="store_true", help="results as one JSON object on stdout")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    options = parser.parse_args()
    if options.what == "coupling":
        from .mujoco import cost

        shares = cost.measure(3 if options.quick else 15)
        print(json.dumps(shares, indent=1) if options.json else cost.report(shares))
        return
    found = {
        **step_overhead(3 if options.quick else 15),
        **rollout_scaling(16 if options.quick else 64, 2 if options.quick else 5),
        **gradient_cost(1 if options.quick else 7),
    }
    if options.json:
        print(json.dumps(found, indent=1))
        return
    print(
        f"step() at 9×9 from Python   {found['step_python_us']:8.1f} µs\n"
        f"the same loop in C++        {found['step_cpp_us']:8.1f} µs     Python adds {found['overhead_percent']:.1f} %\n"
        f"rollouts/s, one thread      {found['rollouts_per_s_one_thread']:8.1f}        9×9, 1 s each, dt 0.01 s, {found['rollouts']:.0f} a batch\n"
        f"rollouts/s, {found['threads']:2.0f} threads      {found['rollouts_per_s']:8.1f}        {found['speedup']:.2f} × one thread, on {found['cores_had']:.2f} cores that it was given;\n"
        f"                                            {found['rollouts_over_realtime_factor']:.2f} × the real-time factor of one core, {found['realtime_factor_one_core']:.0f};\n"
        f"                                            CPU time {found['cpu_ratio']:.3f} × that of one thread; "
        f"{'the same bits' if found['same_bits'] else 'OTHER BITS'}"
    )
    for name, what in (
        ("9", "9×9, 250 steps"),
        ("17", "17×17, 250 steps"),
        ("33", "33×33, 250 steps"),
        ("9_without_factors", "9×9, 1,000 steps, 20 MB"),
        ("9_checkpointed", "9×9, 1,000 steps, 5 MB"),
    ):
        forward, back = found[f"gradient_{name}_forward_over_plain"], found[f"gradient_{name}_backward_over_forward"]
        print(f"gradient, {what:<24} {found[f'gradient_{name}_s']:6.3f} s   forwards {forward:.2f} × a plain run, backwards {back:.2f} × forwards")


if __name__ == "__main__":
    main()
