#include "isocloth/isometry/isometry_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "isometry/rows_of_meshes.hpp"
#include "support/deformations.hpp"
#include "support/dense_rows.hpp"
#include "support/refusal.hpp"

namespace isocloth {
namespace {

using test::row_values;
using test::rows_of;

TEST(IsometryRows, AreThreePerInteriorNodeOnePerCornerAndOnePerBoundaryEdge) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    const Topology topology = analyze_topology(mesh);
    const auto interior = std::count(topology.on_boundary.begin(), topology.on_boundary.end(), false);
    const auto corners = find_corners(mesh, topology).size();
    const IsometryRows isometry = rows_of(mesh, Frames::aligned);
    const RowPattern& pattern = isometry.rows.pattern();
    EXPECT_EQ(pattern.constraint_rows, 3 * interior + corners + topology.boundary_edges.size()) << name;
    EXPECT_EQ(pattern.row_count(), pattern.constraint_rows + 3 * mesh.element_count()) << name;
    EXPECT_EQ(isometry.area.size(), pattern.row_count()) << name;
    EXPECT_GT(isometry.area.minCoeff(), 0) << name;
  }
}

TEST(IsometryRows, AreZeroAtRestAndUnderEveryRigidMotion) {
  for (const auto& [name, mesh] : test::all_meshes())
    for (const Frames frames : test::kAllFrames) {
      const IsometryRows isometry = rows_of(mesh, frames);
      EXPECT_EQ(row_values(isometry.rows, mesh.x).cwiseAbs().maxCoeff(), 0) << name;
      for (const Vec3& turn : {Vec3(0, 0, 0), Vec3(90, 0, 0), Vec3(20, -35, 70), Vec3(180, 45, -10)}) {
        const Points x = transformed(mesh, turn, Vec3(0.4, -1.2, 0.7)).x;
        EXPECT_LE(row_values(isometry.rows, x).cwiseAbs().maxCoeff(), test::row_rounding(mesh, x)) << name;
      }
    }
}

TEST(IsometryRows, OfAMirroredSheetAreZeroToo) {
  const Mesh mesh = make_irregular_rectangle({0.3, 0.4}, 60, 2);
  Points x = mesh.x;
  x.col(0) *= -1;  // the metric does not know the side
  EXPECT_LE(row_values(rows_of(mesh, Frames::aligned).rows, x).cwiseAbs().maxCoeff(),
            test::row_rounding(mesh, x));
}

/// What a homogeneous deformation of a flat sheet with C = FᵀF makes of every row in aligned frames.
void expect_homogeneous(const test::NamedMesh& named, const Eigen::Matrix2d& gradient) {
  const auto& [name, mesh] = named;
  const Topology topology = analyze_topology(mesh);
  const IsometryRows isometry = rows_of(mesh, Frames::aligned);
  const RowPattern& pattern = isometry.rows.pattern();
  Points x = mesh.x;
  x.leftCols<2>() = mesh.x.leftCols<2>() * gradient.transpose();
  const Vector c = row_values(isometry.rows, x);
  const double tol = test::row_rounding(mesh, x) + 1e-12;
  const Eigen::Matrix2d error = gradient.transpose() * gradient - Eigen::Matrix2d::Identity();

  int row = 0;
  for (int k = 0; k < mesh.node_count(); ++k) {
    if (topology.on_boundary[k]) continue;
    EXPECT_NEAR(c[row], error(0, 0), tol) << name << ": E of node " << k;
    EXPECT_NEAR(c[row + 1], error(0, 1), tol) << name << ": F of node " << k;
    EXPECT_NEAR(c[row + 2], error(1, 1), tol) << name << ": G of node " << k;
    row += 3;
  }
  row += static_cast<int>(find_corners(mesh, topology).size());
  for (const Edge& edge : topology.boundary_edges) {
    const Vec2 along = (mesh.x.row(edge[1]) - mesh.x.row(edge[0])).head<2>().normalized().transpose();
    EXPECT_NEAR(c[row++], along.dot(error * along), tol) << name << ": edge " << edge[0] << "–" << edge[1];
  }
  ASSERT_EQ(row, pattern.constraint_rows);
  // springs: the same tensor, seen in each element's own frame
  for (; row < pattern.row_count(); row += 3)
    EXPECT_NEAR(std::sqrt(c[row] * c[row] + 2 * c[row + 1] * c[row + 1] + c[row + 2] * c[row + 2]),
                error.norm(), tol)
        << name;
}

