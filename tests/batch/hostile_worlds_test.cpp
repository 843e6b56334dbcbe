#include <gtest/gtest.h>

#include <limits>

#include "batch/batches.hpp"

namespace isocloth {
namespace {

constexpr int kWorlds = 9, kSteps = 30;
enum Hostile : int { kPulledApart = 2, kNoNumber = 4, kThrown = 5, kJumps = 7 };

/// Worlds that are shaken gently, some of them led badly.
std::vector<double> paths_of(const ClothBatch& batch, const Points& x, bool with_hostile) {
  std::vector<double> paths = test::led_from(batch, x, kSteps, [&](int w, double t) {
    if (with_hostile && w == kJumps && t > 0.1) return Vec3(0, 5, 0);
    return Vec3(0, 0.05 * std::sin(8 * t), 0);
  });
  for (int step = 0; with_hostile && step < kSteps; ++step) {
    double* pulled = paths.data() + (step * kWorlds + kPulledApart) * 6;
    pulled[0] -= 0.01 * step;  // one hand goes from the other
    if (step > 10) paths[(step * kWorlds + kNoNumber) * 6 + 3] = std::numeric_limits<double>::quiet_NaN();
  }
  return paths;
}

TEST(HostileWorlds, AreRedoneAndLeaveTheirNeighboursAlone) {
  const Simulation base = test::shaken_grid(6, 6);
  ClothBatch calm(base, kWorlds, test::on_test_device()), hostile(base, kWorlds, test::on_test_device());
  const Eigen::Index count = base.state().x.rows();
  Points x(kWorlds * count, 3), v = Points::Constant(kWorlds * count, 3, 3.0);
  x.middleRows(kThrown * count, count) = base.state().x;
  std::vector<char> thrown(kWorlds, 0);
  thrown[kThrown] = 1;
  hostile.set_states(thrown, x.data(), v.data());
  hostile.set_held(kThrown, std::vector<char>{0, 0});
  calm.step(kSteps, paths_of(calm, base.state().x, false).data());
  hostile.step(kSteps, paths_of(hostile, base.state().x, true).data());

  EXPECT_EQ(calm.steps_redone(), 0);
  EXPECT_GT(hostile.steps_redone(), 0);
  for (const int w : {0, 1, 3, 6, 8})
    EXPECT_EQ(test::positions_of(hostile, w), test::positions_of(calm, w)) << w;

  EXPECT_EQ(hostile.report(kPulledApart).status, StepStatus::infeasible);
  EXPECT_EQ(hostile.report(kNoNumber).status, StepStatus::not_finite);
  EXPECT_TRUE(test::positions_of(hostile, kNoNumber).allFinite());
  EXPECT_EQ(hostile.report(kThrown).status, StepStatus::converged);
  EXPECT_EQ(hostile.report(kJumps).status, StepStatus::infeasible);  // it comes along at a walk
}

/// A sheet with a velocity but no past: its first step is taken in two, by a Simulation, the others are not.
TEST(HostileWorlds, AreRegularAgainAsSoonAsTheyCanBe) {
  Simulation base = test::shaken_grid(6, 6);
  ClothState moving = base.state();
  moving.v.setConstant(0.1);
  base.go_on_from(moving);
  ClothBatch batch(base, 2, test::on_test_device());
  batch.step(20);
  EXPECT_EQ(batch.steps_redone(), 2);
}

/// Pulled a fifth too far and back: what a Simulation along the same path says, step by step.
TEST(HostileWorlds, HaveTheStatusesOfASimulation) {
  Simulation plain = test::shaken_grid(6, 6);
  ClothBatch batch(plain, 1, test::on_test_device());
  const double width = 0.297;
  const auto pull = [&](double t) { return Vec3(0.2 * width * std::sin(10 * t), 0, 0); };
  const Vec3 from = plain.state().x.row(35).transpose();
  plain.set_motion(0, fixed_motion());
  plain.set_motion(1, polyline_motion({0, 1}, {from, from}));
  std::vector<double> times{0};
  std::vector<Vec3> points{from};
  for (int k = 1; k <= 40; ++k) {
    times.push_back(k * 0.01);
    points.push_back(from + pull(k * 0.01));
  }
  plain.set_motion(1, polyline_motion(times, points));
  std::vector<double> paths =
      test::led_from(batch, plain.state().x, 40, [&](int, double t) { return pull(t); });
  for (int step = 0; step < 40; ++step)
    for (int k = 0; k < 3; ++k) paths[step * 6 + k] = plain.state().x(30, k);
  for (int step = 0; step < 40; ++step) {
    batch.step(1, paths.data() + step * 6);
    EXPECT_EQ(batch.report(0).status, plain.step().status) << step;
  }
}

}  // namespace
}  // namespace isocloth
