#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "isocloth/bending/bending_stiffness.hpp"
#include "support/deformations.hpp"
#include "support/meshes.hpp"

namespace isocloth {
namespace {

constexpr double kRadius = 0.4;                   // [m]
constexpr std::array<double, 2> kSize{1.0, 1.0};  // [m]
constexpr double kAngles[] = {0, std::numbers::pi / 2, std::numbers::pi / 4,
                              0.4};  // rolling directions [rad]

/// Relative error of the energy of a sheet of area 1 m², rolled in a direction, against ½·A/R².
double energy_error(const Mesh& mesh, double angle) {
  const NodeMatrix stiffness = bending_stiffness(mesh, analyze_topology(mesh));
  const double exact = 0.5 * kSize[0] * kSize[1] / (kRadius * kRadius);
  return std::abs(bending_energy(stiffness, test::rolled(mesh.x, kRadius, angle)) / exact - 1);
}

TEST(RolledSheet, OfQuadsStoresTheEnergyOfItsCylinderInEveryDirection) {
  const Mesh mesh = make_rectangle(kSize, {33, 33});
  for (const double angle : kAngles) EXPECT_LE(energy_error(mesh, angle), 0.02) << angle;
}

TEST(RolledSheet, OfRegularTrianglesStoresTheEnergyOfItsCylinderInEveryDirection) {
  const Mesh mesh = make_rectangle(kSize, {33, 33}, ElementKind::triangle);
  for (const double angle : kAngles) EXPECT_LE(energy_error(mesh, angle), 0.02) << angle;
}

TEST(RolledSheet, OfIrregularTrianglesStoresTheEnergyOfItsCylinderInEveryDirection) {
  for (const unsigned seed : {1u, 2u, 3u, 4u, 5u}) {
    const Mesh mesh = make_irregular_rectangle(kSize, 1089, seed);
    for (const double angle : kAngles)
      EXPECT_LE(energy_error(mesh, angle), 0.02) << "seed " << seed << ", " << angle;
  }
}

TEST(RolledSheet, OfSquashedAndMixedElementsStoresTheEnergyOfItsCylinder) {
  const Mesh squashed = make_rectangle(kSize, {65, 17}),
             mixed = test::half_cut(make_rectangle(kSize, {33, 33}));
  for (const double angle : kAngles) {
    EXPECT_LE(energy_error(squashed, angle), 0.02) << angle;
    EXPECT_LE(energy_error(mixed, angle), 0.02) << angle;
  }
}

TEST(RolledSheet, EnergyConvergesWithTheSquareOfTheMeshWidthOnRegularMeshes) {
  for (const ElementKind kind : {ElementKind::quad, ElementKind::triangle})
    for (const double angle : kAngles) {
      const double coarse = energy_error(make_rectangle(kSize, {9, 9}, kind), angle);
      const double fine = energy_error(make_rectangle(kSize, {17, 17}, kind), angle);
      EXPECT_LT(fine, coarse / 3) << angle;
      EXPECT_LT(energy_error(make_rectangle(kSize, {33, 33}, kind), angle), fine / 3) << angle;
    }
}

TEST(RolledSheet, EnergyConvergesOnIrregularMeshesToo) {
  const auto mean_error = [](int nodes) {
    double sum = 0;
    for (const unsigned seed : {1u, 2u, 3u})
      for (const double angle : kAngles)
        sum += energy_error(make_irregular_rectangle(kSize, nodes, seed), angle) / 12;
    return sum;
  };
  const double coarse = mean_error(80), middle = mean_error(300), fine = mean_error(1100);
  EXPECT_LT(middle, coarse / 2);
  EXPECT_LT(fine, middle / 2);
}

TEST(RolledSheet, EnergyDoesNotDependOnTheSideItIsRolledTo) {
  const Mesh mesh = make_irregular_rectangle(kSize, 300, 1);
  const NodeMatrix stiffness = bending_stiffness(mesh, analyze_topology(mesh));
  const double up = bending_energy(stiffness, test::rolled(mesh.x, kRadius, 0.4));
  EXPECT_NEAR(bending_energy(stiffness, test::rolled(mesh.x, -kRadius, 0.4)), up, 1e-10 * up);
}

}  // namespace
}  // namespace isocloth
