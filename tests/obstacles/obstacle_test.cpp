#include "isocloth/obstacles/obstacle.hpp"

#include <gtest/gtest.h>

#include "support/refusal.hpp"

namespace isocloth {
namespace {

Obstacle ball() { return {.name = "ball", .shape = make_sphere(0.1)}; }

TEST(Obstacle, StandsStillAtTheOriginUnlessTold) {
  EXPECT_NO_THROW(check_obstacle(ball()));
  EXPECT_EQ(ball().path(7).to_world(Vec3(1, 2, 3)), Vec3(1, 2, 3));
}

TEST(Obstacle, IsRefusedByNameWhereAPartIsMissing) {
  Obstacle obstacle = ball();
  obstacle.shape = nullptr;
  EXPECT_REFUSES(check_obstacle(obstacle), "obstacle \"ball\" has no shape");
  obstacle = ball();
  obstacle.path = nullptr;
  EXPECT_REFUSES(check_obstacle(obstacle), "obstacle \"ball\" has no path");
  for (const double bad : {-0.1, double(NAN), double(INFINITY)}) {
    obstacle = ball();
    obstacle.friction = bad;
    EXPECT_REFUSES(check_obstacle(obstacle), "friction of obstacle \"ball\" must be a finite number >= 0");
  }
}

}  // namespace
}  // namespace isocloth
