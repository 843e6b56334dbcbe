"""Jaws that pinch, obstacles that are posed by hand, obstacles that go."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import isocloth as ic


def hanging(thickness: float = 1e-3) -> ic.Simulation:
    """A napkin of 0.1 m that hangs in the plane y = 0, its upper edge at height 0."""
    sheet = ic.rectangle((0.1, 0.1), (11, 11))
    material = ic.Material(density=0.2, bending=1e-5, damping=0.2, thickness=thickness)
    return ic.Simulation(ic.Cloth(sheet, material), sheet.moved((-0.05, 0, -0.1), rotate_deg=(90, 0, 0)))


def with_jaws(sim: ic.Simulation, force: float = 0.5) -> tuple[ic.Obstacle, ic.Obstacle]:
    jaws = []
    for side in (-1, 1):
        finger = ic.Finger(axis=(0, -side, 0), force=force, opening=0.015, stroke=0.03)
        jaw = sim.add_obstacle(ic.Box((0.02, 0.02, 0.02)), position=(0, 0, -0.015), friction=0.5, finger=finger, name=f"jaw{side}")
        jaws.append(jaw)
    return jaws[0], jaws[1]


def test_two_fingers_take_a_cloth_lift_it_by_hand_and_let_it_go() -> None:
    sim = hanging()
    line = sim.grasp(list(range(110, 121)))
    left, right = with_jaws(sim)
    sim.run(duration=0.4)
    assert left.force[1] == pytest.approx(0.5, rel=0.02) and right.force[1] == pytest.approx(-0.5, rel=0.02)
    assert left.finger_position == pytest.approx(0.0045, abs=5e-4)
    line.release()
    hand = left.pose
    assert np.array_equal(hand, right.pose) and hand[1] == 0  # of both: their hand's
    for k in range(1, 41):  # a robot that goes up by 0.08 m at 1 m/s²
        hand[2] = -0.015 + 0.5 * (0.01 * k) ** 2
        left.pose = right.pose = hand
        assert sim.step().status == "converged"
    assert sim.x[:, 2].max() == pytest.approx(0.08, abs=0.005)
    left.push(-1)
    right.push(-1)
    sim.run(duration=0.5)
    assert sim.x[:, 2].max() < -0.2
    assert left.finger_position == pytest.approx(0, abs=1e-6)


def test_a_finger_with_a_position_is_closed_to_a_gap() -> None:
    sim = hanging()
    sim.grasp(list(range(110, 121)))
    jaws = [
        sim.add_obstacle(
            ic.Box((0.02, 0.02, 0.02)),
            position=(0, 0, -0.015),
            finger=ic.Finger(axis=(0, -side, 0), position=([0, 0.1], [0, 0.004]), opening=0.015),
        )
        for side in (-1, 1)
    ]
    sim.run(duration=0.2)
    assert [jaw.finger_position for jaw in jaws] == [0.004, 0.004]  # 1 mm each from the cloth
    for jaw in jaws:
        jaw.close(0.00465, duration=0.2)  # 0.7 of its thickness between them
    sim.run(duration=0.5)
    area, pressure = 0.018**2, 1000 * 0.6 / 0.4
    assert abs(jaws[0].force[1]) == pytest.approx(area * pressure, rel=0.5)
    with pytest.raises(ValueError, match="goes by its position: close it"):
        jaws[0].push(1)


def test_a_pose_is_set_as_seven_numbers_a_position_or_both_parts() -> None:
    sim = hanging()
    ball = sim.add_obstacle(ic.Sphere(0.01), position=(0, 0, 1), quaternion=(0, 1, 0, 0))
    ball.pose = (0, 0.1, 1)
    sim.step()
    assert ball.pose == pytest.approx([0, 0.1, 1, 0, 1, 0, 0])
    ball.pose = (0, 0, 2), (0, 0, 1, 0)
    assert ball.pose[2] == 1  # there at the end of the step
    sim.step()
    assert ball.pose == pytest.approx([0, 0, 2, 0, 0, 1, 0])
    ball.pose = ic.pose((0, 0, 3), rotate_deg=(0, 0, 90))
    sim.run(2)
    assert ball.pose[:3] == pytest.approx([0, 0, 3])
    with pytest.raises(ValueError, match=r"pose must be a pose \(7,\), a position \(3,\) or"):
        ball.pose = (1, 2, 3, 4)
    with pytest.raises(ValueError, match="length 1"):
        ball.pose = (0, 0, 0), (2, 0, 0, 0)


def test_an_obstacle_that_is_removed_is_gone_and_back_with_an_earlier_state() -> None:
    sheet = ic.rectangle((0.2, 0.2), (5, 5))
    sim = ic.Simulation(ic.Cloth(sheet, ic.Material(density=0.2)), sheet.moved((0, 0, 0.001)))
    table = sim.add_obstacle(ic.Box((1, 1, 0.1)), position=(0.1, 0.1, -0.05), friction=0.3, name="table")
    other = sim.add_obstacle(ic.Sphere(0.01), position=(0, 0, 1), name="other")
    sim.run(30)
    lies = sim.save()
    assert table.force[2] > 0.05
    sim.remove_obstacle("table")
    assert list(sim.obstacles) == ["other"] and other.index == 1 and sim.obstacles["other"].index == 1
    with pytest.raises(ValueError, match='obstacle "table" was removed'):
        table.pose
    with pytest.raises(ValueError, match=r'there is no obstacle "table" \(obstacles: other\)'):
        sim.remove_obstacle("table")
    sim.run(20)
    assert sim.x[:, 2].max() < -0.1
    for same in (sim.copy(), pickle.loads(pickle.dumps(sim))):
        assert list(same.obstacles) == ["other"]
        assert same.save().to_bytes() == sim.save().to_bytes()
    assert list(sim.copy().record(2).obstacle_pose) == ["other"]
    falls = ic.rollout(sim, [sim.save(), lies], steps=20)
    assert falls.x[0, -1, :, 2].max() < -0.3 and falls.x[1, -1, :, 2].min() > -1e-3  # per state, on threads
    sim.restore(lies)
    sim.run(20)
    assert sim.x[:, 2].min() > -1e-3 and table.force[2] > 0.05


def test_fingers_are_part_of_states_copies_and_pickles() -> None:
    sim = hanging()
    sim.grasp(list(range(110, 121)))
    left, right = with_jaws(sim)
    sim.run(duration=0.3)
    left.push(0.3)
    right.push(0.3)
    state = pickle.loads(pickle.dumps(sim.save()))
    twin = pickle.loads(pickle.dumps(sim))
    sim.run(20)
    twin.run(20)
    assert twin.save().to_bytes() == sim.save().to_bytes()
    assert twin.obstacles["jaw1"].finger_position == right.finger_position > 0.004
    end = sim.save().to_bytes()
    sim.restore(state)
    sim.run(20)
    assert sim.save().to_bytes() == end


@pytest.mark.parametrize(
    "finger, message",
    [
        (dict(axis=(0, 0, 1)), "a Finger needs a force .* or a position"),
        (dict(axis=(0, 0, 1), force=1, position=0), "a Finger needs a force .* or a position"),
        (dict(axis=(0, 0, 0), force=1), "must be a direction"),
        (dict(axis=(0, 0, 1), force=1, mass=0), "mass of the finger of obstacle \"f\" must be above 0 kg, got 0"),
        (dict(axis=(0, 0, 1), force=([0, 1], [1])), "values of force"),
        (dict(axis=(0, 0, 1), force=([1, 0], [1, 2])), "must increase"),
    ],
)
def test_fingers_that_cannot_be_are_refused(finger: dict[str, object], message: str) -> None:
    sim = hanging()
    with pytest.raises(ValueError, match=message):
        sim.add_obstacle(ic.Sphere(0.01), position=(0, 0, 1), name="f", finger=ic.Finger(**finger))  # type: ignore[arg-type]
    assert not sim.obstacles
