"""What Simulation.grasp, Simulation.add_obstacle and Simulation.cloth return: a simulation, and which of its grasps, obstacles or cloths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ._arrays import Array, ArrayLike, number, numbers, vector
from .motion import pose

if TYPE_CHECKING:
    from .mesh import Mesh
    from .simulation import Simulation


class ClothView:
    """One of the cloths of a simulation: made by Simulation.cloth."""

    def __init__(self, simulation: Simulation, index: int, name: str, nodes: slice, elements: slice) -> None:
        self._simulation, self._index, self._name, self._nodes, self._elements = simulation, index, name, nodes, elements

    @property
    def name(self) -> str:
        """Its name."""
        return self._name

    @property
    def index(self) -> int:
        """Its place among the cloths."""
        return self._index

    @property
    def nodes(self) -> slice:
        """Its nodes among those of the simulation: ``sim.x[cloth.nodes]`` is ``cloth.x``."""
        return self._nodes

    @property
    def elements(self) -> slice:
        """Its elements among those of ``sim.mesh``."""
        return self._elements

    @property
    def x(self) -> Array:
        """Positions of its nodes [m], shape (n, 3): a read-only view that follows the simulation."""
        return self._simulation.x[self._nodes]

    @property
    def v(self) -> Array:
        """Velocities of its nodes [m/s], shape (n, 3): a read-only view as x."""
        return self._simulation.v[self._nodes]

    @property
    def mesh(self) -> Mesh:
        """Its shape at rest, with its parts; nodes are counted from 0."""
        return self._simulation._mesh_of(self)

    def __repr__(self) -> str:
        return f'<ClothView "{self._name}" of {self._nodes.stop - self._nodes.start} nodes>'


class Grasp:
    """A hand that holds nodes, which keep their place in its frame and turn with it: made by Simulation.grasp."""

    def __init__(self, simulation: Simulation, number: int, name: str) -> None:
        self._simulation, self._number, self._name = simulation, number, name

    @property
    def name(self) -> str:
        """Its name."""
        return self._name

    @property
    def nodes(self) -> list[int]:
        """The nodes it holds; none before a grasp by place has closed."""
        return self._simulation._grasp_nodes(self._number)

    @property
    def holds(self) -> bool:
        """Whether it has neither let go nor closed on nothing."""
        return self._simulation._grasp_holds(self._number)

    @property
    def missed_by(self) -> float | None:
        """How far the nearest free node was [m] when it closed at a place without one and took hold of nothing; else None."""
        return self._simulation._grasp_missed_by(self._number)

    @property
    def pose(self) -> Array:
        """Where its hand is to be now, shape (7,): position [m] and quaternion w x y z, see isocloth.pose.

        The frame of a hand that was not given poses has its origin at the first node, and was not turned when it took hold.
        """
        return np.array(self._simulation._grasp_pose(self._number))

    @property
    def target(self) -> Array:
        """The position of its pose [m], shape (3,): where it wants its first node, unless it was given poses of the hand."""
        return self.pose[:3]

    @property
    def force(self) -> Array:
        """Force that it exerted on the cloth in the last step [N], shape (3,)."""
        return self._simulation._grasp_force(self._number)

    @property
    def wrench(self) -> Array:
        """Force [N] and torque [N·m] that it exerted on the cloth in the last step, in world axes, the torque about the origin
        of the hand's frame; shape (6,)."""
        return np.concatenate([self.force, self._simulation._grasp_torque(self._number)])

    @property
    def impulse(self) -> Array:
        """Momentum that it gave the cloth in the last step [N·s], and its moment [N·m·s] as in wrench; shape (6,). Those of all hands and
        obstacles, with weight and drag, add up to the change of ``sim.momentum``; over dt it is the mean of the force, which
        ``force`` is at the end of the step. Of a hand that let go: what is still to come. Of a rigid one: force times dt.
        """
        return self._simulation._grasp_impulse(self._number)

    def move(
        self,
        to: ArrayLike,
        *,
        rotate_deg: ArrayLike | None = None,
        quaternion: ArrayLike | None = None,
        duration: float = 0.0,
    ) -> None:
        """Lead its hand to a position [m], shape (3,), within duration [s], at least one step: straight, and evenly turning to
        the orientation given by angles about x, y, z [degrees] or a quaternion (w, x, y, z), else as it is turned now."""
        turned = self.pose[3:] if rotate_deg is None and quaternion is None else quaternion
        where = pose(vector(to, "to"), rotate_deg=rotate_deg, quaternion=turned)
        self._simulation._move(self._number, where, number(duration, "duration"))

    def move_by(self, way: ArrayLike, *, duration: float = 0.0) -> None:
        """Lead it by a displacement [m], shape (3,), from where it is led now, within duration [s], at least one step."""
        self.move(self.target + vector(way, "way"), duration=duration)

    def release(self) -> None:
        """Let go: its nodes are free from the next step on."""
        self._simulation._release(self._number)

    def __repr__(self) -> str:
        return f'<Grasp "{self._name}">'


