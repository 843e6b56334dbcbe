"""The rules of an episode, which one environment and a batch of them share."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._arrays import Array
from ..simulation import Simulation
from .tasks import Task


class Episode:
    """One episode of a task: its simulation, goal and hands.

    simulation: at the task's first state, which every episode starts from. randomize: each has a material of its own, see Task.vary.
    """

    def __init__(self, task: Task, simulation: Simulation, randomize: bool = False) -> None:
        self.task, self.simulation, self._randomize = task, simulation, randomize
        self._built, self._first = simulation, simulation.save()
        self.steps = round(1 / (task.rate * simulation.dt))
        self.goal = np.zeros(task.goal_size)
        self.home = self.hand = np.zeros((len(task.hands), 3))
        self.holds = not task.picks

    def begin(self, random: np.random.Generator) -> None:
        """Start anew."""
        self._built.restore(self._first)
        self.simulation = self._built.variant(material=self.task.vary(random)) if self._randomize else self._built
        self.goal = self.task.start(self.simulation, random)
        self.home = self.task.home(self.simulation).copy()
        self.hand = self.home.copy()
        self.holds = not self.task.picks

    def act(self, action: Any) -> dict[str, Array]:
        """Close, open and move the hands as an action says; returns where those that hold are led [m], shape (steps, 3) each."""
        if self.task.picks:
            self._pick(float(action[-1]))
        elif self.task.can_let_go and self.holds and float(action[-1]) > 0:
            self._let_go()
        if not (self.holds or self.task.picks):
            return {}
        count = len(self.task.hands)
        way = np.clip(np.asarray(action, dtype=np.float64)[: 3 * count], -1, 1).reshape(count, 3) * (self.task.speed / self.task.rate)
        to = np.clip(self.hand + way, self.home - self.task.reach, self.home + self.task.reach)
        paths = self.hand + np.linspace(0, 1, self.steps + 1)[1:, None, None] * (to - self.hand)
        self.hand = paths[-1]
        return {name: paths[:, i] for i, name in enumerate(self.task.hands)} if self.holds else {}

    def _pick(self, wish: float) -> None:
        name, hand = self.task.hands[0], self.hand[0]
        if wish < 0 and self.holds:
            self._let_go()
        elif wish > 0 and not self.holds and np.linalg.norm(self.simulation.x - hand, axis=1).min() <= self.task.grip:
            self.simulation.grasp(near=hand, radius=self.task.grip, name=name, slip="slide", force_limit=self.task.pull)
            self.hand = self.simulation.grasps[name].target[None]
            self.holds = True

    def _let_go(self) -> None:
        for name in self.task.hands:
            self.simulation.release(name)
        self.holds = False

    def observe(self) -> Any:
        """The observation, float32."""
        x, v = self.simulation.x, self.simulation.v
        parts = [x.ravel(), v.ravel(), self.hand.ravel(), self.goal, np.array([float(self.holds)])]
        return np.concatenate(parts).astype(np.float32)

    def judge(self) -> tuple[float, dict[str, Any]]:
        """Reward and info."""
        hand = self.hand[0] if len(self.task.hands) == 1 else self.hand
        reward, done, distance = self.task.judge(self.simulation.x, self.simulation.v, hand, self.goal)
        done = done and not ((self.task.can_let_go or self.task.picks) and self.holds)
        return reward, {"is_success": done, "distance": distance}
