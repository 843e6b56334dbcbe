#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>

#include "io/trajectory/sample_trajectories.hpp"
#include "io/trajectory/trajectory_writer.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define ISOCLOTH_COUNTS_ALLOCATIONS 0  // the sanitizer owns malloc
#else
#define ISOCLOTH_COUNTS_ALLOCATIONS 1
#endif

namespace {
long g_allocations = 0;
}

#if ISOCLOTH_COUNTS_ALLOCATIONS
extern "C" void* __libc_malloc(std::size_t);
extern "C" void* malloc(std::size_t bytes) {
  ++g_allocations;
  return __libc_malloc(bytes);
}
#endif

namespace isocloth::io {
namespace {

TEST(TrajectoryWriter, AllocatesNothingPerFrame) {
  if (!ISOCLOTH_COUNTS_ALLOCATIONS) GTEST_SKIP() << "under the address sanitizer";
  const test::TemporaryFolder folder;
  const Trajectory run = test::with_obstacles(test::waving_sheet(9, 9, 5, false));
  TrajectoryWriter writer(folder / "run.ict", run.info);
  const long before = g_allocations;
  EXPECT_GT(before, 0);
  for (const Frame& frame : run.frames) writer.append(frame);
  EXPECT_EQ(g_allocations - before, 0);
}

}  // namespace
}  // namespace isocloth::io
