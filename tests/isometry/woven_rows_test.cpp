#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "isometry/rows_of_meshes.hpp"
#include "support/dense_rows.hpp"

namespace isocloth {
namespace {

using test::row_values;

constexpr double kTurn = 0.4;  // of the warp against the x axis [rad]

IsometryRows woven(const Mesh& mesh, const Vec3& warp) {
  const Topology topology = analyze_topology(mesh);
  return make_isometry_rows(mesh, topology, find_corners(mesh, topology), Frames::aligned, warp);
}

Vec3 warp_at(double angle) { return {std::cos(angle), std::sin(angle), 0}; }

/// A flat sheet whose threads have turned against each other by γ and kept their length.
Points sheared(const Points& flat, double angle, double gamma) {
  const Eigen::Matrix2d turn = Eigen::Rotation2Dd(angle).toRotationMatrix();
  Eigen::Matrix2d trellis;
  trellis << 1, std::sin(gamma), 0, std::cos(gamma);
  Points x = flat;
  x.leftCols<2>() = flat.leftCols<2>() * (turn * trellis * turn.transpose()).transpose();
  return x;
}

TEST(WovenRows, KeepTheLengthOfThreadsAndLeaveTheirAngleToSprings) {
  const double gamma = 0.3;
  for (const test::NamedMesh& named : test::all_meshes()) {
    if (!test::is_flat(named)) continue;
    const auto& [name, mesh] = named;
    const Topology topology = analyze_topology(mesh);
    for (const double angle : {0.0, kTurn}) {
      const IsometryRows isometry = woven(mesh, warp_at(angle));
      const int constraints = isometry.rows.pattern().constraint_rows;
      const Points x = sheared(mesh.x, angle, gamma);
      const Vector c = row_values(isometry.rows, x);
      const double tol = test::row_rounding(mesh, x) + 1e-12;
      if (constraints > 0) {
        // an edge that counts as along a thread may be off by kAlongThread
        EXPECT_LE(c.head(constraints).cwiseAbs().maxCoeff(), tol + std::sin(2 * kAlongThread)) << name;
      }
      for (int k = 0; k < mesh.node_count(); ++k) {
        const int row = isometry.row_of_node[k];
        if (row < 0) continue;
        EXPECT_LE(c.segment(row, 2).cwiseAbs().maxCoeff(), tol) << name << ": node " << k;
      }
      for (int e = 0; e < mesh.element_count(); ++e) {
        EXPECT_NEAR(c[constraints + 3 * e], 0, tol) << name;
        EXPECT_NEAR(c[constraints + 3 * e + 1], std::sin(gamma), tol) << name;
        EXPECT_NEAR(c[constraints + 3 * e + 2], 0, tol) << name;
      }
    }
  }
}

TEST(WovenRows, AreTwoPerInteriorNodeAndOnePerBoundaryEdge) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    const Topology topology = analyze_topology(mesh);
    const auto interior = std::count(topology.on_boundary.begin(), topology.on_boundary.end(), false);
    const IsometryRows isometry = woven(mesh, warp_at(kTurn));
    const RowPattern& pattern = isometry.rows.pattern();
    EXPECT_EQ(pattern.row_count(),
              2 * interior + 3 * mesh.element_count() + static_cast<int>(topology.boundary_edges.size()))
        << name;
    EXPECT_EQ(isometry.shear.size(), pattern.row_count() - pattern.constraint_rows) << name;
    EXPECT_EQ(isometry.area.size(), pattern.row_count()) << name;
    std::vector<int> rows = isometry.row_of_edge;
    std::sort(rows.begin(), rows.end());
    EXPECT_EQ(std::adjacent_find(rows.begin(), rows.end()), rows.end()) << name;
  }
}

/// Springs of stiffness S·shear store ½ S γ² per area in the elements, whatever the mesh.
TEST(WovenRows, StoreTheEnergyOfShear) {
  const double gamma = 0.01;
  for (const Mesh& mesh : {make_rectangle({0.3, 0.2}, {7, 5}), make_irregular_rectangle({0.3, 0.2}, 60, 3),
                           make_ring(0.09, 0.15, {24, 4})}) {
    const IsometryRows isometry = woven(mesh, warp_at(0));
    const int springs = 3 * mesh.element_count();
    const Vector c = row_values(isometry.rows, sheared(mesh.x, 0, gamma));
    const double energy = 0.5 * isometry.shear.head(springs).dot(
                                    c.segment(isometry.rows.pattern().constraint_rows, springs).cwiseAbs2());
    EXPECT_NEAR(energy, 0.5 * std::pow(std::sin(gamma), 2) * node_areas(mesh).sum(), 1e-12);
  }
}

/// Pulled along its edge, a strip cut at 45° lengthens by shear: γ = σ/2S, l²/l₀² − 1 = γ.
TEST(WovenRows, EdgesOnTheBiasAreAsStiffAsTheClothThere) {
  const Mesh mesh = make_rectangle({0.2, 0.2}, {5, 5});
  const IsometryRows isometry = woven(mesh, warp_at(std::numbers::pi / 4));
  const Topology topology = analyze_topology(mesh);
  const Vector area = node_areas(mesh);
  const int constraints = isometry.rows.pattern().constraint_rows;
  EXPECT_EQ(constraints, 2 * 9);
  for (std::size_t b = 0; b < topology.boundary_edges.size(); ++b) {
    const auto [i, j] = topology.boundary_edges[b];
    EXPECT_NEAR(isometry.shear[isometry.row_of_edge[b] - constraints], (area[i] + area[j]) / 2, 1e-15);
  }
}

}  // namespace
}  // namespace isocloth
