"""A cloth that is stepped, held, moved and let go."""

from __future__ import annotations

import copy
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core, _scenes
from ._arrays import Array, ArrayLike, node_list, number, numbers, vector, whole
from .cloth import Cloth
from .finger import Finger
from .handles import ClothView, Grasp, Obstacle
from .material import Material
from .mesh import Mesh, _made
from .motion import GraspMotion, Keyframes, ObstacleMotion, Path, Sine, _HandFunction, _PoseFunction, pose
from .shapes import Shape
from .trajectory import Trajectory

if TYPE_CHECKING:
    from .view import Page

State = _core.State
StepReport = _core.StepReport
RunReport = _core.RunReport
_Place = tuple[str, tuple[float, float, float], float, tuple[float, float, float], tuple[float, float, float], int]


class Simulation(_core.Simulation):
    """A cloth, or several, that is stepped.

    ``Simulation(cloth)`` starts at rest at start [m], shape (n, 3); default: the cloth's rest shape. Of several,
    ``Simulation([Cloth(..., name="shirt"), Cloth(..., name="towel")])``, start is the positions of all nodes, or a list with those of each; nodes of
    the first come first, then those of the second, and so on. dt: time step [s].
    gravity [m/s²], shape (3,). integrator: "bdf2", of second order, or "euler", the paper's. tolerance: largest relative error of a constraint; max_iterations: linear systems per attempt;
    budget: at most this many a step, for hard real time, 0: as many as it takes; threads: that share each step, worth it from
    about 300 nodes on; results do not depend on it.

    ``sim.x`` and ``sim.v`` are read-only views of positions and velocities, shape (n, 3), that follow the simulation.
    """

    def __init__(
        self,
        cloth: Cloth | Sequence[Cloth],
        start: ArrayLike | Sequence[ArrayLike] | None = None,
        *,
        dt: float = 0.01,
        gravity: ArrayLike = (0, 0, -9.8),
        integrator: str = "bdf2",
        tolerance: float = 1e-3,
        max_iterations: int = 50,
        budget: int = 0,
        threads: int = 1,
    ) -> None:
        cloths = _cloths_of(cloth)
        if integrator not in ("bdf2", "euler"):
            raise ValueError(f'integrator must be "bdf2" or "euler", got {integrator!r}')
        x = _start_of(cloths, start)
        options: dict[str, Any] = {
            "dt": number(dt, "dt"),
            "gravity": vector(gravity, "gravity"),
            "integrator": integrator,
            "tolerance": number(tolerance, "tolerance"),
            "max_iterations": whole(max_iterations, "max_iterations"),
            "budget": whole(budget, "budget"),
            "threads": whole(threads, "threads"),
        }
        alone = len(cloths) == 1
        super().__init__(cloths[0]._model if alone else _core.make_model([c._piece for c in cloths]), x, **options)
        self._set_up(("cloth", cloths, x, options), cloths[0].mesh if alone else _made(self._mesh()), None)

    @classmethod
    def from_scene(
        cls, scene: str | os.PathLike[str], overrides: Mapping[str, Any] | None = None, *, threads: int = 1, **more: Any
    ) -> Simulation:
        """The simulation of a scene file, or of a built-in scene by its name.

        Overrides change values of the scene: ``{"cloth.material.bending": 1e-5}``, or as keywords with two underscores for
        each dot: ``time__step=0.005``. Grasps and obstacles are those of the scene.
        """
        loaded = _core.load_scene(_scenes.find(scene), _scenes.override_texts(overrides or {}, more))
        return cls._of_scene(loaded, threads)

    @classmethod
    def _of_scene(cls, scene: _core.Scene, threads: int) -> Simulation:
        self = cls.__new__(cls)
        _core.Simulation.__init__(self, scene, whole(threads, "threads"))
        self._set_up(("scene", scene.text, scene.path, threads), _made(self._mesh()), scene)
        return self

    def _set_up(self, made: tuple[Any, ...], mesh: Mesh, scene: _core.Scene | None) -> None:
        self._made = made
        self._rest = mesh
        self._scene = scene
        self._own_grasps = self._grasp_count()  # those of a scene
        self._added_grasps: list[dict[str, Any]] = []
        self._added_obstacles: list[dict[str, Any]] = []

    # what it is ------------------------------------------------------------------------------------------------------

    @property
    def mesh(self) -> Mesh:
        """The shape at rest; of several cloths, of all: their parts are named "shirt.top_left"."""
        return self._rest

    @property
    def cloths(self) -> dict[str, ClothView]:
        """Its cloths by name, in the order of their nodes."""
        return {
            name: ClothView(self, index, name, slice(node, node + nodes), slice(element, element + elements))
            for index, (name, node, nodes, element, elements) in enumerate(self._cloths())
        }

    def cloth(self, name: str) -> ClothView:
        """One of its cloths, by its name: ``sim.cloth("shirt").x``."""
        cloths = self.cloths
        if name not in cloths:
            raise ValueError(f'there is no cloth "{name}" (cloths: {", ".join(cloths)})')
        return cloths[name]

    def _mesh_of(self, cloth: ClothView) -> Mesh:
        first, prefix = cloth.nodes.start, f"{cloth.name}." if len(self._cloths()) > 1 else ""
        elements = self._rest.elements[cloth.elements].copy()
        elements[elements >= 0] -= first
        parts = {name.removeprefix(prefix): [k - first for k in nodes] for name, nodes in self._rest.parts.items() if name.startswith(prefix)}
        return Mesh(self._rest.x[cloth.nodes], elements, parts)

    @property
    def material(self) -> Material:
        """What the cloth is made of. ValueError for several cloths, and for a scene, whose material is in the scene."""
        if self._made[0] != "cloth":
            raise ValueError("the material of a scene stands in the scene; make the simulation of a Cloth")
        cloths = self._made[1]
        if len(cloths) != 1:
            raise ValueError(f"there are {len(cloths)} cloths, each of a material of its own; ask cloth(name)")
        made: Material = cloths[0].material
        return made

    @property
    def duration(self) -> float | None:
        """How long its scene lasts [s]; None without a scene."""
        return self._scene.duration if self._scene else None

    @property
    def grasps(self) -> dict[str, Grasp]:
        """Its grasps by name, those that have let go included; of several with one name, the last."""
        return {name: Grasp(self, number, name) for name, number in self._grasp_list()}

    @property
    def obstacles(self) -> dict[str, Obstacle]:
        """Its obstacles by name, without those that were removed; of several with one name, the last."""
        return {name: Obstacle(self, index, name) for name, index in self._obstacle_list()}

    def __repr__(self) -> str:
        return f"<Simulation of {len(self._rest.x)} nodes at t = {self.time:g} s>"

    # stepping --------------------------------------------------------------------------------------------------------

    def run(self, steps: int | None = None, *, duration: float | None = None) -> RunReport:
        """Take many steps in one call: a number of them, or a duration [s]; default: as long as the scene lasts.

        Returns counts and the worst errors. The GIL is released; Ctrl-C stops it.
        """
        return self._run(self._step_count(steps, duration))

    def record(
        self,
        steps: int | None = None,
        *,
        duration: float | None = None,
        every: int | None = None,
        out: str | os.PathLike[str] | None = None,
    ) -> Trajectory:
        """As run, for steps or a duration [s], and keep frames: of the start, and after every so many steps (default: those nearest to 1/50 s).

        out: a .ict file that grows frame by frame while the run goes on.
        """
        count = self._step_count(steps, duration)
        every = self._frame_steps() if every is None else every
        if out is not None and not os.fspath(out).endswith(".ict"):
            raise ValueError(f"{os.fspath(out)}: is written while the run goes on, which only .ict can be; save() the result instead")
        text = self._scene.text if self._scene else ""
        return Trajectory(self._record(count, whole(every, "every"), text, None if out is None else os.fspath(out)))

    def snapshot(self) -> Trajectory:
        """The simulation as it is, as a trajectory of one frame, with the grasps that hold now."""
        return Trajectory(self._snapshot(self._scene.text if self._scene else ""))

    def show(self, *, live: bool = False, height: int = 480) -> Page:
        """The simulation as it is, as a page that turns: what a notebook shows in a cell; height of its frame [pixels].

        live: the page goes on by itself, with the engine inside, and one pulls on the cloth in it: of a scene from its start, else from
        where the cloth is, at rest. The simulation here stays as it is. ValueError where a function of Python leads something, or where
        the package came without the engine, which wheels have and `make engine` builds.
        """
        from .view import live_page, view

        return live_page(self, height=height) if live else view(self.snapshot(), height=height)

    def _frame_steps(self) -> int:
        """Steps from frame to frame."""
        return max(1, round((self._scene.frame if self._scene else 0.02) / self.dt))

    def _step_count(self, steps: int | None, duration: float | None) -> int:
        if steps is not None and duration is not None:
            raise ValueError("give steps or duration, not both")
        if steps is not None:
            return whole(steps, "steps")
        seconds = self.duration if duration is None else number(duration, "duration")
        if seconds is None:
            raise ValueError("give steps, or a duration [s]: only a scene knows how long it lasts")
        if not 0 <= seconds / self.dt < 2**31:
            raise ValueError(f"duration must be at least 0 s, and fewer than 2e9 steps, got {seconds:g}")
        return max(0, math.ceil(seconds / self.dt * (1 - 1e-9)))

    # holding ---------------------------------------------------------------------------------------------------------

    def grasp(
        self,
        nodes: int | str | Sequence[int] | Sequence[str] | ArrayLike | None = None,
        motion: GraspMotion | None = None,
        *,
        near: ArrayLike | None = None,
        radius: float | None = None,
        box: ArrayLike | None = None,
        rotate_deg: ArrayLike = (0, 0, 0),
        cloth: str | None = None,
        name: str | None = None,
        start: float | None = None,
        until: float | None = None,
        relative: bool = False,
        stiffness: float = 5000.0,
        damping: float = 20.0,
        force_limit: float | None = None,
        slip: str = "hold",
    ) -> Grasp:
        """Hold nodes from now on, or from start to until [s].

        nodes: one index, several, or names of parts: "top_left", ["top_left", "top_right"], "hem" (Mesh.parts). Or by place [m]: the
        node nearest to near, shape (3,); with radius every node within it; with box every node in a box of these sizes, shape (3,),
        about near, turned by rotate_deg about x, y, z. A grasp that begins later closes on what is there then: Grasp.missed_by.
        cloth: by its name, the one whose nodes and parts these are, where there are several; of a place, the only one that is taken.

        motion: None, to hold still until told to move; a Sine; a
        Path of the first node; Keyframes of the hand; or a function that takes the time [s] and returns the position of the first
        node [m], shape (3,), or the pose of the hand, shape (7,): position and quaternion w x y z, see isocloth.pose. It is called
        for the ends of each step, straight and evenly turning in between; where relative, it says how far the hand has moved and
        turned, about its first node, since it took hold. A hand's nodes keep their place in it.

        stiffness [N/m] and damping [N s/m] of the hand, shared among its nodes by area; stiffness=math.inf: rigid, the nodes are
        exactly where it has them. slip: "hold"; "slide" or "release": with force_limit [N] (70) the cloth slides through the
        hand, or the hand lets go.
        """
        if force_limit is not None and slip == "hold":
            raise ValueError('force_limit needs slip="slide" or slip="release"; a hand that holds has no limit')
        grip = (
            number(stiffness, "stiffness"),
            number(damping, "damping"),
            70.0 if force_limit is None else number(force_limit, "force_limit"),
            str(slip),
        )
        held = self._held(nodes, near, radius, box, rotate_deg, cloth)
        name = f"grasp{self._grasp_count()}" if name is None else str(name)
        begin = self.time if start is None else number(start, "start")
        spec: dict[str, Any] = dict(nodes=held, motion=motion, name=name, start=begin, until=until, relative=relative, grip=grip)
        grasp = self._hold(**spec)
        self._added_grasps.append({**spec, "nodes": grasp.nodes or held, "motion": _frozen(motion)})
        return grasp

    def _hold(
        self,
        nodes: list[int] | _Place,
        motion: Any,
        name: str,
        start: float,
        until: float | None,
        relative: bool,
        grip: tuple[float, float, float, str],
    ) -> Grasp:
        end = math.inf if until is None else number(until, "until")
        if isinstance(motion, Sine):
            sine = vector(motion.direction, "direction"), motion.amplitude, motion.frequency, motion.phase
            made = self._grasp_sine(name, nodes, start, end, grip, *sine)
        elif isinstance(motion, Path):
            made = self._grasp_path(name, nodes, start, end, grip, *motion._arrays(), motion.relative)
        elif isinstance(motion, Keyframes):
            made = self._grasp_keyframes(name, nodes, start, end, grip, *motion._arrays(), motion.relative)
        elif motion is None:
            made = self._grasp(name, nodes, start, end, grip, None, True, False)
        elif callable(motion):
            function = _HandFunction(motion, f'motion of grasp "{name}"', self.time)
            made = self._grasp(name, nodes, start, end, grip, function, relative, function.shape == (7,))
        else:
            raise TypeError(f"motion must be None, a Sine, a Path, Keyframes or a function of time, got {type(motion).__name__}")
        return Grasp(self, made, name)

    def _held(
        self,
        nodes: Any,
        near: ArrayLike | None = None,
        radius: float | None = None,
        box: ArrayLike | None = None,
        rotate_deg: ArrayLike = (0, 0, 0),
        cloth: str | None = None,
    ) -> list[int] | _Place:
        """Nodes, or a place, as the compiled module takes them."""
        if (nodes is None) == (near is None):
            raise ValueError("give nodes, or a place (near), and not both")
        if near is not None:
            return _place_of(near, radius, box, rotate_deg, -1 if cloth is None else self.cloth(cloth).index)
        if radius is not None or box is not None:
            raise ValueError("radius and box need near, the middle of the place")
        cloths = self.cloths
        if cloth is None and len(cloths) > 1:
            raise ValueError(f'there are several cloths; say whose nodes these are, cloth="{next(iter(cloths))}" (cloths: {", ".join(cloths)})')
        return self._named(nodes, next(iter(cloths.values())) if cloth is None else self.cloth(cloth))

    def _named(self, nodes: Any, cloth: ClothView) -> list[int]:
        """Nodes of a cloth by their indices, or by the names of parts, each once."""
        if isinstance(nodes, str):
            return self._part(nodes, cloth)
        if isinstance(nodes, (list, tuple)) and nodes and all(isinstance(name, str) for name in nodes):
            return list(dict.fromkeys(node for name in nodes for node in self._part(name, cloth)))
        return self._own(node_list(nodes, "nodes"), cloth)

    def _own(self, nodes: list[int], cloth: ClothView) -> list[int]:
        """Nodes of one of several cloths, in the numbers of all."""
        first, count = cloth.nodes.start, cloth.nodes.stop - cloth.nodes.start
        for node in nodes:
            if count < len(self._rest.x) and not 0 <= node < count:
                raise ValueError(f'cloth "{cloth.name}" has no node {node}; it has {count} (indices start at 0)')
        return [first + node for node in nodes]

    def _part(self, name: str, cloth: ClothView) -> list[int]:
        prefix = f"{cloth.name}." if len(self._cloths()) > 1 else ""
        if prefix + name in self._rest.parts:
            return self._rest.parts[prefix + name]
        if name != "hem":
            who = f'cloth "{cloth.name}"' if prefix else "the mesh"
            known = [part.removeprefix(prefix) for part in self._rest.parts if part.startswith(prefix)]
            raise ValueError(f'{who} has no part "{name}" (parts: {", ".join([*known, "hem"])})')
        return self._hem(cloth.index)

    def _cloth_held(self, held: list[int] | _Place) -> str | None:
        """The cloth of nodes, or of a place; None where any may be taken."""
        names = list(self.cloths)
        if isinstance(held, tuple):
            return None if held[5] < 0 else names[held[5]]
        return next(name for name, cloth in self.cloths.items() if held[0] < cloth.nodes.stop)

    def move(
        self,
        grasp: Grasp | str,
        to: ArrayLike,
        *,
        rotate_deg: ArrayLike | None = None,
        quaternion: ArrayLike | None = None,
        duration: float = 0.0,
    ) -> None:
        """Lead a grasp, also by its name, to a position [m], shape (3,), turned by rotate_deg [degrees] or a quaternion
        (w, x, y, z), within duration [s]: Grasp.move."""
        self._find_grasp(grasp).move(to, rotate_deg=rotate_deg, quaternion=quaternion, duration=duration)

    def release(self, grasp: Grasp | str) -> None:
        """Let go of a grasp, also by its name: its nodes are free from the next step on."""
        self._find_grasp(grasp).release()

    def _find_grasp(self, grasp: Grasp | str) -> Grasp:
        if isinstance(grasp, Grasp):
            if grasp._simulation is not self:
                raise ValueError(f'grasp "{grasp.name}" belongs to another simulation')
            return grasp
        grasps = self.grasps
        if grasp not in grasps:
            raise ValueError(f'there is no grasp "{grasp}" (grasps: {", ".join(grasps) or "none"})')
        return grasps[grasp]

    # obstacles -------------------------------------------------------------------------------------------------------

    def add_obstacle(
        self,
        shape: Shape,
        *,
        position: ArrayLike = (0, 0, 0),
        rotate_deg: ArrayLike | None = None,
        quaternion: ArrayLike | None = None,
        motion: ObstacleMotion | None = None,
        friction: float = 0.0,
        finger: Finger | None = None,
        name: str | None = None,
    ) -> Obstacle:
        """Add a solid, where the cloth is not: turned about x, y, z [degrees] or by a quaternion (w, x, y, z), then shifted [m].

        motion: None; a Sine about that pose; Keyframes, which replace it; or a function that takes the time [s] and returns a
        position, shape (3,), or a pose, shape (7,), see isocloth.pose. friction: Coulomb's coefficient [-]. finger: makes it a
        jaw, which that pose is the hand of.
        """
        if not (finger is None or isinstance(finger, Finger)):
            raise TypeError(f"finger must be None or a Finger, got {type(finger).__name__}")
        name = f"obstacle{self._obstacle_count()}" if name is None else str(name)
        where = pose(position, rotate_deg=rotate_deg, quaternion=quaternion)
        spec: dict[str, Any] = dict(
            shape=shape, where=where, motion=motion, friction=number(friction, "friction"), finger=finger, name=name
        )
        obstacle = self._place_obstacle(**spec)
        self._added_obstacles.append(
            {**spec, "shape": _frozen(shape), "motion": _frozen(motion), "finger": _frozen(finger)}
        )
        return obstacle

    def _place_obstacle(
        self, shape: Any, where: Array, motion: Any, friction: float, finger: Finger | None, name: str
    ) -> Obstacle:
        if not hasattr(shape, "_compiled"):
            raise TypeError(f"shape must be a Plane, Sphere, Capsule, Cylinder, Box, Torus, Ellipsoid, Solid or Hull, got {type(shape).__name__}")
        solid = shape._compiled()
        jaw = None if finger is None else finger._compiled()
        if motion is None:
            index = self._add_obstacle(name, solid, friction, jaw, where)
        elif isinstance(motion, Sine):
            sine = vector(motion.direction, "direction"), motion.amplitude, motion.frequency, motion.phase
            index = self._add_obstacle_sine(name, solid, friction, jaw, where, *sine)
        elif isinstance(motion, Keyframes):
            if motion.relative:
                raise ValueError(f'obstacle "{name}": relative Keyframes are for grasps; give its poses in the world')
            index = self._add_obstacle_keyframes(name, solid, friction, jaw, *motion._arrays())
        elif callable(motion):
            index = self._add_obstacle_function(name, solid, friction, jaw, _PoseFunction(motion, f'pose of obstacle "{name}"'))
        else:
            raise TypeError(f"motion must be None, a Sine, Keyframes or a function of time, got {type(motion).__name__}")
        return Obstacle(self, index, name)

    def remove_obstacle(self, obstacle: Obstacle | str) -> None:
        """Take an obstacle away, also by its name: Obstacle.remove."""
        if isinstance(obstacle, Obstacle):
            if obstacle._simulation is not self:
                raise ValueError(f'obstacle "{obstacle.name}" belongs to another simulation')
            obstacle.remove()
            return
        obstacles = self.obstacles
        if obstacle not in obstacles:
            raise ValueError(f'there is no obstacle "{obstacle}" (obstacles: {", ".join(obstacles) or "none"})')
        obstacles[obstacle].remove()

    def contacts(self) -> dict[str, Any]:
        """Each point where an obstacle pressed on the cloth in the last step, as columns of k rows.

        obstacle (k,), Obstacle.index; point (k, 3) [m]; normal (k, 3), outwards; normal_force (k,) [N]; tangential_force (k, 3), friction
        on the cloth [N].
        """
        return self._contacts()

    @property
    def contact_force(self) -> Array:
        """Force of all obstacles on each node in the last step [N], shape (n, 3)."""
        return self._contact_force()

    @property
    def layer_force(self) -> Array:
        """Force of other layers of cloth on each node in the last step [N], shape (n, 3); their sum is zero."""
        return self._layer_force()

    def layer_wrench(self, cloth: str, other: str) -> tuple[Array, Array]:
        """Force [N] of one cloth, ``other``, on another in the last step, and its torque about the world's origin [N·m]."""
        names = list(self.cloths)
        force, torque = self._layer_wrench(names.index(self.cloth(cloth).name), names.index(self.cloth(other).name))
        return force[0], torque[0]

    @property
    def energy(self) -> dict[str, float]:
        """Energy [J]: kinetic, weight, bending, shear (of a woven cloth), stretch (of the constraints, within their tolerance)."""
        return dict(zip(("kinetic", "weight", "bending", "shear", "stretch"), self._energy()))

    @property
    def momentum(self) -> Array:
        """Momentum of the cloth [kg m/s], shape (3,)."""
        return self._momentum()

    # state -----------------------------------------------------------------------------------------------------------

    def set_positions(self, x: ArrayLike, velocities: ArrayLike | None = None) -> None:
        """Put the nodes at x [m], shape (n, 3), with these velocities [m/s], shape (n, 3); default: at rest.

        Grasps take hold anew where their nodes are then.
        """
        shape = (len(self._rest.x), 3)
        v = np.zeros(shape) if velocities is None else numbers(velocities, "velocities", shape)
        self._place(numbers(x, "x", shape), v)

    def restore(self, state: State) -> None:
        """Go back, or on, to a state that save() returned, exactly. Grasps that were added since are taken away, obstacles
        that were removed since are back.

        ValueError where the state is that of another simulation; then nothing changes.
        """
        if not isinstance(state, State):
            raise TypeError(f"state must be what save() returned, got {type(state).__name__}")
        self._restore(state)
        del self._added_grasps[max(0, self._grasp_count() - self._own_grasps) :]

    def copy(self) -> Simulation:
        """Another simulation, the same in every bit, that goes its own way from here."""
        return _rebuilt(self._recipe(), self.save())

    def variant(
        self,
        *,
        material: Material | Mapping[str, Material] | None = None,
        positions: ArrayLike | None = None,
        grasps: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> Simulation:
        """Another simulation that goes on from where this one is, but of another material, from other positions [m], shape (n, 3), at
        rest, or with other grasps: ``{"hand": {"near": (0.1, 0, 0.3), "radius": 0.02, "stiffness": 2000}}``, keywords of grasp.

        Of several cloths, material is that of all, or of some by their names: ``{"shirt": Material(...)}``.

        For rollouts over materials, poses and grips. With other positions or grasps, what holds takes hold anew. Grasps of a scene are
        changed by overrides of from_scene.
        """
        cls, made, specs, ends, obstacles = self._recipe()
        changes = dict(grasps or {})
        added = [_changed_grasp(self, spec, changes.pop(spec["name"], {})) for spec in specs]
        if changes:
            known = ", ".join(spec["name"] for spec in specs) or "none"
            raise ValueError(f'there is no grasp "{next(iter(changes))}" that can be changed (grasps: {known}; those of a scene by its overrides)')
        made = made if material is None else _with_material(made, self._materials(material))
        if positions is None and not grasps:
            sim = _rebuilt((cls, made, added, ends, obstacles), None)
            sim._go_on_from(self.save())
            return sim
        closed = [self._grasp_nodes(number) for _, number in self._grasp_list()[self._own_grasps :]]  # also later ones by place
        added = [{**new, "nodes": nodes} if nodes and new["nodes"] is old["nodes"] else new for new, old, nodes in zip(added, specs, closed)]
        recipe = cls, made, added, ends, obstacles
        shape = (len(self._rest.x), 3)
        x, v = (self.x, self.v) if positions is None else (numbers(positions, "positions", shape), np.zeros(shape))
        return _rebuilt(recipe, self.save(), np.ascontiguousarray(x), np.ascontiguousarray(v))

    def _materials(self, material: Material | Mapping[str, Material]) -> dict[str, Material]:
        """Materials by the names of cloths."""
        chosen = dict(material) if isinstance(material, Mapping) else {name: material for name in self.cloths}
        for name, one in chosen.items():
            self.cloth(name)
            if not isinstance(one, Material):
                raise TypeError(f"material must be a Material, got {type(one).__name__}")
        return chosen

    def _mass_follows_density(self) -> dict[str, bool]:
        """Of each cloth, whether its material was made without a virtual mass of its own."""
        made = self._made[1] if self._made[0] == "cloth" else [None] * len(self.cloths)
        return {name: cloth is not None and cloth.material.virtual_mass is None for name, cloth in zip(self.cloths, made)}

    def _recipe(self) -> tuple[Any, ...]:
        """What it takes to make it again, apart from its state."""
        ends = self.save().grasp_ends
        return type(self), self._made, list(self._added_grasps), ends, list(self._added_obstacles)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self._recipe(), self.save())


