#include "isocloth/contact/deepest_point.hpp"

#include <gtest/gtest.h>

#include <random>

#include "isocloth/obstacles/shapes.hpp"
#include "support/sanitized.hpp"

namespace isocloth {
namespace {

struct NamedShape {
  const char* name;
  std::shared_ptr<const Shape> shape;
  bool is_convex;
};

std::vector<NamedShape> shapes() {
  return {{"sphere", make_sphere(0.1), true},
          {"box", make_box(Vec3(0.2, 0.15, 0.1)), true},
          {"rounded box", make_box(Vec3(0.2, 0.15, 0.1), 0.03), true},
          {"capsule", make_capsule(0.05, 0.2), true},
          {"torus", make_torus(0.1, 0.04), false}};
}

/// An element of some centimetres near a shape that is posed at random.
struct Scene {
  Scene(const Shape& shape, bool quad, std::mt19937& random) : x(4, 3) {
    std::normal_distribution<double> normal;
    const auto any = [&] { return Vec3(normal(random), normal(random), normal(random)); };
    obstacle.shape = &shape;
    obstacle.pose.rotation =
        Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized();
    obstacle.pose.translation = 0.1 * any();
    obstacle.rotation = obstacle.pose.rotation.toRotationMatrix();
    // an element that hovers where the surface may be, in any attitude
    const Vec3 centre = obstacle.pose.to_world(any().normalized() * 0.11);
    const Vec3 u = 0.05 * any().normalized(), v = u.cross(any()).normalized() * 0.04;
    x.row(0) = (centre - u - v).transpose();
    x.row(1) = (centre + u - v).transpose();
    x.row(2) = (centre + u + v).transpose();
    x.row(3) = (centre - u + v).transpose();
    for (int i = 0; i < 4; ++i) x.row(i) += 0.005 * any().transpose();  // bent and uneven
    if (!quad) element[3] = kNoNode;
  }

  double distance(const Vec3& point) const { return obstacle.distance_to(point).distance; }

  /// By reference coordinates in [0, 1]²; on a triangle ξ + η ≤ 1.
  Vec3 at(double xi, double eta) const {
    const Vec3 a = x.row(0).transpose(), b = x.row(1).transpose(), c = x.row(2).transpose();
    if (element[3] == kNoNode) return (1 - xi - eta) * a + xi * b + eta * c;
    return (1 - xi) * (1 - eta) * a + xi * (1 - eta) * b + xi * eta * c +
           (1 - xi) * eta * Vec3(x.row(3).transpose());
  }

