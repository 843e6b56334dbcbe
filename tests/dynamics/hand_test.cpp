/// Hands that turn: nodes keep their place in them, and what they exert is what statics asks.

#include <gtest/gtest.h>

#include "dynamics/contact_runs.hpp"
#include "support/count_allocations.hpp"
#include "support/measured.hpp"
#include "support/refusal.hpp"

namespace isocloth::test {
namespace {

constexpr double kQuarter = std::numbers::pi / 2;

RigidPose turned(double angle, const Vec3& axis, const Vec3& at = Vec3::Zero()) {
  return {Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized())), at};
}

/// An upright sheet of 0.3 m × 0.3 m, 2.5 cm a quad.
constexpr int kSide = 13;

Simulation upright_sheet(const Material& material, const StepOptions& options = {}) {
  const Mesh mesh = make_rectangle({0.3, 0.3}, {kSide, kSide});
  return Simulation(make_cloth_model(mesh, material), upright(mesh), options);
}

/// 3×3 nodes in the middle of its upper edge, the middle one first.
std::vector<int> patch() {
  const int middle = kSide * (kSide - 2) + kSide / 2;
  std::vector<int> nodes{middle};
  for (const int row : {-1, 0, 1})
    for (const int column : {-1, 0, 1})
      if (row != 0 || column != 0) nodes.push_back(middle + row * kSide + column);
  return nodes;
}

/// Turned by 90° about an axis through the first node in half a second.
Motion quarter_turn(const Vec3& axis) {
  return keyframe_motion({0.2, 0.7}, {RigidPose{}, turned(kQuarter, axis)}, true);
}

/// Where a hand that has come and turned so far about a point has what was at x.
Vec3 place_in_hand(const Vec3& x, const Vec3& about, const RigidPose& moved) {
  return about + moved.translation + moved.rotation * (x - about);
}

/// How far nodes are at most from their place in a hand that turns about its first node, over 1.2 s [m].
double off_place(Simulation& sim, const Motion& motion, const Grip& grip) {
  const Points start = sim.state().x;
  sim.grasp("hand", patch(), motion, grip);
  const Vec3 origin = start.row(patch()[0]).transpose();
  double off = 0;
  for (int k = 0; k < 120; ++k) {
    EXPECT_EQ(sim.step().status, StepStatus::converged) << k;
    for (const int node : patch()) {
      const Vec3 place = place_in_hand(start.row(node).transpose(), origin, motion.path(sim.state().time));
      off = std::max(off, (sim.state().x.row(node).transpose() - place).norm());
    }
  }
  return off;
}

constexpr Material kTowel{.density = 0.2, .bending = 1e-5, .damping = 1};

TEST(Hand, ThatTurnsByAQuarterInHalfASecondKeepsItsNodesInPlace) {
  for (const Vec3& axis : {Vec3(0, 0, 1), Vec3(0, 1, 0), Vec3(1, 0, 0), Vec3(1, 1, 1)}) {
    Simulation rigid = upright_sheet(kTowel), robot = upright_sheet(kTowel);
    std::printf("[ measured ] 3×3 nodes turned by 90° in 0.5 s about (%g, %g, %g), off their place\n",
                axis.x(), axis.y(), axis.z());
    expect_at_most("  rigid", 1e3 * off_place(rigid, quarter_turn(axis), rigid_grip()), 0.1, "mm");
    // 5 N/mm over 3×3 nodes 25 mm apart resist a turn with C = k⟨r²⟩ = 4 N·m/rad. The path begins to turn
    // with ω = π rad/s at once. About y, in its plane, the sheet cannot but come along: ½Iω² = ½Cφ² with I
    // = 5.5e-4 kg·m², φ = 0.037 rad, 1.3 mm at the corners of the patch; its weight adds 0.2 mm. About other
    // axes it comes along less
    expect_at_most("  5 N/mm, against what a sheet set turning asks of it",
                   1e3 * off_place(robot, quarter_turn(axis), Grip{}), 1.5, "mm");
  }
}

