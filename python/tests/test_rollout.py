"""Batches: the same bits as stepping by hand, for any number of threads."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest

import isocloth as ic

Make = Callable[..., ic.Simulation]


def prepared(make_sim: Make) -> tuple[ic.Simulation, np.ndarray]:
    """A sheet in one hand over a ball, and 6 random paths of 30 steps."""
    sim = make_sim(7)
    hand = sim.grasp([42, 48], name="hand")
    sim.add_obstacle(ic.Sphere(0.08), position=(0.15, 0.05, 0.6), friction=0.3)
    sim.run(20)  # the ball begins 3 cm inside the sheet, which is let out at a walk
    steps = np.random.default_rng(3).normal(0, 0.002, (6, 30, 3))
    return sim, hand.target + np.cumsum(steps, axis=1)


def test_a_rollout_is_what_stepping_by_hand_gives(make_sim: Make) -> None:
    sim, paths = prepared(make_sim)
    state = sim.save()
    batch = ic.rollout(sim, state, {"hand": paths}, velocities=True, forces=True, final_states=True)
    assert batch.x.shape == (6, 30, 49, 3) and batch.grasp_force is not None and batch.states is not None
    for b in range(6):
        sim.restore(state)
        for k in range(30):
            sim.move("hand", paths[b, k])
            sim.step()
            assert np.array_equal(batch.x[b, k], sim.x)
            assert np.array_equal(batch.grasp_force[b, k, 0], sim.grasps["hand"].force)
        assert np.array_equal(batch.v[b, -1], sim.v)  # type: ignore[index]
        assert batch.states[b].to_bytes() == sim.save().to_bytes()


def test_any_number_of_threads_gives_the_same_bits(make_sim: Make) -> None:
    sim, paths = prepared(make_sim)
    one = ic.rollout(sim, None, {"hand": paths}, threads=1)
    assert (one.converged_steps == 30).all() and one.penetration.max() < 1e-3
    for threads in (2, 3, 8):
        more = ic.rollout(sim, None, {"hand": paths}, threads=threads)
        assert np.array_equal(more.x, one.x) and np.array_equal(more.iterations, one.iterations)


def test_a_rollout_leaves_the_simulation_as_it_was(make_sim: Make) -> None:
    sim, paths = prepared(make_sim)
    before = sim.save().to_bytes()
    ic.rollout(sim, None, {"hand": paths - paths[:, :1]}, relative=True)
    assert sim.save().to_bytes() == before


def test_states_differ_and_paths_are_shared(make_sim: Make) -> None:
    sim, paths = prepared(make_sim)
    states = []
    for _ in range(3):
        states.append(sim.save())
        sim.run(5)
    batch = ic.rollout(sim, states, {"hand": paths[0]}, every=10, nodes=[0, 6])
    assert batch.x.shape == (3, 3, 2, 3)
    alone = ic.rollout(sim, states[1], {"hand": paths[0]}, every=10, nodes=[0, 6])
    assert np.array_equal(batch.x[1], alone.x[0])
    assert ic.rollout(sim, states, steps=4).x.shape == (3, 4, 49, 3)


def test_relative_paths_start_where_the_grasp_is(make_sim: Make) -> None:
    sim, paths = prepared(make_sim)
    start = sim.grasps["hand"].target
    a = ic.rollout(sim, None, {"hand": paths})
    b = ic.rollout(sim, None, {"hand": paths - start}, relative=True)
    assert np.allclose(a.x, b.x, atol=1e-9)


def test_other_threads_run_meanwhile(make_sim: Make) -> None:
    """The GIL is released: a Python thread counts while the batch runs."""
    import threading

    sim, _ = prepared(make_sim)
    done = threading.Event()
    counted = [0]

    def count() -> None:
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    begin = time.perf_counter()
    ic.rollout(sim, [sim.save()] * 30, steps=30, threads=1)
    wall = time.perf_counter() - begin
    done.set()
    thread.join()
    assert counted[0] > max(1, 10 * wall)  # far below the 1000 a second that it tries


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (dict(grasp_paths={"nobody": np.zeros((5, 3))}), ValueError, 'there is no grasp "nobody"'),
        (dict(grasp_paths={"hand": np.zeros((5, 2))}), ValueError, r'path of grasp "hand" must have shape \(n, 3\)'),
        (dict(grasp_paths={"hand": np.zeros(3)}), ValueError, "must have shape"),
        (dict(grasp_paths={"hand": np.full((5, 3), np.nan)}), ValueError, "not a finite number"),
        (dict(grasp_paths={"hand": np.zeros((5, 3), complex)}), TypeError, "real numbers"),
        (dict(grasp_paths={"hand": np.zeros((4, 5, 3))}, states=3), ValueError, "4 paths for|3 states for"),
        (dict(), ValueError, "give grasp_paths, or the number of steps"),
        (dict(steps=3, states=0), ValueError, "states is empty"),
        (dict(steps=-3), ValueError, "steps"),
        (dict(steps=3, every=0), ValueError, "every must be at least 1"),
        (dict(steps=3, threads=0), ValueError, "threads must be between 1"),
        (dict(steps=3, nodes=[99]), ValueError, "names node 99"),
        (dict(steps=3, executor=object()), AttributeError, "submit"),
    ],
)
def test_wrong_batches_are_refused(make_sim: Make, change: dict, error: type[Exception], message: str) -> None:  # type: ignore[type-arg]
    sim, _ = prepared(make_sim)
    if "states" in change:
        change = {**change, "states": [sim.save()] * change["states"]}
    with pytest.raises(error, match=message):
        ic.rollout(sim, **change)
    assert sim.step().converged


def test_the_state_at_fault_is_named(make_sim: Make) -> None:
    sim, _ = prepared(make_sim)
    states = [sim.save(), sim.save(), make_sim(7).save(), make_sim(5).save()]
    with pytest.raises(ValueError, match="rollout 2: the state belongs to another simulation"):
        ic.rollout(sim, states, steps=2, threads=1)


def test_functions_are_refused_unless_a_path_replaces_them(make_sim: Make) -> None:
    sim = make_sim()
    p = sim.x[20].copy()
    sim.grasp(20, lambda t: p, name="hand")
    with pytest.raises(ValueError, match='grasp "hand" follows a function'):
        ic.rollout(sim, steps=3)
    assert ic.rollout(sim, None, {"hand": np.tile(p, (3, 1))}).x.shape == (1, 3, 25, 3)
    sim.add_obstacle(ic.Sphere(0.1), motion=lambda t: (0, 0, -1))
    with pytest.raises(ValueError, match='obstacle "obstacle0" follows a function'):
        ic.rollout(sim, None, {"hand": np.tile(p, (3, 1))})


def test_a_state_from_before_a_grasp_is_refused_and_does_no_harm(make_sim: Make) -> None:
    sim = make_sim()
    before = sim.save()
    sim.grasp(20, name="hand")
    for relative in (False, True):
        with pytest.raises(ValueError, match="another moment: it has 0 grasps, the simulation 1"):
            ic.rollout(sim, before, {"hand": np.zeros((2, 3))}, relative=relative)
    assert ic.rollout(sim, None, {"hand": np.zeros((2, 3))}, relative=True).converged_steps[0] == 2
    sim.restore(before)
    assert ic.rollout(sim, None, steps=2).x.shape == (1, 2, 25, 3)


def test_of_two_grasps_with_one_name_the_one_given_is_led(make_sim: Make) -> None:
    sim = make_sim()
    first = sim.grasp(20, name="hand", stiffness=np.inf)
    sim.grasp(24, name="hand", stiffness=np.inf)
    way = np.array([[0.01, 0, 0], [0.02, 0, 0]])  # [m] towards the other
    batch = ic.rollout(sim, None, {first: way}, relative=True)
    assert np.allclose(batch.x[0, -1, 20], sim.x[20] + way[-1]) and np.allclose(batch.x[0, -1, 24], sim.x[24])


@pytest.mark.parametrize("how", ["run", "rollout"])
def test_ctrl_c_stops_it(make_sim: Make, how: str) -> None:
    import signal
    import threading

    sim = make_sim()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it in what runs in the background
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            if how == "run":
                sim.run(10**9)
            else:
                ic.rollout(sim, [sim.save()] * 4, steps=10**7, every=10**7, nodes=[0])
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    assert np.isfinite(sim.x).all() and sim.step().iterations > 0


def variants(make_sim: Make) -> list[ic.Simulation]:
    """Sheets of other materials, positions, grips and nodes in the hand, each where it was after 10 steps."""
    sim = make_sim(7)
    sim.grasp("top", name="hand")
    sim.add_obstacle(ic.Plane(), position=(0, 0, 0.2), friction=0.3)
    sim.run(10)
    made = []
    for k in range(6):
        material = ic.Material(density=0.1 + 0.05 * k, bending=1e-6 * k, damping=0.2)
        grip = {"stiffness": 1000.0 * (k + 1), **({"near": sim.x[48], "radius": 0.08} if k % 2 else {"nodes": "top_left"})}
        made.append(sim.variant(material=material, positions=sim.x + [0, 0.01 * k, 0], grasps={"hand": grip}))
    return made


def test_variants_run_side_by_side_as_they_do_alone(make_sim: Make) -> None:
    sims = variants(make_sim)
    assert sims[0].grasps["hand"].nodes == [42] and len(sims[1].grasps["hand"].nodes) > 1 and sims[0].time == 0.1
    ways = np.cumsum(np.random.default_rng(1).normal(0, 0.002, (6, 20, 3)), axis=1)
    one = ic.rollout(sims, None, {"hand": ways}, relative=True, forces=True, threads=1)
    assert len({one.x[k].tobytes() for k in range(6)}) == 6
    for threads in (2, 3, 6):
        more = ic.rollout(sims, None, {"hand": ways}, relative=True, forces=True, threads=threads)
        assert np.array_equal(more.x, one.x) and np.array_equal(more.grasp_force, one.grasp_force)
    for k, sim in enumerate(sims):
        start = sim.grasps["hand"].target
        for way in ways[k]:
            sim.move("hand", start + way)
            sim.step()
        assert np.array_equal(one.x[k, -1], sim.x)


def test_variants_go_to_executors(make_sim: Make) -> None:
    from concurrent.futures import ThreadPoolExecutor

    sims = variants(make_sim)
    here = ic.rollout(sims, steps=5)
    with ThreadPoolExecutor(2) as pool:
        there = ic.rollout(sims, steps=5, executor=pool, chunk=4)
    assert np.array_equal(here.x, there.x)


def test_another_material_goes_on_from_where_the_simulation_is(make_sim: Make) -> None:
    sim = make_sim(7)
    sim.grasp("top", name="hand")
    sim.run(10)
    same, heavy = sim.variant(material=ic.Material(density=0.2, damping=0.4)), sim.variant(material=ic.Material(density=2.0))
    assert same.time == heavy.time == sim.time and np.array_equal(heavy.x, sim.x) and np.array_equal(heavy.v, sim.v)
    scene = ic.Simulation.from_scene("shake").variant(material=ic.Material(density=0.5, bending=1e-5))
    assert scene.run(10).converged and scene.copy().time == scene.time


def test_states_of_another_simulation_and_wrong_lists_are_refused(make_sim: Make) -> None:
    sims = variants(make_sim)
    with pytest.raises(ValueError, match="rollout 1: the state belongs to another simulation: its material is another"):
        ic.rollout([sims[0], sims[0].variant(material=ic.Material(density=0.7))], sims[0].save(), steps=1)
    with pytest.raises(ValueError, match="there are 6 simulations for 7 rollouts"):
        ic.rollout(sims, None, {"hand": np.zeros((7, 2, 3))})
    with pytest.raises(ValueError, match="simulation 1 is in the list twice"):
        ic.rollout([sims[0], sims[0]], steps=1)
    with pytest.raises(ValueError, match="at least one"):
        ic.rollout([], steps=1)
    with pytest.raises(TypeError, match="got int at place 1"):
        ic.rollout([sims[0], 3], steps=1)  # type: ignore[list-item]
    with pytest.raises(ValueError, match="rollout 1: its simulation has another number of nodes"):
        ic.rollout([sims[0], make_sim(5)], steps=1)
    with pytest.raises(ValueError, match='no grasp "hnad" that can be changed'):
        sims[0].variant(grasps={"hnad": {"stiffness": 1.0}})
    with pytest.raises(ValueError, match="cannot be given another colour"):
        sims[0].variant(grasps={"hand": {"colour": 1.0}})


def test_a_variant_keeps_what_was_picked_and_where_obstacles_are(make_sim: Make) -> None:
    sim = make_sim(7)
    sim.grasp("top_left", name="left")
    sim.grasp(near=sim.x[48], radius=0.01, start=0.05, name="right")
    ball, gone = (sim.add_obstacle(ic.Sphere(0.05), position=(0.1, y, 0.6), name=f"ball{y}") for y in (0.3, 0.6))
    ball.move((0.2, 0.3, 0.6), duration=0.05)
    sim.run(10)
    gone.remove()
    moved = sim.variant(positions=sim.x, grasps={"left": {"stiffness": 2000.0}})
    assert moved.grasps["right"].nodes == [48] and np.array_equal(moved.obstacles["ball0.3"].pose, ball.pose)
    assert list(moved.obstacles) == list(sim.obstacles)
    assert moved.run(10).converged


def test_lanes_follow_a_loop_within_rounding() -> None:
    sheet = ic.rectangle((0.3, 0.3), (7, 7)).with_noise(0.001, length=0.1)
    cloth = ic.Cloth(sheet, ic.Material(density=0.2, damping=0.2))  # bending would be solved for to 1e-4 by the loop, exactly by lanes
    sim = ic.Simulation(cloth, sheet.moved(rotate_deg=(90, 0, 0)))
    hand = sim.grasp([42, 48], name="hand")
    sim.run(5)
    paths = hand.target + np.cumsum(np.random.default_rng(3).normal(0, 0.002, (6, 30, 3)), axis=1)
    loop = ic.rollout(sim, None, {"hand": paths}, every=10, nodes=[0, 6], velocities=True)
    lanes = ic.rollout(sim, None, {"hand": paths}, every=10, nodes=[0, 6], velocities=True, lanes=True)
    assert lanes.x.shape == loop.x.shape == (6, 3, 2, 3) and lanes.v is not None and loop.v is not None
    assert np.abs(lanes.x - loop.x).max() < 1e-6 and np.abs(lanes.v - loop.v).max() < 1e-4
    assert np.array_equal(lanes.converged_steps, loop.converged_steps) and np.array_equal(lanes.iterations, loop.iterations)
    assert np.allclose(lanes.metric_error, loop.metric_error, atol=1e-6)
    assert np.isnan(lanes.grasp_slip).all() and np.isnan(lanes.penetration).all()
    relative = ic.rollout(sim, sim.save(), {"hand": paths - hand.target}, relative=True, every=10, nodes=[0, 6], lanes=True, threads=1)
    assert np.abs(relative.x - lanes.x).max() < 1e-12


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"forces": True}, "with lanes there is no forces"),
        ({"final_states": True}, "with lanes there is no final_states"),
        ({"every": 0}, "every must be at least 1"),
    ],
)
def test_what_lanes_have_not_is_said(make_sim: Make, asked: dict[str, bool], says: str) -> None:
    sim = make_sim(5)
    with pytest.raises(ValueError, match=says):
        ic.rollout(sim, steps=2, lanes=True, **asked)  # type: ignore[arg-type]


def test_lanes_lead_all_grasps_of_one_simulation_or_none(make_sim: Make) -> None:
    sim = make_sim(5)
    sim.grasp([20], name="left")
    sim.grasp([24], name="right")
    with pytest.raises(ValueError, match='"right" has no path'):
        ic.rollout(sim, None, {"left": np.zeros((2, 3))}, relative=True, lanes=True)
    with pytest.raises(ValueError, match="one simulation from one state"):
        ic.rollout([sim, sim.copy()], steps=2, lanes=True)
    assert ic.rollout(sim, steps=2, lanes=True).x.shape == (1, 2, 25, 3)
