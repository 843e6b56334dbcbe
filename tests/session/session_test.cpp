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
  EXPECT_REFUSES(session.move_obstacle(0, {{2, 0, 0, 0}, {0, 0, 0}}), "quaternion (w, x, y, z) of length 1");
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

/// A sheet that lies on two boxes, side by side.
Session sheet_on_two_boxes() {
  const Mesh sheet = make_rectangle({0.4, 0.2}, {9, 5});
  Points start = sheet.x;
  start.col(2).array() += 1e-3;
  Session session(make_cloth_model(sheet, {.density = 0.2, .virtual_mass = 0.2, .damping = 0.4}), start);
  for (const double x : {0.1, 0.3})
    session.add_obstacle({.name = x < 0.2 ? "left" : "right",
                          .shape = make_box({0.19, 0.3, 0.1}, 0.001),
                          .path = fixed_pose({.translation = {x, 0.1, -0.05}}),
                          .friction = 0.5});
  return session;
}

TEST(Session, AnObstacleThatIsRemovedIsNotFeltAndLeavesNumbersLoadsAndMemoryOfTheOthers) {
  Session session = sheet_on_two_boxes();
  session.run(60);
  const Vec3 load = session.simulation().obstacle_load(1).force;
  ASSERT_GT(load.z(), 0.01);
  const SavedState before = session.save();
  const std::string with_both = bytes_after(session, 20);
  session.restore(before);
  session.run(1);
  const Vec3 kept = session.simulation().obstacle_load(1).force;
  const auto memory = session.state().contacts;
  session.remove_obstacle(0);
  EXPECT_EQ(session.simulation().obstacle_load(1).force, kept);
  for (const ContactMemory& c : session.state().contacts) EXPECT_EQ(c.obstacle, 1);
  EXPECT_LT(session.state().contacts.size(), memory.size());
  EXPECT_FALSE(session.state().contacts.empty());
  EXPECT_REFUSES(session.remove_obstacle(0), "obstacle \"left\" was removed before");
  EXPECT_REFUSES(session.move_obstacle(0, {}), "obstacle \"left\" was removed");
  session.run(30);
  EXPECT_LT(node(session, 0).z(), -0.05) << "falls where the box was";
  EXPECT_EQ(session.simulation().obstacle_load(0).force, Vec3::Zero().eval());
  const int third = session.add_obstacle({.name = "third", .shape = make_sphere(0.01)}, {}, StartCheck::none);
  EXPECT_EQ(third, 2);
  EXPECT_GT(session.simulation().obstacle_load(1).force.norm(), 0) << "an obstacle that comes takes no load";
}

TEST(Session, AStateBringsBackWhatWasRemovedSinceAndTakesAwayWhatWasRemovedThen) {
  Session session = sheet_on_two_boxes();
  session.run(30);
  const SavedState with = session.save();
  session.remove_obstacle(0);
  session.run(5);
  const SavedState without = from_bytes(to_bytes(session.save()));
  const std::string falls = bytes_after(session, 20);
  session.restore(with);
  session.run(30);
  EXPECT_GT(node(session, 0).z(), -1e-3) << "lies on the box that came back";
  session.restore(without);
  EXPECT_EQ(bytes_after(session, 20), falls);
  Session& twin = *session.twins(1).front();
  twin.restore(without);
  EXPECT_EQ(bytes_after(twin, 20), falls);
}

TEST(Session, AnObstacleThatIsPosedBeforeEachStepDragsClothAsOneOnAPathDoes) {
  const auto way = [](double t) { return RigidPose{.translation = {0.2 + 0.05 * t, 0.1, -0.05}}; };
  const auto run = [&](bool by_hand) {
    const Mesh sheet = make_rectangle({0.4, 0.2}, {9, 5});
    Points start = sheet.x;
    start.col(2).array() += 1e-4;
    Session session(make_cloth_model(sheet, {.density = 0.2, .virtual_mass = 0.2}), start);
    session.add_obstacle({.name = "belt",
                          .shape = make_box({1, 1, 0.1}, 0.001),
                          .path = by_hand ? fixed_pose(way(0)) : PosePath(way),
                          .friction = 0.5});
    for (int k = 1; k <= 100; ++k) {
      if (by_hand) session.move_obstacle(0, way(0.01 * k));
      (void)session.step();
    }
    return session.state().x;
  };
  const Points by_hand = run(true);
  EXPECT_NEAR(by_hand(0, 0), 0.05, 2e-3) << "carried along";
  EXPECT_LE((by_hand - run(false)).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(Session, AFingerIsPushedAndClosedByHandAndItsStateSaysSo) {
  Session session = sheet_session();
  const auto finger = [](Finger drive) {
    return Obstacle{.name = "jaw",
                    .shape = make_sphere(0.01),
                    .path = fixed_pose({.translation = {0, 0, 1}}),
                    .finger = std::move(drive)};
  };
  session.add_obstacle(finger({.axis = {0, 0, 1}, .force = constant_force(-1), .stroke = 0.02}));
  session.add_obstacle(finger({.axis = {0, 0, 1}, .position = constant_force(0.01)}));
  session.push_finger(0, 2);
  session.close_finger(1, 0.03, 0.2);
  session.run(10);
  EXPECT_NEAR(session.finger_position(0), 0.01, 2e-3);
  EXPECT_NEAR(session.finger_position(1), 0.02, 1e-12);
  EXPECT_NEAR(session.simulation().obstacle_pose(1).translation.z(), 1.02, 1e-12);
  EXPECT_EQ(session.obstacle_pose(1).translation.z(), 1) << "the hand's";
  const SavedState state = from_bytes(to_bytes(session.save()));
  session.run(20);
  EXPECT_NEAR(session.finger_position(0), 0.02, 1e-6) << "at its stop";
  EXPECT_NEAR(session.finger_position(1), 0.03, 1e-12);
  const std::string end = to_bytes(session.save());
  session.push_finger(0, -2);
  session.close_finger(1, 0);
  session.restore(state);
  EXPECT_EQ(bytes_after(session, 20), end);
  EXPECT_REFUSES(session.push_finger(1, 1), "goes by its position: close it");
  EXPECT_REFUSES(session.close_finger(0, 1), "goes by a force: push it");
}

TEST(Session, FunctionsAreAskedForBothEndsOfEachStep) {
  Session session = sheet_session();
  std::vector<double> asked;
  const Vec3 corner = node(session, 20);
  session.grasp({.name = "hand", .nodes = {20}, .motion = {fixed_motion().path, false}, .grip = rigid_grip()},
                [&](double t) {
                  asked.push_back(t);
                  return RigidPose{.translation = corner + Vec3(0, 0.1 * t, 0)};
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
  session.grasp({.name = "hand", .nodes = {2}}, [&](double t) {
    if (broken) throw std::runtime_error("no");
    return RigidPose{.translation = {0, 0, 0.01 * t}};
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
