"""Stepping, holding, moving and letting go."""

from __future__ import annotations

import gc
import math
import pickle
import threading
import weakref
from collections.abc import Callable

import numpy as np
import pytest

import isocloth as ic

Make = Callable[..., ic.Simulation]


@pytest.mark.parametrize("name", ["release", "hang", "drop", "sphere", "napkin", "tablecloth"])
def test_scenes_that_show_drape_are_not_quite_flat(name: str) -> None:
    rest = ic.Simulation.from_scene(name).mesh.x
    assert 1e-4 < np.ptp(rest[:, 2]) < 0.05


def test_a_sheet_that_is_let_go_folds_and_does_not_swing_as_a_board() -> None:
    sim = ic.Simulation.from_scene("release")
    sim.run(duration=2.0)
    assert np.ptp(sim.x[:, 1]) > 0.02  # [m] out of the plane that it hung in


def test_views_follow_the_simulation_without_copying(make_sim: Make) -> None:
    sim = make_sim()
    x, v = sim.x, sim.v
    sim.step()
    assert x.shape == v.shape == (25, 3) and x.dtype == np.float64 and x.flags.c_contiguous
    assert np.array_equal(x, sim.x) and np.shares_memory(x, sim.x)
    assert v[:, 2].max() < 0  # it falls


def test_views_cannot_be_written(make_sim: Make) -> None:
    with pytest.raises(ValueError, match="read-only"):
        make_sim().x[0, 0] = 1


def test_a_view_keeps_its_simulation_alive(make_sim: Make) -> None:
    sim = make_sim()
    x = sim.x
    before = x.copy()
    gone = weakref.ref(sim)
    del sim
    gc.collect()
    assert gone() is not None and np.array_equal(x, before)
    del x
    gc.collect()
    assert gone() is None


def test_free_fall_is_that_of_the_integrator(make_sim: Make) -> None:
    sheet = ic.rectangle((0.3, 0.3), (5, 5))
    falls = {"euler": 10 * 0.01**2 * 55, "bdf2": 10 * (0.1**2 / 2 + 0.75 * 0.01**2)}  # [m] sum of 1 … 10; ½t² + ¾dt²
    for integrator, fall in falls.items():
        cloth = ic.Cloth(sheet, ic.Material(density=0.2))
        sim = ic.Simulation(cloth, dt=0.01, gravity=(0, 0, -10), integrator=integrator)
        report = sim.run(10)
        assert report.converged and report.steps == 10
        assert np.allclose(sim.x[:, 2], -fall, rtol=1e-4)
    with pytest.raises(ValueError, match="integrator must be"):
        ic.Simulation(cloth, integrator="rk4")


def test_a_grasp_holds_moves_and_lets_go(make_sim: Make) -> None:
    sim = make_sim()
    hand = sim.grasp([20, 24], name="hand", stiffness=math.inf)
    start = sim.x[[20, 24]].copy()
    sim.run(20)
    assert np.array_equal(sim.x[[20, 24]], start)
    hand.move(start[0] + [0, 0.05, 0], duration=0.1)
    sim.run(10)
    assert np.allclose(sim.x[[20, 24]], start + [0, 0.05, 0], atol=1e-12)
    hand.move_by((0, 0, 0.01))
    sim.step()
    assert np.allclose(sim.x[20], start[0] + [0, 0.05, 0.01], atol=1e-12)
    assert hand.holds
    hand.release()
    sim.run(30)
    assert not hand.holds and sim.x[20, 2] < start[0, 2]


def test_the_grasps_carry_the_weight(make_sim: Make) -> None:
    sim = make_sim()
    hand = sim.grasp([20, 24])
    sim.run(duration=10)
    weight = 0.15 * 0.3 * 0.3 * 9.8  # [N] virtual mass · area · g
    assert np.allclose(hand.force, [0, 0, weight], atol=0.01 * weight)


