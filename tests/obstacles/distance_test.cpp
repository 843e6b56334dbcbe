#include <gtest/gtest.h>

#include "obstacles/solids.hpp"
#include "support/count_allocations.hpp"

namespace isocloth {
namespace {

/// A few roundings of lengths below 2 m [m].
constexpr double kRounding = 1e-14;

TEST(Distance, IsNegativeExactlyInside) {
  std::mt19937 rng(1);
  for (const test::Solid& solid : test::all_solids())
    for (int k = 0; k < 2000; ++k) {
      const Vec3 p = test::random_point(solid.reach, rng);
      EXPECT_EQ(solid.shape->distance_to(p).distance <= 0, solid.holds(p)) << solid.name << p.transpose();
    }
}

TEST(Distance, LeadsAlongTheNormalToTheSurface) {
  std::mt19937 rng(2);
  for (const test::Solid& solid : test::all_solids())
    for (int k = 0; k < 2000; ++k) {
      const Vec3 p = test::random_point(solid.reach, rng);
      const SignedDistance at = solid.shape->distance_to(p);
      const Vec3 surface = p - at.distance * at.normal;
      EXPECT_TRUE(solid.holds(surface - 1e-9 * at.normal)) << solid.name << " " << p.transpose();
      EXPECT_FALSE(solid.holds(surface + 1e-9 * at.normal)) << solid.name << " " << p.transpose();
    }
}

TEST(Distance, NoPartOfTheSurfaceIsNearer) {
  std::mt19937 rng(3);
  for (const test::Solid& solid : test::all_solids())
    for (int k = 0; k < 500; ++k) {
      const Vec3 p = test::random_point(solid.reach, rng);
      const double radius = std::abs(solid.shape->distance_to(p).distance) * (1 - 1e-9);
      for (int j = 0; j < 40; ++j)
        EXPECT_EQ(solid.holds(p + radius * test::random_direction(rng)), solid.holds(p))
            << solid.name << " " << p.transpose();
    }
}

TEST(Distance, ChangesByAtMostTheWay) {
  std::mt19937 rng(4);
  for (const test::Solid& solid : test::all_solids())
    for (int k = 0; k < 2000; ++k) {
      const Vec3 p = test::random_point(solid.reach, rng);
      const double way = std::pow(10.0, -6 * (k % 4));  // [m] from 1 m to below any rounding
      const Vec3 q = p + way * test::random_direction(rng);
      EXPECT_LE(std::abs(solid.shape->distance_to(p).distance - solid.shape->distance_to(q).distance),
                (p - q).norm() + kRounding)
          << solid.name << " " << p.transpose();
    }
}

/// Distances are smooth away from the points that are as near to two places of the surface; there the normal
/// jumps between the points of the difference, and nothing is compared.
TEST(Normal, IsTheGradientOfTheDistance) {
  const double h = 1e-6;  // [m]
  // 1 cm from the centres of curvature, h times the curvature, which begins where a face ends [-]
  const double tol = h / 0.01;
  std::mt19937 rng(5);
  for (const test::Solid& solid : test::all_solids()) {
    int compared = 0;
    for (int k = 0; k < 2000; ++k) {
      const Vec3 p = test::random_point(solid.reach, rng);
      const Vec3 normal = solid.shape->distance_to(p).normal;
      Vec3 difference;
      double turn = 0;
      for (int c = 0; c < 3; ++c) {
        const SignedDistance more = solid.shape->distance_to(p + h * Vec3::Unit(c));
        const SignedDistance less = solid.shape->distance_to(p - h * Vec3::Unit(c));
        difference[c] = (more.distance - less.distance) / (2 * h);
        turn = std::max(turn, (more.normal - less.normal).norm());
      }
      if (turn > 2 * h / 0.01) continue;
      ++compared;
      EXPECT_LE((difference - normal).cwiseAbs().maxCoeff(), tol) << solid.name << " " << p.transpose();
    }
    EXPECT_GT(compared, 1900) << solid.name;
  }
}

/// Where a shape tells how its normal turns; within a difference of where a face ends that jumps.
TEST(Normal, TurnsAsItsCurvatureSays) {
  const double h = 1e-6, nearest = 0.01;  // [m]
  std::mt19937 rng(7);
  int compared = 0;
  for (const test::Solid& solid : test::all_solids())
    for (int k = 0; k < 500; ++k) {
      const Vec3 p = test::random_point(solid.reach, rng);
      const auto curvature = solid.shape->curvature_at(p);
      if (!curvature) continue;
      Eigen::Matrix3d difference, there = *curvature;
      double change = 0;
      for (int c = 0; c < 3; ++c) {
        const Vec3 more = p + h * Vec3::Unit(c), less = p - h * Vec3::Unit(c);
        difference.col(c) =
            (solid.shape->distance_to(more).normal - solid.shape->distance_to(less).normal) / (2 * h);
        for (const Vec3& at : {more, less})
          change = std::max(change, (solid.shape->curvature_at(at).value_or(there) - there).norm());
      }
      if (there.norm() > 1 / nearest || difference.norm() > 2 / nearest ||
          change > 2 * h / (nearest * nearest))
        continue;
      ++compared;
      EXPECT_LE((difference - there).norm(), h / (nearest * nearest)) << solid.name << " " << p.transpose();
    }
  EXPECT_GT(compared, 1000);
}

TEST(Normal, HasLengthOne) {
  std::mt19937 rng(6);
  for (const test::Solid& solid : test::all_solids())
    for (int k = 0; k < 2000; ++k) {
      const Vec3 normal = solid.shape->distance_to(test::random_point(solid.reach, rng)).normal;
      EXPECT_NEAR(normal.norm(), 1, 1e-15) << solid.name;  // a few roundings of numbers below 1
    }
}

TEST(Radii, InnerIsTheDepthOfTheDeepestPoint) {
  std::mt19937 rng(7);
  for (const test::Solid& solid : test::all_solids()) {
    const double inner = solid.shape->inner_radius();
    for (int k = 0; k < 2000; ++k)
      EXPECT_GE(solid.shape->distance_to(test::random_point(solid.reach, rng)).distance, -inner - kRounding)
          << solid.name;
    if (std::isinf(inner)) continue;
    EXPECT_NEAR(solid.shape->distance_to(solid.deepest).distance, -inner, kRounding) << solid.name;
  }
}

TEST(Radii, OuterHoldsTheShapeAndFitsIt) {
  std::mt19937 rng(8);
  for (const test::Solid& solid : test::all_solids()) {
    if (solid.name == "half-space") continue;
    double farthest = 0;
    for (int k = 0; k < 20000; ++k) {
      const Vec3 p = test::random_point(solid.reach, rng);
      if (solid.holds(p)) farthest = std::max(farthest, p.norm());
    }
    EXPECT_LE(farthest, solid.shape->outer_radius()) << solid.name;
    EXPECT_GE(farthest, 0.8 * solid.shape->outer_radius()) << solid.name;
  }
}

TEST(Radii, OfAHalfSpaceAreInfinite) {
  const auto ground = make_half_space(Vec3::Zero(), Vec3::UnitZ());
  EXPECT_EQ(ground->inner_radius(), INFINITY);
  EXPECT_EQ(ground->outer_radius(), INFINITY);
}

TEST(Distance, AllocatesNothing) {
  if (!test::CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  for (const test::Solid& solid : test::all_solids()) {
    double sum = 0;
    const test::CountAllocations here;
    for (int k = 0; k < 10; ++k) sum += solid.shape->distance_to(Vec3(0.1 * k, 0.2, -0.05 * k)).distance;
    EXPECT_EQ(here.count(), 0) << solid.name;
    EXPECT_TRUE(std::isfinite(sum));
  }
}

}  // namespace
}  // namespace isocloth
