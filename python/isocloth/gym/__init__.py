"""Gymnasium environments: ``import isocloth.gym`` registers them.

    import gymnasium, isocloth.gym
    env = gymnasium.make("isocloth/Shake-v0")
    envs = gymnasium.make_vec("isocloth/Shake-v0", num_envs=64)     # one batch over all cores a step
    envs = isocloth.gym.ClothBatchEnv(4096, "Shake")                # all in arrays: a ClothBatch

Tasks, and what their actions, observations and rewards are: isocloth.gym.tasks.
"""

from __future__ import annotations

import gymnasium

from .batch import ClothBatchEnv
from .env import ClothEnv
from .tasks import TASKS, DrapeTable, Fling, FoldHalf, Hang, PickAndPlace, PickFromHeap, Shake, Task
from .vector import ClothVectorEnv

__all__ = [
    "ClothBatchEnv",
    "ClothEnv",
    "ClothVectorEnv",
    "DrapeTable",
    "Fling",
    "FoldHalf",
    "Hang",
    "PickAndPlace",
    "PickFromHeap",
    "Shake",
    "Task",
    "register",
]


def register() -> None:
    """Make the environments known to gymnasium; importing this module does."""
    for name, task in TASKS.items():
        identifier = f"isocloth/{name}-v0"
        if identifier not in gymnasium.registry:
            gymnasium.register(
                identifier,
                entry_point="isocloth.gym.env:ClothEnv",
                vector_entry_point="isocloth.gym.vector:ClothVectorEnv",
                max_episode_steps=round(task.duration * Task.rate),
                kwargs={"task": name},
            )


register()
