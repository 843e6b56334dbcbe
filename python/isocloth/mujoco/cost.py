"""What a coupled step costs beside the steps of cloth and robot: ``python -m isocloth.bench coupling``.

The same motion is run four ways, one after the other in each round: coupled; the cloth alone, with obstacles and hand led along the
recorded poses; the robot alone, with the recorded loads; and these two by turns, step by step, without any exchange. The excess of the
first over the last is the coupling's. That both take turns costs something by itself, as each finds its data out of the processor's
caches: no coupling can avoid that, and the excess over the sum of separate runs is given beside it.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from .. import Cloth, Material, Simulation, rectangle
from .coupling import Coupling

_GANTRY = """<mujoco><option timestep="0.002" gravity="0 0 -9.8" integrator="implicitfast"/><worldbody>
<geom name="table" type="box" size="0.8 0.8 0.02" pos="0 0 -0.02"/>
<body name="hand" pos="0 0 0.7"><joint name="x" type="slide" axis="1 0 0" damping="20"/><joint name="y" type="slide" axis="0 1 0" damping="20"/>
<joint name="z" type="slide" axis="0 0 1" damping="20"/><geom name="hand" type="capsule" fromto="0 0 0.05 0 0 0.25" size="0.02" mass="1"/></body>
</worldbody><actuator><position joint="x" kp="2000"/><position joint="y" kp="2000"/><position joint="z" kp="2000"/></actuator></mujoco>"""


def gantry() -> tuple[Any, str, list[str]]:
    """A hand on three sliding joints over a table: the model, the body that holds, the geoms that are obstacles."""
    return mujoco.MjModel.from_xml_string(_GANTRY), "hand", ["table", "hand"]


def panda() -> tuple[Any, str, list[str]] | None:
    """The Panda arm of robosuite, with its table; None where that package is not installed."""
    found = importlib.util.find_spec("robosuite")
    if found is None or not found.submodule_search_locations:
        return None
    spec = mujoco.MjSpec.from_file(str(Path(found.submodule_search_locations[0]) / "models/assets/robots/panda/robot.xml"))
    spec.option.timestep, spec.option.integrator = 0.002, mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.gravity = [0, 0, -9.8]
    for body in spec.bodies:
        body.gravcomp = 1
    spec.worldbody.add_geom(name="table", type=mujoco.mjtGeom.mjGEOM_BOX, size=[0.8, 0.8, 0.02], pos=[0.6, 0, -0.02])
    model = spec.compile()
    links = [mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM, g) for g in range(model.ngeom) if model.geom_contype[g]]
    return model, "right_hand", [name for name in links if name and (name == "table" or "link6" in name or "link7" in name)]


class _Motion:
    """A cloth that a robot's body holds by two corners and swings: coupled, and what is needed to run each side alone."""

    def __init__(self, model: Any, body: str, geoms: list[str], nodes: int, steps: int) -> None:
        self.model, self.steps = model, steps
        self.data = mujoco.MjData(model)
        mujoco.mj_forward(model, self.data)
        self.start = np.array(self.data.qpos)
        sheet = rectangle((0.3, 0.3), (nodes, nodes)).with_noise(0.001, length=0.1)
        at = self.data.body(body).xpos
        hung = sheet.moved(rotate_deg=(90, 0, 0), translate=(at[0] - 0.15, at[1], at[2] - 0.42))
        self.sim = Simulation(Cloth(sheet, Material(density=0.2, damping=0.5)), hung)
        self.coupling = Coupling(model, self.data, self.sim, geoms=geoms)
        self.hand = self.coupling.attach("top", body=body)
        self.coupling.run(0.5)
        self.coupling._coupler.unload()
        self.cloth, self.robot = self.sim.save(), np.empty(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_INTEGRATION))
        mujoco.mj_getState(model, self.data, self.robot, mujoco.mjtState.mjSTATE_INTEGRATION)
        self._record()

    def go_back(self) -> None:
        self.coupling._coupler.unload()
        self.coupling._guess[:] = 0
        self.sim.restore(self.cloth)
        mujoco.mj_setState(self.model, self.data, self.robot, mujoco.mjtState.mjSTATE_INTEGRATION)
        mujoco.mj_forward(self.model, self.data)

    def controls(self, step: int) -> None:
        """Swings every joint that a motor drives."""
        self.data.ctrl[:] = 0.05 * np.sin(0.06 * step)

    def _record(self) -> None:
        """The poses that the cloth was led along, the loads that the robot had, and how often steps were repeated."""
        self.go_back()
        moving = self.coupling._moving_geoms()
        self.led: list[tuple[int, list[Any]]] = [(index, []) for _, _, index, _ in moving]
        self.held: list[Any] = []
        self.loads: list[Any] = []
        self.passes = 0
        for step in range(self.steps):
            self.controls(step)
            self.passes += self.coupling.step().passes
            for index, poses in self.led:
                poses.append(np.array(self.sim._obstacle_pose(index)))
            self.held.append(self.hand.grasp.pose)
            self.loads.append(self.data.xfrc_applied.copy())

    def coupled(self) -> None:
        for step in range(self.steps):
            self.controls(step)
            self.coupling.step()

    def _step_cloth(self, step: int) -> None:
        """As a user leads it: one call for the hand, one for each obstacle that moves, one for the step."""
        for index, poses in self.led:
            self.sim._move_obstacle(index, poses[step], 0.0)
        self.sim._move(self.hand.grasp._number, self.held[step], 0.0)
        self.sim.step()

    def _step_robot(self, step: int) -> None:
        self.controls(step)
        self.data.xfrc_applied[:] = self.loads[step]
        mujoco.mj_step(self.model, self.data, self.coupling._substeps)

    def cloth_alone(self) -> None:
        for step in range(self.steps):
            self._step_cloth(step)

    def robot_alone(self) -> None:
        for step in range(self.steps):
            self._step_robot(step)

    def by_turns(self) -> None:
        for step in range(self.steps):
            self._step_cloth(step)
            self._step_robot(step)


