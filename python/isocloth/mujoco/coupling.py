"""Cloth and robot, step by step.

One step of the cloth and n of the robot cover the same time dt = n h. The robot's mean acceleration a over it is guessed, which says
where each geom and hand will be; the cloth takes its step with that, and what it pulls and presses with goes into the robot, which
takes its n steps with it. So each gives the other the same impulse, and momentum is kept whatever the guess was. What the robot really
did is a better guess a': where a geom that was touched is farther from where the cloth had it than the tolerance, both go back and the
step is taken again, with a' mixed from the guesses so far (Anderson's method [Walker & Ni 2011]): a taut cloth stops a light ball
within one step.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import mujoco
import numpy as np

from .. import _core
from .._arrays import Array, ArrayLike, number, vector
from ..handles import Obstacle
from ..recorder import Recorder
from ..simulation import Simulation, StepReport
from ..view import Page
from . import geoms as _geoms
from .film import film_of
from .hand import Hand, mass_at

_STIFFNESS, _DAMPING = 5000.0, 20.0  # of a hand at a heavy body [N/m], [N s/m], as of Simulation.grasp
_SHARE = 0.2  # of m/dt² and m/dt: what a hand at a body of mass m may have, so that the exchange is stable
_FIRST = 0.1  # of the way to what the robot did that the first new guess takes: the cloth answers by far more than it was asked
_BAD = slice(int(mujoco.mjtWarning.mjWARN_BADQPOS), int(mujoco.mjtWarning.mjWARN_BADQACC) + 1)  # of positions, velocities, accelerations
_STATE = mujoco.mjtState.mjSTATE_INTEGRATION


class CouplingReport(NamedTuple):
    """What a step of both achieved."""

    cloth: StepReport
    """of the cloth"""
    passes: int
    """how often the step was taken until both agreed"""
    mismatch: float
    """how far the farthest geom that was touched is from where the cloth had it [m]; the next step makes up for it"""


class Coupling:
    """Joins a cloth with a robot: ``Coupling(model, data, sim, geoms=["table", "finger_left"])``.

    model, data: mujoco.MjModel and MjData, whose positions are those to start from. sim: a Simulation with the same gravity; its dt must
    be a multiple of the robot's. geoms: names (or numbers) of those that become obstacles of the cloth, with their poses of every step;
    bodies: all geoms of these; groups: all of these groups; without any of the three every geom that takes part in contacts. What the
    cloth does to them goes to their bodies through ``data.xfrc_applied``, beside what is in there: the mean of the cloth's force over the
    step, so that both give each other the same momentum. To push a body yourself, set its row anew rather than add to it.

    friction: Coulomb's coefficient [-], default each geom's own. hull: meshes as their convex hulls, as MuJoCo has them in contacts, or
    as they are, which then must be closed. rounding: of edges [m]. tolerance: how far a geom that is touched may be from where the cloth
    had it at the end of a step [m]; most_passes: how often a step is taken at most to get there.
    """

    def __init__(
        self,
        model: Any,
        data: Any,
        sim: Simulation,
        geoms: Iterable[str | int] | None = None,
        *,
        bodies: Sequence[str] = (),
        groups: Sequence[int] = (),
        friction: float | None = None,
        hull: bool = True,
        rounding: float = 0.001,
        tolerance: float = 5e-5,
        most_passes: int = 20,
    ) -> None:
        if not isinstance(model, mujoco.MjModel) or not isinstance(data, mujoco.MjData):
            raise TypeError(f"model and data must be a mujoco.MjModel and its MjData, got {type(model).__name__} and {type(data).__name__}")
        if not isinstance(sim, Simulation):
            raise TypeError(f"sim must be a Simulation, got {type(sim).__name__}")
        self.model, self.data, self.sim = model, data, sim
        if len(data.qpos) != model.nq or len(data.xpos) != model.nbody:
            raise ValueError(f"data has {len(data.qpos)} positions and {len(data.xpos)} bodies, the model {model.nq} and {model.nbody}; make it by mujoco.MjData(model)")
        self._take_time_step()
        self._tolerance, self._most = number(tolerance, "tolerance"), int(most_passes)
        self._check_robot()
        self._ahead = mujoco.MjData(model)  # where the robot is guessed to be
        self._guess, self._reached, self._velocity, self._way = (np.zeros(model.nv) for _ in range(4))
        self._start, self._ended = np.empty(model.nq), data.time
        self._qpos, self._ahead_qpos, self._dt = data.qpos, self._ahead.qpos, sim.dt
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        self._geoms = _geoms.chosen(model, geoms, bodies, groups)
        self.obstacles: dict[str, Obstacle] = {}
        """the geoms that are obstacles, by name"""
        self._add_obstacles(friction, hull, number(rounding, "rounding"))
        self._movable = _movable(model)
        self._coupler = _core.Coupler(sim, _arrays(data), _arrays(self._ahead), data.warning.number[_BAD], self._moving_geoms())
        self._must_agree, self._turns = self._coupler.must_agree, self._coupler.has_turning_joints
        self._hands: list[Hand] = []  # that hold, or have let go lately
        self._looks: list[_geoms.Look] | None = None
        self._films: list[Recorder] = []
        self._robot_state = np.empty(mujoco.mj_stateSize(model, _STATE))

    def _moving_geoms(self) -> list[tuple[int, int, int, bool]]:
        """Of each geom that does not stand still: its number, its body, its obstacle, and whether a force moves it."""
        led, bodies = _led(self.model), self.model.geom_bodyid
        pairs = zip(self._geoms, self.obstacles.values())
        return [(geom, int(bodies[geom]), obstacle.index, bool(self._movable[bodies[geom]])) for geom, obstacle in pairs if led[bodies[geom]]]

    def _take_time_step(self) -> None:
        self._substeps = _substeps(self.sim.dt, float(self.model.opt.timestep))
        self._robot_dt = float(self.model.opt.timestep)

    def _add_obstacles(self, friction: float | None, hull: bool, rounding: float) -> None:
        poses = _poses(self.data.geom_xpos[self._geoms], self.data.geom_xmat[self._geoms])
        try:
            for geom, pose in zip(self._geoms, poses):
                name = _geoms.name_of(self.model, geom)
                shape = _geoms.geom_shape(self.model, geom, hull=hull, rounding=rounding)
                mu = float(self.model.geom_friction[geom, 0]) if friction is None else number(friction, "friction")
                self.obstacles[name] = self.sim.add_obstacle(
                    shape, position=pose[:3], quaternion=pose[3:], friction=mu, name=name
                )
        except Exception:
            for obstacle in self.obstacles.values():
                obstacle.remove()
            raise

    # holding ---------------------------------------------------------------------------------------------------------

    def attach(
        self,
        nodes: Any = None,
        body: str | None = None,
        *,
        site: str | None = None,
        near: ArrayLike | None = None,
        radius: float | None = None,
        name: str | None = None,
        stiffness: float | None = None,
        damping: float | None = None,
        force_limit: float | None = None,
        slip: str = "hold",
    ) -> Hand:
        """Let a body, or the body of a site, hold nodes from now on: they keep their places in it, and it feels them.

        nodes, near, radius, force_limit, slip: as of Simulation.grasp; near defaults to the site where radius is given. stiffness
        [N/m] and damping [N s/m]: 5000 and 20, or less where the body is so light at the nodes that the exchange would not be stable:
        0.2 m/dt² and 0.2 m/dt.
        """
        if (body is None) == (site is None):
            raise ValueError("give the name of a body or of a site that holds the nodes, and not both")
        where = self._now()
        at = _geoms.find(self.model, "site", site) if site is not None else -1
        carrier = int(self.model.site_bodyid[at]) if site is not None else _geoms.find(self.model, "body", str(body))
        if nodes is None and near is None and site is not None:
            near = np.array(where.site_xpos[at])
        held = self.sim._held(nodes, near, radius)  # says what is wrong
        middle = vector(near, "near") if near is not None else self.sim.x[np.array(held)].mean(axis=0)
        mass = mass_at(self.model, where, carrier, middle)
        grasp = self.sim.grasp(
            nodes,
            near=near,
            radius=radius,
            name=name,
            stiffness=min(_STIFFNESS, _SHARE * mass / self.sim.dt**2) if stiffness is None else stiffness,
            damping=min(_DAMPING, _SHARE * mass / self.sim.dt) if damping is None else damping,
            force_limit=force_limit,
            slip=slip,
        )
        hand = Hand(self, grasp, carrier, _body_pose(where, carrier), stiff=stiffness is not None)
        self._hands = [*(one for one in self._hands if not one._is_gone and (one.holds or one.grasp.impulse.any())), hand]
        self._coupler.set_hands([one._carried(self._movable[one._body]) for one in self._hands])
        self._must_agree = self._coupler.must_agree
        return hand

    @property
    def hands(self) -> list[Hand]:
        """The hands that hold."""
        return [hand for hand in self._hands if hand.holds]

    def close(self, fingers: Sequence[str], body: str | None = None, *, radius: float = 0.02, **grip: Any) -> Hand:
        """Close a gripper on the cloth: hold the nodes between two fingers, which are names of geoms, bodies or sites.

        Between: within radius [m] of the segment from the middle of one to that of the other. body: which carries them, default the
        parent of the first finger's body. grip: as of attach. ValueError, with how far the cloth is, where nothing is between them.
        Fingers that hold so must not be obstacles: they would press on what they hold. Fingers that pinch by friction
        are obstacles, and need no close.
        """
        if len(fingers) != 2:
            raise ValueError(f"a gripper has two fingers here, got {len(fingers)} names")
        where = self._now()
        (a, first), (b, _) = (self._place_of(where, finger) for finger in fingers)
        pads = [finger for finger in fingers if finger in self.obstacles]
        if pads:
            raise ValueError(f'finger "{pads[0]}" is an obstacle and would press on what it holds; leave it out of geoms, or pinch without close')
        along = b - a
        share = np.clip((self.sim.x - a) @ along / max(float(along @ along), 1e-12), 0, 1)
        away = np.linalg.norm(self.sim.x - a - share[:, None] * along, axis=1)
        nodes = [int(i) for i in np.flatnonzero(away <= number(radius, "radius"))]
        if not nodes:
            raise ValueError(f"no node is between the fingers: the nearest is {away.min():.3f} m away; move them there first")
        parent = int(self.model.body_parentid[first])
        carrier = body if body is not None else mujoco.mj_id2name(self.model, mujoco.mjtObj.mjOBJ_BODY, parent)
        return self.attach(nodes, carrier, **grip)

    def _place_of(self, where: Any, name: str) -> tuple[Array, int]:
        """Where a geom, site or body of this name is, and its body."""
        known = {
            mujoco.mjtObj.mjOBJ_GEOM: (where.geom_xpos, self.model.geom_bodyid),
            mujoco.mjtObj.mjOBJ_SITE: (where.site_xpos, self.model.site_bodyid),
            mujoco.mjtObj.mjOBJ_BODY: (where.xpos, range(self.model.nbody)),
        }
        for kind, (place, bodies) in known.items():
            found = mujoco.mj_name2id(self.model, kind, name)
            if found >= 0:
                return np.array(place[found]), int(bodies[found])
        _geoms.find(self.model, "body", name)
        raise AssertionError

    def _now(self) -> Any:
        """A copy of the robot where it is, with all that follows from its positions."""
        mujoco.mj_copyData(self._ahead, self.model, self.data)
        mujoco.mj_forward(self.model, self._ahead)
        return self._ahead

    # stepping --------------------------------------------------------------------------------------------------------

    def step(self) -> CouplingReport:
        """One step of the cloth, as many of the robot as fit into it.

        Controls are what ``data.ctrl`` has. RuntimeError where the robot goes astray: both stand as before the step then.
        """
        coupler = self._coupler
        if self.model.opt.timestep != self._robot_dt:
            self._take_time_step()
        if self.data.time != self._ended:  # begun anew
            self._guess[:] = 0
        if not coupler.begin(self._start):
            self._check_robot()
        mujoco.mj_getState(self.model, self.data, self._robot_state, _STATE)
        report = self._pass(self._guess)
        mismatch = coupler.mismatch() if self._must_agree else 0.0
        passes = 1
        if mismatch > self._tolerance and self._most > 1:
            report, passes, mismatch = self._agree(report, mismatch)
        self._guess, self._reached = self._reached, self._guess
        self._ended = self.data.time
        for film in self._films:
            film.add(report)
        return CouplingReport(report, passes, mismatch)

    def run(self, duration: float) -> None:
        """Take steps for a duration [s], with the controls as they are."""
        if not 0 <= number(duration, "duration") < np.inf:
            raise ValueError(f"duration must be a time of at least 0 s, got {duration}")
        for _ in range(round(duration / self.sim.dt)):
            self.step()

    def record(self, *, every: int | None = None, groups: Sequence[int] = (0, 1, 2), out: str | os.PathLike[str] | None = None) -> Recorder:
        """Keep frames of cloth and robot from now on, at every so many steps (default: those nearest to 1/50 s): ``film = coupling.record()``,
        then step, then ``film.save("run.html")`` or another ending; ``film.stop()`` ends it.

        The geoms of these groups are seen as they look; MuJoCo keeps hulls for contacts in group 3. out: a .ict file that grows
        meanwhile, which ``film.watch()`` shows as it does.
        """
        self._films.append(film_of(self, every, groups, out))
        return self._films[-1]

    def show(self, *, groups: Sequence[int] = (0, 1, 2), height: int = 480) -> Page:
        """Cloth and robot as they are, as a page that turns: what a notebook shows in a cell; height of its frame [pixels]."""
        return film_of(self, None, groups, None).show(height=height)

    def _pass(self, acceleration: Array) -> StepReport:
        """The cloth's step with the robot where this acceleration leads it, then the robot's; leaves the acceleration that it had."""
        model, data, coupler, dt = self.model, self.data, self._coupler, self._dt
        coupler.guess(acceleration, self._velocity)
        if self._turns:
            mujoco.mj_integratePos(model, self._ahead_qpos, self._velocity, dt)
        mujoco.mj_kinematics(model, self._ahead)
        report = coupler.step()
        mujoco.mj_step(model, data, self._substeps)
        if self._turns:
            mujoco.mj_differentiatePos(model, self._way, dt, self._start, self._qpos)
        if not coupler.end(self._way, self._reached):
            self._give_up()
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        return report

    def _agree(self, report: StepReport, mismatch: float) -> tuple[StepReport, int, float]:
        """Takes the step again with better guesses, until both sides agree on where things are."""
        guesses, errors, misses = [self._guess.copy()], [self._reached - self._guess], [mismatch]
        for count in range(2, self._most + 1):
            guess = guesses[int(np.argmin(misses))] if count == self._most else _mixed(guesses, errors)
            self._go_back()
            report = self._pass(guess)
            mismatch = self._coupler.mismatch()
            if mismatch <= self._tolerance:
                break
            guesses.append(guess)
            errors.append(self._reached - guess)
            misses.append(mismatch)
        return report, count, mismatch

    def _go_back(self) -> None:
        self._coupler.go_back()
        mujoco.mj_setState(self.model, self.data, self._robot_state, _STATE)

    def _give_up(self) -> None:
        time = float(self._robot_state[0])
        self._go_back()
        mujoco.mj_forward(self.model, self.data)
        raise RuntimeError(
            f"the robot goes astray after t = {time:g} s (MuJoCo finds positions, velocities or accelerations that are not finite or huge); "
            "take a smaller time step or weaker controls; it stands as before the step"
        )

    def _check_robot(self) -> None:
        for name in ("qpos", "qvel", "ctrl"):
            if not np.isfinite(getattr(self.data, name).sum()):
                raise ValueError(f"data.{name} of the robot holds a number that is not finite; set it anew before the next step")

    # what is there ---------------------------------------------------------------------------------------------------

    @property
    def momentum(self) -> Array:
        """Linear momentum of the robot's bodies and the cloth [kg m/s], shape (3,)."""
        mujoco.mj_subtreeVel(self.model, self._now())
        masses = self.model.body_subtreemass[0]
        return np.asarray(self._ahead.subtree_linvel[0] * masses + self.sim.momentum)

    def _draw(self, sight: _core.Sight, names: dict[int, str], colors: Mapping[str, ArrayLike], groups: Sequence[int]) -> None:
        """Draw the geoms of these groups, for isocloth.Camera."""
        if self._looks is None:
            self._looks = [_geoms.Look(self.model, g) for g in range(self.model.ngeom) if _geoms.is_shown(self.model, g)]
        looks = [look for look in self._looks if look.group in groups]
        shown = [look.geom for look in looks]
        poses = _poses(self.data.geom_xpos[shown], self.data.geom_xmat[shown])
        for look, pose in zip(looks, poses):
            names[len(names)] = look.name
            look.draw(sight, pose, vector(colors.get(look.name, look.color), "obstacle_colors"), len(names) - 1)


