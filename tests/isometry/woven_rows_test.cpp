#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "isometry/rows_of_meshes.hpp"
#include "support/deformations.hpp"
#include "support/dense_rows.hpp"
#include "support/refusal.hpp"

namespace isocloth {
namespace {

using test::row_values;

constexpr double kTurn = 0.4;  // of the warp against the x axis [rad]

IsometryRows woven(const Mesh& mesh, const Vec3& warp, Frames frames) {
  const Topology topology = analyze_topology(mesh);
  return make_isometry_rows(mesh, topology, find_corners(mesh, topology), RowsAt::nodes, frames, warp);
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
    for (const double angle : {0.0, kTurn})
      for (const Frames frames : {Frames::aligned, Frames::mean_tangents}) {
        const IsometryRows isometry = woven(mesh, warp_at(angle), frames);
        const int constraints = isometry.rows.pattern().constraint_rows;
        const Points x = sheared(mesh.x, angle, gamma);
        const Vector c = row_values(isometry.rows, x);
        const double tol = test::row_rounding(mesh, x) + 1e-12;
        EXPECT_LE(c.head(constraints).cwiseAbs().maxCoeff(), tol) << name;
        for (int e = 0; e < mesh.element_count(); ++e) {
          EXPECT_NEAR(c[constraints + 3 * e], 0, tol) << name;
          EXPECT_NEAR(c[constraints + 3 * e + 1], std::sin(gamma), tol) << name;
          EXPECT_NEAR(c[constraints + 3 * e + 2], 0, tol) << name;
        }
      }
  }
}

/// Stretched along the warp by s: E = s², G = 1; an edge sees its share of it.
TEST(WovenRows, SeeThreadsThatStretch) {
  const double stretch = 1.05, error = stretch * stretch - 1;
  for (const test::NamedMesh& named : test::all_meshes()) {
    if (!test::is_flat(named)) continue;
    const auto& [name, mesh] = named;
    const Topology topology = analyze_topology(mesh);
    const IsometryRows isometry = woven(mesh, warp_at(kTurn), Frames::aligned);
    const Eigen::Matrix2d turn = Eigen::Rotation2Dd(kTurn).toRotationMatrix();
    Points x = mesh.x;
    x.leftCols<2>() =
        mesh.x.leftCols<2>() * (turn * Eigen::Vector2d(stretch, 1).asDiagonal() * turn.transpose());
    const Vector c = row_values(isometry.rows, x);
    const double tol = test::row_rounding(mesh, x) + 1e-12;
    for (int k = 0; k < mesh.node_count(); ++k) {
      const int row = isometry.row_of_node[k];
      if (row < 0) continue;
      EXPECT_NEAR(c[row], error, tol) << name << ": node " << k;
      EXPECT_NEAR(c[row + 1], 0, tol) << name << ": node " << k;
    }
    for (std::size_t b = 0; b < topology.boundary_edges.size(); ++b) {
      const auto [i, j] = topology.boundary_edges[b];
      const Vec3 along = (mesh.x.row(j) - mesh.x.row(i)).transpose().normalized();
      EXPECT_NEAR(c[isometry.row_of_edge[b]], error * std::pow(along.dot(warp_at(kTurn)), 2), tol)
          << name << ": edge " << i << "–" << j;
    }
  }
}

TEST(WovenRows, AreTwoPerInteriorNodeAndOnePerBoundaryEdge) {
  for (const test::NamedMesh& named : test::all_meshes()) {
    if (!test::is_flat(named)) continue;
    const auto& [name, mesh] = named;
    const Topology topology = analyze_topology(mesh);
    const auto interior = std::count(topology.on_boundary.begin(), topology.on_boundary.end(), false);
    const IsometryRows isometry = woven(mesh, warp_at(kTurn), Frames::aligned);
    const RowPattern& pattern = isometry.rows.pattern();
    EXPECT_EQ(pattern.constraint_rows, 2 * interior + static_cast<int>(topology.boundary_edges.size()))
        << name;
    EXPECT_EQ(pattern.row_count(), pattern.constraint_rows + 3 * mesh.element_count()) << name;
    EXPECT_EQ(isometry.shear.size(), 3 * mesh.element_count()) << name;
    EXPECT_EQ(isometry.area.size(), pattern.row_count()) << name;
  }
}

TEST(WovenRows, AlongTheThreadsAnEdgeKeepsItsLength) {
  const Mesh mesh = make_rectangle({0.3, 0.2}, {4, 3});
  const Topology topology = analyze_topology(mesh);
  const Points x = test::shaken(mesh.x, 0.02, 3);
  const IsometryRows isometry = woven(mesh, warp_at(0), Frames::aligned);
  const Vector c = row_values(isometry.rows, x);
  for (std::size_t b = 0; b < topology.boundary_edges.size(); ++b) {
    const auto [i, j] = topology.boundary_edges[b];
    EXPECT_NEAR(c[isometry.row_of_edge[b]],
                (x.row(i) - x.row(j)).squaredNorm() / (mesh.x.row(i) - mesh.x.row(j)).squaredNorm() - 1,
                1e-12);
  }
}

/// Springs of stiffness S·shear store ½ S sin²γ per area, whatever the mesh.
TEST(WovenRows, StoreTheEnergyOfShear) {
  const double gamma = 0.3;
  for (const Mesh& mesh : {make_rectangle({0.3, 0.2}, {7, 5}), make_irregular_rectangle({0.3, 0.2}, 60, 3),
                           make_ring(0.09, 0.15, {24, 4})})
    for (const double angle : {0.0, std::numbers::pi / 4}) {
      const IsometryRows isometry = woven(mesh, warp_at(angle), Frames::aligned);
      const Vector c = row_values(isometry.rows, sheared(mesh.x, angle, gamma));
      const double energy = 0.5 * isometry.shear.dot(c.tail(isometry.shear.size()).cwiseAbs2());
      EXPECT_NEAR(energy, 0.5 * std::pow(std::sin(gamma), 2) * node_areas(mesh).sum(), 1e-12);
    }
}

TEST(WovenRows, GradientsAreTheDerivatives) {
  for (const auto& [name, mesh] : {test::NamedMesh{"quads", make_rectangle({0.3, 0.2}, {5, 4})},
                                   {"triangles", make_irregular_rectangle({0.3, 0.2}, 30, 3)}}) {
    const IsometryRows isometry = woven(mesh, warp_at(kTurn), Frames::aligned);
    const Points x = test::wavy(mesh.x, 0.1);
    const Points dx = test::shaken(Points::Zero(x.rows(), 3), 1e-3, 7);
    const Vector rise = row_values(isometry.rows, x + dx) - row_values(isometry.rows, x - dx);
    RowValues values(isometry.rows.pattern());
    isometry.rows.evaluate(x, values);
    const RowPattern& pattern = isometry.rows.pattern();
    for (int g = 0; g < pattern.group_count(); ++g) {
      const int size = pattern.node_begin[g + 1] - pattern.node_begin[g];
      const double* gradient = values.jacobian.data() + pattern.jacobian_begin[g];
      for (int r = pattern.row_begin[g]; r < pattern.row_begin[g + 1]; ++r) {
        double slope = 0;
        for (int k = 0; k < size; ++k, gradient += kGradientStride)
          for (int a = 0; a < 3; ++a) slope += gradient[a] * dx(pattern.nodes[pattern.node_begin[g] + k], a);
        EXPECT_NEAR(rise[r], 2 * slope, 1e-10) << name << ": row " << r;  // quadratic: exact up to rounding
      }
    }
  }
}

TEST(WovenRows, RefuseAWarpThatIsAcrossTheCloth) {
  const Mesh sheet = make_rectangle({0.3, 0.2}, {4, 3});
  EXPECT_REFUSES(woven(sheet, Vec3(0, 0, 1), Frames::aligned), "element 0");
  EXPECT_REFUSES(woven(make_tube(0.1, 0.2, {16, 4}), Vec3(1, 0, 0), Frames::aligned), "warp");
}

}  // namespace
}  // namespace isocloth
