"""What is asked of robot hands that hold a cloth, or pick it up.

A hand holds some nodes, which keep their places in it, and moves without turning.

Action, 20 times a second: velocity of each hand in units of Task.speed [m/s], shape (3 · hands,), each from -1 to 1. DrapeTable and
Fling have one number more: above 0 all hands let go, for good. So have PickAndPlace and PickFromHeap: above 0 the hand closes on what is within
Task.grip of it, below it opens. A hand stays within Task.reach of where it started, in each direction.

Observation, float32: positions of the nodes [m], (n · 3); their velocities [m/s], (n · 3); position of each hand [m], (3 · hands); the goal
(as many as the task says); 1 while the hands hold, else 0.

Reward, after each action: below, in each task. Episodes end after Task.duration; none ends before. ``info["is_success"]`` says
whether the task is done at the moment, ``info["distance"]`` how far from it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .._arrays import Array
from ..cloth import Cloth
from ..material import Material
from ..mesh import rectangle
from ..shapes import Box
from ..simulation import Simulation


class Task:
    """What an environment needs to know of a task."""

    rate = 20
    """actions a second [1/s]"""
    speed = 1.0
    """of the hand at an action of 1 [m/s]"""
    reach = 0.6
    """of the hand from where it started, in each direction [m]"""
    duration = 2.0
    """of an episode [s]"""
    goal_size = 0
    """numbers in the goal"""
    hands: tuple[str, ...] = ("hand",)
    """names of the grasps"""
    can_let_go = False
    """whether there is one number more in the action, which lets go"""
    picks = False
    """whether the hand is open at first, and one number more in the action closes and opens it"""
    grip = 0.03
    """how far from an open hand nodes may be that it closes on [m]"""
    pull = 5.0
    """most that a hand that picks pulls with, before the cloth slides through it [N]"""
    material: Material | None = None
    """what the cloth is made of; environments that randomize vary it"""

    def build(self) -> Simulation:
        """The simulation, with a grasp for each of the hands, unless they pick."""
        raise NotImplementedError

    def home(self, simulation: Simulation) -> Array:
        """Where the hands are at the start of an episode [m], shape (hands, 3): at the first nodes that they hold."""
        return np.array([simulation.x[simulation.grasps[hand].nodes[0]] for hand in self.hands])

    def vary(self, random: np.random.Generator) -> Material:
        """The material of an episode at random: density, bending and damping each from half to twice the task's."""
        if self.material is None:
            raise ValueError(f"{type(self).__name__} has no material to vary; set Task.material")
        mass, bending, damping = 2.0 ** random.uniform(-1, 1, 3)
        given = self.material.virtual_mass
        return replace(
            self.material,
            density=mass * self.material.density,
            virtual_mass=None if given is None else mass * given,
            bending=bending * self.material.bending,
            damping=damping * self.material.damping,
        )

    def start(self, simulation: Simulation, random: np.random.Generator) -> Array:
        """Put the cloth where an episode starts, at random; returns the goal, shape (goal_size,)."""
        raise NotImplementedError

    def judge(self, x: Array, v: Array, hand: Array, goal: Array) -> tuple[float, bool, float]:
        """Reward, whether the task is done, and how far from it; x [m] and v [m/s], shape (n, 3); hand [m], shape (3,), or (hands, 3)."""
        raise NotImplementedError


def _hanging(material: Material) -> Simulation:
    """An A3 sheet of 9×9 nodes, upright, in a hand that holds its two upper corners; its lower edge are nodes 0 to 8."""
    sheet = rectangle((0.297, 0.42), (9, 9)).with_noise(0.001, length=0.1)  # no cloth is quite flat
    simulation = Simulation(Cloth(sheet, material), sheet.moved(rotate_deg=(90, 0, 0), translate=(-0.1485, 0, 0.58)))
    simulation.grasp(["top_left", "top_right"], name="hand")
    return simulation


def _lying(material: Material, self_contact: float | None = None) -> Simulation:
    """A towel of 30 cm square and 9×9 nodes that lies on a table."""
    towel = rectangle((0.3, 0.3), (9, 9))
    simulation = Simulation(Cloth(towel, material, self_contact=self_contact), towel.moved((-0.15, -0.15, 0.001)))
    simulation.add_obstacle(Box((1.5, 1.5, 0.04)), position=(0, 0, -0.02), friction=0.4, name="table")
    return simulation


def _lay_at_random(simulation: Simulation, random: np.random.Generator) -> None:
    """Up to 10 cm off and turned by up to 30 degrees."""
    turn, (dx, dy) = random.uniform(-30, 30), random.uniform(-0.1, 0.1, 2)
    middle = simulation.mesh.x - [0.15, 0.15, 0]
    a = np.radians(turn)
    rotation = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    simulation.set_positions(middle @ rotation.T + [dx, dy, 0.001])


