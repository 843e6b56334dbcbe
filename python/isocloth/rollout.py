"""Many runs of a simulation, or of variants of it: what planners and learners call."""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np

from . import _core
from ._arrays import Array, ArrayLike, node_list, numbers, whole
from .handles import Grasp
from .simulation import Simulation, State, _rebuilt

Item = TypeVar("Item")
Result = TypeVar("Result")


class Executor(Protocol):
    """Whatever submits calls as concurrent.futures does: processes, Dask's client.get_executor(), mpi4py.futures."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """Call fn elsewhere; the future's result() returns what it returned."""


@dataclass(frozen=True, eq=False)
class Rollouts:
    """What b runs of s steps did; f = s // every frames, m recorded nodes, g led grasps."""

    x: Array
    """positions [m] after every so many steps, shape (b, f, m, 3)"""
    v: Array | None
    """velocities [m/s], likewise; None unless asked for"""
    grasp_force: Array | None
    """force of the led grasps on the cloth [N], shape (b, f, g, 3); None unless asked for"""
    states: list[State] | None
    """state at the end of each run; None unless asked for"""
    converged_steps: Any
    """steps that met the tolerance, shape (b,), int64"""
    iterations: Any
    """linear systems solved, shape (b,), int64"""
    metric_error: Array
    """largest relative error of the first fundamental form [-], shape (b,)"""
    grasp_slip: Array
    """largest distance of a held node from where its grasp wanted it [m], shape (b,); with lanes not known (nan)"""
    penetration: Array
    """deepest point of the cloth inside an obstacle [m], shape (b,); with lanes not known (nan)"""


def rollout(
    simulation: Simulation | Sequence[Simulation],
    states: State | Sequence[State] | None = None,
    grasp_paths: Mapping[str | Grasp, ArrayLike] | None = None,
    *,
    steps: int | None = None,
    relative: bool = False,
    every: int = 1,
    nodes: Sequence[int] | None = None,
    velocities: bool = False,
    forces: bool = False,
    final_states: bool = False,
    threads: int | None = None,
    executor: Executor | None = None,
    chunk: int | None = None,
    lanes: bool = False,
) -> Rollouts:
    """Run a simulation many times, or one each, from states, along grasp paths; the simulations themselves stay as they are.

    simulation: one for all runs, or a list with one for each, of one time step and as many nodes: Simulation.variant makes them with other
    materials, positions, grips, grasps. states: one for all runs, or one each, of the simulation that it runs; None: the simulations' own. grasp_paths: for some grasps, by name, where the first node
    is at the end of each step [m], shape (b, s, 3), or (s, 3) for all runs alike; where relative, its displacement from where the
    grasp is led at the start of the run. Without paths: steps. every: steps between recorded frames; nodes: those recorded,
    default all.

    Runs share the cores as threads do (default: all that this process may use) with the GIL released; or go to an executor in pieces of chunk runs,
    each with threads threads (default 1). The results are the same bits either way, for any number of threads.

    lanes: step all runs together, several in a vector register, as ClothBatch does: up to a few times as many steps a second. They then follow the
    runs of a loop within rounding and the tolerance of contact, not bit by bit. Runs are of one simulation from one state, either all of its grasps
    are led or none, and there are no forces, final states or executors.
    """
    if lanes:
        refused = {"forces": forces, "final_states": final_states, "executor": executor is not None, "chunk": chunk is not None}
        return rollout_in_lanes(simulation, states, grasp_paths or {}, steps, relative, every, nodes, velocities, threads, refused)
    sims = _simulations(simulation)
    saved = [sim.save() for sim in sims] if states is None else [states] if isinstance(states, State) else list(states)
    grasps, paths = _paths(sims, saved, grasp_paths or {}, steps, relative)
    recorded = list(range(len(sims[0].mesh.x))) if nodes is None else node_list(nodes, "nodes")
    options = (whole(every, "every"), recorded, bool(velocities), bool(forces), bool(final_states))
    if executor is None:
        count = core_count() if threads is None else whole(threads, "threads")
        return _joined([_run(sims, saved, grasps, paths, count, options)])
    return _submitted(sims, saved, grasps, paths, 1 if threads is None else whole(threads, "threads"), options, executor, chunk)


def core_count() -> int:
    """Cores that this process may use: on a cluster fewer than the machine has."""
    return len(os.sched_getaffinity(0))


def sweep(
    function: Callable[[Item], Result], values: Iterable[Item], *, executor: Executor | None = None
) -> list[Result]:
    """``[function(v) for v in values]``, in order, on an executor where one is given: for sweeps and fits over parameters."""
    if executor is None:
        return [function(value) for value in values]
    futures = [executor.submit(function, value) for value in values]
    return [future.result() for future in futures]


