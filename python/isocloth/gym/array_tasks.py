"""Tasks whose episodes run as one batch: starts, observations and rewards of all environments at once.

What a task is, isocloth.gym.tasks says; here is the same for arrays of environments, numpy's or PyTorch's.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from .._arrays import Array
from .tasks import Hang, Shake, Task


class ArrayTask(Protocol):
    """A task for many environments."""

    def start(self, x: Array, random: np.random.Generator, count: int) -> tuple[Array, Array | None]:
        """Goals of count new episodes, shape (count, goal_size), and velocities of their nodes [m/s], (count, n, 3), where they move; x: (n, 3) [m]."""

    def judge(self, x: Any, v: Any, hand: Any, goal: Any) -> tuple[Any, Any, Any]:
        """Reward, whether the task is done, and how far from it, of all; x, v: (b, n, 3), hand: (b, 3), goal: (b, goal_size)."""


def _length(vectors: Any) -> Any:
    return (vectors**2).sum(-1) ** 0.5


class ShakeArrays:
    """Shake for many."""

    def start(self, x: Array, random: np.random.Generator, count: int) -> tuple[Array, Array | None]:
        """At rest; goals as Shake.start has them."""
        side = random.choice([-1.0, 1.0], count)
        way = np.stack([np.zeros(count), side * random.uniform(0.15, 0.3, count), random.uniform(0.05, 0.15, count)], axis=1)
        return x[4] + way, None

    def judge(self, x: Any, v: Any, hand: Any, goal: Any) -> tuple[Any, Any, Any]:
        """As Shake.judge."""
        distance = _length(x[:, 4] - goal)
        return -distance, distance < 0.03, distance


class HangArrays:
    """Hang for many."""

    def start(self, x: Array, random: np.random.Generator, count: int) -> tuple[Array, Array | None]:
        """Swinging as Hang.start has it."""
        turn = random.choice([-1.0, 1.0], count) * random.uniform(2, 4, count)
        swing = np.zeros((count, *x.shape))
        swing[:, :, 1] = turn[:, None] * (x[72, 2] - x[:, 2])
        return np.repeat(x[None, 72], count, axis=0), swing

    def judge(self, x: Any, v: Any, hand: Any, goal: Any) -> tuple[Any, Any, Any]:
        """As Hang.judge."""
        off = (v**2).sum(-1).mean(-1) ** 0.5 + _length(hand - goal)
        return -off, off < 0.1, off


def array_task(task: Task) -> ArrayTask:
    """The same task for many; ValueError where there is none."""
    if isinstance(task, Shake):
        return ShakeArrays()
    if isinstance(task, Hang):
        return HangArrays()
    raise ValueError(f"{type(task).__name__} has no form in arrays, only Shake and Hang have; use ClothVectorEnv")