  PosedShape obstacle;
  Points x;
  Element element{0, 1, 2, 3};
};

void expect_consistent(const Scene& scene, const DeepPoint& deep, const std::string& what) {
  double sum = 0;
  for (int i = 0; i < deep.point.count; ++i) {
    EXPECT_GE(deep.point.weights[i], 0) << what;
    EXPECT_GE(deep.point.nodes[i], 0) << what;
    sum += deep.point.weights[i];
  }
  EXPECT_NEAR(sum, 1, 1e-14) << what;
  const SignedDistance there = scene.obstacle.distance_to(deep.point.at(scene.x));
  EXPECT_NEAR(deep.at.distance, there.distance, 1e-12) << what;
  EXPECT_NEAR(deep.at.normal.norm(), 1, 1e-12) << what;
  // the same normal, but where several are equally right: at the axis of a box or torus, near its edges
  if ((deep.at.normal - there.normal).norm() > 1e-6) {
    EXPECT_LE(std::abs(deep.at.distance - there.distance), 1e-12) << what;
  }
}

TEST(DeepestOnEdge, IsOnTheEdgeAndAsDeepAsDenseSamplingFinds) {
  std::mt19937 random(1);
  const int samples = 2000;
  for (const auto& [name, shape, is_convex] : shapes()) {
    int found = 0;
    for (int k = 0; k < (test::kSanitized ? 40 : 400); ++k) {
      const Scene scene(*shape, true, random);
      const Edge edge{0, 1};
      const Vec3 a = scene.x.row(0).transpose(), b = scene.x.row(1).transpose();
      const SignedDistance first = scene.obstacle.distance_to(a), second = scene.obstacle.distance_to(b);
      const auto deep = deepest_on_edge(scene.obstacle, scene.x, edge, first, second);
      const std::string what = name + std::string(" ") + std::to_string(k);
      const double ends = std::min(first.distance, second.distance);
      double least = ends;
      for (int s = 1; s < samples; ++s)
        least = std::min(least, scene.distance(a + static_cast<double>(s) / samples * (b - a)));
      if (deep) {
        expect_consistent(scene, *deep, what);
        EXPECT_LT(deep->at.distance, ends) << what;
      }
      if (!is_convex || least > ends - 1e-3) continue;  // interior by a clear margin: 1 mm below both ends
      ++found;
      ASSERT_TRUE(deep) << what;
      EXPECT_NEAR(deep->at.distance, least, 1e-4) << what;
    }
    EXPECT_GE(found, is_convex ? 10 : 0) << name;
  }
}

/// What lies flat on a box from its first node on, and ends beyond its rim.
TEST(DeepestOnEdge, OfOneThatLiesFlatUpToARimIsAtTheRim) {
  const auto box = make_box(Vec3(0.2, 0.2, 0.04), 0.005);
  const PosedShape obstacle{box.get(), {}, Eigen::Matrix3d::Identity()};
  Points x(2, 3);
  x << 0.05, 0.01, 0.02, 0.14, 0.01, 0.02;
  for (const Edge edge : {Edge{0, 1}, Edge{1, 0}}) {
    const SignedDistance first = obstacle.distance_to(x.row(edge[0]).transpose());
    const SignedDistance second = obstacle.distance_to(x.row(edge[1]).transpose());
    const auto deep = deepest_on_edge(obstacle, x, edge, first, second);
    ASSERT_TRUE(deep);
    EXPECT_TRUE(deep->ends_level);
    EXPECT_NEAR(deep->point.at(x)[0], 0.095, 1e-4 * 0.09);  // [m] where the rounding begins
    EXPECT_NEAR(deep->at.distance, 0, 1e-12);
  }
  x(1, 0) = 0.09;  // wholly on the table: its nodes carry it
  const SignedDistance first = obstacle.distance_to(x.row(0).transpose());
  const SignedDistance second = obstacle.distance_to(x.row(1).transpose());
  EXPECT_FALSE(deepest_on_edge(obstacle, x, {0, 1}, first, second));
}

/// Least distance of the inside and of the boundary, over a grid.
struct Sampled {
  double inside = 1e9, boundary = 1e9;
};

Sampled sampled(const Scene& scene, int samples) {
  Sampled least;
  const bool quad = scene.element[3] != kNoNode;
  for (int i = 0; i <= samples; ++i)
    for (int j = 0; j <= (quad ? samples : samples - i); ++j) {
      const double here =
          scene.distance(scene.at(static_cast<double>(i) / samples, static_cast<double>(j) / samples));
      const bool at_boundary = i == 0 || j == 0 || (quad ? i == samples || j == samples : i + j == samples);
      double& place = at_boundary ? least.boundary : least.inside;
      place = std::min(place, here);
    }
  return least;
}

TEST(DeepestInElement, IsInTheElementAndAsDeepAsDenseSamplingFinds) {
  std::mt19937 random(2);
  int clear = 0, missed = 0;
  double worst = 0;
  for (const bool quad : {false, true})
    for (const auto& [name, shape, is_convex] : shapes())
      for (int k = 0; k < (test::kSanitized ? 100 : 1000); ++k) {
        const Scene scene(*shape, quad, random);
        const auto deep = deepest_in_element(scene.obstacle, scene.x, scene.element, 1.0);
        const std::string what = name + std::string(quad ? " quad " : " triangle ") + std::to_string(k);
        if (deep) expect_consistent(scene, *deep, what);
        if (!is_convex) continue;
        const Sampled least = sampled(scene, test::kSanitized ? 30 : 60);
        if (least.inside > least.boundary - 1e-3) continue;  // interior by a clear margin: 1 mm
        ++clear;
        const double reached = deep ? deep->at.distance : least.boundary;
        missed += reached > least.inside + 1e-4;
        worst = std::max(worst, reached - least.inside);
      }
  EXPECT_GE(clear, test::kSanitized ? 20 : 300);
  // lines can creep along a boundary, or along a bent ridge of an obstacle that the element cuts through
  EXPECT_LE(missed, clear / 100);
  EXPECT_LE(worst, 5e-3);  // [m] of elements of 10 cm
}

/// The deepest of an element's nodes and of the deep points of its edges.
DeepPoint deepest_of_boundary(const Scene& scene) {
  const int corners = corner_count(scene.element);
  std::optional<DeepPoint> deepest;
  const auto improve = [&](const DeepPoint& other) {
    if (!deepest || other.at.distance < deepest->at.distance) deepest = other;
  };
  for (int c = 0; c < corners; ++c) {
    const Edge edge{c, (c + 1) % corners};
    const SignedDistance first = scene.obstacle.distance_to(scene.x.row(edge[0]).transpose()),
                         second = scene.obstacle.distance_to(scene.x.row(edge[1]).transpose());
    improve({node_point(c), first});
    if (const auto deep = deepest_on_edge(scene.obstacle, scene.x, edge, first, second)) improve(*deep);
  }
  return *deepest;
}

TEST(FallsInwards, WhereAPointInsideIsDeeperThanTheBoundary) {
  std::mt19937 random(4);
  for (const bool quad : {false, true}) {
    int denied = 0, missed = 0;
    for (const auto& [name, shape, is_convex] : shapes())
      for (int k = 0; is_convex && k < (test::kSanitized ? 100 : 1000); ++k) {
        const Scene scene(*shape, quad, random);
        const DeepPoint boundary = deepest_of_boundary(scene);
        if (falls_inwards(scene.x, scene.element, boundary)) continue;
        ++denied;
        const double inside = sampled(scene, test::kSanitized ? 20 : 40).inside;
        if (!quad) {
          EXPECT_GE(inside, boundary.at.distance - 2e-6) << name << k;  // level slopes over 10 cm
        }
        missed += inside < boundary.at.distance - 1e-3;  // of a quad that is bent by up to a centimetre
      }
    EXPECT_GE(denied, test::kSanitized ? 100 : 1000);
    EXPECT_LE(missed, denied / 1000);
  }
}

TEST(DeepestInElement, ReportsNothingAboveTheLimit) {
  std::mt19937 random(3);
  for (const auto& [name, shape, is_convex] : shapes())
    for (int k = 0; k < 200; ++k) {
      const Scene scene(*shape, k % 2 == 0, random);
      const double limit = -0.01;  // [m]
      const auto deep = deepest_in_element(scene.obstacle, scene.x, scene.element, limit);
      if (deep) {
        EXPECT_LT(deep->at.distance, limit) << name << k;
      }
    }
}

}  // namespace
}  // namespace isocloth
