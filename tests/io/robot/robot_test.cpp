#include "io/robot/robot.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <numbers>

#include "io/file.hpp"
#include "io/scene/build_simulation.hpp"
#include "io/scene/read_scene.hpp"
#include "io/trajectory/sample_trajectories.hpp"
#include "support/refusal.hpp"

namespace isocloth::io {
namespace {

using test::TemporaryFolder;

/// A few roundings of numbers near 1.
constexpr double kRounding = 1e-14;

Robot mjcf(const TemporaryFolder& folder, const std::string& text) {
  const std::string path = folder / "robot.xml";
  write_file(path, text);
  return read_mjcf(path);
}

bool says(const Robot& robot, const std::string& part) {
  return std::any_of(robot.left_out.begin(), robot.left_out.end(),
                     [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

TEST(Mjcf, GeomsStandWhereTheirBodiesPutThem) {
  const TemporaryFolder folder;
  const Robot robot = mjcf(folder, R"(<mujoco model="arm"><option gravity="0 0 -5"/><worldbody>
    <body name="a" pos="1 0 0" euler="0 0 90"><geom name="ball" size="0.1" pos="0.5 0 0"/>
      <frame pos="0 0 1"><body name="b" axisangle="0 0 1 -90">
        <geom type="capsule" fromto="0 0 0 0 0.4 0" size="0.02" friction="0.3 0 0"/></body></frame></body>
    <geom name="floor" type="plane" size="1 1 1"/></worldbody></mujoco>)");
  ASSERT_EQ(robot.geoms.size(), 3U);
  EXPECT_EQ(robot.gravity, Vec3(0, 0, -5));
  EXPECT_LE((robot.geoms[0].pose.translation - Vec3(1, 0.5, 0)).norm(), kRounding);
  EXPECT_LE((robot.geoms[1].pose.translation - Vec3(1, 0.2, 1)).norm(), kRounding);
  EXPECT_NEAR(std::get<RobotCapsule>(robot.geoms[1].shape).length, 0.4, kRounding);
  EXPECT_NEAR(std::abs((robot.geoms[1].pose.rotation * Vec3::UnitZ()).y()), 1, kRounding);
  EXPECT_EQ(robot.geoms[1].friction, 0.3);
  EXPECT_EQ(robot.geoms[1].name, "b");
}

TEST(Mjcf, DefaultsGoByClassAndChildclass) {
  const TemporaryFolder folder;
  const Robot robot = mjcf(folder, R"(<mujoco><compiler angle="radian"/><default><geom size="0.3"/>
    <default class="pad"><geom type="box" size="1 2 3"/><default class="thin"><geom friction="0.7"/></default></default>
    <default class="seen"><geom contype="0" conaffinity="0"/></default></default><worldbody>
    <geom name="one"/><body childclass="thin"><geom name="two"/><geom name="three" class="seen"/></body>
    </worldbody></mujoco>)");
  ASSERT_EQ(robot.geoms.size(), 2U);
  EXPECT_EQ(std::get<RobotSphere>(robot.geoms[0].shape).radius, 0.3);
  EXPECT_EQ(std::get<RobotBox>(robot.geoms[1].shape).size, Vec3(2, 4, 6));
  EXPECT_EQ(robot.geoms[1].friction, 0.7);
  EXPECT_EQ(robot.geom_count, 3);
  EXPECT_TRUE(says(robot, "robot.xml:4: geom \"three\" is left out: it takes no part in contacts"));
}

TEST(Mjcf, EulerAnglesFollowTheirSequence) {
  const TemporaryFolder folder;
  const auto turned = [&](const std::string& sequence) {
    return mjcf(folder, "<mujoco><compiler eulerseq=\"" + sequence +
                            "\"/><worldbody><geom size=\"1\" euler=\"30 40 50\"/></worldbody></mujoco>")
        .geoms[0]
        .pose.rotation;
  };
  const auto about = [](double degrees, const Vec3& axis) {
    return Eigen::Quaterniond(Eigen::AngleAxisd(degrees * std::numbers::pi / 180, axis));
  };
  const Eigen::Quaterniond x = about(30, Vec3::UnitX()), y = about(40, Vec3::UnitY()),
                           z = about(50, Vec3::UnitZ());
  EXPECT_LE(turned("xyz").angularDistance(x * y * z), 1e-7);
  EXPECT_LE(turned("XYZ").angularDistance(z * y * x), 1e-7);
}

TEST(Mjcf, IncludesMeshesGridsAndMocapBodies) {
  const TemporaryFolder folder;
  write_file(folder / "part.xml", R"(<mujocoinclude><geom name="inner" size="0.1"/></mujocoinclude>)");
  Robot robot = mjcf(folder, R"(<mujoco><asset>
      <mesh name="wedge" vertex="0 0 0 1 0 0 0 1 0 0 0 1" scale="0.1 0.1 0.1"/></asset><worldbody>
    <include file="part.xml"/><geom name="wedge" type="mesh" mesh="wedge" pos="1 0 0"/>
    <body name="hand" mocap="true" pos="5 5 5"><geom name="palm" type="box" size=".1 .1 .1" pos="0 0 .5"/></body>
    <flexcomp name="towel" type="grid" dim="2" count="5 9 1" spacing=".1 .05 .1" mass="0.2" pos="0 0 2"/>
    <body><joint name="hinge"/><geom type="hfield" hfield="h"/></body></worldbody>
    <keyframe><key time="0" mpos="0 0 1" mquat="1 0 0 0"/><key time="2" mpos="1 0 1" mquat="1 0 0 0"/></keyframe>
    <actuator/></mujoco>)");
  ASSERT_EQ(robot.geoms.size(), 3U);
  EXPECT_EQ(robot.geom_count, 4);
  EXPECT_TRUE(says(robot, "joint \"hinge\" is left out"));
  EXPECT_TRUE(says(robot, "a hfield is no shape"));
  EXPECT_TRUE(says(robot, "actuator is left out"));
  const std::string path = folder / "scene.yaml";
  write_robot_scene(robot, path);
  const Scene scene = load_scene(path);
  ASSERT_EQ(scene.obstacles.size(), 3U);
  const auto& keys = std::get<KeyframeMotion>(scene.obstacles[2].motion);
  EXPECT_LE((keys.poses[1].translate - Vec3(1, 0, 1.5)).norm(), kRounding);
  const Simulation simulation = make_simulation(scene);
  EXPECT_EQ(simulation.state().x.rows(), 45);
  EXPECT_LE((simulation.state().x.colwise().mean() - Vec3(0, 0, 2).transpose()).norm(), 1e-12);
}

TEST(Urdf, LinksStandAtTheirJointsOrigins) {
  const TemporaryFolder folder;
  const std::string path = folder / "robot.urdf";
  write_file(
      path,
      R"(<robot name="arm"><link name="base"><visual><geometry><sphere radius="1"/></geometry></visual></link>
    <link name="tip"><collision><origin xyz="0 0 0.1"/><geometry><cylinder radius="0.1" length="0.2"/></geometry></collision>
      <collision><geometry><mesh filename="package://arm/a.dae"/></geometry></collision></link>
    <joint name="j" type="revolute"><parent link="base"/><child link="tip"/><origin xyz="1 0 0" rpy="0 1.5707963267948966 0"/></joint>
    </robot>)");
  Robot robot = read_urdf(path);
  ASSERT_EQ(robot.geoms.size(), 1U);
  EXPECT_EQ(robot.geom_count, 3);
  EXPECT_LE((robot.geoms[0].pose.translation - Vec3(1.1, 0, 0)).norm(), kRounding);
  EXPECT_TRUE(says(robot, "visual of link \"base\" is left out"));
  EXPECT_TRUE(says(robot, "meshes are read from .stl, .obj and .ply files"));
  EXPECT_TRUE(says(robot, "joint \"j\" is left out: it stands at zero"));
  write_robot_scene(robot, folder / "scene.yaml");
  EXPECT_EQ(load_scene(folder / "scene.yaml").obstacles.size(), 1U);
}

TEST(Robot, MistakesGetOneSentence) {
  const TemporaryFolder folder;
  EXPECT_REFUSES(mjcf(folder, "<mujoco><worldbody>\n<geom size=\"a\"/></worldbody></mujoco>"),
                 "robot.xml:2: size must be finite numbers, got \"a\"");
  EXPECT_REFUSES(mjcf(folder, "<mujoco>\n<worldbody>"), "robot.xml:2: is no XML");
  EXPECT_REFUSES(mjcf(folder, "<html/>"), "is no MJCF: its first element is <html>, not <mujoco>");
  EXPECT_REFUSES(mjcf(folder, "<mujoco><include file=\"no.xml\"/></mujoco>"), "which is not there");
  EXPECT_REFUSES(mjcf(folder, "<mujoco><include file=\"robot.xml\"/></mujoco>"), "is included in a ring");
}

}  // namespace
}  // namespace isocloth::io