@pytest.mark.parametrize("how", ["sine", "path", "function"])
def test_every_motion_leads_the_node(make_sim: Make, how: str) -> None:
    sim = make_sim()
    p = sim.x[20].copy()
    times = np.linspace(0, 1, 101)
    way = np.outer(np.sin(2 * np.pi * 0.5 * times), [0, 0.05, 0])
    motion: object = {
        "sine": ic.Sine((0, 1, 0), 0.05, 0.5),
        "path": ic.Path(times, p + way),
        "function": lambda t: p + np.array([0, 0.05 * np.sin(2 * np.pi * 0.5 * t), 0]),
    }[how]
    sim.grasp(20, motion, stiffness=math.inf)  # type: ignore[arg-type]
    for k in range(1, 101):
        sim.step()
        assert np.allclose(sim.x[20], p + way[k], atol=1e-9)


@pytest.mark.parametrize("how", ["keyframes", "relative", "function", "turning function", "by hand"])
def test_a_hand_turns_its_nodes_however_it_is_led(make_sim: Make, how: str) -> None:
    sim = make_sim()
    nodes = [20, 21, 22, 23, 24]
    before = sim.x[nodes].copy()
    half = math.sqrt(0.5)
    wrist = before[0] + [0, 0.1, 0.05]  # frame of a hand that is given by poses
    own = np.array([0.5, -0.5, 0.5, 0.5])  # the robot's axes, whatever they are

    def pose_at(t: float) -> np.ndarray:
        angle = min(1.0, t) * math.pi / 2
        about_z = np.array([math.cos(angle / 2), 0, 0, math.sin(angle / 2)])
        return np.concatenate([wrist, _product(about_z, own)])

    motion: object = {
        "keyframes": ic.Keyframes([0, 1], [wrist, wrist], [own, _product(np.array([half, 0, 0, half]), own)]),
        "relative": ic.Keyframes([0, 1], np.zeros((2, 3)), [[1, 0, 0, 0], [half, 0, 0, half]], relative=True),
        "function": pose_at,
        "turning function": lambda t: ic.pose(rotate_deg=(0, 0, 90 * min(1.0, t))),
        "by hand": None,
    }[how]
    hand = sim.grasp(nodes, motion, stiffness=math.inf, relative=how == "turning function")  # type: ignore[arg-type]
    if how == "by hand":
        assert np.array_equal(hand.pose, [*before[0], 1, 0, 0, 0])
        hand.move(before[0], rotate_deg=(0, 0, 90), duration=1.0)
    sim.run(50)
    again = pickle.loads(pickle.dumps(sim)) if how in ("keyframes", "relative", "by hand") else sim
    sim.run(100)
    about = wrist if how in ("keyframes", "function") else before[0]
    arm = before - about
    place = about + np.stack([-arm[:, 1], arm[:, 0], arm[:, 2]], axis=1)  # a quarter about z
    assert np.abs(sim.x[nodes] - place).max() < 1e-4
    assert np.allclose(hand.pose[:3], about) and np.isclose(np.linalg.norm(hand.pose[3:]), 1)
    if again is not sim:
        again.run(100)
        assert np.array_equal(again.x, sim.x)


