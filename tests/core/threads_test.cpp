#include "isocloth/core/threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "isocloth/core/require.hpp"
#include "support/count_allocations.hpp"

namespace isocloth {
namespace {

TEST(Threads, RunEveryPartOnceInLoopsOfAnySize) {
  for (const int count : {1, 2, 3, 5}) {
    Threads threads(count);
    EXPECT_EQ(threads.count(), count);
    for (int round = 0; round < 300; ++round)
      for (const int parts : {0, 1, 2, 3, 17}) {
        std::vector<int> runs(parts, 0);
        threads.each(parts, [&](int part) { ++runs[part]; });
        EXPECT_EQ(runs, std::vector<int>(parts, 1)) << count << " threads";
      }
  }
}

TEST(Threads, LetTheCallerSeeWhatAllPartsWroteAndTheNextLoopReadIt) {
  Threads threads(3);
  std::vector<long> value(64, 0);
  for (int round = 0; round < 2000; ++round)
    threads.each(64, [&](int part) { value[part] += part + (part > 0 ? 0 : 1); });
  long sum = 0;
  for (const long v : value) sum += v;
  EXPECT_EQ(sum, 2000L * (63 * 64 / 2 + 1));
}

TEST(Threads, WakeAfterASleep) {
  Threads threads(4);
  std::atomic<int> runs{0};
  for (int round = 0; round < 20; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // well beyond the time they watch
    threads.each(10, [&](int) { ++runs; });
  }
  EXPECT_EQ(runs, 200);
}

TEST(Threads, ShareALoopWhosePartsWaitForEachOther) {
  Threads threads(2);  // part 0 can only end on another thread than part 1
  for (int round = 0; round < 50; ++round) {
    std::atomic<bool> other{false};
    threads.each(2, [&](int part) {
      if (part == 1) other = true;
      if (part == 0) Threads::wait_until([&] { return other.load(); });
    });
    EXPECT_TRUE(other);
  }
}

TEST(Threads, RunATreeChildrenFirst) {
  constexpr int kParts = 127;  // parents of a binary heap, read backwards: part p has the parent (p + 127)/2
  for (const int count : {1, 2, 4}) {
    Threads threads(count);
    for (int round = 0; round < 100; ++round) {
      std::vector<std::atomic<int>> left(kParts);
      std::vector<int> size(kParts, 1);
      for (int p = 0; p + 1 < kParts; ++p) ++left[(p + 1 + kParts) / 2];
      threads.each(kParts, [&](int p) {
        Threads::wait_until([&] { return left[p].load(std::memory_order_acquire) == 0; });
        for (int child = 2 * p - kParts - 1; child <= 2 * p - kParts; ++child)
          if (child >= 0 && child < p) size[p] += size[child];
        if (p + 1 < kParts) left[(p + 1 + kParts) / 2].fetch_sub(1, std::memory_order_release);
      });
      EXPECT_EQ(size[kParts - 1], kParts);
    }
  }
}

TEST(Threads, RunInOrderWhereThereIsOnlyTheCaller) {
  Threads threads;
  std::vector<int> order;
  threads.each(5, [&](int part) { order.push_back(part); });
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(Threads, TakeNoMemoryInALoop) {
  if (!test::CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  Threads threads(3);
  std::atomic<int> runs{0};
  const test::CountAllocations here;
  for (int round = 0; round < 100; ++round) threads.each(7, [&](int) { ++runs; });
  EXPECT_EQ(here.count(), 0);
  EXPECT_EQ(runs, 700);
}

TEST(Threads, RefuseACountThatMakesNoSense) {
  EXPECT_THROW(Threads(0), InputError);
  EXPECT_THROW(Threads(-3), InputError);
  EXPECT_THROW(Threads(1000000000), InputError);
}

}  // namespace
}  // namespace isocloth
