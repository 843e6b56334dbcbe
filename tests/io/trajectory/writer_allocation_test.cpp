#include <gtest/gtest.h>

#include "io/trajectory/sample_trajectories.hpp"
#include "io/trajectory/trajectory_writer.hpp"
#include "support/count_allocations.hpp"

namespace isocloth::io {
namespace {

TEST(TrajectoryWriter, AllocatesNothingPerFrame) {
  using isocloth::test::CountAllocations;
  if (!CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  const test::TemporaryFolder folder;
  const Trajectory run = test::with_obstacles(test::waving_sheet(9, 9, 5, false));
  const CountAllocations from_the_start;
  TrajectoryWriter writer(folder / "run.ict", run.info);
  EXPECT_GT(from_the_start.count(), 0) << "the counter counts";
  const CountAllocations here;
  for (const Frame& frame : run.frames) writer.append(frame);
  EXPECT_EQ(here.count(), 0);
}

}  // namespace
}  // namespace isocloth::io