def _cpu(call: Callable[[], None]) -> float:
    begin = time.process_time()
    call()
    return time.process_time() - begin


def measure(rounds: int = 15, steps: int = 100, sizes: tuple[int, ...] = (9, 17, 33)) -> dict[str, float]:
    """CPU time of a step [µs] of each side alone and coupled, by robot and nodes a side: the least of the rounds, as whoever else uses the machine only adds."""
    robots = {"gantry": gantry(), "panda": panda()}
    found = {}
    for name, robot in robots.items():
        if robot is None:
            continue
        model, body, geoms = robot
        for nodes in sizes:
            motion = _Motion(model, body, geoms, nodes, steps)
            times: dict[str, list[float]] = {"coupled": [], "by_turns": [], "cloth_alone": [], "robot_alone": []}
            for _ in range(rounds):
                for way, list_of in times.items():
                    motion.go_back()
                    list_of.append(1e6 * _cpu(getattr(motion, way)) / steps)
            key = f"{name}_{nodes}"
            coupled, by_turns, cloth, alone = least = [min(list_of) for list_of in times.values()]
            found.update({f"{key}_{way}_us": spent for way, spent in zip(times, least)})
            found[f"{key}_percent"] = 100 * (coupled / by_turns - 1)
            found[f"{key}_over_sum_percent"] = 100 * (coupled / (cloth + alone) - 1)
            found[f"{key}_passes"] = motion.passes / steps
    return found


def report(found: dict[str, float]) -> str:
    """The figures as a table."""
    keys = [key.removesuffix("_passes") for key in found if key.endswith("_passes")]
    lines = ["robot, nodes a side   cloth    robot by turns  coupled [µs of CPU a step]   coupling adds   to the sum   passes a step"]
    for key in keys:
        times = " ".join(f"{found[f'{key}_{way}_us']:8.1f}" for way in ("cloth_alone", "robot_alone", "by_turns", "coupled"))
        more, over_sum = found[f"{key}_percent"], found[f"{key}_over_sum_percent"]
        lines.append(f"{key.replace('_', ', '):<18} {times} {more:34.1f} % {over_sum:10.1f} % {found[f'{key}_passes']:15.2f}")
    return "\n".join(lines)
