"""A quick picture with matplotlib."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._arrays import ArrayLike, numbers
from .mesh import Mesh
from .simulation import Simulation
from .trajectory import Trajectory


def plot(cloth: Simulation | Trajectory | Mesh, x: ArrayLike | None = None, *, time: float | None = None, ax: Any = None) -> Any:
    """Draw a cloth in 3-D axes, all directions to one scale [m], and return the axes.

    cloth: a simulation (as it is now), a trajectory (at time [s]; default: its end) or a mesh. x: other positions [m], shape
    (n, 3). ax: 3-D axes to draw in; default: new ones. Needs matplotlib.
    """
    import matplotlib.pyplot as plt

    mesh = cloth if isinstance(cloth, Mesh) else cloth.mesh
    points = mesh.x if isinstance(cloth, Mesh) else None
    if isinstance(cloth, Trajectory):
        points = cloth.x[-1 if time is None else cloth.frame_at(time)]
    elif isinstance(cloth, Simulation):
        points = cloth.x
    if x is not None:
        points = numbers(x, "x", (len(mesh.x), 3))
    assert points is not None
    axes = plt.figure().add_subplot(projection="3d") if ax is None else ax
    axes.plot_trisurf(points[:, 0], points[:, 1], points[:, 2], triangles=mesh.triangles, alpha=0.8)
    middle, reach = (points.min(0) + points.max(0)) / 2, max(float(np.ptp(points, axis=0).max()), 1e-6) / 2
    axes.set(
        xlim=(middle[0] - reach, middle[0] + reach),
        ylim=(middle[1] - reach, middle[1] + reach),
        zlim=(middle[2] - reach, middle[2] + reach),
        xlabel="x [m]",
        ylabel="y [m]",
        zlabel="z [m]",
    )
    axes.set_box_aspect((1, 1, 1))
    return axes
