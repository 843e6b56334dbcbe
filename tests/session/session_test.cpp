#include "isocloth/session/session.hpp"

#include <gtest/gtest.h>

#include "session/led_sheet.hpp"
#include "support/refusal.hpp"

namespace isocloth::test {
namespace {

TEST(Session, GraspsKeepTheirNumbersAndNoLaterOneHasThem) {
  Session session = sheet_session();
  const SavedState start = session.save();
  const int first = session.grasp({.name = "first", .nodes = {20}});
  session.restore(start);
  EXPECT_REFUSES(session.target(first), "not there any more");
  EXPECT_REFUSES(session.set_end(-1, 0), "not there any more");
  const int second = session.grasp({.name = "second", .nodes = {20}});
  EXPECT_NE(second, first);
  EXPECT_EQ(session.grasp_at(second).name, "second");
}

TEST(Session, AGraspIsLedStraightToWhereAHandMovesIt) {
  Session session = sheet_session();
  const int hand = session.grasp({.name = "hand", .nodes = {20}, .grip = rigid_grip()});
  session.run(5);
  const Vec3 from = session.target(hand), to = from + Vec3(0.02, 0.03, 0.01);
  session.move(hand, to, 0.1);
  session.run(5);
  EXPECT_LE((node(session, 20) - (from + to) / 2).norm(), 1e-12);
  session.run(10);
  EXPECT_EQ(node(session, 20), to);
  session.release(hand);
  EXPECT_REFUSES(session.move(hand, from), "has let go");
  session.run(10);
  EXPECT_LT(node(session, 20).z(), to.z());
}

TEST(Session, AnObstacleIsLedToThePoseItIsMovedTo) {
  Session session = held_sheet();
  session.run(3);
  const RigidPose from = session.obstacle_pose(0);
  const RigidPose to{from.rotation, from.translation + Vec3(0, 0.1, 0.2)};
  session.move_obstacle(0, to, 0.2);
  const RunReport report = session.run(10);
  EXPECT_LE((session.obstacle_pose(0).translation - (from.translation + to.translation) / 2).norm(), 1e-12);
  EXPECT_EQ(report.missed_steps(), 0);
  session.run(20);
  EXPECT_EQ(session.obstacle_pose(0).translation, to.translation);
  EXPECT_REFUSES(session.move_obstacle(1, to), "there is no obstacle 1");
  EXPECT_REFUSES(session.move_obstacle(0, to, -1), "duration of a move");
  EXPECT_REFUSES(session.move_obstacle(0, {{2, 0, 0, 0}, {0, 0, 0}}), "quaternion of length 1");
}

TEST(Session, RestoreUndoesGraspingLettingGoAndAllLeads) {
  Session session = held_sheet();
  session.run(10);
  session.move(0, session.target(0) + Vec3(0, 0.05, 0), 0.3);
  session.move_obstacle(0, {{1, 0, 0, 0}, {0.1, 0, -0.2}}, 0.3);
  session.run(5);
  const SavedState state = session.save();
  const std::string first = bytes_after(session, 40);
  session.restore(state);
  session.release(1);
  session.grasp({.name = "other", .nodes = {3}});
  session.move(0, Vec3(0, 0, 0.3));
  session.move_obstacle(0, {{1, 0, 0, 0}, {0, 0, -1}});
  session.run(7);
  session.restore(state);
  EXPECT_EQ(to_bytes(session.save()), to_bytes(state));
  EXPECT_EQ(bytes_after(session, 40), first);
}

TEST(Session, FunctionsAreAskedForBothEndsOfEachStep) {
  Session session = sheet_session();
  std::vector<double> asked;
  const Vec3 corner = node(session, 20);
  session.grasp({.name = "hand", .nodes = {20}, .motion = {fixed_motion().path, false}, .grip = rigid_grip()},
                [&](double t) {
                  asked.push_back(t);
                  return Vec3(corner + Vec3(0, 0.1 * t, 0));
                });
  session.run(2);
  EXPECT_EQ(asked, (std::vector<double>{0, 0, 0.01, 0.01, 0.02}));
  EXPECT_LE((node(session, 20) - corner - Vec3(0, 0.002, 0)).norm(), 1e-15);
}

TEST(Session, AFunctionThatThrowsLeavesAllAsItWas) {
  Session session = held_sheet();
  bool broken = false;
  session.add_obstacle({.name = "second", .shape = make_sphere(0.1)},
                       [](double t) { return RigidPose{.translation = {0, 0, -2 - t}}; });
  session.grasp({.name = "hand", .nodes = {2}, .motion = {fixed_motion().path, true}}, [&](double t) -> Vec3 {
    if (broken) throw std::runtime_error("no");
    return {0, 0, 0.01 * t};
  });
  session.run(3);
  const std::string before = to_bytes(session.save());
  broken = true;
  EXPECT_THROW((void)session.step(), std::runtime_error);
  EXPECT_EQ(to_bytes(session.save()), before);
  broken = false;
  EXPECT_EQ(session.run(1).missed_steps(), 0);
}

TEST(Session, ATwinGoesTheSameWayAndLeavesTheOtherAlone) {
  Session session = held_sheet();
  session.move(0, session.target(0) + Vec3(0, 0.05, 0), 0.3);
  session.move_obstacle(0, {{1, 0, 0, 0}, {0.1, 0, -0.2}}, 0.3);
  session.run(5);
  Session& twin = *session.twins(1).front();
  const std::string before = to_bytes(session.save());
  EXPECT_EQ(to_bytes(twin.save()), before);
  const std::string later = bytes_after(twin, 30);
  EXPECT_EQ(to_bytes(session.save()), before);
  EXPECT_EQ(bytes_after(session, 30), later);
}

TEST(Session, PlacedClothIsHeldWhereItIsThen) {
  Session session = sheet_session();
  const int hand = session.grasp({.name = "hand", .nodes = {20}, .grip = rigid_grip()});
  session.move(hand, node(session, 20) + Vec3(0, 0.02, 0));
  session.run(5);
  Points x = session.state().x;
  x.col(0).array() += 1;
  session.place(x, Points::Zero(x.rows(), 3));
  session.run(5);
  EXPECT_EQ(node(session, 20), Vec3(x.row(20).transpose()));
  EXPECT_REFUSES(session.place(x.topRows(3), x), "positions are of 3 nodes");
  session.add_obstacle(ball_below());
  Points pierced = session.state().x;
  pierced.rowwise() += Eigen::RowVector3d(0.15, 0.05, -0.15) - pierced.row(12);
  EXPECT_REFUSES(session.place(pierced, x), "obstacle \"ball\": the cloth begins 1e+02 mm inside it");
  x(4, 1) = std::nan("");
  EXPECT_REFUSES(session.place(x, x), "positions of node 4 are not finite");
}

TEST(Session, OfAnotherMaterialGoesOnOnlyOnPurpose) {
  const Material stiff{.density = 0.2, .virtual_mass = 0.2, .bending = 1e-4, .damping = 0.4};
  Session session = sheet_session(), other = sheet_session(stiff);
  for (Session* each : {&session, &other}) {
    each->grasp({.name = "hand", .nodes = {20}});
    each->add_obstacle(ball_below());
  }
  session.move(0, session.target(0) + Vec3(0, 0.05, 0), 0.3);
  session.move_obstacle(0, {{1, 0, 0, 0}, {0.1, 0, -0.2}}, 0.3);
  session.run(10);
  EXPECT_REFUSES(other.restore(session.save()), "belongs to another simulation: its material is another");
  EXPECT_REFUSES(other.restore(from_bytes(to_bytes(session.save()))), "its material is another");
  other.go_on_from(session.save());
  EXPECT_EQ(other.state().x, session.state().x);
  EXPECT_EQ(other.target(0), session.target(0));
  EXPECT_EQ(other.obstacle_pose(0).translation, session.obstacle_pose(0).translation);
  EXPECT_EQ(other.run(10).missed_steps(), 0);
}

}  // namespace
}  // namespace isocloth::test
