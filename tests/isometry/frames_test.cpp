#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "isometry/rows_of_meshes.hpp"
#include "support/deformations.hpp"
#include "support/dense_rows.hpp"
#include "support/renumber.hpp"

namespace isocloth {
namespace {

using test::renumbered;
using test::with_rotated_corners;

constexpr Frames kAlignedFrames[] = {Frames::aligned, Frames::mean_tangents};

/// Sizes of the constraints at x, whatever their order or frame: of a node's rows the norm of the metric
/// error √(E² + 2F² + G²), of single rows the absolute value. Sorted.
std::vector<double> sizes(const Mesh& rest, const Points& x, Frames frames) {
  const QuadraticRows rows = test::rows_of(rest, frames).rows;
  const RowPattern& pattern = rows.pattern();
  const Vector c = test::row_values(rows, x);
  std::vector<double> result;
  for (int g = 0; g < pattern.group_count() && pattern.row_begin[g] < pattern.constraint_rows; ++g) {
    const double* row = c.data() + pattern.row_begin[g];
    const bool metric = pattern.row_begin[g + 1] - pattern.row_begin[g] == 3;
    result.push_back(metric ? std::sqrt(row[0] * row[0] + 2 * row[1] * row[1] + row[2] * row[2])
                            : std::abs(row[0]));
  }
  std::sort(result.begin(), result.end());
  return result;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double result = 0;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k)
    result = std::max(result, std::abs(a[k] - b[k]));
  return result;
}

std::vector<int> shuffled(int count, unsigned seed) {
  std::vector<int> result(count);
  std::iota(result.begin(), result.end(), 0);
  std::mt19937 random(seed);
  std::shuffle(result.begin(), result.end(), random);
  return result;
}

TEST(AlignedFrames, GiveTheSameRowsWhereverEachElementBegins) {
  std::mt19937 random(6);
  for (const Frames frames : kAlignedFrames)
    for (const auto& [name, mesh] : test::all_meshes()) {
      const Points x = test::wavy(mesh.x, 0.1);
      const std::vector<double> expected = sizes(mesh, x, frames);
      ASSERT_GT(expected.back(), 1e-4) << name << ": the deformation must be seen";
      EXPECT_LE(largest_difference(sizes(with_rotated_corners(mesh, random), x, frames), expected),
                test::row_rounding(mesh, x))
          << name;
    }
}

TEST(AlignedFrames, GiveTheSameRowsHoweverNodesAreNumbered) {
  for (const Frames frames : kAlignedFrames)
    for (const auto& [name, mesh] : test::all_meshes()) {
      Mesh deformed = mesh;
      deformed.x = test::wavy(mesh.x, 0.1);
      const std::vector<int> order = shuffled(mesh.node_count(), 8);
      EXPECT_LE(largest_difference(sizes(renumbered(mesh, order), renumbered(deformed, order).x, frames),
                                   sizes(mesh, deformed.x, frames)),
                test::row_rounding(mesh, deformed.x))
          << name;
    }
}

TEST(AlignedFrames, GiveTheSameMetricErrorHoweverTheRestShapeLiesInSpace) {
  for (const Frames frames : kAlignedFrames)
    for (const auto& [name, mesh] : test::all_meshes()) {
      const Points x = test::wavy(mesh.x, 0.1);
      const std::vector<double> expected = sizes(mesh, x, frames);
      for (const Vec3& turn : {Vec3(0, 0, 45), Vec3(90, 0, 0), Vec3(0, 90, 0), Vec3(20, -35, 70)})
        EXPECT_LE(largest_difference(sizes(transformed(mesh, turn, Vec3(1, 2, 3)), x, frames), expected),
                  4 * test::row_rounding(mesh, x))
            << name;
    }
}

TEST(AlignedFrames, MeasureByArcLengthOnEveryRestShape) {
  // E = G = 1 and F = 0 at rest: a uniform growth by s gives s² − 1 in E and G alike and nothing in F, on
  // curved shapes too
  const double s = 1.1;
  for (const Frames frames : kAlignedFrames)
    for (const auto& [name, mesh] : test::all_meshes()) {
      const QuadraticRows rows = test::rows_of(mesh, frames).rows;
      const Vector c = test::row_values(rows, s * mesh.x);
      const RowPattern& pattern = rows.pattern();
      const double tol = test::row_rounding(mesh, mesh.x) + 1e-12;
      for (int g = 0; g < pattern.group_count(); ++g) {
        const int r = pattern.row_begin[g];
        if (pattern.row_begin[g + 1] - r != 3) continue;
        EXPECT_NEAR(c[r], s * s - 1, tol) << name;
        EXPECT_NEAR(c[r + 1], 0, tol) << name;
        EXPECT_NEAR(c[r + 2], s * s - 1, tol) << name;
      }
    }
}

TEST(ElementFrames, DependOnWhereEachIrregularTriangleBegins) {
  std::mt19937 random(9);
  const Mesh mesh = make_irregular_rectangle({0.297, 0.42}, 150, 7);
  const Points x = test::wavy(mesh.x, 0.1);
  const std::vector<double> expected = sizes(mesh, x, Frames::element);
  const double change =
      largest_difference(sizes(with_rotated_corners(mesh, random), x, Frames::element), expected);
  EXPECT_GT(change, 0.01 * expected.back());  // not rounding: a percent of the largest row and more
}

TEST(ElementFrames, AgreeWithAlignedOnesOnARectangularGrid) {
  const Mesh mesh = make_rectangle({0.297, 0.42}, {7, 6});
  const Points x = test::wavy(mesh.x, 0.1);
  EXPECT_LE(largest_difference(sizes(mesh, x, Frames::element), sizes(mesh, x, Frames::aligned)),
            test::row_rounding(mesh, x));
}

}  // namespace
}  // namespace isocloth