/// What the springs of a hand that turns about its first node exert on their nodes where these are, by k (y −
/// x) + c (ẏ − ẋ) alone, and what the motion of the sheet asks of it: torques about the origin [N·m].
struct TurningTorques {
  Vec3 of_springs = Vec3::Zero(), of_motion = Vec3::Zero();
};

TurningTorques turning_torques(const Simulation& sim, const Points& start, const Points& v_before,
                               const Motion& motion, const Grip& grip, const Material& material) {
  const Points &x = sim.state().x, &v = sim.state().v;
  const double dt = sim.options().dt, t = sim.state().time;
  const Vec3 origin = start.row(patch()[0]).transpose();
  double area = 0;
  for (const int node : patch()) area += sim.model().node_area[node];
  TurningTorques torques;
  for (const int node : patch()) {
    const Vec3 begin = start.row(node).transpose(), at = x.row(node).transpose();
    const Vec3 place = place_in_hand(begin, origin, motion.path(t)),
               speed = (place - place_in_hand(begin, origin, motion.path(t - dt))) / dt;
    const Vec3 force = grip.stiffness * (place - at) + grip.damping * (speed - v.row(node).transpose());
    torques.of_springs += at.cross(sim.model().node_area[node] / area * force);
  }
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const Vec3 force =
        material.density * ((v.row(i) - v_before.row(i)).transpose() / dt - sim.options().gravity) +
        material.damping * v.row(i).transpose();
    torques.of_motion += x.row(i).transpose().cross(sim.model().node_area[i] * force);
  }
  return torques;
}

/// What a robot's compliant hand leaves of 0.1 mm is its springs' own law: they are off by just as much as
/// turning the sheet asks. (At 1 ms, where one iteration a step leaves no torque; an exactly flat sheet
/// turned in its plane would be given a side to go to.)
TEST(Hand, ThatTurnsIsOffByWhatItsSpringsLawSays) {
  for (const Vec3& axis : {Vec3(0, 0, 1), Vec3(0.1, 1, 0), Vec3(1, 0, 0), Vec3(1, 1, 1)}) {
    const Motion motion = quarter_turn(axis);
    Simulation sim = upright_sheet(kTowel, {.dt = 1e-3, .integrator = Integrator::euler});
    sim.grasp("hand", patch(), motion, Grip{});
    const Points start = sim.state().x;
    double largest = 0, off = 0;
    for (int k = 0; k < 1200; ++k) {
      const Points v_before = sim.state().v;
      ASSERT_EQ(sim.step().status, StepStatus::converged) << k;
      const auto [of_springs, of_motion] = turning_torques(sim, start, v_before, motion, Grip{}, kTowel);
      largest = std::max(largest, of_motion.norm());
      off = std::max(off, (of_springs - of_motion).norm());
    }
    expect_at_most("3×3 nodes turned by 90° in 0.5 s, 5 N/mm: law of the springs against the sheet's motion",
                   100 * off / largest, 2, "%");
  }
}

TEST(Hand, ThatIsTurnedHasTheWrenchThatStaticsAsks) {
  for (const Grip& grip : {rigid_grip(), Grip{}})
    for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(1, -1, 1)}) {
      Simulation sim = upright_sheet({.density = 0.2, .bending = 2e-3, .damping = 5});
      const Vec3 wrist(0.15, -0.1, 0.35), way(0.1, 0.2, 0.05);
      const Eigen::Quaterniond any(0.5, 0.5, -0.5, 0.5);  // as the robot's own axes are
      const RigidPose end{turned(kQuarter, axis).rotation * any, wrist + way};
      const int hand =
          sim.grasp("hand", patch(), keyframe_motion({0.1, 1}, {RigidPose{any, wrist}, end}), grip);
      (void)advance(sim, kSanitized ? 100 : 2500);
      Vec3 force = Vec3::Zero(), torque = force;  // of the weight, by nodes
      for (Eigen::Index i = 0; i < sim.state().x.rows(); ++i) {
        const Vec3 weight = 0.2 * sim.model().node_area[i] * sim.options().gravity;
        force += weight;
        torque += (sim.state().x.row(i).transpose() - end.translation).cross(weight);
      }
      const Wrench wrench = sim.grasp_wrench(hand);
      if (kSanitized) continue;
      expect_at_most("wrench of a turned hand, about its wrist, against statics: force",
                     100 * (wrench.force + force).norm() / force.norm(), 1, "%");
      expect_at_most("… torque", 100 * (wrench.torque + torque).norm() / torque.norm(), 1, "%");
    }
}