TEST(IsometryRows, OfASheetStretchedAlongXAreTheStretchInEAloneOnEveryMesh) {
  for (const test::NamedMesh& mesh : test::all_meshes())
    for (const double s : {0.9, 1.001, 1.5})  // E = s² − 1
      if (test::is_flat(mesh)) expect_homogeneous(mesh, (Eigen::Matrix2d() << s, 0, 0, 1).finished());
}

TEST(IsometryRows, OfAShearedSheetShowInF) {
  for (const test::NamedMesh& mesh : test::all_meshes())
    for (const double angle : {-0.1, 0.3})  // F = angle, G = angle²
      if (test::is_flat(mesh)) expect_homogeneous(mesh, (Eigen::Matrix2d() << 1, angle, 0, 1).finished());
}

TEST(IsometryRows, OfARectanglesCornerAreTheShearBetweenItsEdges) {
  const Mesh mesh = make_rectangle({0.3, 0.4}, {4, 5});
  for (const Frames frames : test::kAllFrames) {
    const IsometryRows isometry = rows_of(mesh, frames);
    Points x = mesh.x;
    x.col(0) += 0.2 * mesh.x.col(1);  // [m] shear 0.2
    const Vector c = row_values(isometry.rows, x);
    for (int corner = 0; corner < 4; ++corner) EXPECT_NEAR(std::abs(c[3 * 6 + corner]), 0.2, 1e-12);
  }
}

TEST(IsometryRows, OfARolledSheetFallWithTheSquareOfTheMeshWidth) {
  const double radius = 0.1, side = 0.3;  // [m]
  for (const int cells : {8, 16, 32}) {
    const Mesh mesh = make_rectangle({side, side}, {cells + 1, cells + 1});
    const IsometryRows isometry = rows_of(mesh, Frames::aligned);
    const double width = side / cells;  // chord² over arc² is 1 − h²/12R², less h⁴ terms
    const Vector c =
        row_values(isometry.rows, test::rolled(mesh.x, radius)).head(isometry.rows.pattern().constraint_rows);
    EXPECT_NEAR(c.cwiseAbs().maxCoeff(), width * width / (12 * radius * radius),
                1e-3 * std::pow(width / radius, 2));
  }
  const auto largest = [&](int nodes) {
    const Mesh mesh = make_irregular_rectangle({side, side}, nodes, 5);
    const IsometryRows isometry = rows_of(mesh, Frames::aligned);
    return row_values(isometry.rows, test::rolled(mesh.x, radius, 0.6))
        .head(isometry.rows.pattern().constraint_rows)
        .cwiseAbs()
        .maxCoeff();
  };
  EXPECT_LT(largest(300), largest(80) / 2);  // half the width: a quarter, if the worst triangle were the same
  EXPECT_LT(largest(1100), largest(300) / 2);
}

TEST(IsometryRows, HoldAboutAHundredAndFiftyNumbersPerNodeOfAQuadGrid) {
  const int cells = 30, inner = (cells - 1) * (cells - 1);
  const Mesh mesh = make_rectangle({1, 1}, {cells + 1, cells + 1});
  const int nonzeros = rows_of(mesh, Frames::aligned).rows.tensor_nonzeros();
  // 49 pairs of the nine nodes around share a cell; E, F and G make 147 numbers, of which symmetry removes
  // some
  const int springs = 3 * 16 * cells * cells, boundary = 4 * 4 * cells + 4 * 16;
  const double per_node = static_cast<double>(nonzeros - springs - boundary) / inner;
  RecordProperty("tensor_nonzeros_per_interior_node", std::to_string(per_node));
  EXPECT_LE(per_node, 147);
  EXPECT_GE(per_node, 100);
}

TEST(IsometryRows, RefuseCornersThatAreNotOnTheBoundary) {
  const Mesh mesh = make_rectangle({1, 1}, {3, 3});
  const Topology topology = analyze_topology(mesh);
  EXPECT_REFUSES(make_isometry_rows(mesh, topology, {4}, RowsAt::nodes, Frames::aligned),
                 "corner node 4 is not on the boundary");
  EXPECT_REFUSES(make_isometry_rows(mesh, topology, {9}, RowsAt::nodes, Frames::aligned), "corner node 9");
  EXPECT_REFUSES(make_isometry_rows(mesh, topology, {-1}, RowsAt::nodes, Frames::aligned), "corner node -1");
}

}  // namespace
}  // namespace isocloth
