"""Environments: as gymnasium wants them, seeded, and alone the same as in a batch."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

import isocloth.gym  # noqa: E402
from isocloth.gym import ClothVectorEnv  # noqa: E402

NAMES = ["Shake", "Hang", "FoldHalf", "DrapeTable", "Fling", "PickAndPlace", "PickFromHeap"]


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make(f"isocloth/{name}-v0", render_mode="rgb_array" if name == "Shake" else None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*infinity.*")  # positions have no bound
        warnings.filterwarnings("ignore", message=".*render_mode.*|.*render modes.*|.*spec.*")
        check_env(env.unwrapped, skip_render_check=name != "Shake")


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_episode(name: str) -> None:
    def play(seed: int) -> list[np.ndarray]:
        env = gymnasium.make(f"isocloth/{name}-v0")
        out = [env.reset(seed=seed)[0]]
        actions = np.random.default_rng(1).uniform(-1, 0.2, (8, *env.action_space.shape))
        out += [env.step(action.astype(np.float32))[0] for action in actions]
        return out

    assert np.array_equal(play(3), play(3)) and not np.array_equal(play(3)[0], play(4)[0])


@pytest.mark.parametrize("name", NAMES)
def test_in_a_batch_it_is_the_same_as_alone(name: str) -> None:
    envs = gymnasium.make_vec(f"isocloth/{name}-v0", num_envs=3)
    alone = [gymnasium.make(f"isocloth/{name}-v0") for _ in range(3)]
    together, _ = envs.reset(seed=5)
    firsts = [env.reset(seed=5 + i)[0] for i, env in enumerate(alone)]
    assert np.array_equal(together, firsts)
    actions = np.random.default_rng(2).uniform(-1, 0.3, (8, *envs.action_space.shape)).astype(np.float32)
    for action in actions:
        together, rewards, _, _, infos = envs.step(action)
        for i, env in enumerate(alone):
            seen, reward, _, _, info = env.step(action[i])
            assert np.array_equal(together[i], seen) and rewards[i] == reward
            assert infos["is_success"][i] == info["is_success"]


def test_a_batch_starts_new_episodes_by_itself() -> None:
    envs = ClothVectorEnv(2, "Shake", max_episode_steps=2)
    first, _ = envs.reset(seed=1)
    still = np.zeros((2, 3), np.float32)
    assert not envs.step(still)[3].any()
    assert envs.step(still)[3].all()
    again, reward, _, ended, _ = envs.step(still)
    assert not ended.any() and (reward == 0).all() and not np.array_equal(again, first)


def test_a_cloth_can_be_folded() -> None:
    """Up and over in a half circle: a plan that a person would write does the task."""
    env = gymnasium.make("isocloth/FoldHalf-v0")
    observation, _ = env.reset(seed=2)
    x = env.unwrapped.simulation.x
    over = x[0:9].mean(axis=0) - x[72:81].mean(axis=0)  # [m] way of the edge
    for k in range(60):
        a, b = np.pi * min(k, 50) / 50, np.pi * min(k + 1, 50) / 50
        way = 0.5 * (np.cos(a) - np.cos(b)) * over + 0.5 * np.linalg.norm(over) * (np.sin(b) - np.sin(a)) * np.array([0, 0, 1])
        *_, info = env.step((way * 20).astype(np.float32))
    assert info["is_success"], info


def test_a_table_can_be_draped() -> None:
    """Draw the cloth across the table, lower the hand, and let go."""
    env = gymnasium.make("isocloth/DrapeTable-v0")
    env.reset(seed=0)
    for way in [(0, 0.55, 0)] * 20 + [(0, 0, -0.2)] * 10:
        *_, info = env.step(np.array([*way, -1], np.float32))
        assert not info["is_success"]  # not before it lets go
    for _ in range(20):
        *_, info = env.step(np.array([0, 0, 0, 1], np.float32))
    assert info["is_success"], info


def play(env: gymnasium.Env, seed: int, actions: list[list[float]]) -> dict:
    """Take the actions, the last one until the episode ends."""
    env.reset(seed=seed)
    while True:
        _, reward, _, ended, info = env.step(np.array(actions[0], np.float32))
        actions = actions[1:] or actions
        if ended:
            return {**info, "reward": reward}


def fling() -> list[list[float]]:
    """Spread the hands, swing forward and up, pull back and down, let go; ways [m] in steps of 1/20 s at 2 m/s."""
    spread = [[-0.2, 0, 0, 0.2, 0, 0, -1]] * 10
    forward = [[0, 0.5, 0.1] * 2 + [-1]] * 10
    back = [[0, -0.375, -0.375] * 2 + [-1]] * 20
    return spread + forward + back + [[0] * 6 + [1]]


@pytest.mark.parametrize("randomize", [False, True])
def test_a_sheet_can_be_flung(randomize: bool) -> None:
    env = gymnasium.make("isocloth/Fling-v0", randomize=randomize)
    flung = [play(env, seed, fling()) for seed in range(8)]
    held = play(env, 0, [[0] * 6 + [-1]])["reward"]
    # how a sheet unfolds hangs on rounding, and on its material: of 24 seeds 20 succeed, 13 where it is drawn at random
    assert sum(one["is_success"] for one in flung) >= (3 if randomize else 5), flung
    assert np.mean([one["reward"] for one in flung]) > (0.75 if randomize else 0.85) and held == 0, (flung, held)


@pytest.mark.parametrize("randomize", [False, True])
def test_a_towel_can_be_picked_up_and_placed(randomize: bool) -> None:
    """To the towel, close, up, over, down, open."""
    env = gymnasium.make("isocloth/PickAndPlace-v0", randomize=randomize)
    for seed in range(3):
        observation, first = env.reset(seed=seed)
        hand, goal = observation[-7:-4].astype(float), observation[-4:-1].astype(float)
        middle, up = env.unwrapped.simulation.x[40].copy(), np.array([0, 0, 1.0])
        way = [(middle + 0.01 * up, -1, 10), (middle + 0.2 * up, 1, 16), (goal + 0.2 * up, 1, 20), (goal + 0.01 * up, 1, 16), (goal + 0.2 * up, -1, 18)]
        for to, closed, steps in way:
            for _ in range(steps):
                observation, reward, *_, info = env.step(np.array([*((to - hand) / steps * 20), closed], np.float32))
            hand = observation[-7:-4].astype(float)
        assert (randomize or info["is_success"]) and reward > -0.3 * first["distance"], (seed, info, first)


def test_the_uppermost_towel_can_be_picked_off_a_heap_and_the_others_stay() -> None:
    """Take it where no other is near, up, over, down and on by as much as its middle hangs back, open."""
    env = gymnasium.make("isocloth/PickFromHeap-v0")
    task, up = env.unwrapped.task, np.array([0, 0, 1.0])
    done = []
    for seed in range(4):
        observation, first = env.reset(seed=seed)
        hand, goal = observation[-13:-10].astype(float), observation[-10:-7].astype(float)
        x = env.unwrapped.simulation.x
        upper, others = x[98:].copy(), x[:98]
        alone = np.linalg.norm(upper[:, None] - others[None], axis=2).min(axis=1) > task.grip + 0.004
        inner = np.linalg.norm(upper - upper.mean(axis=0), axis=1)
        taken = upper[np.argmin(np.where(alone, inner, np.inf))] + 0.004 * up
        way = [(taken + 0.03 * up, -1, 8), (taken, -1, 4), (taken + 0.2 * up, 1, 16), (goal + 0.2 * up, 1, 20), (goal + 0.02 * up, 1, 16), (goal + 0.2 * up, -1, 16)]
        for to, closed, steps in way:
            for _ in range(steps):
                observation, reward, *_, info = env.step(np.array([*((to - hand) / steps * 20), closed], np.float32))
            hand = observation[-13:-10].astype(float)
        done.append(info["is_success"])
        assert reward > -0.5 * first["distance"], (seed, info, first)
    assert sum(done) >= 3, done


def test_layers_of_a_folded_towel_keep_their_distance() -> None:
    env = gymnasium.make("isocloth/FoldHalf-v0")
    env.reset(seed=2)
    sim = env.unwrapped.simulation
    over = sim.x[0:9].mean(axis=0) - sim.x[72:81].mean(axis=0)
    for k in range(60):
        a, b = np.pi * min(k, 50) / 50, np.pi * min(k + 1, 50) / 50
        way = 0.5 * (np.cos(a) - np.cos(b)) * over + 0.5 * np.linalg.norm(over) * (np.sin(b) - np.sin(a)) * np.array([0, 0, 1])
        env.step((way * 20).astype(np.float32))
    upper, lower = sim.x[63:72], sim.x[9:18]  # a row in from the edges
    assert (upper[:, 2] > lower[:, 2] + 0.001).all(), upper[:, 2] - lower[:, 2]
    assert np.abs(sim.layer_force.sum(axis=0)).max() < 1e-9


def test_a_hand_that_closes_in_the_air_holds_nothing() -> None:
    env = gymnasium.make("isocloth/PickAndPlace-v0")
    env.reset(seed=1)
    observation, *_ = env.step(np.array([0, 0, 0, 1], np.float32))
    assert observation[-1] == 0 and not env.unwrapped.simulation.grasps


@pytest.mark.parametrize("name", ["Fling", "PickAndPlace"])
def test_materials_at_random_are_the_same_for_a_seed_alone_and_in_a_batch(name: str) -> None:
    envs = gymnasium.make_vec(f"isocloth/{name}-v0", num_envs=3, randomize=True)
    alone = [gymnasium.make(f"isocloth/{name}-v0", randomize=True) for _ in range(3)]
    together, _ = envs.reset(seed=5)
    assert np.array_equal(together, [env.reset(seed=5 + i)[0] for i, env in enumerate(alone)])
    plain = gymnasium.make(f"isocloth/{name}-v0")
    plain.reset(seed=5)
    action = np.zeros(envs.single_action_space.shape, np.float32)
    for _ in range(10):
        together = envs.step(np.stack([action] * 3))[0]
        seen = [env.step(action)[0] for env in alone]
        other = plain.step(action)[0]
    assert np.array_equal(together, seen)
    assert name != "Fling" or not np.array_equal(seen[0], other)  # the towel on the table rests whatever it is made of


def test_a_rendering_shows_the_table_and_the_hand() -> None:
    env = isocloth.gym.ClothEnv("DrapeTable", render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render().astype(int)
    r, g, b = (picture[..., k] for k in range(3))
    assert picture.shape == (480, 640, 3)
    assert ((r > g + 80) & (r > b + 80)).sum() > 100  # held nodes
    assert ((abs(r - g) < 12) & (r >= b) & (r < 205) & (r > 60)).sum() > 5000  # the table
    env.step(np.array([0, 0, 0, 1], np.float32))
    picture = env.render().astype(int)
    assert ((picture[..., 0] > picture[..., 1] + 80) & (picture[..., 0] > picture[..., 2] + 80)).sum() == 0


def test_an_unknown_task_is_refused() -> None:
    with pytest.raises(ValueError, match='there is no task "Fly"'):
        isocloth.gym.ClothEnv("Fly")


def test_cameras_give_depth_and_colour_as_observations() -> None:
    for observe, dtype, shape in (("depth", np.float32, (64, 64)), ("rgb", np.uint8, (64, 64, 3))):
        env = gymnasium.make("isocloth/Shake-v0", observe=observe)
        first, _ = env.reset(seed=1)
        assert first.shape == shape and first.dtype == dtype and env.observation_space.contains(first)
        second = env.step(np.ones(env.action_space.shape, dtype=np.float32))[0]
        assert env.observation_space.contains(second) and not np.array_equal(first, second)
    with pytest.raises(ValueError, match="observe must be"):
        gymnasium.make("isocloth/Shake-v0", observe="smell")