class Shake(Task):
    """Swing the middle of the sheet's lower edge to a point in front of or behind it.

    Goal: the point [m], (3). Reward: -distance [m]. Done: within 3 cm.
    """

    goal_size = 3
    material = Material(density=1.0, virtual_mass=0.52, damping=2.69)  # the A3 sheet of the demo

    def build(self) -> Simulation:
        """The simulation."""
        return _hanging(self.material)

    def start(self, simulation: Simulation, random: np.random.Generator) -> Array:
        """At rest; the goal is 15 to 30 cm off and 5 to 15 cm up."""
        side = random.choice([-1.0, 1.0])
        way = np.array([0, side * random.uniform(0.15, 0.3), random.uniform(0.05, 0.15)])
        return np.asarray(simulation.x[4] + way)

    def judge(self, x: Array, v: Array, hand: Array, goal: Array) -> tuple[float, bool, float]:
        """Distance of node 4 from the goal [m]."""
        distance = float(np.linalg.norm(x[4] - goal))
        return -distance, distance < 0.03, distance


class Hang(Task):
    """Bring a swinging sheet to rest where the hand started.

    Goal: where the hand started [m], (3). Reward: -(speed of the nodes [m/s], root mean square, + distance of the hand [m]).
    Done: both together below 0.1.
    """

    goal_size = 3
    material = Material(density=0.2, damping=0.05)  # light cloth, which the air brakes little

    def build(self) -> Simulation:
        """The simulation."""
        return _hanging(self.material)

    def start(self, simulation: Simulation, random: np.random.Generator) -> Array:
        """Swinging about its upper edge at 2 to 4 rad/s."""
        turn = random.choice([-1.0, 1.0]) * random.uniform(2, 4)
        top = np.array(simulation.x[72])
        swing = np.zeros_like(simulation.x)
        swing[:, 1] = turn * (top[2] - simulation.x[:, 2])
        simulation.set_positions(simulation.x, swing)
        return top

    def judge(self, x: Array, v: Array, hand: Array, goal: Array) -> tuple[float, bool, float]:
        """Speed [m/s] plus distance [m]."""
        off = float(np.sqrt(np.mean(np.sum(v**2, axis=1))) + np.linalg.norm(hand - goal))
        return -off, off < 0.1, off


class FoldHalf(Task):
    """Fold a towel that lies on a table: lay the edge that the hand holds on the opposite edge.

    No goal. Reward: -mean distance of the nodes of the two edges [m]. Done: below 3 cm. Layers of the towel, 2 mm thick, lie on each other
    and hold by friction.
    """

    duration = 3.0
    material = Material(density=0.3, bending=2e-5, damping=0.6, thickness=0.002)

    def build(self) -> Simulation:
        """The simulation: 30 cm square, 9×9 nodes; the hand holds nodes 72 to 80, opposite are 0 to 8."""
        simulation = _lying(self.material, self_contact=0.4)
        simulation.grasp("top", name="hand")
        return simulation

    def start(self, simulation: Simulation, random: np.random.Generator) -> Array:
        """Up to 10 cm off and turned by up to 30 degrees."""
        _lay_at_random(simulation, random)
        return np.zeros(0)

    def judge(self, x: Array, v: Array, hand: Array, goal: Array) -> tuple[float, bool, float]:
        """Mean distance of the edges [m]."""
        distance = float(np.linalg.norm(x[72:81] - x[0:9], axis=1).mean())
        return -distance, distance < 0.03, distance


