#include <cmath>
#include <filesystem>
#include <fstream>

#include "io/mesh/mesh_file.hpp"
#include "io/scene/build_obstacles.hpp"
#include "io/scene/build_simulation.hpp"
#include "io/scene/run_scene.hpp"
#include "io/trajectory/sample_trajectories.hpp"
#include "isocloth/session/make_frame.hpp"
#include "scene_texts.hpp"

namespace isocloth::io::test {
namespace {

using isocloth::test::TemporaryFolder;

/// Line 9 holds the obstacle.
std::string with_obstacle(const std::string& keys) { return kScene + "obstacles:\n  - {" + keys + "}\n"; }

std::string error_about(const std::string& keys) { return error_of(with_obstacle(keys)); }

TEST(Obstacles, EveryShapeIsReadWithItsDefaults) {
  const Scene scene = parse_scene(kScene +
                                      "obstacles:\n"
                                      "  - {plane: {}}\n"
                                      "  - {sphere: {radius: 0.1}, friction: 0.3}\n"
                                      "  - {capsule: {radius: 0.1, length: 0.4}}\n"
                                      "  - {cylinder: {radius: 0.1, length: 0.4}}\n"
                                      "  - {name: table, box: {size: [1, 2, 3], rounding: 0.02}}\n"
                                      "  - {torus: {radius: 0.3, tube_radius: 0.1}}\n"
                                      "  - {ellipsoid: {radii: [0.1, 0.2, 0.3]}}\n"
                                      "  - {mesh: {file: body.obj}}\n",
                                  "folder/a.yaml");
  ASSERT_EQ(scene.obstacles.size(), 8u);
  EXPECT_EQ(std::get<PlaneSpec>(scene.obstacles[0].shape), (PlaneSpec{{0, 0, 0}, {0, 0, 1}}));
  EXPECT_EQ(scene.obstacles[0].name, "obstacle0");
  EXPECT_EQ(scene.obstacles[0].friction, 0);
  EXPECT_EQ(std::get<SphereSpec>(scene.obstacles[1].shape).radius, 0.1);
  EXPECT_EQ(scene.obstacles[1].friction, 0.3);
  EXPECT_EQ(std::get<CapsuleSpec>(scene.obstacles[2].shape), (CapsuleSpec{0.1, 0.4}));
  EXPECT_EQ(std::get<CylinderSpec>(scene.obstacles[3].shape), (CylinderSpec{0.1, 0.4, 0.001}));
  EXPECT_EQ(std::get<BoxSpec>(scene.obstacles[4].shape), (BoxSpec{{1, 2, 3}, 0.02}));
  EXPECT_EQ(scene.obstacles[4].name, "table");
  EXPECT_EQ(std::get<TorusSpec>(scene.obstacles[5].shape), (TorusSpec{0.3, 0.1}));
  EXPECT_EQ(std::get<EllipsoidSpec>(scene.obstacles[6].shape).radii, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(std::get<FileSpec>(scene.obstacles[7].shape).path, "folder/body.obj");
  EXPECT_EQ(parse_scene(scene.text, "folder/a.yaml"), scene) << scene.text;
}

TEST(Obstacles, ThatPassThroughTheClothAsItBeginsAreRefused) {
  // the sheet of kScene lies in the plane z = 0, from (0, 0) to its far corner
  const auto start = [](const std::string& keys) -> std::string {
    try {
      make_simulation(parse_scene(with_obstacle(keys), "a.yaml"));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const std::string pierced =
      start("name: rod, capsule: {radius: 0.02, length: 0.4}, pose: {translate: [0.1, 0.1, 0]}");
  EXPECT_EQ(pierced.find("a.yaml:9: obstacle \"rod\": the cloth begins 20 mm inside it"), 0u) << pierced;
  EXPECT_EQ(start("sphere: {radius: 0.1}, pose: {translate: [0.1, 0.1, -0.09]}"), "")
      << "10 mm deep: let out";
  EXPECT_NE(start("sphere: {radius: 0.1}, pose: {translate: [0.1, 0.1, -0.04]}"), "") << "60 mm deep";
  EXPECT_EQ(start("plane: {point: [0, 0, 0.01]}"), "") << "a half-space has one side";
}

TEST(Obstacles, AreSetByNumberAndByName) {
  const std::string text = kScene +
                           "obstacles:\n"
                           "  - {name: ball, sphere: {radius: 0.1}}\n"
                           "  - {plane: {}}\n";
  const Scene scene = parse_scene(text, "a.yaml",
                                  {"obstacles.ball.friction=0.5", "obstacles.ball.pose.translate=[0, 0, 1]",
                                   "obstacles.obstacle1.friction=0.2", "obstacles.0.sphere.radius=0.2",
                                   "cloth.material.thickness=0.002"});
  EXPECT_EQ(scene.obstacles[0].friction, 0.5);
  EXPECT_EQ(scene.obstacles[0].pose.translate, Vec3(0, 0, 1));
  EXPECT_EQ(std::get<SphereSpec>(scene.obstacles[0].shape).radius, 0.2);
  EXPECT_EQ(scene.obstacles[1].friction, 0.2);
  EXPECT_EQ(scene.cloths[0].material.thickness, 0.002);
}

TEST(Obstacles, FingersAreReadWithTheirDefaultsAndWrittenBack) {
  const Scene scene = parse_scene(
      kScene +
          "obstacles:\n"
          "  - {sphere: {radius: 0.01}, pose: {translate: [0, 0, 1]}, finger: {axis: [0, 0, 2], force: 5}}\n"
          "  - {sphere: {radius: 0.01}, pose: {translate: [0, 0, 1]}, finger: {axis: [1, 0, 0], opening: "
          "0.1,\n"
          "     force: {times: [0, 1], values: [2, -2]}, stroke: 0.02, mass: 0.3, speed: 0.5}}\n"
          "  - {sphere: {radius: 0.01}, pose: {translate: [0, 0, 1]}, finger: {axis: [1, 0, 0], position: "
          "0.03}}\n",
      "a.yaml");
  const FingerSpec first = *scene.obstacles[0].finger, second = *scene.obstacles[1].finger;
  EXPECT_EQ(first.axis, Vec3(0, 0, 1));
  EXPECT_EQ(first.force->values, std::vector<double>{5});
  EXPECT_EQ(first.stroke, Finger{}.stroke);
  EXPECT_EQ(first.mass, Finger{}.mass);
  EXPECT_EQ(first.speed, Finger{}.speed);
  EXPECT_EQ(second.force->times, (std::vector<double>{0, 1}));
  EXPECT_EQ(second.opening, 0.1);
  EXPECT_EQ(parse_scene(scene.text, "a.yaml"), scene) << scene.text;
  const std::vector<Obstacle> made = make_obstacles(scene);
  EXPECT_EQ(made[1].finger->force(0.25), 1);
  EXPECT_EQ(made[1].pose(0, 0.02).translation, Vec3(-0.08, 0, 1));
  EXPECT_EQ(made[2].pose(0).translation, Vec3(0.03, 0, 1));
}

TEST(Obstacles, MistakesInFingersGetOneSentence) {
  const auto error = [](const std::string& keys) {
    return error_about("sphere: {radius: 0.01}, finger: {" + keys + "}");
  };
  EXPECT_EQ(error("force: 1"), "a.yaml:9: missing key \"axis\" in obstacles.0.finger; add it");
  EXPECT_EQ(error("axis: [0, 0, 0], force: 1"),
            "a.yaml:9: obstacles.0.finger.axis has no length; give a direction such as [1, 0, 0]");
  EXPECT_EQ(
      error("axis: [0, 0, 1]"),
      "a.yaml:9: obstacles.0.finger has neither force nor position; give the force [N] that closes it, or "
      "how far it goes along its axis [m]");
  EXPECT_EQ(error("axis: [0, 0, 1], force: 1, position: 0"),
            "a.yaml:9: obstacles.0.finger holds both force and position; keep one of them");
  EXPECT_EQ(
      error("axis: [0, 0, 1], position: 0, mass: 1"),
      "a.yaml:9: obstacles.0.finger.mass needs force; a finger with a position is where that says, leave "
      "it out");
  EXPECT_EQ(error("axis: [0, 0, 1], force: strong"),
            "a.yaml:9: obstacles.0.finger.force must be a number, got \"strong\"");
  EXPECT_EQ(
      error("axis: [0, 0, 1], force: {times: [0, 1], values: [1]}"),
      "a.yaml:9: obstacles.0.finger.force has 2 times and 1 values; give as many of one as of the other");
  EXPECT_EQ(error("axis: [0, 0, 1], force: 1, gap: 3"),
            "a.yaml:9: unknown key \"gap\" in obstacles.0.finger (valid: axis, force, position, opening, "
            "stroke, mass, speed)");
}

TEST(Obstacles, MistakesGetOneSentence) {
  EXPECT_EQ(error_about("sphere: {radius: -1}"),
            "a.yaml:9: obstacles.0.sphere.radius must be from 0.0001 to 100 m, got \"-1\"");
  EXPECT_EQ(error_about("sphere: {}"), "a.yaml:9: missing key \"radius\" in obstacles.0.sphere; add it");
  EXPECT_EQ(error_about("friction: 1"),
            "a.yaml:9: obstacles.0 has no shape; give one of plane, sphere, capsule, cylinder, box, torus, "
            "ellipsoid, mesh");
  EXPECT_EQ(error_about("sphere: {radius: 1}, plane: {}"),
            "a.yaml:9: obstacles.0 holds both sphere and plane; keep one of them");
  EXPECT_EQ(
      error_about("ball: {radius: 1}"),
      "a.yaml:9: unknown key \"ball\" in obstacles.0 (valid: name, pose, motion, friction, finger, plane, "
      "sphere, capsule, cylinder, box, torus, ellipsoid, mesh)");
  EXPECT_EQ(error_about("box: {size: [1, 1, 0.2], rounding: 0.11}"),
            "a.yaml:9: obstacles.0.box.rounding must be at most half the smallest size; make it smaller");
  EXPECT_EQ(error_about("torus: {radius: 0.1, tube_radius: 0.1}"),
            "a.yaml:9: obstacles.0.torus.tube_radius must be smaller than radius; change one of them");
  EXPECT_EQ(error_about("plane: {normal: [0, 0, 0]}"),
            "a.yaml:9: obstacles.0.plane.normal has no length; give the direction out of the solid, such as "
            "[0, 0, 1]");
  EXPECT_EQ(error_about("plane: {}, friction: -0.1"),
            "a.yaml:9: obstacles.0.friction must be from 0 to 10, got \"-0.1\"");
  EXPECT_EQ(error_about("plane: {}, pose: {quaternion: [1, 1, 0, 0]}"),
            "a.yaml:9: obstacles.0.pose.quaternion must be a quaternion [w, x, y, z] of length 1, got length "
            "1.41421");
  EXPECT_EQ(error_about("plane: {}, pose: {quaternion: [1, 0, 0, 0], rotate_deg: [0, 0, 0]}"),
            "a.yaml:9: obstacles.0.pose holds both rotate_deg and quaternion; keep one of them");
  EXPECT_EQ(
      error_about("plane: {}, motion: slide"),
      "a.yaml:9: obstacles.0.motion must be fixed, {sine: …}, {keyframes: …} or {csv: …}, got \"slide\"");
  EXPECT_EQ(
      error_about("plane: {}, motion: {keyframes: {times: [0, 1], poses: [{}]}}"),
      "a.yaml:9: obstacles.0.motion.keyframes has 2 times and 1 poses; give as many of one as of the other");
  EXPECT_EQ(error_about("plane: {}, motion: {keyframes: {times: [], poses: []}}"),
            "a.yaml:9: obstacles.0.motion.keyframes has no poses; give at least one");
  EXPECT_EQ(error_of(kScene + "obstacles:\n  - {name: a, plane: {}}\n  - {name: a, plane: {}}\n"),
            "a.yaml:10: a second obstacle is named \"a\"; names must differ");
  EXPECT_EQ(error_of(kScene + "obstacles: {}\n"),
            "a.yaml:8: obstacles must be a list of obstacles, got a map");
  std::string many = kScene + "obstacles:\n";
  for (int i = 0; i < 1001; ++i) many += "  - {plane: {}}\n";
  EXPECT_EQ(error_of(many),
            "a.yaml:8: obstacles holds 1001 obstacles; at most 1000 are possible, join some into one mesh");
}

TEST(Obstacles, MoveAsTheSceneSays) {
  const auto path = [](const std::string& keys) {
    return make_obstacles(parse_scene(with_obstacle("sphere: {radius: 0.1}, " + keys), "a.yaml")).at(0).path;
  };
  const auto fixed = path("pose: {translate: [1, 2, 3], rotate_deg: [0, 0, 90]}");
  EXPECT_LE((fixed(7).to_world(Vec3(1, 0, 0)) - Vec3(1, 3, 3)).norm(), 1e-15);  // [m] roundings at 3 m
  const auto turned = path("pose: {quaternion: [0.7071, 0, 0, 0.7071]}");
  EXPECT_LE((turned(0).to_world(Vec3(1, 0, 0)) - Vec3(0, 1, 0)).norm(), 1e-15);
  const auto sine = path(
      "pose: {translate: [0, 0, 1]}, motion: {sine: {direction: [0, 2, 0], amplitude: 0.5, frequency: 1}}");
  EXPECT_LE((sine(0.25).translation - Vec3(0, 0.5, 1)).norm(), 1e-15);
  const auto keys = path(
      "pose: {translate: [9, 9, 9]}, motion: {keyframes: {times: [1, 3], poses: [{translate: [0, 0, 0]}, "
      "{translate: [2, 0, 0], rotate_deg: [0, 0, 90]}]}}");
  EXPECT_EQ(keys(0).translation, Vec3(0, 0, 0)) << "the keyframes replace the pose";
  EXPECT_LE((keys(2).translation - Vec3(1, 0, 0)).norm(), 1e-15);
  EXPECT_LE((keys(2).rotation * Vec3(1, 0, 0) - Vec3(1, 1, 0).normalized()).norm(), 1e-15);
}

TEST(Obstacles, FollowPosesOfACsvFile) {
  const TemporaryFolder folder;
  const std::string scene_path = folder / "a.yaml", csv = folder / "path.csv";
  const auto write = [&](const std::string& text) { std::ofstream(csv) << text; };
  const std::string text = with_obstacle("sphere: {radius: 0.1}, motion: {csv: path.csv}");
  const auto error = [&](const std::string& rows) {
    write(rows);
    return error_of(text, {}, scene_path);
  };
  write("t,x,y,z,qw,qx,qy,qz\n# start\n0,1,2,3,1,0,0,0\n2,1,2,5,0.7071,0,0,0.7071\n");
  const Scene scene = parse_scene(text, scene_path);
  const auto& motion = std::get<KeyframeMotion>(scene.obstacles[0].motion);
  EXPECT_EQ(motion.times, (std::vector<double>{0, 2}));
  EXPECT_EQ(motion.poses[1].translate, Vec3(1, 2, 5));
  EXPECT_NEAR(motion.poses[1].quaternion.value()[3], std::sqrt(0.5), 1e-15) << "made unit";
  std::filesystem::remove(csv);
  EXPECT_EQ(parse_scene(scene.text, scene_path), scene) << "what was run does not need the file any more";

  write("0,1,2,3\n1,4,5,6\n");
  const Scene plain = parse_scene(text, scene_path);
  EXPECT_FALSE(std::get<KeyframeMotion>(plain.obstacles[0].motion).poses[1].quaternion);

  EXPECT_EQ(error("0,1,2,3,1\n"),
            csv + ":1: a row must have the 4 columns t,x,y,z or t,x,y,z,qw,qx,qy,qz, got 5");
  EXPECT_EQ(error("0,1,2,3\n1,1,2,3,1,0,0,0\n"), csv + ":2: a row must have the 4 columns t,x,y,z, got 8");
  EXPECT_EQ(error("t,x,y,z,q\n0,1,2,3,1\n"),
            csv + ":1: the header must be t,x,y,z or t,x,y,z,qw,qx,qy,qz, got \"t,x,y,z,q\"");
  EXPECT_EQ(
      error("0,1,2,3,0,0,0,0\n"),
      csv +
          ":1: obstacles.0.motion.csv.poses.0.quaternion must be a quaternion [w, x, y, z] of length 1, "
          "got length 0");
  EXPECT_EQ(error("0,1,2,abc\n"),
            csv + ":1: obstacles.0.motion.csv.poses.0.translate.2 must be a number, got \"abc\"");
  EXPECT_EQ(error("1,1,2,3\n1,1,2,3\n"),
            csv + ":2: obstacles.0.motion.csv.times.1 is 1 s after 1 s; times must increase");
}

std::string message_of(const std::string& text, const std::string& path) {
  try {
    make_obstacles(parse_scene(text, path));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Obstacles, MeshesThatAreNoSolidsAreBlamedOnTheLineOfTheScene) {
  const TemporaryFolder folder;
  const std::string scene = folder / "a.yaml";
  const std::string text = with_obstacle("name: body, mesh: {file: body.obj}");
  Mesh cube = isocloth::test::make_cube(0.1);
  write_mesh(folder / "body.obj", cube);
  EXPECT_EQ(message_of(text, scene), "");
  cube.elements.pop_back();
  write_mesh(folder / "body.obj", cube);
  const std::string open = message_of(text, scene);
  EXPECT_TRUE(open.starts_with(scene + ":9: obstacle \"body\" (" + (folder / "body.obj") + "): ")) << open;
  std::filesystem::remove(folder / "body.obj");
  const std::string missing = message_of(text, scene);
  EXPECT_TRUE(missing.starts_with((folder / "body.obj") + ": cannot be read")) << missing;
}

TEST(Obstacles, AppearInTheTrajectoryWhereTheyAre) {
  const Scene scene = parse_scene(
      with(kScene, "duration: 10", "duration: 0.1") +
          "obstacles:\n"
          "  - {name: slope, plane: {point: [100, 0, -1], normal: [0, 0.6, 0.8]}, friction: 0.2}\n"
          "  - {name: ball, sphere: {radius: 0.1}, pose: {translate: [0, 0, -3]},\n"
          "     motion: {sine: {direction: [1, 0, 0], amplitude: 0.5, frequency: 2.5}}}\n",
      "a.yaml");
  Simulation simulation = make_simulation(scene);
  const TrajectoryInfo info = trajectory_info(scene.text, simulation);
  ASSERT_EQ(info.obstacles.size(), 2u);
  EXPECT_EQ(info.obstacles[0].name, "slope");
  EXPECT_EQ(info.obstacles[0].friction, 0.2);
  EXPECT_TRUE(info.obstacles[0].unbounded);
  EXPECT_FALSE(info.obstacles[1].unbounded);
  EXPECT_GT(info.obstacles[1].surface.element_count(), 50);
  const Points& square = info.obstacles[0].surface.x;
  const Vec3 middle = square.colwise().mean(), cloth = simulation.state().x.colwise().mean();
  EXPECT_LT((middle - cloth).norm(), 2) << "shown near the cloth, wherever its point is";
  for (Eigen::Index i = 0; i < square.rows(); ++i)
    EXPECT_NEAR(Vec3(0, 0.6, 0.8).dot(square.row(i).transpose() - Vec3(100, 0, -1)), 0,
                1e-13);  // [m] at 100 m

  std::vector<Frame> frames;
  Session session(std::move(simulation));
  (void)run_scene(scene, session, {.on_frame = [&](const Frame& f) { frames.push_back(f); }});
  ASSERT_EQ(frames.size(), 6u);
  EXPECT_EQ(frames[0].obstacle_pose[1].translation, Vec3(0, 0, -3));
  EXPECT_NEAR(frames[5].obstacle_pose[1].translation.x(), 0.5, 1e-15) << "a quarter of a period later";
  EXPECT_EQ(frames[5].obstacle_force.rows(), 2);
  EXPECT_EQ(frames[5].contact_force.rows(), 12);
}

}  // namespace
}  // namespace isocloth::io::test
