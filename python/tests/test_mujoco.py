"""Cloth and robot: what one gives the other takes; what cannot be is said in one sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")

import isocloth as ic
import isocloth.mujoco as im
from isocloth.mujoco import cost

_GRAVITY = 9.8

_RAIL = """<mujoco><option timestep="0.002" gravity="0 0 -9.8"/><worldbody>
<body name="box" pos="0 0 1"><joint type="slide" axis="1 0 0"/>
  <geom name="box" type="box" size=".05 .05 .05" mass="0.5" contype="0" conaffinity="0"/></body>
</worldbody></mujoco>"""

_ARM = """<mujoco><compiler angle="radian"/><option timestep="0.002" gravity="0 0 -9.8" integrator="implicitfast"/><worldbody>
<geom name="floor" type="plane" size="2 2 .1"/>
<body name="upper" pos="0 0 1"><joint name="shoulder" axis="0 1 0" damping="2"/>
  <geom name="upper" type="capsule" fromto="0 0 0 .3 0 0" size=".03" mass="1"/>
  <body name="fore" pos=".3 0 0"><joint name="elbow" axis="0 1 0" damping="1"/>
    <geom name="fore" type="capsule" fromto="0 0 0 .25 0 0" size=".025" mass="0.6"/>
    <body name="gripper" pos=".3 0 0"><geom name="palm" type="box" size=".02 .03 .02" mass="0.2"/><site name="tip" pos=".03 0 0"/>
      <body name="left"><geom name="left" type="box" pos=".03 .02 0" size=".01 .004 .01" mass="0.02"/></body>
      <body name="right"><geom name="right" type="box" pos=".03 -.02 0" size=".01 .004 .01" mass="0.02"/></body>
    </body></body></body>
