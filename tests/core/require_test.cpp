#include "isocloth/core/require.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "isocloth/core/rows.hpp"
#include "support/refusal.hpp"

namespace isocloth {
namespace {

TEST(Require, IsSilentOrThrowsTheSentence) {
  EXPECT_NO_THROW(require(true, "unseen"));
  EXPECT_REFUSES(require(false, "node 3 is missing"), "node 3 is missing");
}

TEST(ToText, WritesNumbersAsAPersonWould) {
  EXPECT_EQ(to_text(0.25), "0.25");
  EXPECT_EQ(to_text(1e-5), "1e-05");
  EXPECT_EQ(to_text(-0.0), "-0");
  EXPECT_EQ(to_text(std::nan("")), "nan");
  EXPECT_EQ(to_text(INFINITY), "inf");
  EXPECT_EQ(to_text(-1.7976931348623157e308), "-1.79769e+308");
}

TEST(RowPattern, StacksGroupsOneAfterAnother) {
  RowPattern pattern;
  EXPECT_EQ(pattern.group_count(), 0);
  EXPECT_EQ(pattern.row_count(), 0);
  pattern.add_group(3, {4, 0, 2, 7});
  pattern.add_group(1, {2, 5});
  EXPECT_EQ(pattern.group_count(), 2);
  EXPECT_EQ(pattern.row_count(), 4);
  EXPECT_EQ(pattern.nodes, (std::vector<int>{4, 0, 2, 7, 2, 5}));
  EXPECT_EQ(pattern.jacobian_begin, (std::vector<int>{0, 4 * 3 * 4, 4 * 3 * 4 + 4 * 2}));
  EXPECT_EQ(pattern.tension_begin, (std::vector<int>{0, 16, 20}));
  const RowValues values(pattern);
  EXPECT_EQ(values.c.size(), 4);
  EXPECT_EQ(values.jacobian.size(), 56U);
  EXPECT_EQ(values.tension.size(), 20U);
}

}  // namespace
}  // namespace isocloth