TEST(Hand, PullsByTheSpringsLawWhileItIsTurned) {
  constexpr int kWide = 13, kHigh = 10;
  const double width = 0.6;
  const Mesh mesh = make_rectangle({width, 0.45}, {kWide, kHigh});
  Simulation sim(make_cloth_model(mesh, {.density = 0.2, .damping = 0.5}), upright(mesh));
  std::vector<int> left, right;
  for (int i = kHigh - 1; i >= 0; --i) left.push_back(i * kWide), right.push_back(i * kWide + kWide - 1);
  const Vec3 out(0.1 * width, 0, 0), corner(0, 0, 0.45);
  const RigidPose begin{.translation = corner};
  sim.grasp("left", left, keyframe_motion({1, 5}, {begin, turned(kQuarter, {1, 0, 0}, corner - out)}));
  sim.grasp("right", right, keyframe_motion({1, 5}, {RigidPose{}, turned(kQuarter, {1, 0, 0}, out)}, true));
  EXPECT_EQ(advance(sim, kSanitized ? 20 : 900).missed, 0);
  if (kSanitized) return;
  const double law = Grip{}.stiffness * 0.1 * width;
  for (const int hand : {0, 1})
    expect_at_most("both hands turned by 90°, 20 % too far apart: force against the spring's law",
                   100 * std::abs(std::abs(sim.grasp_force(hand)[0]) / law - 1), 2, "%");
  for (const int node : right) EXPECT_NEAR(sim.state().x(node, 2), 0.45, 2e-3) << "the sheet has turned";
}

RigidPose shaken(double t) {
  return turned(0.5 * std::sin(5 * t), {1, 2, 9}, Vec3(0, 0.2 * std::sin(9.4 * t), 0));
}

/// Swung by its two upper corners, in steps of dt with few iterations each, so fast that many must be
/// divided.
Simulation swung_sheet(double dt, const Grip& grip) {
  StepOptions options{.dt = dt};
  options.projection.max_iterations = 5;
  const Mesh mesh = make_rectangle({0.5, 0.5}, {9, 9});
  Simulation sim(make_cloth_model(mesh, {.density = 0.2, .damping = 0.5}), upright(mesh), options);
  sim.grasp("hand", {72, 80}, {.path = shaken}, grip);
  return sim;
}

TEST(Hand, ThatTurnsIsWhereItShouldBeAtTheEndOfEverySubstep) {
  Simulation sim = swung_sheet(0.1, Grip{}), rigid = swung_sheet(0.1, rigid_grip());
  const Vec3 from = sim.state().x.row(72).transpose(), corner = sim.state().x.row(80).transpose();
  int divided = 0, rigid_divided = 0;
  double off = 0;
  for (int k = 0; k < 60; ++k) {
    ClothState before = sim.state();
    const StepReport report = sim.step(), of_rigid = rigid.step();
    if (of_rigid.substeps > 1 && of_rigid.status == StepStatus::converged) {
      ++rigid_divided;
      const Vec3 place = place_in_hand(corner, from, shaken(rigid.state().time));
      EXPECT_LE((rigid.state().x.row(80).transpose() - place).norm(), 1e-4);  // [m]; exactly taut, it yields
    }
    if (report.substeps == 1 || report.status != StepStatus::converged) continue;
    ++divided;
    Simulation shorter = swung_sheet(0.1 / report.substeps, Grip{});
    before.step *= report.substeps;
    shorter.go_on_from(before);
    EXPECT_EQ(advance(shorter, report.substeps).missed, 0);
    off = std::max(off, (sim.state().x - shorter.state().x).cwiseAbs().maxCoeff());
  }
  EXPECT_GE(std::min(divided, rigid_divided), 3) << "the scene is made to need them";
  // times are rounded differently; five Newton steps amplify that
  expect_at_most("a turning hand: divided steps against as many short ones", off, 1e-9, "m");
}

