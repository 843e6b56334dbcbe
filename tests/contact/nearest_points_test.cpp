#include "isocloth/contact/nearest_points.hpp"

#include <gtest/gtest.h>

#include <random>

namespace isocloth {
namespace {

constexpr PairKind kKinds[] = {PairKind::node_triangle, PairKind::edge_edge};

FourPoints random_points(std::mt19937& rng) {
  std::uniform_real_distribution<double> any(-1, 1);
  FourPoints x;
  for (Vec3& p : x) p = {any(rng), any(rng), any(rng)};
  return x;
}

/// The least distance of a grid of points on both, which is at most this much above the least of all.
double distance_by_grid(PairKind kind, const FourPoints& x, int steps) {
  double least = 1e9;
  for (int i = 0; i <= steps; ++i)
    for (int j = 0; j <= steps; ++j) {
      const double a = static_cast<double>(i) / steps, b = static_cast<double>(j) / steps;
      if (kind == PairKind::node_triangle && a + b > 1) continue;
      const Vec3 between = kind == PairKind::node_triangle
                               ? Vec3(x[0] - x[1] - a * (x[2] - x[1]) - b * (x[3] - x[1]))
                               : Vec3(x[0] + a * (x[1] - x[0]) - x[2] - b * (x[3] - x[2]));
      least = std::min(least, between.norm());
    }
  return least;
}

TEST(NearestPoints, AreAsNearAsAnyOfAGrid) {
  std::mt19937 rng(3);
  constexpr int kSteps = 60;
  const double spacing = 2 * std::sqrt(12.0) / kSteps;  // of points on lines no longer than a cube's diagonal
  for (const PairKind kind : kKinds)
    for (int trial = 0; trial < 500; ++trial) {
      const FourPoints x = random_points(rng);
      const Nearest nearest = nearest_points(kind, x);
      Vec3 sum = Vec3::Zero();
      double weights = 0;
      for (int i = 0; i < 4; ++i) {
        sum += nearest.weights[i] * x[i];
        weights += nearest.weights[i];
      }
      EXPECT_NEAR(weights, 0, 1e-12);
      EXPECT_LE((sum - nearest.between).norm(), 1e-12);
      const double grid = distance_by_grid(kind, x, kSteps);
      EXPECT_LE(nearest.between.norm(), grid + 1e-12);
      EXPECT_GE(nearest.between.norm(), grid - spacing);
    }
}

TEST(FreeShare, EndsBeforeThePairComesTooNearAndNotLongBefore) {
  std::mt19937 rng(5);
  constexpr int kSamples = 2000;
  int stopped = 0;
  for (const PairKind kind : kKinds)
    for (int trial = 0; trial < 300; ++trial) {
      const FourPoints x = random_points(rng), y = random_points(rng);
      const double start = nearest_points(kind, x).between.norm(), least = 0.2 * start;
      const double share = free_share(kind, x, y, least);
      double first = 2;
      for (int k = 0; k <= kSamples && first > 1; ++k) {
        FourPoints at;
        for (int i = 0; i < 4; ++i) at[i] = x[i] + (y[i] - x[i]) * k / kSamples;
        if (nearest_points(kind, at).between.norm() < least) first = static_cast<double>(k) / kSamples;
      }
      EXPECT_LT(share, first) << "trial " << trial;
      if (share >= 1) continue;
      ++stopped;
      FourPoints at;
      for (int i = 0; i < 4; ++i) at[i] = x[i] + share * (y[i] - x[i]);
      const double left = nearest_points(kind, at).between.norm() - least;
      EXPECT_GT(left, 0);
      EXPECT_LE(left, 0.3 * (start - least)) << "trial " << trial;
    }
  EXPECT_GT(stopped, 30);
}

TEST(FreeShare, SeesALayerThatIsPassedWhole) {
  const FourPoints x = {Vec3(0.3, 0.3, 1), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
  FourPoints y = x;
  y[0].z() = -1;
  EXPECT_NEAR(free_share(PairKind::node_triangle, x, y, 0.01), 0.45, 0.05);
}

}  // namespace
}  // namespace isocloth