def rollout_in_lanes(
    simulation: Simulation | Sequence[Simulation],
    states: State | Sequence[State] | None,
    grasp_paths: Mapping[str | Grasp, ArrayLike],
    steps: int | None,
    relative: bool,
    every: int,
    nodes: Sequence[int] | None,
    velocities: bool,
    threads: int | None,
    refused: dict[str, bool],
) -> Rollouts:
    """The runs of rollout() as worlds of one batch."""
    from .batch import ClothBatch  # which needs core_count of here

    for name, asked in refused.items():
        if asked:
            raise ValueError(f"with lanes there is no {name}; leave one of both out")
    sims = _simulations(simulation)
    saved = [sims[0].save()] if states is None else [states] if isinstance(states, State) else list(states)
    if len(sims) > 1 or len(saved) > 1:
        raise ValueError("lanes run copies of one simulation from one state; for worlds that differ see ClothBatch")
    grasps, paths = _paths(sims, saved, grasp_paths, steps, relative)
    sim = sims[0].copy()
    sim.restore(saved[0])
    batch = ClothBatch(sim, len(paths), threads=threads)
    led = _every_held_node(sim, batch._held_places(), grasps, paths)
    count, recorded = whole(every, "every"), list(range(batch.nodes)) if nodes is None else node_list(nodes, "nodes")
    if count < 1:
        raise ValueError(f"every must be at least 1, got {every}")
    x, v = [], []
    converged, iterations, worst = np.zeros(len(paths), np.int64), np.zeros(len(paths), np.int64), np.zeros(len(paths))
    for step in range(paths.shape[1]):
        batch.step(1, None if led is None else led[step : step + 1])
        converged += np.asarray(batch.status) == 0
        iterations += np.asarray(batch.iterations)
        worst = np.maximum(worst, np.asarray(batch.metric_error))
        if (step + 1) % count == 0:
            x.append(np.asarray(batch.x)[:, recorded])
            v.append(np.asarray(batch.v)[:, recorded])
    frames = (len(paths), 0, len(recorded), 3)
    unknown = np.full(len(paths), np.nan)
    return Rollouts(
        x=np.stack(x, axis=1) if x else np.zeros(frames),
        v=(np.stack(v, axis=1) if v else np.zeros(frames)) if velocities else None,
        grasp_force=None,
        states=None,
        converged_steps=converged,
        iterations=iterations,
        metric_error=worst,
        grasp_slip=unknown,
        penetration=unknown.copy(),
    )


def _every_held_node(simulation: Simulation, places: Array, grasps: list[int], paths: Array) -> Array | None:
    """Paths of first nodes (b, s, g, 3) as those of all held nodes (s, b, held, 3), which keep their places beside them."""
    if not grasps:
        return None
    columns, first = [], 0
    for place, (name, number) in enumerate(simulation._grasp_list()):
        if place not in grasps:
            raise ValueError(f'with lanes all grasps are led, or none, but "{name}" has no path')
        own = places[first : first + len(simulation._grasp_nodes(number))]
        columns.append(paths[:, :, grasps.index(place), None] + (own - own[0]))
        first += len(own)
    return np.ascontiguousarray(np.concatenate(columns, axis=2).swapaxes(0, 1))


def _simulations(simulation: Simulation | Sequence[Simulation]) -> list[Simulation]:
    """One for all runs, or one each."""
    sims = [simulation] if isinstance(simulation, Simulation) else list(simulation)
    if not sims:
        raise ValueError("there is no simulation to run; give at least one")
    for place, sim in enumerate(sims):
        if not isinstance(sim, Simulation):
            raise TypeError(f"simulation must be a Simulation, or a list of them, got {type(sim).__name__} at place {place}")
        if any(sim is other for other in sims[:place]):
            raise ValueError(f"simulation {place} is in the list twice; give each run one of its own, such as simulation.copy()")
    return sims


