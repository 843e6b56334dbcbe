#include <gtest/gtest.h>

#include "batch/batches.hpp"

namespace isocloth {
namespace {

/// Also of steps that simulations redo: a world in ten is led too fast.
TEST(ClothBatch, HasTheSameBitsOnAnyNumberOfThreads) {
  const Simulation base = test::shaken_grid(5, 5);
  ClothBatch one(base, 40), three(base, 40, {.threads = 3});
  const std::vector<double> paths = test::led_from(one, base.state().x, 8, [](int w, double t) {
    return Vec3(0, w % 10 == 3 && t > 0.04 ? 1.0 : 0.1 * t, 0);
  });
  one.step(8, paths.data());
  three.step(8, paths.data());
  EXPECT_GT(three.steps_redone(), 0);
  for (int w = 0; w < 40; ++w) EXPECT_EQ(test::positions_of(one, w), test::positions_of(three, w));
}

}  // namespace
}  // namespace isocloth