class DrapeTable(Task):
    """Cover a table with a cloth, and let go.

    No goal; a fourth action above 0 lets go. Reward: the share of the table top that has cloth on it, from 0 to 1: of 15×15 points,
    those with a node within 3.5 cm sideways and 3 cm up. Done: above 0.9, after letting go. Distance: the share not covered.
    """

    duration = 3.0
    can_let_go = True
    material = Material(density=0.2, bending=1e-5, damping=0.3)
    top = 0.3
    """side of the table top [m]"""

    def build(self) -> Simulation:
        """The simulation: 50 cm square, 11×11 nodes, hanging beside the table; the hand holds nodes 110 to 120."""
        cloth = rectangle((0.5, 0.5), (11, 11)).with_noise(0.001, length=0.15)
        start = cloth.moved(rotate_deg=(90, 0, 0), translate=(-0.25, -0.35, -0.3))
        simulation = Simulation(Cloth(cloth, self.material), start)
        simulation.add_obstacle(
            Box((self.top, self.top, 0.04), rounding=0.005), position=(0, 0, -0.02), friction=0.3, name="table"
        )
        simulation.grasp("top", name="hand")
        return simulation

    def start(self, simulation: Simulation, random: np.random.Generator) -> Array:
        """Up to 5 cm off in each direction."""
        simulation.set_positions(simulation.x + random.uniform(-0.05, 0.05, 3))
        return np.zeros(0)

    def judge(self, x: Array, v: Array, hand: Array, goal: Array) -> tuple[float, bool, float]:
        """Share of the table top that is covered [-]."""
        side = np.linspace(-self.top / 2, self.top / 2, 15)
        points = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
        low = x[np.abs(x[:, 2]) < 0.03, :2]
        near = np.linalg.norm(points[:, None] - low[None], axis=2).min(axis=1, initial=np.inf) < 0.035
        share = float(near.mean())
        return share, share > 0.9, 1 - share


class Fling(Task):
    """Spread a sheet that hangs crumpled from two hands, lay it out flat on a table, and let go.

    No goal; a seventh action above 0 lets go. Reward: the area of the table that has cloth on it, within 3 cm above it, over that of the sheet,
    from 0 to 1. Done: above 0.9, after letting go. Distance: the share not covered.
    """

    hands = ("left", "right")
    speed = 2.0
    reach = 0.8
    duration = 4.0
    can_let_go = True
    material = Material(density=0.2, bending=1e-5, damping=0.3)
    side = 0.5
    """of the sheet [m]"""

    def build(self) -> Simulation:
        """The simulation: 11×11 nodes; the hands hold the upper corners, 10 cm apart and 65 cm above the table."""
        sheet = rectangle((self.side, self.side), (11, 11)).with_noise(0.001, length=0.15)
        start = sheet.moved(rotate_deg=(90, 0, 0), translate=(-self.side / 2, 0, 0.15))
        simulation = Simulation(Cloth(sheet, self.material), start)
        simulation.add_obstacle(Box((3.0, 3.0, 0.04)), position=(0, 0, -0.02), friction=0.5, name="table")
        for name, corner, way in (("left", "top_left", 1), ("right", "top_right", -1)):
            simulation.grasp(corner, name=name).move_by((way * (self.side / 2 - 0.05), 0, 0), duration=0.5)
        simulation.run(duration=1.0)
        return simulation

    def start(self, simulation: Simulation, random: np.random.Generator) -> Array:
        """Swinging about its upper edge at up to 2 rad/s."""
        swing = np.zeros_like(simulation.x)
        swing[:, 1] = random.uniform(-2, 2) * (simulation.x[:, 2].max() - simulation.x[:, 2])
        simulation.set_positions(simulation.x, swing)
        return np.zeros(0)

    def judge(self, x: Array, v: Array, hand: Array, goal: Array) -> tuple[float, bool, float]:
        """Area that is covered, over that of the sheet [-]."""
        cell = 0.025  # [m] of the grid on the table
        fine = _between(_between(x.reshape(11, 11, 3)))
        low = fine[np.abs(fine[..., 2]) < 0.03]
        cells = np.unique(np.floor(low[:, :2] / cell).astype(int), axis=0)
        share = min(1.0, len(cells) * cell**2 / self.side**2)
        return share, share > 0.9, 1 - share


def _between(grid: Array) -> Array:
    """A grid of points with those half-way between, along both sides."""
    for axis in (0, 1):
        grid = np.moveaxis(grid, axis, 0)
        out = np.empty((2 * len(grid) - 1, *grid.shape[1:]))
        out[::2], out[1::2] = grid, 0.5 * (grid[1:] + grid[:-1])
        grid = np.moveaxis(out, 0, axis)
    return grid


class PickAndPlace(Task):
    """Pick up a towel that lies on a table, carry it to a point on the table, and let go.

    Goal: the point [m], (3). A fourth action above 0 closes the hand on what is within 3 cm of it, below 0 opens it. Reward: -distance of the
    middle of the towel, the mean of its nodes, from the point [m]. Done: within 5 cm, with the hand open.
    """

    goal_size = 3
    duration = 4.0
    picks = True
    material = Material(density=0.3, bending=2e-5, damping=0.6)

    def build(self) -> Simulation:
        """The simulation: 30 cm square, 9×9 nodes."""
        return _lying(self.material)

    def home(self, simulation: Simulation) -> Array:
        """Above the middle of the table."""
        return np.array([[0.0, 0.0, 0.15]])

    def start(self, simulation: Simulation, random: np.random.Generator) -> Array:
        """Up to 10 cm off and turned by up to 30 degrees; the goal is 20 to 35 cm off, in any direction."""
        _lay_at_random(simulation, random)
        way, turn = random.uniform(0.2, 0.35), random.uniform(0, 2 * np.pi)
        return np.asarray(simulation.x.mean(axis=0) + way * np.array([np.cos(turn), np.sin(turn), 0]))

    def judge(self, x: Array, v: Array, hand: Array, goal: Array) -> tuple[float, bool, float]:
        """Distance of the middle from the goal [m]."""
        distance = float(np.linalg.norm(x.mean(axis=0) - goal))
        return -distance, distance < 0.05, distance