def _product(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Of quaternions w x y z."""
    w = p[0] * q[0] - p[1:] @ q[1:]
    return np.concatenate([[w], p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:])])


def test_what_is_no_pose_of_a_hand_is_refused_in_a_sentence(make_sim: Make) -> None:
    sim = make_sim()
    p = sim.x[20].copy()
    with pytest.raises(ValueError, match="motion of grasp \"grasp0\" at t = 0 s must have a quaternion w x y z of length 1, got length 2"):
        sim.grasp(20, lambda t: [*p, 2, 0, 0, 0])
    with pytest.raises(ValueError, match=r"must have shape \(3,\), or \(7,\) with a quaternion w x y z; got \(4,\)"):
        sim.grasp(20, lambda t: [1, 0, 0, 0])
    with pytest.raises(ValueError, match=r"a quaternion \(w, x, y, z\) must have length 1, got 0"):
        sim.grasp(20, ic.Keyframes([0], [p], [[0, 0, 0, 0]]))
    with pytest.raises(ValueError, match="relative Keyframes are for grasps"):
        sim.add_obstacle(ic.Sphere(0.1), motion=ic.Keyframes([0], [[0, 0, 0]], relative=True))
    hand = sim.grasp(20, lambda t: p if t < 0.025 else ic.pose(p))
    sim.run(2)
    with pytest.raises(ValueError, match=r"at t = 0.03 s must have shape \(3,\), as before; got \(7,\)"):
        sim.step()
    hand.release()
    with pytest.raises(ValueError, match="give rotate_deg or quaternion, not both"):
        sim.grasp(24).move(p, rotate_deg=(0, 0, 1), quaternion=(1, 0, 0, 0))


def test_the_wrench_of_a_turned_hand_is_that_of_statics(make_sim: Make) -> None:
    sim = make_sim(nodes=9)
    nodes = [76, 67, 75, 77]
    wrist = sim.x[76] + [0.02, -0.1, 0.03]
    hand = sim.grasp(nodes, ic.Keyframes([0, 1], [wrist, wrist], [[1, 0, 0, 0], [math.sqrt(0.5), 0, 0, math.sqrt(0.5)]]))
    run = sim.record(duration=20.0)
    weight = 0.15 * 0.09 * 9.8
    side = np.r_[0.5, np.ones(7), 0.5] / 8
    middle = np.outer(side, side).ravel() @ sim.x  # by the nodes' areas
    torque = np.cross(middle - wrist, [0, 0, weight])
    assert np.linalg.norm(hand.wrench[:3] - [0, 0, weight]) < 0.01 * weight
    assert np.linalg.norm(hand.wrench[3:] - torque) < 0.01 * np.linalg.norm(torque)
    assert np.array_equal(run.grasp_wrench[hand.name][-1], hand.wrench)
    assert np.allclose(run.grasp_pose[hand.name][-1], hand.pose)


def test_a_function_that_raises_leaves_the_cloth_as_it_was(make_sim: Make) -> None:
    sim = make_sim()
    p = sim.x[20].copy()
    answers: dict[str, object] = {"now": p}
    sim.grasp(20, lambda t: answers["now"])  # type: ignore[arg-type, return-value]
    sim.run(3)
    before = sim.save().to_bytes()
    for wrong, message in [((0, 0), "must have shape"), ((0, 0, np.nan), "not a finite number"), ("x", "real numbers")]:
        answers["now"] = wrong
        with pytest.raises((ValueError, TypeError), match=message):
            sim.step()
        assert sim.save().to_bytes() == before
    answers["now"] = p
    assert sim.step().converged


def test_a_function_cannot_step_its_own_simulation(make_sim: Make) -> None:
    sim = make_sim()

    def meddle(t: float) -> tuple[float, float, float]:
        if t > 0:
            sim.step()
        return 0.0, 0.0, 0.8

    sim.grasp(20, meddle)
    with pytest.raises(RuntimeError, match="the simulation is in use"):
        sim.step()


def test_a_simulation_whose_function_refers_to_it_is_collected(make_sim: Make) -> None:
    sim = make_sim()
    sim.grasp(20, lambda t: sim.x[20])
    gone = weakref.ref(sim)
    del sim
    gc.collect()
    assert gone() is None


def test_two_threads_do_not_step_one_simulation_at_once() -> None:
    sim = ic.Simulation(ic.Cloth(ic.rectangle((0.3, 0.3), (17, 17))))
    errors: list[str] = []

    def work() -> None:
        for _ in range(100):
            try:
                sim.step()
            except RuntimeError as error:
                errors.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sim.steps + len(errors) == 400
    assert all("in use" in error for error in errors)


def test_positions_can_be_set(make_sim: Make) -> None:
    sim = make_sim()
    hand = sim.grasp(20, stiffness=math.inf)
    sim.run(10)
    sim.set_positions(sim.x + [0, 0, 1], velocities=np.zeros((25, 3)))
    top = sim.x[20].copy()
    sim.run(5)
    assert np.allclose(sim.x[20], top, atol=1e-12) and np.allclose(hand.target, top)


def test_an_overpulled_cloth_says_so(make_sim: Make) -> None:
    sim = make_sim()
    sim.grasp(20, stiffness=math.inf)
    far = sim.grasp(24, stiffness=math.inf)
    far.move_by((0.1, 0, 0))
    report = sim.step()
    assert report.status == "infeasible" and not report.converged and report.grasp_slip > 0.05


def test_a_sheet_lies_on_a_table_that_feels_its_weight() -> None:
    sheet = ic.rectangle((0.2, 0.2), (5, 5))
    sim = ic.Simulation(ic.Cloth(sheet, ic.Material(density=0.2)), sheet.moved((0, 0, 0.01)))
    table = sim.add_obstacle(ic.Box((1, 1, 0.1)), position=(0.1, 0.1, -0.05), friction=0.3, name="table")
    sim.run(duration=2)
    weight = 0.2 * 0.2 * 0.2 * 9.8
    assert np.allclose(table.force, [0, 0, weight], atol=0.01 * weight)
    assert abs(sim.x[:, 2]).max() < 1e-3
    contacts = sim.contacts()
    assert np.isclose(contacts["normal_force"].sum(), weight, rtol=0.01)
    assert np.allclose(sim.contact_force.sum(axis=0), table.force, atol=1e-9)


@pytest.mark.parametrize(
    "shape",
    [
        ic.Plane((0, 0, 0.1), (0, 0, 1)),
        ic.Sphere(0.1),
        ic.Capsule(0.1, 0.2),
        ic.Cylinder(0.1, 0.2),
        ic.Box((0.2, 0.2, 0.2)),
        ic.Torus(0.1, 0.05),
        ic.Solid(ic.Mesh([[0, 0, 0.1], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0]], [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]])),
    ],
    ids=lambda shape: type(shape).__name__,
)
def test_no_cloth_enters_any_shape(shape: ic.Shape) -> None:
    sheet = ic.rectangle((0.3, 0.3), (7, 7))
    sim = ic.Simulation(ic.Cloth(sheet, ic.Material(density=0.2, damping=0.4)), sheet.moved((-0.15, -0.15, 0.25)))
    obstacle = sim.add_obstacle(shape, friction=0.3)
    pressed = 0.0  # [N] a sheet may fly up again for a step, when its corners swing down
    for _ in range(40):
        assert sim.step().surface_penetration < 1e-3
        pressed = max(pressed, obstacle.force[2])
    assert pressed > 0


@pytest.mark.parametrize("how", ["sine", "keyframes", "function"])
def test_a_moving_table_lifts_the_cloth(how: str) -> None:
    motion: object = {
        "sine": ic.Sine((0, 0, 1), 0.05, 0.5),
        "keyframes": ic.Keyframes([0, 0.5], [[0, 0, -0.05], [0, 0, 0]]),
        "function": lambda t: (0, 0, 0.1 * min(t, 0.5) - 0.05),
    }[how]
    sheet = ic.rectangle((0.2, 0.2), (5, 5))
    sim = ic.Simulation(ic.Cloth(sheet, ic.Material(density=0.2)), sheet.moved((-0.1, -0.1, 0.001)))
    sim.add_obstacle(ic.Box((1, 1, 0.1)), position=(0, 0, -0.05), motion=motion, friction=0.3)  # type: ignore[arg-type]
    sim.run(duration=0.5)
    assert np.allclose(sim.x[:, 2], 0.05, atol=2e-3)


def test_scenes_come_with_the_package_and_take_overrides() -> None:
    assert "shake" in ic.scenes()
    sim = ic.Simulation.from_scene("shake", {"cloth.material.damping": 3.0}, time__duration=0.2)
    assert sim.duration == 0.2 and list(sim.grasps)
    trajectory = sim.record()
    assert len(trajectory) == 11 and "damping: 3" in trajectory.scene


def test_energy_falls_while_nothing_moves(make_sim: Make) -> None:
    sim = make_sim()
    sim.grasp([20, 24])
    weight, last = 0.15 * 0.3 * 0.3 * 9.8, np.inf
    for _ in range(20):
        sim.run(5)
        now = sum(sim.energy.values())
        assert now <= last + weight * 1e-6  # [J] what lifting the cloth by a micrometre takes
        last = now


def test_a_woven_cloth_lengthens_on_the_bias() -> None:
    mesh = ic.rectangle((0.3, 0.3), (7, 7))
    lowest = {}
    for shear in (5.0, math.inf):
        cloth = ic.Cloth(mesh, ic.Material(density=0.2, damping=1.0, shear_stiffness=shear), warp=(1, 1, 0))
        cloth = pickle.loads(pickle.dumps(cloth))
        sim = ic.Simulation(cloth, mesh.moved(rotate_deg=(90, 0, 0)))
        sim.grasp(list(range(42, 49)))
        sim.run(100)
        lowest[shear] = sim.x[:, 2].min()
    assert 0.0015 < lowest[math.inf] - lowest[5.0] < 0.0025  # [m] 2.4 mm on fine meshes, a fifth less on this one
    with pytest.raises(ValueError, match="warp"):
        ic.Cloth(mesh, ic.Material(shear_stiffness=5.0), warp=(0, 0, 0))
    with pytest.raises(ValueError, match="shear_stiffness"):
        ic.Material(shear_stiffness=-1)


def test_an_obstacle_goes_where_it_is_led_and_back_with_the_state(make_sim: Make) -> None:
    sim = make_sim()
    sim.grasp(20)
    ball = sim.add_obstacle(ic.Sphere(0.1), position=(0, 0, -1))
    sim.run(2)
    before = sim.save()
    ball.move((0, 0.2, -1.2), rotate_deg=(0, 0, 90), duration=0.2)
    sim.run(10)
    assert np.allclose(ball.pose, ic.pose((0, 0.1, -1.1), rotate_deg=(0, 0, 45)))
    first = sim.copy()
    assert sim.run(20).converged and np.allclose(ball.pose[:3], (0, 0.2, -1.2))
    first.run(20)
    assert first.save().to_bytes() == sim.save().to_bytes()
    sim.restore(before)
    assert np.allclose(ball.pose, ic.pose((0, 0, -1)))
    ball.move((0, 0, -2))
    sim.step()
    assert np.allclose(ball.pose, ic.pose((0, 0, -2)))
    with pytest.raises(ValueError, match="duration"):
        ball.move((0, 0, 0), duration=-1)


def test_cloth_that_is_pierced_is_refused(make_sim: Make) -> None:
    sim = make_sim()
    middle = sim.x[12].copy()
    with pytest.raises(ValueError, match=r'obstacle "rod": the cloth begins 20 mm inside it.*near node 12; move one'):
        sim.add_obstacle(ic.Sphere(0.02), position=middle, name="rod")
    assert not sim.obstacles
    sim.add_obstacle(ic.Sphere(0.02), position=middle + [0, 1, 0], name="rod")
    with pytest.raises(ValueError, match='obstacle "rod": the cloth begins'):
        sim.set_positions(sim.x + [0, 1, 0])
    sim.run(3)
    sim.set_positions(sim.x + [0, 2, 0])
    sim.add_obstacle(ic.Sphere(0.02), position=middle, name="where it was")
    assert list(sim.copy().obstacles) == list(sim.obstacles)  # made again although it began there


def test_many_grasps_take_turns_on_a_node(make_sim: Make) -> None:
    sim = make_sim()
    for k in range(20_000):
        sim.grasp(20, start=0.01 * k, until=0.01 * (k + 1))
    assert sim.run(3).converged and len(sim.grasps) == 20_000


def test_a_hand_gives_way_slides_and_lets_go(make_sim: Make) -> None:
    for slip in ("hold", "slide", "release"):
        sim = make_sim()
        sim.grasp(20)
        far = sim.grasp(24, slip=slip, force_limit=None if slip == "hold" else 5.0)
        far.move_by((0.02, 0, 0), duration=1.0)
        forces = []
        for _ in range(100):
            assert sim.step().converged
            forces.append(np.linalg.norm(far.force))
        assert far.wrench.shape == (6,) and np.array_equal(far.wrench[:3], far.force)
        again = pickle.loads(pickle.dumps(sim))
        assert again.step() is not None and sim.step() is not None and np.array_equal(again.x, sim.x)
        if slip == "hold":
            assert max(forces) == pytest.approx(5000 * 0.01, rel=0.05)
        else:
            assert max(forces) == pytest.approx(5, rel=0.05) and far.holds == (slip == "slide")
    with pytest.raises(ValueError, match="force_limit needs slip"):
        make_sim().grasp(20, force_limit=5.0)
    with pytest.raises(ValueError, match="slip must be hold, slide or release"):
        make_sim().grasp(20, slip="fall")
    with pytest.raises(ValueError, match="stiffness must be above 0"):
        make_sim().grasp(20, stiffness=0)