/// A hand that shakes a patch of the sheet and turns it.
Simulation turned_sheet(const Grip& grip) {
  Simulation sim = upright_sheet(kTowel);
  sim.grasp("hand", patch(), {.path = shaken}, grip);
  return sim;
}

TEST(Hand, ThatTurnsIsRepeatedBitByBitFromARestoredStateAndAllocatesNothing) {
  const Grip grips[] = {rigid_grip(), Grip{}, {.force_limit = 0.15, .slip = Slip::slide}};
  for (const Grip& grip : grips) {
    Simulation sim = turned_sheet(grip), other = turned_sheet(grip);
    (void)advance(sim, 40);
    (void)advance(other, 17);
    other.restore(sim.state());
    (void)sim.step();
    const CountAllocations here;
    for (int k = 1; k < 40; ++k) (void)sim.step();
    EXPECT_TRUE(!CountAllocations::works() || here.count() == 0);
    (void)advance(other, 40);
    EXPECT_EQ(other.state().x, sim.state().x);
    EXPECT_EQ(other.grasp_wrench(0).torque, sim.grasp_wrench(0).torque);
    EXPECT_TRUE(grip.slip == Slip::hold || sim.state().grasps[0].slid.norm() > 1e-3) << "it slides";
  }
}

TEST(Hand, TakesHoldWithoutAJumpWhereverItsFrameIs) {
  Simulation sim = upright_sheet(kTowel);
  sim.grasp("rail", {kSide * kSide - 1, kSide * (kSide - 1)}, fixed_motion(), rigid_grip());
  (void)advance(sim, 10);
  const RigidPose wrist = turned(2, {1, 2, 3}, {0.2, -0.1, 0.3});
  sim.grasp("hand", {0, 1}, keyframe_motion({0, 1}, {wrist, wrist}), rigid_grip());
  const Points before = sim.state().x;
  (void)sim.step();
  for (const int node : {0, 1}) EXPECT_LE((sim.state().x.row(node) - before.row(node)).norm(), 1e-15);  // [m]
}

TEST(Hand, WhosePathTurnsAtOnceComesAlongAtAWalk) {
  for (const Grip& grip : {rigid_grip(), Grip{}}) {
    Simulation sim = upright_sheet(kTowel);
    std::vector<int> edge;
    for (int i = 0; i < kSide; ++i) edge.push_back(kSide * (kSide - 1) + i);
    const RigidPose away = turned(2 * kQuarter, {0, 0, 1});
    sim.grasp("edge", edge, {.path = [&](double t) { return t < 0.095 ? RigidPose{} : away; }}, grip);
    double fastest = 0;
    for (int k = 0; k < 450; ++k) {
      (void)sim.step();
      fastest = std::max(fastest, sim.state().v.rowwise().norm().maxCoeff());
    }
    EXPECT_LE(fastest, 5);  // [m/s]; 0.6 m in a step were 60
    EXPECT_NEAR(sim.state().x(edge.back(), 0), -0.3, 1e-3) << "it has arrived";
  }
}

TEST(Hand, RefusesWhatIsNoOrientation) {
  Simulation sim = upright_sheet(kTowel);
  const RigidPose twice{Eigen::Quaterniond(2, 0, 0, 0), Vec3::Zero()};
  EXPECT_REFUSES(keyframe_motion({0, 1}, {RigidPose{}, twice}),
                 "rotation of key 1 of a path must be a quaternion (w, x, y, z) of length 1, got length 2");
  EXPECT_REFUSES(sim.grasp("g", {0}, {.path = [&](double) { return twice; }}),
                 "rotation of the motion of grasp \"g\" must be a quaternion (w, x, y, z) of length 1");
  const int hand = sim.grasp("g", {0});
  EXPECT_REFUSES(sim.set_motion(hand, {.path = [&](double) { return twice; }}),
                 "quaternion (w, x, y, z) of length 1");
}

}  // namespace
}  // namespace isocloth::test
