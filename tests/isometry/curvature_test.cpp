/// Rows of a sheet that is wound on a cylinder, and under tension.

#include <gtest/gtest.h>

#include <numbers>

#include "isocloth/mesh/generators.hpp"
#include "isometry/rows_of_meshes.hpp"
#include "support/dense_algebra.hpp"
#include "support/dense_rows.hpp"

namespace isocloth {
namespace {

constexpr double kSide = 0.05, kRadius = 1;  // [m]

/// A flat sheet wound on a cylinder, its axis at this angle to x.
Points wound(const Points& flat, double angle) {
  const Vec3 along(std::cos(angle), std::sin(angle), 0), across(-along[1], along[0], 0);
  Points x(flat.rows(), 3);
  for (Eigen::Index i = 0; i < flat.rows(); ++i) {
    const Vec3 p = flat.row(i).transpose();
    const double turn = p.dot(across) / kRadius;
    x.row(i) = (p.dot(along) * along + kRadius * std::sin(turn) * across +
                kRadius * (1 - std::cos(turn)) * Vec3(0, 0, 1))
                   .transpose();
  }
  return x;
}

/// Mean over the nodes of the relative change of squared length at an angle to the axis, over (h/R)².
double longer(const Mesh& flat, double axis, double from_axis, Frames frames) {
  const IsometryRows isometry = test::rows_of(flat, frames);
  const Vector c = test::row_values(isometry.rows, wound(flat.x, axis));
  const double a = std::cos(axis + from_axis), b = std::sin(axis + from_axis);
  double sum = 0;
  int count = 0;
  for (const int row : isometry.row_of_node) {
    if (row < 0) continue;
    sum += a * a * c[row] + 2 * a * b * c[row + 1] + b * b * c[row + 2];
    ++count;
  }
  return sum / count * (kRadius / kSide) * (kRadius / kSide);
}

TEST(Curvature, PrintedRowsOfSquaresGrowAlongTheDiagonalByAFortyEighth) {
  const Mesh squares = make_rectangle({0.5, 0.5}, {11, 11});
  EXPECT_NEAR(longer(squares, std::numbers::pi / 4, 0, Frames::element), 1.0 / 48, 0.01 / 48);
}

TEST(Curvature, RowsOfMeanTangentsGrowByLittleOfThatAlongTheDiagonalAndHardlyAlongAnyAxis) {
  const Mesh squares = make_rectangle({0.5, 0.5}, {11, 11}),
             triangles = make_irregular_rectangle({0.5, 0.5}, 130, 1);
  EXPECT_NEAR(longer(squares, std::numbers::pi / 4, 0, Frames::mean_tangents), 0.28 / 48, 0.01 / 48);
  for (int k = 0; k < 8; ++k) {
    const double axis = k * std::numbers::pi / 8;
    EXPECT_LE(std::abs(longer(squares, axis, 0, Frames::mean_tangents)), 0.29 / 48);
    EXPECT_LE(std::abs(longer(triangles, axis, 0, Frames::mean_tangents)), 0.5 / 48);
  }
}

TEST(Curvature, AcrossTheAxisRowsAreThoseOfChordsInTheMeanOverItsDirections) {
  const Mesh squares = make_rectangle({0.5, 0.5}, {11, 11});
  double printed = 0, exchanged = 0;
  for (int k = 0; k < 8; ++k) {
    const double axis = k * std::numbers::pi / 8;
    printed += longer(squares, axis, std::numbers::pi / 2, Frames::element) / 8;
    exchanged += longer(squares, axis, std::numbers::pi / 2, Frames::mean_tangents) / 8;
  }
  EXPECT_LT(printed, -1.0 / 12);
  EXPECT_NEAR(exchanged, printed, 0.01 * std::abs(printed));
}

/// Second derivative of Σ λ c by heights of nodes: rows are quadratic, so it is their gradient at unit
/// heights.
Eigen::MatrixXd stiffness_out_of_plane(const QuadraticRows& rows, const Vector& multipliers, int node_count) {
  Eigen::MatrixXd result(node_count, node_count);
  for (int j = 0; j < node_count; ++j) {
    Points x = Points::Zero(node_count, 3);
    x(j, 2) = 1;
    const Vector gradient = test::dense_jacobian(rows, x).transpose() * multipliers;
    for (int i = 0; i < node_count; ++i) result(i, j) = gradient[3 * i + 2];
  }
  return result;
}

TEST(Curvature, UniformTensionAlwaysStraightens) {
  for (const Mesh& mesh : {make_rectangle({0.3, 0.3}, {7, 7}), make_irregular_rectangle({0.3, 0.3}, 60, 2)}) {
    const IsometryRows isometry = test::rows_of(mesh, Frames::mean_tangents);
    for (int k = 0; k < 4; ++k) {
      const double a = std::cos(k * std::numbers::pi / 4), b = std::sin(k * std::numbers::pi / 4);
      Vector multipliers = Vector::Zero(isometry.rows.pattern().row_count());
      for (const int row : isometry.row_of_node)
        if (row >= 0) multipliers.segment<3>(row) << a * a, 2 * a * b, b * b;  // pulled along (a, b)
      const Eigen::MatrixXd stiffness = stiffness_out_of_plane(isometry.rows, multipliers, mesh.node_count());
      const Vector sizes = test::eigenvalues(stiffness);
      EXPECT_GE(sizes.minCoeff(), -1e-10 * sizes.maxCoeff());
    }
  }
}

}  // namespace
}  // namespace isocloth