def _substeps(dt: float, robot: float) -> int:
    count = round(dt / robot)
    if count < 1 or abs(count * robot - dt) > 1e-9 * dt:
        raise ValueError(f"the cloth's time step of {dt:g} s is no multiple of the robot's {robot:g} s; set model.opt.timestep or dt so that it is")
    return count


def _movable(model: Any) -> Any:
    """Which bodies a force can move: those with a joint between them and the world."""
    movable = np.zeros(model.nbody, dtype=bool)
    for body in range(1, model.nbody):
        movable[body] = model.body_dofnum[body] > 0 or movable[model.body_parentid[body]]
    return movable


def _led(model: Any) -> Any:
    """Which bodies do not stand still: those that a force can move, and mocap bodies with what they carry."""
    led = _movable(model)
    for body in range(1, model.nbody):
        led[body] |= model.body_mocapid[body] >= 0 or led[model.body_parentid[body]]
    return led


def _poses(position: Array, matrix: Array) -> Array:
    """Positions (k, 3) and rotation matrices (k, 9) as poses (k, 7)."""
    poses = np.empty((len(position), 7))
    poses[:, :3] = position
    quaternion = np.empty(4)
    for k in range(len(position)):
        mujoco.mju_mat2Quat(quaternion, matrix[k])
        poses[k, 3:] = quaternion
    return poses


