#pragma once

/// Counts what the program takes from the heap, by Eigen, std and everyone else. List
/// support/count_allocations.cpp among the sources of the test program.
///
///   if (!CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
///   const CountAllocations here;
///   …
///   EXPECT_EQ(here.count(), 0);

namespace isocloth::test {

class CountAllocations {
 public:
  CountAllocations() : before_(total()) {}

  /// Calls of malloc, calloc, realloc and their aligned kin since this object was made.
  long count() const { return total() - before_; }

  /// False under a sanitizer, which brings its own malloc.
  static bool works();

 private:
  static long total();

  long before_;
};

}  // namespace isocloth::test
