"""Many runs of one simulation: what planners and learners call."""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np

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
    """largest distance of a held node from where its grasp wanted it [m], shape (b,)"""
    penetration: Array
    """deepest point of the cloth inside an obstacle [m], shape (b,)"""


def rollout(
    simulation: Simulation,
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
) -> Rollouts:
    """Run a simulation many times, from states, along grasp paths; the simulation itself stays as it is.

    states: one for all runs, or one each; None: the simulation's own. grasp_paths: for some grasps, by name, where the first node
    is at the end of each step [m], shape (b, s, 3), or (s, 3) for all runs alike; where relative, its displacement from where the
    grasp is led at the start of the run. Without paths: steps. every: steps between recorded frames; nodes: those recorded,
    default all.

    Runs share the cores as threads do (default: all that this process may use) with the GIL released; or go to an executor in pieces of chunk runs,
    each with threads threads (default 1). The results are the same bits either way, for any number of threads.
    """
    saved = [simulation.save()] if states is None else [states] if isinstance(states, State) else list(states)
    grasps, paths = _paths(simulation, saved, grasp_paths or {}, steps, relative)
    recorded = list(range(len(simulation.mesh.x))) if nodes is None else node_list(nodes, "nodes")
    options = (whole(every, "every"), recorded, bool(velocities), bool(forces), bool(final_states))
    if executor is None:
        count = core_count() if threads is None else whole(threads, "threads")
        return _joined([_run(simulation, saved, grasps, paths, count, options)])
    return _submitted(simulation, saved, grasps, paths, 1 if threads is None else whole(threads, "threads"), options, executor, chunk)


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


def _paths(
    simulation: Simulation,
    states: list[State],
    grasp_paths: Mapping[str | Grasp, ArrayLike],
    steps: int | None,
    relative: bool,
) -> tuple[list[int], Array]:
    """The led grasps, by their place in the list of grasps, and their paths as one array (b, s, g, 3)."""
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
        return [], np.zeros((len(states), steps, 0, 3))
    count = max(len(states), *(len(array) for array in arrays))
    length = arrays[0].shape[1]
    for name, array in zip(names, arrays):
        if len(array) not in (1, count):
            raise ValueError(f'grasp "{name}" has {len(array)} paths for {count} rollouts; give one for all, or one each')
        if array.shape[1] != length or steps not in (None, length):
            raise ValueError(f'the path of grasp "{name}" has {array.shape[1]} steps, others {steps or length}')
    paths = np.stack([np.broadcast_to(array, (count, length, 3)) for array in arrays], axis=2)
    return led, np.ascontiguousarray(paths + simulation._targets(states, led)[:, None] if relative else paths)


def _run(
    simulation: Simulation, states: list[State], grasps: list[int], paths: Array, threads: int, options: tuple[Any, ...]
) -> dict[str, Any]:
    every, nodes, velocities, forces, final_states = options
    return simulation._rollout(states, grasps, paths, every, nodes, threads, velocities, forces, final_states)


def _joined(parts: list[dict[str, Any]]) -> Rollouts:
    whole_ = dict(parts[0])
    if len(parts) > 1:
        for name, first in parts[0].items():
            pieces = [part[name] for part in parts]
            whole_[name] = sum(pieces, []) if isinstance(first, list) else np.concatenate(pieces)
    return Rollouts(**{"v": None, "grasp_force": None, "states": None, **whole_})


def _submitted(
    simulation: Simulation,
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
    recipe = pickle.dumps(simulation._recipe())
    futures = []
    for first in range(0, max(count, 1), size):
        piece = slice(first, first + size)
        own = states if len(states) == 1 else states[piece]
        futures.append(executor.submit(_run_elsewhere, recipe, own, grasps, paths[piece], threads, options))
    return _joined([future.result() for future in futures])


_worker = threading.local()  # a worker keeps the last simulation it was sent; one a thread, which some executors have many of


def _run_elsewhere(
    recipe: bytes, states: list[State], grasps: list[int], paths: Array, threads: int, options: tuple[Any, ...]
) -> dict[str, Any]:
    """One piece, in a worker."""
    if getattr(_worker, "recipe", None) != recipe:
        _worker.recipe, _worker.simulation = recipe, _rebuilt(pickle.loads(recipe), None)
    simulation: Simulation = _worker.simulation
    return _run(simulation, states, grasps, paths, threads, options)