def _body_pose(data: Any, body: int) -> Array:
    return np.concatenate([data.xpos[body], data.xquat[body]])


def _arrays(data: Any) -> _core.RobotArrays:
    """The arrays of a robot that cloth has to do with."""
    return _core.RobotArrays(
        data.qpos,
        data.qvel,
        data.ctrl,
        data.xpos,
        data.xquat,
        data.xipos,
        data.geom_xpos,
        data.geom_xmat,
        data.mocap_pos,
        data.mocap_quat,
        data.xfrc_applied,
    )


def _mixed(guesses: list[Array], errors: list[Array], depth: int = 6) -> Array:
    """The next guess: of all mixtures of the last ones that whose error is least, and where it led."""
    if len(guesses) == 1:
        return np.asarray(guesses[-1] + _FIRST * errors[-1])
    last = np.asarray(guesses[-1] + _FIRST * errors[-1])
    recent = min(len(guesses) - 1, depth)
    d_error = np.stack([errors[-1 - k] - errors[-2 - k] for k in range(recent)], axis=1)
    d_guess = np.stack([guesses[-1 - k] - guesses[-2 - k] for k in range(recent)], axis=1)
    weights = np.linalg.lstsq(d_error, errors[-1], rcond=1e-10)[0]
    return np.asarray(last - (d_guess + _FIRST * d_error) @ weights)