class PickFromHeap(Task):
    """Pick the uppermost of three towels off a heap, lay it down at a point on the table, and leave the others where they are.

    Goal: the point, and the middles of the two others as they lay at first [m], (9). A fourth action above 0 closes the hand on what is within
    1 cm of it, whichever towel that is, below 0 opens it. Reward: -distance of the middle of the uppermost towel, the mean of its nodes, from the
    point, - mean way of the middles of the others [m]. Done: together below 8 cm, with the hand open. Towels are 2 mm thick, touch each other
    and hold by friction.
    """

    goal_size = 9
    duration = 4.0
    picks = True
    grip = 0.01
    material = Material(density=0.3, bending=2e-5, damping=0.6, thickness=0.002)
    towels = ("lowest", "middle", "upper")
    side, nodes = 0.2, 7
    """of a towel [m], and nodes along it"""

    def build(self) -> Simulation:
        """The simulation: three towels of 20 cm square and 7×7 nodes above a table."""
        towel = rectangle((self.side, self.side), (self.nodes, self.nodes)).with_noise(0.0005, length=0.1)
        cloths = [Cloth(towel, self.material, self_contact=0.3, name=name) for name in self.towels]
        start = [towel.moved((-self.side / 2, -self.side / 2, 0.01 * (k + 1))) for k in range(len(cloths))]
        simulation = Simulation(cloths, start)
        simulation.add_obstacle(Box((1.5, 1.5, 0.04)), position=(0, 0, -0.02), friction=0.5, name="table")
        return simulation

    def home(self, simulation: Simulation) -> Array:
        """Above the heap."""
        return np.array([[0.0, 0.0, 0.15]])

    def start(self, simulation: Simulation, random: np.random.Generator) -> Array:
        """Dropped on each other from 2 cm apart, each turned at will, up to 3 cm off and at a slant; the goal is 25 to 35 cm off, in any direction."""
        laid = []
        for k, towel in enumerate(self.towels):
            slant, turn = random.uniform(-3, 3, 2), random.uniform(0, 2 * np.pi)
            x = simulation.cloth(towel).mesh.x - [self.side / 2, self.side / 2, 0]
            x = x + np.outer(x[:, :2] @ np.radians(slant), [0, 0, 1])
            rotation = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
            laid.append(x @ rotation.T + [*random.uniform(-0.03, 0.03, 2), 0.015 + 0.02 * k])
        simulation.set_positions(np.concatenate(laid))
        simulation.run(duration=0.5)
        way, turn = random.uniform(0.25, 0.35), random.uniform(0, 2 * np.pi)
        return np.concatenate([[way * np.cos(turn), way * np.sin(turn), 0.001], *self._middles(simulation.x)[:-1]])

    def _middles(self, x: Array) -> Array:
        return np.asarray(x.reshape(len(self.towels), -1, 3).mean(axis=1))

    def judge(self, x: Array, v: Array, hand: Array, goal: Array) -> tuple[float, bool, float]:
        """Distance of the uppermost towel from the point, and how far the others were moved [m]."""
        lowest, middle, upper = self._middles(x)
        moved = 0.5 * (np.linalg.norm(lowest - goal[3:6]) + np.linalg.norm(middle - goal[6:9]))
        distance = float(np.linalg.norm(upper - goal[:3]) + moved)
        return -distance, distance < 0.08, distance


TASKS: dict[str, type[Task]] = {
    "Shake": Shake,
    "Hang": Hang,
    "FoldHalf": FoldHalf,
    "DrapeTable": DrapeTable,
    "Fling": Fling,
    "PickAndPlace": PickAndPlace,
    "PickFromHeap": PickFromHeap,
}


def task_named(name: str | Task) -> Task:
    """A task by its name, or as it is."""
    if isinstance(name, Task):
        return name
    if name not in TASKS:
        raise ValueError(f'there is no task "{name}" (tasks: {", ".join(TASKS)})')
    return TASKS[name]()