</worldbody>
<actuator><position joint="shoulder" kp="400"/><position joint="elbow" kp="200"/></actuator></mujoco>"""


def _robot(text: str) -> tuple[object, object]:
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return model, data


def _sheet(at: tuple[float, float, float], size: tuple[float, float] = (0.3, 0.3), nodes: tuple[int, int] = (9, 9), **options: object) -> ic.Simulation:
    mesh = ic.rectangle(size, nodes).with_noise(0.001, length=0.1)
    damping = options.pop("damping", 0.4)
    upright = options.pop("upright", False)
    turn = (90, 0, 0) if upright else (0, 0, 0)
    return ic.Simulation(ic.Cloth(mesh, ic.Material(density=0.2, damping=damping)), mesh.moved(rotate_deg=turn, translate=at), **options)


@pytest.mark.parametrize("integrator", ["euler", "bdf2"])
@pytest.mark.parametrize("mass", [0.5, 0.1])
def test_box_on_a_rail_gets_the_momentum_that_the_hand_gives_the_cloth(integrator: str, mass: float) -> None:
    model, data = _robot(_RAIL.replace('mass="0.5"', f'mass="{mass}"'))
    sim = _sheet((0.05, -0.1, 1), (0.4, 0.2), (13, 7), damping=0, integrator=integrator)
    coupling = im.Coupling(model, data, sim, geoms=[])
    coupling.attach("left", body="box")

    def path(t: float) -> tuple[float, float, float]:
        return (0.125 * t * t if t < 2 else 0.5 + 0.5 * (t - 2), 0, 0)

    hand = sim.grasp("right", path, relative=True)
    given = work = 0.0
    before = np.array(path(0))
    errors, momenta, energies = [], [], []
    for _ in range(500):
        coupling.step()
        after = np.array(path(sim.time))
        given += hand.impulse[0]
        work += hand.impulse[:3] @ (after - before) / sim.dt
        before = after
        momenta.append(coupling.momentum[0])
        errors.append(momenta[-1] - given)
        energies.append(sum(sim.energy.values()) + 0.5 * mass * data.qvel[0] ** 2 - work)
    assert data.qvel[0] > 0.3  # the box is dragged along
    assert np.abs(errors).max() <= 1e-9 * np.abs(momenta).max()
    assert max(energies) <= energies[0] + 1e-9  # less the hand's work; the springs of both hands lend a little meanwhile


@pytest.mark.parametrize("integrator", ["euler", "bdf2"])
def test_box_that_takes_a_moving_sheet_gets_its_momentum_and_keeps_it_when_it_lets_go(integrator: str) -> None:
    model, data = _robot(_RAIL)
    sim = _sheet((0.05, -0.1, 1), (0.4, 0.2), (13, 7), damping=0, integrator=integrator, gravity=(0, 0, 0))
    speed = np.zeros_like(sim.x)
    speed[:, 0] = 1.0
    sim.set_positions(sim.x.copy(), speed)
    sim.run(3)
    coupling = im.Coupling(model, data, sim, geoms=[])
    before = coupling.momentum[0]
    hand = coupling.attach("left", body="box")
    off = []
    for step in range(100):
        if step == 50:
            hand.release()
        coupling.step()
        off.append(coupling.momentum[0] - before)
    assert data.qvel[0] > 0.01 and not coupling.hands
    assert np.abs(off).max() <= 1e-9 * before


def test_arm_at_rest_bears_the_weight_of_the_cloth_it_holds() -> None:
    model, data = _robot(_ARM)
    sim = _sheet((0.62, 0, 0.68), upright=True)
    coupling = im.Coupling(model, data, sim, geoms=["floor"])
    coupling.attach("top_left", site="tip")
    coupling.run(6)
    mujoco.mj_forward(model, data)
    weight = 0.2 * _GRAVITY * sum(np.linalg.norm(np.cross(*(sim.mesh.x[t[1:]] - sim.mesh.x[t[0]])) / 2) for t in sim.mesh.triangles)
    assert coupling.hands[0].force[2] == pytest.approx(weight, rel=0.01)
    corner = sim.x[coupling.hands[0].nodes[0]]
    jacobian = np.zeros((3, model.nv))
    mujoco.mj_jac(model, data, jacobian, None, corner, model.body("gripper").id)
    of_cloth = data.qfrc_actuator - data.qfrc_bias  # what the motors do beyond bearing the arm itself
    assert of_cloth == pytest.approx(-jacobian.T @ [0, 0, -weight], rel=0.01)


@pytest.mark.parametrize("mass", [1.0, 0.1])
def test_ball_that_drops_into_a_held_sheet_comes_to_rest_in_it(mass: float) -> None:
    text = f"""<mujoco><option timestep="0.002" gravity="0 0 -9.8"/><worldbody><body name="ball" pos=".02 .01 1.2"><freejoint/>
      <geom name="ball" type="sphere" size=".05" mass="{mass}" friction="0.3"/></body></worldbody></mujoco>"""
    model, data = _robot(text)
    sim = _sheet((-0.25, -0.25, 1), (0.5, 0.5), (13, 13))
    for corner in ("bottom_left", "bottom_right", "top_left", "top_right"):
        sim.grasp(corner)
    coupling = im.Coupling(model, data, sim, geoms=["ball"])
    heights, gaps = [], []
    for _ in range(500):
        coupling.step()
        heights.append(data.qpos[2])
        gaps.append(np.linalg.norm(sim.x - data.qpos[:3], axis=1).min() - 0.05)
    assert min(gaps) >= -1e-3
    assert np.ptp(heights[-100:]) <= 2e-3
    load = -coupling.obstacles["ball"].force[2]
    assert load == pytest.approx(mass * _GRAVITY, rel=0.05)


def test_sheet_drags_a_free_box_that_lies_on_a_table_by_friction() -> None:
    text = """<mujoco><option timestep="0.002" gravity="0 0 -9.8"/><worldbody>
      <body name="box" pos="0 0 .05"><freejoint/><geom name="box" type="box" size=".1 .1 .05" mass="0.02" friction="0.8"/></body>
      <geom name="table" type="box" pos="0 0 -.02" size=".6 .6 .02" friction="0.02"/></worldbody></mujoco>"""
    model, data = _robot(text)
    model.geom("table").priority = 1  # it is smooth
    sim = _sheet((-0.15, -0.15, 0.102))
    hand = sim.grasp("right", lambda t: (0.05 * min(t, 2.0) ** 2, 0, 0), relative=True)
    coupling = im.Coupling(model, data, sim, geoms=["box", "table"])
    coupling.run(1.5)
    assert data.qpos[0] > 0.02
    assert hand.force[0] > 0


def test_gripper_closes_on_what_is_between_its_fingers_and_lets_go() -> None:
    model, data = _robot(_ARM)
    sim = _sheet((0.63, 0, 0.7), upright=True)
    coupling = im.Coupling(model, data, sim, geoms=["floor"])
    hand = coupling.close(["left", "right"])
    assert hand.body == "gripper" and hand.nodes == sim.mesh.parts["top_left"]
    coupling.run(0.5)
    assert sim.x[hand.nodes[0], 2] > 0.9
    hand.release()
    coupling.run(0.8)
    assert not coupling.hands and sim.x[:, 2].max() < 0.5


def test_loads_stand_beside_what_the_user_applies() -> None:
    model, data = _robot(_ARM)
    sim = _sheet((0.63, 0, 0.7), upright=True)
    coupling = im.Coupling(model, data, sim, geoms=[])
    coupling.attach("top_left", body="gripper")
    body = model.body("upper").id
    data.xfrc_applied[body, 1] = 0.25
    coupling.run(0.1)
    assert data.xfrc_applied[body, 1] == pytest.approx(0.25, abs=1e-12)
    assert data.xfrc_applied[model.body("gripper").id, 2] < 0


def test_robot_and_cloth_can_begin_anew() -> None:
    model, data = _robot(_ARM)
    sim = _sheet((0.63, 0, 0.7), upright=True)
    coupling = im.Coupling(model, data, sim, geoms=["floor"])
    start = sim.save()
    ends = []
    for _ in range(2):
        hand = coupling.attach("top_left", body="gripper")
        coupling.run(0.1)
        ends.append(data.qpos.copy())
        sim.restore(start)
        mujoco.mj_resetData(model, data)
        assert not coupling.hands and not hand.holds
        coupling.run(0.01)
        assert not data.xfrc_applied.any()  # nothing is left of the load
        sim.restore(start)
        mujoco.mj_resetData(model, data)
    assert np.array_equal(ends[0], ends[1])


def test_every_shape_becomes_an_obstacle() -> None:
    text = """<mujoco><asset><mesh name="wedge" vertex="0 0 0  .1 0 0  0 .1 0  0 0 .1"/></asset><worldbody>
      <geom name="plane" type="plane" size="1 1 .1" pos="0 0 -1"/><geom name="ball" size=".1" pos="1 0 0"/>
      <geom name="pill" type="capsule" size=".1 .2" pos="2 0 0"/><geom name="can" type="cylinder" size=".1 .2" pos="3 0 0"/>
      <geom name="crate" type="box" size=".1 .2 .3" pos="4 0 0" euler="0 0 30"/><geom name="egg" type="ellipsoid" size=".1 .2 .3" pos="5 0 0"/>
      <geom name="wedge" type="mesh" mesh="wedge" pos="6 0 0"/></worldbody></mujoco>"""
    model, data = _robot(text)
    for hull in (True, False):
        sim = _sheet((0, 0, 2))
        coupling = im.Coupling(model, data, sim, hull=hull)
        assert list(coupling.obstacles) == ["plane", "ball", "pill", "can", "crate", "egg", "wedge"]
        crate = coupling.obstacles["crate"].pose
        assert crate[:3] == pytest.approx([4, 0, 0]) and crate[3] == pytest.approx(np.cos(np.radians(15)))
        coupling.step()


def test_same_steps_give_the_same_bits() -> None:
    runs = []
    for _ in range(2):
        model, data = _robot(_ARM)
        sim = _sheet((0.63, 0, 0.7), upright=True)
        coupling = im.Coupling(model, data, sim, geoms=["floor"])
        coupling.attach("top_left", body="gripper")
        data.ctrl[:] = 0.3, -0.2
        coupling.run(0.5)
        runs.append((sim.x.copy(), data.qpos.copy()))
    assert np.array_equal(runs[0][0], runs[1][0]) and np.array_equal(runs[0][1], runs[1][1])


def test_steps_of_both_sides_alone_are_those_of_the_coupling() -> None:
    """What `bench coupling` compares is the same motion."""
    motion = cost._Motion(*cost.gantry(), nodes=9, steps=20)
    ends = []
    for way in (motion.coupled, motion.by_turns):
        motion.go_back()
        way()
        ends.append((motion.sim.x.copy(), motion.data.qpos.copy()))
    assert ends[0][0] == pytest.approx(ends[1][0], abs=1e-9) and ends[0][1] == pytest.approx(ends[1][1], abs=1e-9)
    found = cost.measure(rounds=1, steps=5, sizes=(9,))
    assert found["gantry_9_coupled_us"] > 0 and found["gantry_9_passes"] >= 1
    assert "gantry, 9" in cost.report(found)


def _refuses(sentence: str, call: object) -> None:
    with pytest.raises((ValueError, TypeError), match=sentence):
        call()  # type: ignore[operator]


def test_mistakes_get_one_sentence_and_leave_the_cloth_whole() -> None:
    model, data = _robot(_ARM)
    sim = _sheet((0.63, 0, 0.7), upright=True)
    _refuses('no geom "uper"; did you mean upper', lambda: im.Coupling(model, data, sim, geoms=["uper"]))
    _refuses('no body "gripr"; did you mean gripper', lambda: im.Coupling(model, data, sim, bodies=["gripr"]))
    _refuses("sim must be a Simulation, got int", lambda: im.Coupling(model, data, 3))
    _refuses("no multiple of the robot's 0.002 s", lambda: im.Coupling(model, data, _sheet((0, 0, 3), dt=0.005)))
    inside = _sheet((0, 0, 0.9), upright=True)
    _refuses("upper", lambda: im.Coupling(model, data, inside, geoms=["floor", "upper"]))
    assert not inside.obstacles
    coupling = im.Coupling(model, data, sim, geoms=["floor"])
    _refuses("a body or of a site", lambda: coupling.attach([0]))
    _refuses('no site "top"', lambda: coupling.attach([0], site="top"))
    _refuses("closes on nothing: no node is within 0.01 m", lambda: coupling.attach(near=(5, 0, 0), radius=0.01, body="gripper"))
    field = """<mujoco><asset><hfield name="hill" nrow="2" ncol="2" size="1 1 1 1"/></asset><worldbody>
      <geom name="hill" type="hfield" hfield="hill"/></worldbody></mujoco>"""
    _refuses('geom "hill" is a hfield, which has no shape', lambda: im.Coupling(*_robot(field), sim))
    _refuses("data has 1 positions and 2 bodies, the model 2 and 6", lambda: im.Coupling(model, _robot(_RAIL)[1], sim))
    _refuses("no geom is of group 4; there are groups 0", lambda: im.Coupling(model, data, sim, groups=[4]))
    _refuses("duration must be a time of at least 0 s, got nan", lambda: coupling.run(float("nan")))
    model.opt.timestep = 0.003
    for _ in range(2):
        _refuses("no multiple of the robot's 0.003 s", coupling.step)
    model.opt.timestep = 0.002
    data.qvel[0] = np.nan
    _refuses("data.qvel of the robot holds a number that is not finite", coupling.step)
    assert np.isfinite(sim.x).all()


def test_robot_that_goes_astray_is_said_and_stands_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # MuJoCo leaves a log where it is
    model, data = _robot(_ARM)
    sim = _sheet((0.63, 0, 0.7), upright=True)
    coupling = im.Coupling(model, data, sim, geoms=["floor"])
    coupling.attach("top_left", body="gripper")
    coupling.step()
    before, x = data.qpos.copy(), sim.x.copy()
    model.actuator_gainprm[0, 0] = 1e18  # a control that blows up
    data.ctrl[:] = 1
    for _ in range(2):  # whatever MuJoCo counted before
        with pytest.raises(RuntimeError, match=r"the robot goes astray after t = 0\.01 s"):
            coupling.step()
        assert np.array_equal(data.qpos, before) and np.array_equal(sim.x, x)
    model.actuator_gainprm[0, 0] = 400
    data.ctrl[:] = 0
    coupling.run(0.2)
    assert np.isfinite(sim.x).all() and sim.x[:, 2].max() > 0.8
