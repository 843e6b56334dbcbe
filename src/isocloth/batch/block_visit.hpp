#pragma once

/// A block has a step that it cannot take taken on the CPU, and goes on: the others do not wait for it.
///
/// Visits are in memory of the host that the GPU sees. What is written there is seen on the other side before
/// the state that says so.

#include "isocloth/batch/block_engine.hpp"
#include "isocloth/batch/gpu_worlds.hpp"

namespace isocloth::batch {

/// Leaves the numbers of a world, and where its hands and obstacles are wanted, and takes back the numbers
/// after the step.
template <class E>
__device__ void visit_cpu(const World<E>& world, Visit* visit, double* room, int which, int step) {
  const Tables& t = world.tables;
  volatile double* const there = room;
  volatile Visit* const says = visit;
  const int size = t.at.size, hands = size + 3 * t.slots, all = hands + 7 * t.obstacles;
  E::each(all, [&](int k) {
    there[k] = k < size    ? world.numbers[k]
               : k < hands ? world.wanted()[k - size]
                           : world.wanted_pose()[k - hands];
    __threadfence_system();
  });
  E::each(1, [&](int) {
    says->world = which;
    says->step = step;
    __threadfence_system();
    says->state = Visit::kAsks;
    while (says->state != Visit::kAnswered) __nanosleep(1000);
    __threadfence_system();
  });
  E::each(size, [&](int k) { world.numbers[k] = there[k]; });
}

}  // namespace isocloth::batch