def _cloths_of(cloth: Any) -> tuple[Cloth, ...]:
    """One cloth, or several."""
    cloths = tuple(cloth) if isinstance(cloth, (list, tuple)) else (cloth,)
    for one in cloths:
        if not isinstance(one, Cloth):
            raise TypeError(f"cloth must be a Cloth, got {type(one).__name__}; make one with Cloth(mesh, material)")
    if not cloths:
        raise ValueError("there is no cloth; give at least one")
    names = [one.name for one in cloths]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f'two cloths are named "{twice}"; give each a name of its own, Cloth(..., name="shirt")')
    return cloths


def _start_of(cloths: tuple[Cloth, ...], start: Any) -> Array:
    """Where all nodes begin [m], shape (n, 3)."""
    if len(cloths) > 1 and (start is None or isinstance(start, (list, tuple)) and len(start) == len(cloths)):
        own = [None] * len(cloths) if start is None else start
        return np.concatenate([_start_of((one,), at) for one, at in zip(cloths, own)])
    if start is None:
        return cloths[0].mesh.x
    return numbers(start, "start", (sum(len(one.mesh.x) for one in cloths), 3)).copy()


def _place_of(near: ArrayLike, radius: float | None, box: ArrayLike | None, rotate_deg: ArrayLike, cloth: int) -> _Place:
    """A place as the compiled module takes it."""
    if radius is not None and box is not None:
        raise ValueError("give a radius or a box about near, not both")
    kind = "box" if box is not None else "nearest" if radius is None else "near"
    size = (0.0, 0.0, 0.0) if box is None else _three(box, "box")
    reach = math.inf if radius is None else number(radius, "radius")
    return kind, _three(near, "near"), reach, size, _three(rotate_deg, "rotate_deg"), cloth


