#include "experiments/drape/drape.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "experiments/cusick/claims.hpp"
#include "experiments/cusick/series.hpp"

namespace isocloth::experiments {
namespace {

/// A rim of `folds` waves of the given height about 12 cm.
Points wavy_rim(int nodes, int folds, double height) {
  Points x = Points::Zero(nodes, 3);
  for (int k = 0; k < nodes; ++k) {
    const double angle = 2 * std::numbers::pi * k / nodes,
                 r = 0.12 + height / 2 * std::cos(folds * angle + 1);
    x.row(k) << r * std::cos(angle), r * std::sin(angle), 0;
  }
  return x;
}

TEST(Folds, AreCountedWhereverTheRimBegins) {
  std::vector<int> rim(120);
  std::iota(rim.begin(), rim.end(), 0);
  for (const int folds : {1, 3, 8, 15})
    for (int turn = 0; turn < 30; turn += 7) {
      std::rotate(rim.begin(), rim.begin() + 7, rim.end());
      EXPECT_EQ(count_folds(wavy_rim(120, folds, 0.02), rim), folds);
    }
  EXPECT_EQ(count_folds(wavy_rim(120, 8, 0.001), rim), 0);  // too flat to be folds
}

TEST(Specimens, AreTheSameSurfaceOnEveryMesh) {
  const Points coarse = uneven(drape_mesh({.nodes = {24, 3}}).x, 5),
               fine = uneven(drape_mesh({.nodes = {48, 5}}).x, 5);
  EXPECT_GT(coarse.col(2).cwiseAbs().maxCoeff(), 1e-4);
  for (int k = 0; k < 24; ++k) EXPECT_NEAR(coarse(2 * 24 + k, 2), fine(4 * 48 + 2 * k, 2), 1e-15);
  EXPECT_LT(coarse.topRows(24).col(2).cwiseAbs().maxCoeff(), 1e-20);  // on the table's edge, up to rounding
  EXPECT_GT((uneven(drape_mesh({.nodes = {24, 3}}).x, 6) - coarse).cwiseAbs().maxCoeff(), 1e-4);
}

TEST(Drapes, StifferClothDrapesLessAndKeepsItsArea) {
  const Drape soft = drape({.bending = 2e-6, .nodes = {32, 4}}),
              stiff = drape({.bending = 1e-4, .nodes = {32, 4}});
  EXPECT_TRUE(soft.at_rest && stiff.at_rest);
  EXPECT_LT(soft.coefficient, stiff.coefficient - 0.1);
  EXPECT_LT(soft.dispersion, 0.03);
  EXPECT_EQ(soft.missed, 0);
}

TEST(RingMeshes, GoFrom250To1300NodesThroughTheCalibrationMesh) {
  const auto meshes = cusick::ring_meshes(24);
  ASSERT_EQ(meshes.size(), 24U);
  for (const auto& [around, across] : meshes) {
    EXPECT_GE(around * across, 240);
    EXPECT_LE(around * across, 1310);
    EXPECT_NEAR(around / (across - 1.0), 96 / 7.0, 2.5);
  }
  EXPECT_NE(std::find(meshes.begin(), meshes.end(), cusick::kCalibrationNodes), meshes.end());
}

TEST(Calibration, FindsTheStiffnessOfAGrowingCoefficient) {
  int trials = 0;
  const auto coefficient = [&](double bending) {
    ++trials;
    return 1 / (1 + std::pow(1e-5 / bending, 0.7));
  };
  for (const double target : {0.261, 0.549, 0.772})
    EXPECT_NEAR(coefficient(cusick::calibrate_bending(target, coefficient)), target,
                cusick::kCalibrationError);
  EXPECT_LT(trials, 45);
}

}  // namespace
}  // namespace isocloth::experiments
