#include "isocloth/bending/bending_stiffness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

#include "isocloth/core/require.hpp"
#include "support/deformations.hpp"
#include "support/dense_algebra.hpp"
#include "support/meshes.hpp"
#include "support/renumber.hpp"
#include "support/rounding.hpp"

namespace isocloth {
namespace {

using test::renumbered;
using test::with_rotated_corners;

/// Energy per κ that is none: four nodes see twist only, which has no Laplacian, so their rows are rounding.
constexpr double kNothing = 1e-20;

NodeMatrix stiffness_of(const Mesh& mesh) { return bending_stiffness(mesh, analyze_topology(mesh)); }

/// What rounding may do to ½ xᵀKx: ε·Σ |x_i||K_ij||x_j|, with x from its first node and ε·reach in each
/// coordinate.
double energy_rounding(const NodeMatrix& stiffness, const Points& x) {
  const Points centred = (x.rowwise() - x.row(0)).cwiseAbs();
  const double terms = (centred.transpose() * (stiffness.cwiseAbs() * centred)).trace();
  return 8 * test::kEpsilon * (1 + x.cwiseAbs().maxCoeff() / centred.maxCoeff()) * terms;
}

TEST(BendingEnergy, OfAFlatSheetIsZeroHoweverItIsMoved) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    if (name.find("tube") != std::string::npos) continue;
    const NodeMatrix stiffness = stiffness_of(mesh);
    for (const Vec3& turn : {Vec3(0, 0, 0), Vec3(90, 0, 0), Vec3(20, -35, 70)})
      for (const Vec3& shift : {Vec3(0, 0, 0), Vec3(1, -2, 3)}) {
        const Points x = transformed(mesh, turn, shift).x;
        EXPECT_LE(std::abs(bending_energy(stiffness, x)), energy_rounding(stiffness, x)) << name;
      }
  }
}

TEST(BendingEnergy, OfStripsOneElementWideIsZeroWhenFlatAndNotWhenBent) {
  for (const ElementKind kind : {ElementKind::quad, ElementKind::triangle})
    for (const std::array<int, 2> nodes : {std::array{21, 2}, std::array{2, 21}}) {
      const std::array<double, 2> size{0.02 * (nodes[0] - 1), 0.02 * (nodes[1] - 1)};  // [m]
      const Mesh mesh = make_rectangle(size, nodes, kind);
      const NodeMatrix stiffness = stiffness_of(mesh);
      const Points moved = transformed(mesh, Vec3(20, -35, 70), Vec3(1, -2, 3)).x;
      EXPECT_LE(std::abs(bending_energy(stiffness, moved)), energy_rounding(stiffness, moved));
      const double radius = 0.3, exact = 0.5 * size[0] * size[1] / (radius * radius);
      const Points bent = test::rolled(mesh.x, radius, nodes[0] == 2 ? M_PI / 2 : 0);
      EXPECT_NEAR(bending_energy(stiffness, bent), exact, 0.05 * exact);
    }
}

TEST(BendingEnergy, OfThreeOrFourNodesIsNothingHoweverTheyLie) {
  Mesh triangle = make_irregular_rectangle({0.3, 0.4}, 4, 1);
  triangle =
      test::kept(triangle, [first = true](const Vec3&) mutable { return std::exchange(first, false); });
  ASSERT_EQ(triangle.node_count(), 3);
  for (const Mesh& mesh :
       {triangle, make_rectangle({0.3, 0.4}, {2, 2}), make_irregular_rectangle({0.3, 0.4}, 4, 1)})
    EXPECT_LE(std::abs(bending_energy(stiffness_of(mesh), test::wavy(mesh.x, 0.1))), kNothing);
}

TEST(BendingStiffness, IsBoundedByTheSizeOfTheElementsOnScrapsOfAnyShape) {
  for (int nodes = 4; nodes <= 30; nodes += 2)
    for (unsigned seed = 0; seed < 10; ++seed) {
      const Mesh whole = make_irregular_rectangle({1, 0.3}, nodes, seed);
      for (int elements = 1; elements <= std::min(6, whole.element_count()); ++elements) {
        const Mesh scrap = test::kept(whole, [left = elements](const Vec3&) mutable { return left-- > 0; });
        try {
          (void)analyze_topology(scrap);
        } catch (const InputError&) {
          continue;  // triangles that meet in a node only
        }
        double shortest = 1;  // [m]
        for (const Edge& edge : analyze_topology(scrap).edges)
          shortest = std::min(shortest, (scrap.x.row(edge[0]) - scrap.x.row(edge[1])).norm());
        // K ≈ area·(4/h²)² ≈ 16/h² on a regular grid; angles above 20 degrees leave room for a factor of 100
        EXPECT_LE(Eigen::MatrixXd(stiffness_of(scrap)).norm(), 1600 / (shortest * shortest))
            << nodes << " nodes, seed " << seed << ", " << elements << " elements";
      }
    }
}