class Obstacle:
    """A solid that the cloth cannot enter: made by Simulation.add_obstacle."""

    def __init__(self, simulation: Simulation, index: int, name: str) -> None:
        self._simulation, self._index, self._name = simulation, index, name

    @property
    def name(self) -> str:
        """Its name."""
        return self._name

    @property
    def force(self) -> Array:
        """Force that it exerted on the cloth in the last step [N], shape (3,)."""
        return self._simulation._obstacle_load(self._index)[0]

    @property
    def torque(self) -> Array:
        """Torque on the cloth about the origin of the obstacle's frame, in world axes [N·m], shape (3,)."""
        return self._simulation._obstacle_load(self._index)[1]

    @property
    def impulse(self) -> Array:
        """Momentum that it gave the cloth in the last step, impacts included [N·s], and its moment [N·m·s]; shape (6,), as Grasp.impulse."""
        return self._simulation._obstacle_impulse(self._index)

    @property
    def index(self) -> int:
        """Which it is in Simulation.contacts(); no other obstacle gets it when this one is removed."""
        return self._index

    @property
    def pose(self) -> Array:
        """Where it is led now, shape (7,): position [m] and quaternion w x y z, see isocloth.pose; of a finger, its hand's.

        Set it before any step to lead it there within that step, as a robot has it: a pose (7,), a position (3,), with which
        it stays turned as it is, or (position, quaternion). What that changes is the velocity that friction feels.
        """
        return np.array(self._simulation._obstacle_pose(self._index))

    @pose.setter
    def pose(self, to: ArrayLike | tuple[ArrayLike, ArrayLike]) -> None:
        if isinstance(to, (tuple, list)) and len(to) == 2:
            where = pose(to[0], quaternion=to[1])
        elif np.shape(to) == (3,):
            where = pose(to, quaternion=self.pose[3:])
        elif np.shape(to) == (7,):
            where = numbers(to, "pose", (7,))
        else:
            raise ValueError(f"pose must be a pose (7,), a position (3,) or (position, quaternion), got shape {np.shape(to)}")
        self._simulation._move_obstacle(self._index, where, 0.0)

    def move(
        self,
        position: ArrayLike,
        *,
        rotate_deg: ArrayLike | None = None,
        quaternion: ArrayLike | None = None,
        duration: float = 0.0,
    ) -> None:
        """Lead it from where it is to a position [m], shape (3,), within duration [s], at least one step: straight, and evenly
        turning to the orientation given, else as it is turned now. From then on it goes only where it is led."""
        turned = self.pose[3:] if rotate_deg is None and quaternion is None else quaternion
        to = pose(position, rotate_deg=rotate_deg, quaternion=turned)
        self._simulation._move_obstacle(self._index, to, number(duration, "duration"))

    @property
    def finger_position(self) -> float:
        """How far a finger has gone along its axis [m]."""
        return self._simulation._finger_position(self._index)

    def push(self, force: float) -> None:
        """Push a finger with a closing force [N] from the next step on; below 0 it opens. Not one with a position."""
        self._simulation._push_finger(self._index, number(force, "force"))

    def close(self, position: float, *, duration: float = 0.0) -> None:
        """Lead a finger that has a position to another [m] along its axis, within duration [s], at least one step."""
        self._simulation._close_finger(self._index, number(position, "position"), number(duration, "duration"))

    def remove(self) -> None:
        """Take it away: the cloth does not feel it from the next step on. A state from before brings it back."""
        self._simulation._remove_obstacle(self._index)

    def __repr__(self) -> str:
        return f'<Obstacle "{self._name}">'
