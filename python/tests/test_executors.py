"""Rollouts and sweeps on other processes: the same bits as here."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import sysconfig
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import isocloth as ic


def prepared() -> tuple[ic.Simulation, np.ndarray]:
    """A sheet in a hand over a ball, and 5 random paths of 10 steps."""
    sheet = ic.rectangle((0.3, 0.3), (5, 5))
    sim = ic.Simulation(ic.Cloth(sheet, ic.Material(density=0.2, damping=0.4)), sheet.moved(rotate_deg=(90, 0, 0)))
    sim.grasp([20, 24], name="hand")
    sim.add_obstacle(ic.Sphere(0.05), position=(0.15, 0.06, 0.1), friction=0.3)
    sim.run(10)
    return sim, np.cumsum(np.random.default_rng(1).normal(0, 0.003, (5, 10, 3)), axis=1)


def end_of(damping: float) -> float:
    """Where the lower edge is after a while [m], for one damping."""
    sheet = ic.rectangle((0.3, 0.3), (5, 5))
    sim = ic.Simulation(ic.Cloth(sheet, ic.Material(density=0.2, damping=damping)))
    sim.grasp([20, 24])
    sim.run(20)
    return float(sim.x[:5, 2].mean())


def check(executor: Executor) -> None:
    """What is done elsewhere is what is done here."""
    sim, paths = prepared()
    states = []
    for _ in range(5):
        states.append(sim.save())
        sim.run(2)
    options = dict(relative=True, velocities=True, final_states=True)
    here = ic.rollout(sim, states, {"hand": paths}, **options)  # type: ignore[arg-type]
    there = ic.rollout(sim, states, {"hand": paths}, executor=executor, chunk=2, **options)  # type: ignore[arg-type]
    assert np.array_equal(here.x, there.x) and np.array_equal(here.v, there.v)  # type: ignore[arg-type]
    assert [s.to_bytes() for s in here.states or []] == [s.to_bytes() for s in there.states or []]
    dampings = [0.0, 0.2, 0.4]
    assert ic.sweep(end_of, dampings, executor=executor) == ic.sweep(end_of, dampings)


def test_processes() -> None:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as executor:
        check(executor)


def test_threads() -> None:
    with ThreadPoolExecutor(2) as executor:
        check(executor)


def test_dask_on_several_local_workers() -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        check(client.get_executor())


def test_mpi() -> None:
    pytest.importorskip("mpi4py")
    mpiexec = Path(sysconfig.get_path("scripts")) / "mpiexec"
    if not mpiexec.exists():
        pytest.skip("there is no mpiexec beside this python")
    command = [str(mpiexec), "-n", "3", sys.executable, "-m", "mpi4py.futures", __file__]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and "mpi: same bits" in done.stdout, done.stderr


if __name__ == "__main__":
    from mpi4py.futures import MPIPoolExecutor

    with MPIPoolExecutor(2) as pool:
        check(pool)
    print("mpi: same bits")
