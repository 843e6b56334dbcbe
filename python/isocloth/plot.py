"""A quick picture with matplotlib. Trajectory.picture draws better ones, without it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._arrays import Array, ArrayLike, numbers
from .mesh import Mesh, _triangles
from .simulation import Simulation
from .trajectory import Trajectory


def plot(cloth: Simulation | Trajectory | Mesh, x: ArrayLike | None = None, *, time: float | None = None, ax: Any = None) -> Any:
    """Draw a cloth in 3-D axes, all directions to one scale [m], and return the axes.

    cloth: a simulation (as it is now), a trajectory (at time [s]; default: its end) or a mesh; of the first two also the obstacles,
    in grey, and the nodes that are held, in red. x: other positions [m], shape (n, 3). ax: 3-D axes to draw in; default: new ones.
    Needs matplotlib.
    """
    import matplotlib.pyplot as plt

    axes = plt.figure().add_subplot(projection="3d") if ax is None else ax
    run = cloth.snapshot() if isinstance(cloth, Simulation) else cloth
    mesh = run if isinstance(run, Mesh) else run.mesh
    frame = 0 if isinstance(run, Mesh) else len(run) - 1 if time is None else run.frame_at(time)
    points = mesh.x if isinstance(run, Mesh) else run.x[frame]
    if x is not None:
        points = numbers(x, "x", (len(mesh.x), 3))
    solids = [] if isinstance(run, Mesh) else run._solids(frame)
    low, high = _limits(points, solids)
    axes.plot_trisurf(*points.T, triangles=mesh.triangles, alpha=0.8)
    for nodes, elements in solids:
        axes.plot_trisurf(*np.clip(nodes, low, high).T, triangles=_triangles(elements), color="0.7", alpha=0.5)
    held = [] if isinstance(run, Mesh) else run._data.held(frame)
    if held:
        axes.scatter(*points[held].T, color="tab:red", depthshade=False)
    limits = dict(zip(("xlim", "ylim", "zlim"), zip(low, high)))
    axes.set(**limits, xlabel="x [m]", ylabel="y [m]", zlabel="z [m]")
    axes.set_box_aspect((1, 1, 1))
    return axes


def _limits(points: Array, solids: list[tuple[Array, Any]]) -> tuple[Array, Array]:
    """A cube around the cloth and the solids that are no larger than twice the cloth [m]; of others the near part is shown."""
    size = max(float(np.ptp(points, axis=0).max()), 1e-6)
    near = [nodes for nodes, _ in solids if np.ptp(nodes, axis=0).max() <= 2 * size]
    shown = np.concatenate([points, *near])
    middle, reach = (shown.min(0) + shown.max(0)) / 2, max(float(np.ptp(shown, axis=0).max()), 1e-6) / 2
    return middle - reach, middle + reach
