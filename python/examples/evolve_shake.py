"""Learn to swing the free edge of a cloth to a point, by evolution: every generation is one batch of worlds.

Policies are linear in what they see of the goal, the free edge and the hand; each of a generation plays an episode of the task Shake in a
world of its own, with goals at random, and the best fifth say where the next generation is drawn from (cross-entropy method).
[de Boer et al., "A tutorial on the cross-entropy method", 2005]

    python evolve_shake.py [generations] [worlds]
"""

import sys
import time

import numpy as np

from isocloth.gym import ClothBatchEnv

NODES = 81
EDGE = 4  # the node in the middle of the free edge
ELITE = 0.2
SIZE = (3, 13)  # of a policy: actions, features


def features(observation: np.ndarray) -> np.ndarray:
    """Goal, free edge and hand, seen from where each began, velocity of the edge, and one; shape (worlds, 13)."""
    x, v = (observation[:, k * 3 * NODES :][:, 3 * EDGE : 3 * EDGE + 3] for k in range(2))
    hand, goal = observation[:, 6 * NODES : 6 * NODES + 3], observation[:, 6 * NODES + 3 : 6 * NODES + 6]
    edge = np.array([0, 0, 0.58])  # [m] where it hangs at rest
    return np.hstack([10 * (goal - edge), 10 * (x - edge), v, 10 * (hand - edge - [0, 0, 0.42]), np.ones((len(x), 1))])


def play(envs: ClothBatchEnv, policies: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """One episode each: mean reward, and how near the edge came to the goal [m]."""
    observation, _ = envs.reset()
    total, nearest = np.zeros(envs.num_envs), np.full(envs.num_envs, np.inf)
    for _ in range(40):
        observation, reward, *_, infos = envs.step(np.einsum("waf,wf->wa", policies, features(observation)))
        total += reward / 40
        nearest = np.minimum(nearest, infos["distance"])
    return total, nearest


def main(generations: int = 8, worlds: int = 64) -> None:
    """Print a learning curve."""
    envs, random = ClothBatchEnv(worlds, "Shake"), np.random.default_rng(1)
    envs.reset(seed=1)
    mean, spread = np.zeros(SIZE), np.full(SIZE, 0.3)
    begin = time.perf_counter()
    curve = []
    for generation in range(generations):
        policies = random.normal(mean, spread, (worlds, *SIZE))
        reward, _ = play(envs, policies)
        best = policies[np.argsort(reward)[-int(ELITE * worlds) :]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.02
        score, nearest = play(envs, np.repeat(mean[None], worlds, axis=0))
        curve.append(score.mean())
        wall = time.perf_counter() - begin
        print(f"{generation:3d}  {wall:5.1f} s  reward {score.mean():.4f} m  nearest {100 * np.median(nearest):.1f} cm", flush=True)
    idle = play(envs, np.zeros((worlds, *SIZE)))[0].mean()
    print(f"doing nothing: {idle:.4f} m; {envs.batch.steps_taken} steps, {100 * envs.batch.steps_redone / envs.batch.steps_taken:.2f} % redone")
    assert curve[-1] > 0.8 * idle, "the edge should be a fifth nearer to the goal, on average, than without a policy"


if __name__ == "__main__":
    main(*(int(a) for a in sys.argv[1:]))
