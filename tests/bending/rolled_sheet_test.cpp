#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "isocloth/bending/bending_stiffness.hpp"
#include "support/deformations.hpp"
#include "support/meshes.hpp"

namespace isocloth {
namespace {

constexpr double kRadius = 0.4;                   // [m]
constexpr std::array<double, 2> kSize{1.0, 1.0};  // [m]
constexpr double kAngles[] = {0, std::numbers::pi / 2, std::numbers::pi / 4,
                              0.4};  // rolling directions [rad]

/// Relative errors of the energy of a sheet of area 1 m² against ½·A/R², one per rolling direction.
std::vector<double> energy_errors(const Mesh& mesh) {
  const NodeMatrix stiffness = bending_stiffness(mesh, analyze_topology(mesh));
  const double exact = 0.5 * kSize[0] * kSize[1] / (kRadius * kRadius);
  std::vector<double> result;
  for (const double angle : kAngles)
    result.push_back(std::abs(bending_energy(stiffness, test::rolled(mesh.x, kRadius, angle)) / exact - 1));
  return result;
}

double worst_error(const Mesh& mesh) {
  const std::vector<double> errors = energy_errors(mesh);
  return *std::max_element(errors.begin(), errors.end());
}

TEST(RolledSheet, OfQuadsStoresTheEnergyOfItsCylinderInEveryDirection) {
  EXPECT_LE(worst_error(make_rectangle(kSize, {33, 33})), 0.02);
}

TEST(RolledSheet, OfRegularTrianglesStoresTheEnergyOfItsCylinderInEveryDirection) {
  EXPECT_LE(worst_error(make_rectangle(kSize, {33, 33}, ElementKind::triangle)), 0.02);
}

TEST(RolledSheet, OfIrregularTrianglesStoresTheEnergyOfItsCylinderInEveryDirection) {
  for (const unsigned seed : {1u, 2u, 3u, 4u})
    EXPECT_LE(worst_error(make_irregular_rectangle(kSize, 1089, seed)), 0.02) << "seed " << seed;
}

TEST(RolledSheet, OfSquashedAndMixedElementsStoresTheEnergyOfItsCylinder) {
  EXPECT_LE(worst_error(make_rectangle(kSize, {65, 17})), 0.02);
  EXPECT_LE(worst_error(test::half_cut(make_rectangle(kSize, {33, 33}))), 0.02);
}

TEST(RolledSheet, EnergyConvergesWithTheSquareOfTheMeshWidthOnRegularMeshes) {
  for (const ElementKind kind : {ElementKind::quad, ElementKind::triangle}) {
    const std::vector<double> coarse = energy_errors(make_rectangle(kSize, {9, 9}, kind)),
                              middle = energy_errors(make_rectangle(kSize, {17, 17}, kind)),
                              fine = energy_errors(make_rectangle(kSize, {33, 33}, kind));
    for (std::size_t k = 0; k < coarse.size(); ++k) {  // half the width: a quarter of the error
      EXPECT_LT(middle[k], coarse[k] / 3) << kAngles[k];
      EXPECT_LT(fine[k], middle[k] / 3) << kAngles[k];
    }
  }
}

TEST(RolledSheet, EnergyConvergesOnIrregularMeshesToo) {
  const auto mean_error = [](int nodes) {
    double sum = 0;
    for (const unsigned seed : {1u, 2u, 3u})
      for (const double error : energy_errors(make_irregular_rectangle(kSize, nodes, seed)))
        sum += error / 12;
    return sum;
  };
  const double coarse = mean_error(80), middle = mean_error(300), fine = mean_error(1000);
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