def _paths(
    simulations: list[Simulation],
    states: list[State],
    grasp_paths: Mapping[str | Grasp, ArrayLike],
    steps: int | None,
    relative: bool,
) -> tuple[list[int], Array]:
    """The led grasps, by their place in the list of grasps, and their paths as one array (b, s, g, 3)."""
    simulation = simulations[0]
    if not states:
        raise ValueError("states is empty; give at least one")
    if any(not isinstance(state, State) for state in states):
        raise TypeError("states must be what Simulation.save() returned")
    places = {number: place for place, (_, number) in enumerate(simulation._grasp_list())}
    led, names, arrays = [], [], []
    for grasp, path in grasp_paths.items():
        found = simulation._find_grasp(grasp)
        if found._number not in places:
            raise ValueError(f'grasp "{found.name}" is not there any more: the simulation was restored to before it began')
        led.append(places[found._number])
        name = found.name
        array = np.asarray(path)
        shape = (None,) * (array.ndim - 1) + (3,) if array.ndim in (2, 3) else (None, None, 3)
        array = numbers(path, f'path of grasp "{name}"', shape)
        names.append(name)
        arrays.append(array[None] if array.ndim == 2 else array)
    if not arrays:
        if steps is None:
            raise ValueError("give grasp_paths, or the number of steps")
        if whole(steps, "steps") < 1:
            raise ValueError(f"steps must be at least 1, got {steps}")
        return [], np.zeros((max(len(states), len(simulations)), steps, 0, 3))
    count = max(len(states), len(simulations), *(len(array) for array in arrays))
    if len(simulations) not in (1, count):
        raise ValueError(f"there are {len(simulations)} simulations for {count} rollouts; give one for all, or one each")
    length = arrays[0].shape[1]
    for name, array in zip(names, arrays):
        if len(array) not in (1, count):
            raise ValueError(f'grasp "{name}" has {len(array)} paths for {count} rollouts; give one for all, or one each')
        if array.shape[1] != length or steps not in (None, length):
            raise ValueError(f'the path of grasp "{name}" has {array.shape[1]} steps, others {steps or length}')
    paths = np.stack([np.broadcast_to(array, (count, length, 3)) for array in arrays], axis=2)
    return led, np.ascontiguousarray(paths + _targets(simulations, states, led, names)[:, None] if relative else paths)


def _targets(simulations: list[Simulation], states: list[State], led: list[int], names: list[str]) -> Array:
    """Where the led grasps are at the start of each run [m], shape (b or 1, g, 3)."""
    if len(simulations) == 1:
        return simulations[0]._targets(states, led)
    own = states if len(states) == len(simulations) else states * len(simulations)
    return np.concatenate([sim._targets([state], _places(sim, names)) for sim, state in zip(simulations, own)])


def _places(simulation: Simulation, names: list[str]) -> list[int]:
    """Places in the list of grasps of those with these names."""
    places = {name: place for place, (name, _) in enumerate(simulation._grasp_list())}
    for name in names:
        if name not in places:
            raise ValueError(f'there is no grasp "{name}" in one of the simulations (its grasps: {", ".join(places) or "none"})')
    return [places[name] for name in names]


def _run(
    simulations: list[Simulation], states: list[State], grasps: list[int], paths: Array, threads: int, options: tuple[Any, ...]
) -> dict[str, Any]:
    every, nodes, velocities, forces, final_states = options
    return _core.rollout(simulations, states, grasps, paths, every, nodes, threads, velocities, forces, final_states)


def _joined(parts: list[dict[str, Any]]) -> Rollouts:
    whole_ = dict(parts[0])
    if len(parts) > 1:
        for name, first in parts[0].items():
            pieces = [part[name] for part in parts]
            whole_[name] = sum(pieces, []) if isinstance(first, list) else np.concatenate(pieces)
    return Rollouts(**{"v": None, "grasp_force": None, "states": None, **whole_})


def _submitted(
    simulations: list[Simulation],
    states: list[State],
    grasps: list[int],
    paths: Array,
    threads: int,
    options: tuple[Any, ...],
    executor: Executor,
    chunk: int | None,
) -> Rollouts:
    count = len(paths)
    workers = getattr(executor, "_max_workers", None) or core_count()
    size = max(1, -(-count // (2 * workers))) if chunk is None else whole(chunk, "chunk")
    if size < 1:
        raise ValueError(f"chunk must be at least 1 run, got {size}")
    recipes = [pickle.dumps(simulation._recipe()) for simulation in simulations]
    futures = []
    for first in range(0, max(count, 1), size):
        piece = slice(first, first + size)
        own = states if len(states) == 1 else states[piece]
        made = recipes if len(recipes) == 1 else recipes[piece]
        futures.append(executor.submit(_run_elsewhere, made, own, grasps, paths[piece], threads, options))
    return _joined([future.result() for future in futures])


_worker = threading.local()  # a worker keeps the last simulations it was sent; one a thread, which some executors have many of


def _run_elsewhere(
    recipes: list[bytes], states: list[State], grasps: list[int], paths: Array, threads: int, options: tuple[Any, ...]
) -> dict[str, Any]:
    """One piece, in a worker."""
    if getattr(_worker, "recipes", None) != recipes:
        _worker.recipes, _worker.simulations = recipes, [_rebuilt(pickle.loads(recipe), None) for recipe in recipes]
    return _run(_worker.simulations, states, grasps, paths, threads, options)
