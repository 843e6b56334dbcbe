"""What cannot be used is refused in one sentence, and what comes after works."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import isocloth as ic
from isocloth import _program

Make = Callable[..., ic.Simulation]
Call = Callable[[ic.Simulation], Any]

CALLS: list[tuple[str, Call, type[Exception], str]] = [
    ("start of another cloth", lambda s: ic.Simulation(ic.Cloth(s.mesh), np.zeros((3, 3))), ValueError, r"start must have shape \(25, 3\)"),
    ("NaN start", lambda s: ic.Simulation(ic.Cloth(s.mesh), s.mesh.x * np.nan), ValueError, "not a finite number"),
    ("dt 0", lambda s: ic.Simulation(ic.Cloth(s.mesh), dt=0), ValueError, "dt must be above 0 s"),
    ("dt NaN", lambda s: ic.Simulation(ic.Cloth(s.mesh), dt=np.nan), ValueError, "dt must be above 0 s"),
    ("dt text", lambda s: ic.Simulation(ic.Cloth(s.mesh), dt="1"), TypeError, "dt must be a number"),  # type: ignore[arg-type]
    ("gravity", lambda s: ic.Simulation(ic.Cloth(s.mesh), gravity=(0, 1)), ValueError, r"gravity must have shape \(3,\)"),
    ("threads", lambda s: ic.Simulation(ic.Cloth(s.mesh), threads=0), ValueError, "threads must be between 1"),
    ("no cloth", lambda s: ic.Simulation(s.mesh), TypeError, "cloth must be a Cloth"),  # type: ignore[arg-type]
    ("no mesh", lambda s: ic.Cloth("mesh"), TypeError, "mesh must be a Mesh"),  # type: ignore[arg-type]
    ("density", lambda s: ic.Material(density=-1), ValueError, "density must be above 0 kg/m², got -1"),
    ("bending NaN", lambda s: ic.Material(bending=np.nan), ValueError, "bending must be at least 0 N·m"),
    ("damping text", lambda s: ic.Material(damping="a lot"), TypeError, "damping must be a number"),  # type: ignore[arg-type]
    ("frames", lambda s: ic.Cloth(s.mesh, frames="other"), ValueError, "frames must be"),
    ("corner", lambda s: ic.Cloth(s.mesh, corners=[99]), ValueError, "99"),
    ("node", lambda s: s.grasp(25), ValueError, "names node 25, but the mesh has 25"),
    ("negative node", lambda s: s.grasp(-1), ValueError, "names node -1"),
    ("node twice", lambda s: s.grasp([3, 3]), ValueError, "names node 3 twice"),
    ("no node", lambda s: s.grasp(np.array([], dtype=int)), ValueError, "holds no node"),
    ("half a node", lambda s: s.grasp(0.5), TypeError, "nodes must be a node"),
    ("node beyond int", lambda s: s.grasp([20, 2**32]), ValueError, r"nodes\[1\] must be from .*, got 4294967296"),
    ("node in an array", lambda s: s.grasp(np.array([2**40])), ValueError, r"nodes\[0\] must be from .*, got 1099511627776"),
    ("true node", lambda s: s.grasp([True, 2]), TypeError, "nodes must be a node"),
    ("corner beyond int", lambda s: ic.Cloth(s.mesh, corners=[2**32]), ValueError, r"corners\[0\] must be from"),
    ("true dt", lambda s: ic.Simulation(ic.Cloth(s.mesh), dt=np.True_), TypeError, "dt must be a number"),  # type: ignore[arg-type]
    ("rollout node", lambda s: ic.rollout(s, steps=2, nodes=[0, 2**32 + 1]), ValueError, r"nodes\[1\] must be from"),
    ("rollout threads", lambda s: ic.rollout(s, steps=2, threads=1.5), TypeError, "threads must be a whole number"),  # type: ignore[arg-type]
    ("time NaN", lambda s: s.record(2).frame_at(np.nan), ValueError, "time is nan"),
    ("held twice", lambda s: (s.grasp(7, name="a"), s.grasp(7, name="b")), ValueError, 'grasps "a" and "b" both hold node 7'),
    ("part", lambda s: s.grasp("collar"), ValueError, 'the mesh has no part "collar"'),
    ("ends first", lambda s: s.grasp(7, start=2, until=1), ValueError, "ends at 1 s, before it begins at 2 s"),
    ("motion", lambda s: s.grasp(7, motion=3), TypeError, "motion must be"),  # type: ignore[arg-type]
    ("path", lambda s: s.grasp(7, ic.Path([0, 0], np.zeros((2, 3)))), ValueError, "times of a polyline must increase"),
    ("path shape", lambda s: s.grasp(7, ic.Path([0, 1], np.zeros((3, 3)))), ValueError, r"points must have shape \(2, 3\)"),
    ("sine", lambda s: s.grasp(7, ic.Sine((0, 0, 0), 1, 1)), ValueError, "must not be zero"),
    ("function", lambda s: s.grasp(7, lambda t: (1, 2)), ValueError, "must have shape"),
    ("move NaN", lambda s: s.grasp(7).move((0, np.nan, 0)), ValueError, r"to\[1\] is nan"),
    ("move shape", lambda s: s.grasp(7).move((0, 1)), ValueError, r"to must have shape \(3,\), got \(2,\)"),
    ("move duration", lambda s: s.grasp(7).move((0, 0, 0), duration=-1), ValueError, "duration of a move"),
    ("no such grasp", lambda s: s.release("hand"), ValueError, 'there is no grasp "hand"'),
    ("radius", lambda s: s.add_obstacle(ic.Sphere(-1)), ValueError, "radius"),
    ("torus", lambda s: s.add_obstacle(ic.Torus(0.1, 0.2)), ValueError, "radius"),
    ("normal", lambda s: s.add_obstacle(ic.Plane(normal=(0, 0, 0))), ValueError, "normal"),
    ("open solid", lambda s: s.add_obstacle(ic.Solid(s.mesh)), ValueError, "open"),
    ("friction", lambda s: s.add_obstacle(ic.Sphere(1), friction=-1), ValueError, "friction"),
    ("shape", lambda s: s.add_obstacle("ball"), TypeError, "shape must be"),  # type: ignore[arg-type]
    ("quaternion", lambda s: s.add_obstacle(ic.Sphere(1), quaternion=(2, 0, 0, 0)), ValueError, "length 1"),
    ("two turns", lambda s: s.add_obstacle(ic.Sphere(1), quaternion=(1, 0, 0, 0), rotate_deg=(0, 0, 1)), ValueError, "not both"),
    ("keyframes", lambda s: s.add_obstacle(ic.Sphere(1), motion=ic.Keyframes([1, 0], np.zeros((2, 3)))), ValueError, "increas"),
    ("pose function", lambda s: s.add_obstacle(ic.Sphere(1), motion=lambda t: 1), ValueError, r"must have shape \(3,\)"),
    ("set shape", lambda s: s.set_positions(np.zeros((25, 2))), ValueError, r"x must have shape \(25, 3\), got \(25, 2\)"),
    ("set NaN", lambda s: s.set_positions(np.full((25, 3), np.inf)), ValueError, r"x\[0, 0\] is inf"),
    ("set velocity", lambda s: s.set_positions(s.x, np.zeros(3)), ValueError, "velocities must have shape"),
    ("steps", lambda s: s.run(-1), ValueError, "steps must be at least 0"),
    ("steps text", lambda s: s.run("ten"), TypeError, "steps must be a whole number"),  # type: ignore[arg-type]
    ("no duration", lambda s: s.run(), ValueError, "give steps, or a duration"),
    ("both", lambda s: s.run(1, duration=1), ValueError, "not both"),
    ("duration", lambda s: s.run(duration=-1), ValueError, "duration must be at least 0 s"),
    ("every", lambda s: s.record(10, every=0), ValueError, "every must be at least 1"),
    ("ending", lambda s: s.record(1, out="run.mp4"), ValueError, r"run\.mp4: "),
    ("no folder", lambda s: s.record(1, out="/no/such/folder/run.ict"), ValueError, "/no/such/folder/run.ict: "),
    ("no state", lambda s: s.restore(b"state"), TypeError, "state must be"),  # type: ignore[arg-type]
    ("bytes", lambda s: ic.State.from_bytes(b"junk"), ValueError, "no saved state"),
    ("no scene", lambda s: ic.Simulation.from_scene("shak"), ValueError, 'did you mean "shake"'),
    ("no file", lambda s: ic.Simulation.from_scene("./no.yaml"), ValueError, r"\./no\.yaml: "),
    ("override", lambda s: ic.Simulation.from_scene("shake", {"cloth.material.densty": 1}), ValueError, 'did you mean "density"'),
    ("trajectory", lambda s: ic.load("no.ict"), ValueError, r"no\.ict: "),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "message"), [c[1:] for c in CALLS], ids=[c[0] for c in CALLS])
def test_bad_input_is_one_sentence_and_the_simulation_goes_on(
    make_sim: Make, call: Call, error: type[Exception], message: str
) -> None:
    sim = make_sim()
    sim.grasp([20, 24])
    sim.step()
    with pytest.raises(error, match=message) as caught:
        call(sim)
    if error is ValueError:
        assert "\n" not in str(caught.value)
    assert sim.step().converged


def test_a_grasp_that_was_undone_says_so(make_sim: Make) -> None:
    sim = make_sim()
    before = sim.save()
    hand = sim.grasp(20)
    sim.restore(before)
    for use in (hand.release, lambda: hand.force, lambda: hand.move((0, 0, 0)), lambda: hand.nodes):
        with pytest.raises(ValueError, match="not there any more"):
            use()
    sim.grasp(24)
    with pytest.raises(ValueError, match="not there any more"):
        hand.release()


def test_a_grasp_of_another_simulation_is_refused(make_sim: Make) -> None:
    hand = make_sim().grasp(20)
    with pytest.raises(ValueError, match="belongs to another simulation"):
        make_sim().release(hand)


def test_a_grasp_that_let_go_cannot_be_moved(make_sim: Make) -> None:
    sim = make_sim()
    hand = sim.grasp(20)
    sim.step()
    hand.release()
    with pytest.raises(ValueError, match="has let go"):
        hand.move((0, 0, 0))


def test_numbers_that_overflow_are_reported_and_survived(make_sim: Make) -> None:
    sim = make_sim()
    sim.set_positions(sim.x, np.full((25, 3), 1e300))
    assert sim.step().status == "not_finite"
    sim.set_positions(sim.mesh.x)
    assert sim.step().converged and np.isfinite(sim.x).all()


def test_a_simulation_that_was_never_made_is_refused() -> None:
    with pytest.raises((TypeError, RuntimeError)), pytest.warns(RuntimeWarning):
        ic.Simulation.__new__(ic.Simulation).step()


def test_what_a_simulation_was_made_from_cannot_be_changed_under_it(make_sim: Make) -> None:
    sheet = ic.rectangle((0.3, 0.3), (5, 5))
    with pytest.raises(ValueError, match="read-only"):
        sheet.x[0] = 1
    start, points = sheet.moved((0, 0, 1)), np.zeros((2, 3))
    sim = ic.Simulation(ic.Cloth(sheet), start)
    sim.grasp(0, ic.Path([0, 1], points, relative=True))
    start[:] = points[:] = 7.0
    twin = sim.copy()
    sim.run(5)
    twin.run(5)
    assert np.array_equal(twin.x, sim.x)


@pytest.mark.parametrize(
    ("scene", "overrides"),
    [("shake", {"cloth.material.densty": 1}), ("shake", {"time.step": -1}), ("shake", {"grasps.left.nodes": [999]}), ("shaek", {}), ("./no.yaml", {})],
)  # fmt: skip
def test_python_and_the_program_say_the_same(scene: str, overrides: dict[str, Any]) -> None:
    with pytest.raises(ValueError) as python:
        ic.Simulation.from_scene(scene, overrides)
    with pytest.raises(ValueError) as program:
        _program.run("run", scene, *(word for key, value in overrides.items() for word in ("--set", f"{key}={value}")))
    assert str(python.value) == str(program.value)
