#pragma once

/// Prints what a test measured beside the bar it must stay under, so that figures in the docs have a command.

#include <gtest/gtest.h>

#include <cstdio>

namespace isocloth::test {

/// Expects value ≤ bar, and prints both.
inline void expect_at_most(const char* what, double value, double bar, const char* unit) {
  std::printf("[ measured ] %-72s %10.4g %s (bar %g)\n", what, value, unit, bar);
  EXPECT_LE(value, bar) << what;
}

}  // namespace isocloth::test
