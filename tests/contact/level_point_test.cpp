#include "isocloth/contact/level_point.hpp"

#include <gtest/gtest.h>

#include <random>

#include "isocloth/core/random.hpp"
#include "isocloth/obstacles/shapes.hpp"

namespace isocloth {
namespace {

/// An edge, a triangle and a quad that touch a round obstacle somewhere inside, uneven ones.
struct LevelCase {
  Points x;
  DeepPoint deep;
};

std::vector<LevelCase> cases() {
  std::mt19937 random(5);
  std::vector<LevelCase> all;
  for (const int count : {2, 3, 4}) {
    LevelCase c{.x = Points(count, 3), .deep = {}};
    if (count == 2) c.x << -0.05, 0, 0.1, 0.06, 0.01, 0.1;
    if (count == 3) c.x << -0.05, -0.04, 0.1, 0.07, -0.03, 0.1, 0.01, 0.08, 0.1;
    if (count == 4) c.x << -0.05, -0.05, 0.1, 0.05, -0.04, 0.1, 0.06, 0.05, 0.1, -0.04, 0.06, 0.1;
    for (Eigen::Index i = 0; i < c.x.size(); ++i) c.x.data()[i] += 0.004 * random_unit(random);
    for (int i = 0; i < count; ++i) {
      c.deep.point.nodes[i] = i;
      c.deep.point.weights[i] = 1.0 / count;
    }
    c.deep.point.count = count;
    all.push_back(c);
  }
  return all;
}

const auto kEgg = make_ellipsoid({0.12, 0.15, 0.1});

PosedShape egg() { return {.shape = kEgg.get(), .pose = {}}; }

TEST(LevelPoint, IsWhereTheDistanceIsLeastToRounding) {
  for (const LevelCase& c : cases()) {
    DeepPoint deep = c.deep;
    ASSERT_TRUE(make_level(egg(), c.x, deep)) << c.deep.point.count;
    const Vec3 place = deep.point.at(c.x);
    const LevelPoint level = level_point(deep.point, c.x, deep.at.normal, curvature_at(egg(), place));
    EXPECT_TRUE(level.is_least);
    EXPECT_TRUE(level.is_level()) << level.slope;
    EXPECT_LE(deep.at.distance, egg().distance_to(c.deep.point.at(c.x)).distance);
  }
}

TEST(LevelPoint, MovesWithItsNodesAsItsDerivativesSay) {
  constexpr double h = 1e-5;  // [m]; central differences err by (h/0.1 m)² = 1e-8 of the derivative
  for (const LevelCase& c : cases()) {
    DeepPoint deep = c.deep;
    ASSERT_TRUE(make_level(egg(), c.x, deep));
    const Eigen::Matrix3d curvature = curvature_at(egg(), deep.point.at(c.x));
    const LevelPoint level = level_point(deep.point, c.x, deep.at.normal, curvature);
    for (int node = 0; node < c.deep.point.count; ++node)
      for (int axis = 0; axis < 3; ++axis) {
        std::array<SurfacePoint, 2> moved;
        for (const int side : {0, 1}) {
          Points x = c.x;
          x(node, axis) += side == 0 ? -h : h;
          DeepPoint there = deep;
          ASSERT_TRUE(make_level(egg(), x, there));
          moved[side] = there.point;
        }
        Vec2 force = Vec2::Zero();  // of G ds = −force
        for (int a = 0; a < level.ways; ++a)
          force[a] = deep.point.weights[node] * curvature.row(axis).dot(level.along[a]) +
                     level.slopes[a][node] * deep.at.normal[axis];
        const Vec2 ds = -level.inverse * force;
        for (int i = 0; i < c.deep.point.count; ++i) {
          double expected = 0;
          for (int a = 0; a < level.ways; ++a) expected += level.slopes[a][i] * ds[a];
          EXPECT_NEAR((moved[1].weights[i] - moved[0].weights[i]) / (2 * h), expected, 1e-5)
              << c.deep.point.count << " nodes, node " << node << ", axis " << axis;
        }
      }
  }
}

TEST(LevelPoint, RefusesAnEdgeThatIsNowhereLevel) {
  Points x(2, 3);
  x << 0.01, 0, 0.11, 0.05, 0, 0.3;  // rises all along
  DeepPoint deep{.point = {{0, 1, kNoNode, kNoNode}, {0.5, 0.5, 0, 0}, 2}, .at = {}};
  EXPECT_FALSE(make_level(egg(), x, deep));
  EXPECT_EQ(deep.point.weights[0], 0.5);
}

}  // namespace
}  // namespace isocloth
