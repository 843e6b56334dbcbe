"""Franka arms on a table, from the package gymnasium-robotics, led by inverse kinematics (mink)."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import mink
import mujoco
import numpy as np

HOME = [0, 0.2, 0, -2.2, 0, 0.83, 0.8]  # of an arm's joints, so that its hand points down [rad]
AHEAD = [0, -0.3, 0, -2.2, 0, 1.9, 0.015]  # the same, so that its hand points ahead and lies flat
TIP = np.array([0, 0, 0.05])  # of the fingertips, in the frame of the hand's site [m]
FLOOR = '<geom name="table" type="box" size=".8 .8 .02" pos="0 0 -.02" friction="0.6" rgba=".7 .6 .5 1"/>'


def franka() -> Any:
    """One arm as gymnasium-robotics brings it, which bears its own weight as the real one does."""
    found = importlib.util.find_spec("gymnasium_robotics")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("the arms are those of gymnasium-robotics: pip install --no-deps gymnasium-robotics")
    assets = Path(found.origin).parent / "envs/assets/kitchen_franka/franka_assets"
    spec = mujoco.MjSpec.from_string(
        f'<mujoco><include file="{assets}/assets.xml"/><worldbody><include file="{assets}/chain.xml"/></worldbody>'
        f'<include file="{assets}/actuator.xml"/><compiler angle="radian" meshdir="{assets}/meshes"/></mujoco>'
    )
    for body in spec.bodies:
        body.gravcomp = 1
    return spec


def placed(world: Any, name: str, x: float, y: float, turn: float) -> None:
    """Puts an arm into a world: where it stands [m], and which way it looks [degrees]."""
    half = np.radians(turn) / 2
    world.attach(franka(), prefix=f"{name}_", frame=world.worldbody.add_frame(pos=[x, y, 0], quat=[np.cos(half), 0, 0, np.sin(half)]))


def empty_world(inside: str = "") -> Any:
    return mujoco.MjSpec.from_string(
        f'<mujoco><size nuser_actuator="5"/><option timestep="0.002" gravity="0 0 -9.8" integrator="implicitfast"/><worldbody>{inside}</worldbody></mujoco>'
    )


def cell(places: dict[str, tuple[float, float, float]], extra: str = "", home: list[float] = HOME) -> tuple[Any, Any, list[Arm]]:
    """A table with arms: where each stands, x and y [m], and which way it looks [degrees]; extra: more of MJCF's worldbody; home: of
    the arms' joints [rad]."""
    world = empty_world(FLOOR + extra)
    for name, place in places.items():
        placed(world, name, *place)
    model = world.compile()
    data = mujoco.MjData(model)
    arms = [Arm(model, name, place) for name, place in places.items()]
    for arm in arms:
        data.qpos[arm.joints] = home
        data.ctrl[arm.motors] = home
    mujoco.mj_forward(model, data)
    return model, data, arms


class Arm:
    """An arm by its name: where its hand should be goes in, joint targets come out."""

    def __init__(self, model: Any, name: str, place: tuple[float, float, float]) -> None:
        self.site, self.body = f"{name}_end_effector", f"{name}_panda0_link7"
        self.joints = [int(model.joint(f"{name}_robot:panda0_joint{k}").qposadr[0]) for k in range(1, 8)]
        self.motors = [model.actuator(f"{name}_panda0_joint{k}").id for k in range(1, 8)]
        alone = empty_world()  # inverse kinematics need not know of anything else
        placed(alone, name, *place)
        self._configuration = mink.Configuration(alone.compile())
        self._task = mink.FrameTask(self.site, "site", position_cost=1.0, orientation_cost=0.3)
        self._posture = mink.PostureTask(self._configuration.model, cost=1e-3)

    def begin(self, data: Any) -> None:
        """Start from where the robot is."""
        q = np.zeros(self._configuration.model.nq)
        q[:7] = data.qpos[self.joints]
        self._configuration.update(q)
        self._posture.set_target(q)
        self.at = self.tip(data)
        self._turned = np.array(data.site(self.site).xmat).reshape(3, 3)  # which it keeps

    def tip(self, data: Any) -> Any:
        """Where its fingertips are [m]."""
        hand = data.site(self.site)
        return np.array(hand.xpos) + np.array(hand.xmat).reshape(3, 3) @ TIP

    def reach(self, data: Any, position: Any, dt: float) -> None:
        """Set the joint targets for fingertips at a position [m], the hand turned as at the beginning, within a step of dt [s]."""
        turned = mink.SO3.from_matrix(self._turned)
        self._task.set_target(mink.SE3.from_rotation_and_translation(turned, np.asarray(position) - self._turned @ TIP))
        velocity = mink.solve_ik(self._configuration, [self._task, self._posture], dt, "daqp", 1e-6)
        self._configuration.integrate_inplace(velocity, dt)
        data.ctrl[self.motors] = self._configuration.q[:7]


def lead(coupling: Any, arms: list[Arm], paths: list[Any], duration: float) -> None:
    """Lead each arm's hand along a path, a function of the share of the time, 0 to 1, that returns a position [m]."""
    steps = round(duration / coupling.sim.dt)
    for k in range(1, steps + 1):
        s = k / steps
        s = s * s * (3 - 2 * s)  # begins and ends at rest
        for arm, path in zip(arms, paths):
            arm.reach(coupling.data, path(s), coupling.sim.dt)
        coupling.step()
    coupling.run(0.6)  # the arms' motors lag behind their targets


def straight(start: Any, end: Any) -> Any:
    """A path straight from start to end [m]."""
    return lambda s: np.asarray(start) + s * (np.asarray(end) - np.asarray(start))
