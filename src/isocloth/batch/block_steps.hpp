#pragma once

/// Steps of one world on the threads of a block.

#include "isocloth/batch/block_cholesky.hpp"
#include "isocloth/batch/gpu_worlds.hpp"
#include "isocloth/batch/step.hpp"

namespace isocloth::batch {

/// to ← those of a step and world, or what it has.
template <class E>
__device__ void lead(const GpuNumbers& given, int step, int world, int count, const double* own, double* to) {
  const double* from = given.data + step * given.of_step + world * given.of_world;
  E::each(count, [&](int k) { to[k] = given.data ? from[k] : own[k]; });
}

/// From step `step` on until `steps`, or until it is away, at the step at which it then is; elsewhere(step)
/// has a step that it cannot take taken elsewhere.
template <class E, class Elsewhere>
__device__ int take_steps(const World<E>& world, int which, double* window, const GpuNumbers& hands,
                          const GpuNumbers& poses, int step, int steps, const Elsewhere& elsewhere) {
  const Tables& t = world.tables;
  const auto rows = RowsInWindow<E>::of(world, window);
  for (; step < steps && world[kFlagged] != kAway; ++step) {
    lead<E>(hands, step, which, 3 * t.slots, world.target(), world.wanted());
    if (world.has_obstacles())
      lead<E>(poses, step, which, 7 * t.obstacles, world.pose(), world.wanted_pose());
    take_step(world, rows);
    if (world[kFlagged] != kRegular && !elsewhere(step)) break;
  }
  return step;
}

}  // namespace isocloth::batch