def _three(value: ArrayLike, name: str) -> tuple[float, float, float]:
    x, y, z = vector(value, name).tolist()
    return x, y, z


def _frozen(value: Any) -> Any:
    """A copy of plain data, so that arrays the caller changes later do not change how a simulation was made."""
    return copy.deepcopy(value) if is_dataclass(value) else value


def _with_material(made: tuple[Any, ...], materials: dict[str, Material]) -> tuple[Any, ...]:
    """How a simulation is made, with cloths of other materials."""
    if made[0] == "cloth":
        _, cloths, x, options = made
        return "cloth", tuple(one._of(materials.get(one.name, one.material)) for one in cloths), x, options
    _, text, path, threads = made
    keys = dict(_core.parse_scene(text, path, []).cloth_keys)
    changes = [f"{keys[name]}.material={{{_written(material)}}}" for name, material in materials.items()]
    return "scene", _core.parse_scene(text, path, changes).text, path, threads


def _written(material: Material) -> str:
    values = {f.name: getattr(material, f.name) for f in fields(material) if getattr(material, f.name) is not None}
    return ", ".join(f"{name}: {value!r}" for name, value in values.items())


def _changed_grasp(sim: Simulation, spec: dict[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """How a grasp is added, with other keywords of Simulation.grasp."""
    place = {key: change[key] for key in ("near", "radius", "box", "rotate_deg") if key in change}
    grip = dict(zip(("stiffness", "damping", "force_limit", "slip"), spec["grip"]))
    unknown = set(change) - {"nodes", "cloth", *place, *grip}
    if unknown:
        raise ValueError(f'grasp "{spec["name"]}" cannot be given another {min(unknown)}; nodes, a place, and its grip can change')
    grip.update({key: change[key] for key in grip if key in change})
    held = spec["nodes"]
    if "nodes" in change or place:
        held = sim._held(change.get("nodes"), **place, cloth=change.get("cloth", sim._cloth_held(held)))
    return {**spec, "nodes": held, "grip": tuple(grip.values())}


def _rebuilt(recipe: tuple[Any, ...], state: State | None, x: Array | None = None, v: Array | None = None) -> Simulation:
    """A simulation from its recipe, in a state, or at positions with velocities with all but the cloth and its grasps as in the state. Each grasp gets its end before the next is added, which may hold the same nodes."""
    cls, (kind, *args), grasps, ends, obstacles = recipe
    sim: Simulation
    if kind == "cloth":
        sim = cls(args[0], args[1], **args[2])
    else:
        text, path, threads = args
        sim = cls._of_scene(_core.parse_scene(text, path, []), threads)
    if state is not None and x is not None and v is not None:
        sim._begin_at(state.step, x, v)
    own = sim._own_grasps
    for index in range(own):
        sim._set_end(index, ends[index])
    for spec, end in zip(grasps, ends[own:]):
        grasp = sim._hold(**{**spec, "until": None})
        sim._set_end(grasp._number, end)
        sim._added_grasps.append({**spec, "nodes": grasp.nodes or spec["nodes"]})
    sim._check_starts(False)  # the cloth is not where it was when they came
    for spec in obstacles:
        sim._place_obstacle(**spec)
    sim._check_starts(True)
    sim._added_obstacles = list(obstacles)
    if state is not None and x is not None:
        sim._adopt_obstacles(state)
    elif state is not None:
        sim._restore(state)
    return sim
