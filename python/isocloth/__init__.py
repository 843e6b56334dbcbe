"""Textiles as inextensible surfaces.

    import isocloth as ic
    sheet = ic.rectangle((0.3, 0.3), (9, 9))                                  # metres, nodes
    sim = ic.Simulation(ic.Cloth(sheet, ic.Material(density=0.2, damping=0.4)))
    left, right = sim.grasp(0), sim.grasp(8, ic.Sine((0, 1, 0), 0.05, 0.5))   # node, motion
    while sim.time < 2:
        report = sim.step()
        if sim.steps == 100:
            left.release()
    print(sim.x.mean(axis=0), report)                                         # positions (n, 3) [m]

Units are SI, z points up, indices start at 0; positions are (n, 3) float64 arrays in the world frame. What cannot be used is a
ValueError (or TypeError) with one sentence that says what is wrong and what to do.
"""

from ._core import version as __version__
from . import diff
from ._scenes import scenes
from .batch import ClothBatch
from .camera import Camera, DepthNoise, View
from .cloth import Cloth
from .finger import Finger
from .fit import Fit, fit
from .handles import ClothView, Grasp, Obstacle
from .material import Material, materials
from .mesh import Mesh, disc, irregular_rectangle, read_mesh, rectangle, ring, skirt, t_shirt, tank_top, towel, trousers, tube
from .motion import Keyframes, Path, Sine, pose
from .plot import plot
from .recorder import Recorder
from .rollout import Rollouts, rollout, sweep
from .shapes import Box, Capsule, Cylinder, Ellipsoid, Hull, Plane, Shape, Solid, Sphere, Torus
from .simulation import RunReport, Simulation, State, StepReport
from .trajectory import Body, Trajectory, load
from .view import Page, Watch, view, watch

__all__ = [
    "Body",
    "Box",
    "Camera",
    "Capsule",
    "Cloth",
    "ClothBatch",
    "ClothView",
    "Cylinder",
    "DepthNoise",
    "Ellipsoid",
    "Finger",
    "Fit",
    "Grasp",
    "Hull",
    "Keyframes",
    "Material",
    "Mesh",
    "Obstacle",
    "Page",
    "Path",
    "Plane",
    "Recorder",
    "Rollouts",
    "RunReport",
    "Shape",
    "Simulation",
    "Sine",
    "Solid",
    "Sphere",
    "State",
    "StepReport",
    "Torus",
    "Trajectory",
    "View",
    "Watch",
    "__version__",
    "diff",
    "disc",
    "fit",
    "irregular_rectangle",
    "load",
    "materials",
    "plot",
    "pose",
    "read_mesh",
    "rectangle",
    "ring",
    "rollout",
    "scenes",
    "skirt",
    "sweep",
    "t_shirt",
    "tank_top",
    "towel",
    "trousers",
    "tube",
    "view",
    "watch",
]
