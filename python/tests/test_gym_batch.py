"""Environments in array form: the tasks of single ones, all autoreset modes, seeds."""

from __future__ import annotations

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.vector import AutoresetMode  # noqa: E402

from isocloth.gym import ClothBatchEnv, ClothEnv  # noqa: E402


def actions(count: int, envs: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-1, 1, (count, envs, 3)).astype(np.float32)


def test_an_environment_does_what_a_single_one_does() -> None:
    """From the same start, along the same gentle actions (jerks let rounding grow): within a micrometre, the same reward for the same goal."""
    envs, alone = ClothBatchEnv(3, "Shake"), ClothEnv("Shake")
    seen, _ = envs.reset(seed=2)
    first, _ = alone.reset(seed=2)
    assert seen.shape == (3, *first.shape) and seen.dtype == np.float32
    for action in 0.3 * actions(10, 3):
        seen, reward, _, _, infos = envs.step(action)
        alone.step(action[1])
        goal = seen[1, -4:-1].astype(np.float64)
        assert np.abs(envs.batch.x[1] - alone.simulation.x).max() < 1e-6
        expected, done, distance = alone.task.judge(alone.simulation.x, alone.simulation.v, seen[1, -7:-4], goal)
        assert reward[1] == pytest.approx(expected, abs=1e-6) and infos["is_success"][1] == done


@pytest.mark.parametrize("task", ["Shake", "Hang"])
def test_the_same_seed_gives_the_same_episodes(task: str) -> None:
    def play(seed: int) -> list[np.ndarray]:
        envs = ClothBatchEnv(5, task, randomize=True)
        return [envs.reset(seed=seed)[0], *(envs.step(action)[0] for action in actions(4, 5))]

    assert np.array_equal(play(3), play(3)) and not np.array_equal(play(3)[0], play(4)[0])


def test_episodes_start_again_with_the_next_step() -> None:
    envs = ClothBatchEnv(2, "Shake", max_episode_steps=2)
    first, _ = envs.reset(seed=1)
    envs.step(actions(1, 2)[0])
    moved, _, _, ended, _ = envs.step(actions(1, 2)[0])
    assert ended.all()
    again, reward, _, ended, _ = envs.step(actions(1, 2)[0])
    assert not ended.any() and (reward == 0).all()
    assert np.array_equal(again[:, :243], first[:, :243]) and not np.array_equal(moved[:, :243], first[:, :243])


def test_episodes_start_again_in_the_same_step() -> None:
    envs = ClothBatchEnv(2, "Hang", max_episode_steps=2, autoreset_mode=AutoresetMode.SAME_STEP)
    first, _ = envs.reset(seed=1)
    envs.step(actions(1, 2)[0])
    seen, reward, _, ended, infos = envs.step(actions(1, 2)[0])
    assert ended.all() and infos["_final_obs"].all() and (reward < 0).all()
    assert np.array_equal(seen[:, :243], first[:, :243]) and not np.array_equal(infos["final_obs"], seen)


def test_episodes_start_again_when_asked_to() -> None:
    envs = ClothBatchEnv(3, "Shake", max_episode_steps=1, autoreset_mode=AutoresetMode.DISABLED)
    first, _ = envs.reset(seed=1)
    moved, _, _, ended, _ = envs.step(actions(1, 3)[0])
    assert ended.all()
    seen, _ = envs.reset(options={"reset_mask": np.array([True, False, False])})
    assert np.array_equal(seen[0, :243], first[0, :243]) and np.array_equal(seen[1], moved[1])


def test_tasks_without_arrays_say_so() -> None:
    with pytest.raises(ValueError, match="FoldHalf has no form in arrays"):
        ClothBatchEnv(2, "FoldHalf")