TEST(BendingEnergy, OfASheetOfPiecesIsThatOfEachPiece) {
  const Mesh a = make_rectangle({0.2, 0.3}, {5, 6}), b = make_irregular_rectangle({0.2, 0.3}, 40, 2);
  const Mesh both = test::joined(a, b);
  const double alone = bending_energy(stiffness_of(a), test::wavy(a.x, 0.1)) +
                       bending_energy(stiffness_of(b), test::wavy(b.x, 0.1));
  EXPECT_NEAR(bending_energy(stiffness_of(both), test::wavy(both.x, 0.1)), alone, 1e-10 * alone);
}

TEST(BendingStiffness, IsSymmetricAndPositiveSemidefiniteWithTheFlatMotionsInItsKernel) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    const Eigen::MatrixXd stiffness = stiffness_of(mesh);
    ASSERT_TRUE(stiffness.allFinite()) << name;
    const double largest = stiffness.cwiseAbs().maxCoeff();
    EXPECT_LE((stiffness - stiffness.transpose()).cwiseAbs().maxCoeff(), 16 * test::kEpsilon * largest)
        << name;
    const Vector eigenvalues = test::eigenvalues(stiffness);
    const double tol = 8 * test::kEpsilon * static_cast<double>(eigenvalues.size()) * eigenvalues.maxCoeff();
    EXPECT_GE(eigenvalues[0], -tol) << name;
    const int motions = name.find("tube") == std::string::npos ? 3 : 1;  // a tilt bends no flat sheet either
    EXPECT_LE(eigenvalues[motions - 1], tol) << name;
  }
}

TEST(BendingEnergy, IsTheSameHoweverNodesAndCornersAreNumbered) {
  std::mt19937 random(11);
  for (const auto& [name, mesh] : test::all_meshes()) {
    Mesh bent = mesh;
    bent.x = test::wavy(mesh.x, 0.1);
    const NodeMatrix stiffness = stiffness_of(mesh);
    const double expected = bending_energy(stiffness, bent.x);
    const double tol =
        1e-9 * expected + kNothing + energy_rounding(stiffness, bent.x);  // rows are small fits
    std::vector<int> order(mesh.node_count());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    EXPECT_NEAR(bending_energy(stiffness_of(renumbered(mesh, order)), renumbered(bent, order).x), expected,
                tol)
        << name;
    EXPECT_NEAR(bending_energy(stiffness_of(with_rotated_corners(mesh, random)), bent.x), expected, tol)
        << name;
  }
}

TEST(BendingEnergy, IsTheSameHoweverTheRestShapeLiesInSpace) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    const Points bent = test::wavy(mesh.x, 0.1);
    const NodeMatrix stiffness = stiffness_of(mesh);
    const double expected = bending_energy(stiffness, bent);
    for (const Vec3& turn : {Vec3(0, 0, 30), Vec3(20, -35, 70), Vec3(0, 90, 0)})
      EXPECT_NEAR(bending_energy(stiffness_of(transformed(mesh, turn, Vec3(1, 2, 3))), bent), expected,
                  1e-8 * expected + kNothing + 4 * energy_rounding(stiffness, bent))
          << name;
  }
}

TEST(BendingEnergy, DoesNotDependOnTheUnitOfLength) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    const Points bent = test::wavy(mesh.x, 0.1);
    Mesh large = mesh;
    large.x *= 1000;
    const NodeMatrix stiffness = stiffness_of(mesh);
    const double expected = bending_energy(stiffness, bent);
    EXPECT_NEAR(bending_energy(stiffness_of(large), 1000 * bent), expected,
                1e-8 * expected + kNothing + energy_rounding(stiffness, bent))
        << name;
  }
}

}  // namespace
}  // namespace isocloth
