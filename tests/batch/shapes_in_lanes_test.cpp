#include <gtest/gtest.h>

#include <random>

#include "isocloth/batch/batch_obstacles.hpp"
#include "isocloth/batch/lanes_engine.hpp"
#include "isocloth/batch/step_shapes.hpp"
#include "isocloth/mesh/generators.hpp"
#include "isocloth/obstacles/shapes.hpp"

namespace isocloth::batch {
namespace {

using Engine = LanesEngine<4>;
using Real = Engine::Real;

ShapeFacts facts_of(const std::shared_ptr<const Shape>& shape) {
  const Mesh sheet = make_rectangle({1, 1}, {2, 2});
  Simulation sim(make_cloth_model(sheet, {}), sheet.x);
  sim.add_obstacle({.name = "shape", .shape = shape}, StartCheck::none);
  return shapes_of(sim).front();
}

/// Around, on and inside the shapes, in a turned frame: to the rounding of lengths of a metre.
TEST(ShapesInLanes, AreAsFarAsTheShapesThemselves) {
  const std::shared_ptr<const Shape> shapes[] = {make_half_space({0.1, -0.2, 0.3}, {1, 2, -3}),
                                                 make_sphere(0.3),
                                                 make_capsule(0.1, 0.5),
                                                 make_box({0.4, 0.6, 0.2}),
                                                 make_box({0.4, 0.6, 0.2}, 0.03),
                                                 make_cylinder(0.3, 0.4),
                                                 make_cylinder(0.3, 0.4, 0.05)};
  const RigidPose pose{Eigen::Quaterniond(0.5, 0.1, -0.7, 0.3).normalized(), {0.3, -0.1, 0.2}};
  double numbers[7];
  put_pose(pose, numbers);
  Real seven[7], twelve[12];
  for (int k = 0; k < 7; ++k) seven[k] = real<Engine>(numbers[k]);
  place<Engine>(seven, twelve);
  const Placed<Engine> placed = placed_at<Engine>(twelve, 0);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-0.6, 0.6);
  for (const auto& shape : shapes) {
    const ShapeFacts facts = facts_of(shape);
    for (int trial = 0; trial < 500; ++trial) {
      const Vec3 p(any(random), any(random), any(random));
      const SignedDistance there = shape->distance_to(pose.to_own(p));
      const Distance<Engine> here = distance_in_world(
          facts, placed, Three<Real>{real<Engine>(p[0]), real<Engine>(p[1]), real<Engine>(p[2])});
      const Vec3 normal = pose.rotation * there.normal;
      ASSERT_NEAR(here.length[2], there.distance, 1e-14);
      ASSERT_LE((Vec3(here.normal.x[2], here.normal.y[2], here.normal.z[2]) - normal).norm(), 1e-12);
    }
  }
}

/// Each kind of shape that lanes know has a formula, the others none: then its steps are a Simulation's.
TEST(ShapesInLanes, AreNoneWhereThereIsNoFormula) {
  EXPECT_EQ(facts_of(make_torus(0.3, 0.1)).kind, kNowhere);
  EXPECT_EQ(facts_of(make_sphere(0.3)).kind, kRoundedBox);
  EXPECT_EQ(facts_of(make_half_space({0, 0, 0}, {0, 0, 1})).kind, kPlane);
}

}  // namespace
}  // namespace isocloth::batch
