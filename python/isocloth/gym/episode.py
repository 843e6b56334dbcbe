"""The rules of an episode, which one environment and a batch of them share."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._arrays import Array
from ..simulation import Simulation
from .tasks import Task


class Episode:
    """One episode: goal, hand, and the rules that an environment and a batch of them share."""

    def __init__(self, task: Task, steps: int) -> None:
        self.task, self.steps = task, steps
        self.goal = np.zeros(task.goal_size)
        self.home = np.zeros(3)
        self.hand = np.zeros(3)
        self.holds = True

    def begin(self, simulation: Simulation, random: np.random.Generator) -> None:
        """Start anew: the simulation is at the task's first state."""
        self.goal = self.task.start(simulation, random)
        self.home = simulation.x[simulation.grasps["hand"].nodes[0]].copy()
        self.hand = self.home.copy()
        self.holds = True

    def path(self, action: Any) -> Array:
        """Where the hand goes [m], shape (steps, 3)."""
        way = np.clip(np.asarray(action, dtype=np.float64)[:3], -1, 1) * (self.task.speed / self.task.rate)
        goal = np.clip(self.hand + way, self.home - self.task.reach, self.home + self.task.reach)
        return self.hand + np.linspace(0, 1, self.steps + 1)[1:, None] * (goal - self.hand)

    def lets_go(self, action: Any) -> bool:
        """Whether it lets go with this action."""
        return self.task.can_let_go and self.holds and float(action[3]) > 0

    def observe(self, x: Array, v: Array) -> Any:
        """The observation, float32."""
        parts = [x.ravel(), v.ravel(), self.hand, self.goal, np.array([float(self.holds)])]
        return np.concatenate(parts).astype(np.float32)

    def judge(self, x: Array, v: Array) -> tuple[float, dict[str, Any]]:
        """Reward and info."""
        reward, done, distance = self.task.judge(x, v, self.hand, self.goal)
        done = done and not (self.task.can_let_go and self.holds)
        return reward, {"is_success": done, "distance": distance}
