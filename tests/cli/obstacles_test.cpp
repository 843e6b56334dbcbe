#include <cmath>

#include "io/mesh/mesh_file.hpp"
#include "io/trajectory/sample_trajectories.hpp"
#include "io/trajectory/trajectory_reader.hpp"
#include "program.hpp"

namespace isocloth::cli::test {
namespace {

using Json = nlohmann::json;

/// A small cloth that lies down on a table; 0.1 m × 0.1 m of 0.2 kg/m², so 0.0196 N.
const std::string kTable =
    "cloth:\n"
    "  mesh: {rectangle: {size: [0.1, 0.1], nodes: [5, 5]}}\n"
    "  pose: {translate: [-0.05, -0.05, 0.101]}\n"
    "  material: {density: 0.2, bending: 1e-5, damping: 1}\n"
    "obstacles:\n"
    "  - {name: table, box: {size: [0.4, 0.4, 0.1], rounding: 0.01}, pose: {translate: [0, 0, 0.05]}, "
    "friction: 0.3}\n"
    "  - {name: floor, plane: {}, friction: 0.2}\n"
    "  - {name: ball, sphere: {radius: 0.05}, motion: {sine: {direction: [1, 0, 0], amplitude: 0.1, "
    "frequency: 1}},\n"
    "     pose: {translate: [0.5, 0, 0.3]}}\n"
    "time: {duration: 1}\n";

TEST(ObstacleRun, TableCarriesTheCloth) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("table.yaml", kTable), run = folder / "run.ict";
  const Result result = isocloth_program({"run", scene, "--json", "--out", run});
  ASSERT_EQ(result.status, 0) << result.err;
  const Json json = result.json();
  const double weight = 0.2 * 0.01 * 9.8;  // [N]
  const Json& force = json["final"]["obstacle_force_N"];
  EXPECT_NEAR(force["table"][2], weight, 0.02 * weight) << "at rest up to a hundredth of g";
  EXPECT_EQ(force["floor"], Json({0.0, 0.0, 0.0}));
  EXPECT_EQ(force["ball"], Json({0.0, 0.0, 0.0}));
  EXPECT_EQ(json["final"]["obstacle_torque_Nm"]["table"].size(), 3u);
  EXPECT_LT(json["penetration_max_m"], 1e-3);
  EXPECT_LE(json["node_penetration_max_m"], json["penetration_max_m"]);

  const Trajectory recorded = io::read_trajectory(run);
  ASSERT_EQ(recorded.info.obstacles.size(), 3u);
  const Frame& last = recorded.frames.back();
  EXPECT_NEAR(last.obstacle_force(0, 2), force["table"][2].get<double>(), 1e-12);  // [N] the same numbers
  EXPECT_NEAR(last.contact_force.col(2).sum(), last.obstacle_force.col(2).sum(), 1e-12);
  const Vec3 at_quarter = recorded.frames[recorded.frames.size() / 4].obstacle_pose[2].translation;
  EXPECT_GT(at_quarter.x(), 0.55) << "the ball swings";
}

TEST(ObstacleRun, TextTellsDepthAndLoads) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("table.yaml", kTable);
  const Result result = isocloth_program({"run", scene, "--set", "time.duration=0.1"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("\nobstacles: cloth inside them by at most "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("\n  table: at the end pushes the cloth with ("), std::string::npos)
      << result.out;
}

TEST(ObstacleRun, InfoListsObstaclesOfScenesAndTrajectories) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("table.yaml", kTable), run = folder / "run.ict";
  const Json of_scene = isocloth_program({"info", scene, "--json"}).json();
  EXPECT_EQ(
      of_scene["obstacles"][0],
      Json({{"name", "table"}, {"shape", "box"}, {"motion", "fixed"}, {"friction", 0.3}, {"finger", false}}));
  EXPECT_EQ(of_scene["obstacles"][2]["motion"], "sine");
  EXPECT_NE(isocloth_program({"info", scene}).out.find("table: box, fixed, friction 0.3"), std::string::npos);

  ASSERT_EQ(isocloth_program({"run", scene, "--set", "time.duration=0.1", "--out", run}).status, 0);
  const Json of_run = isocloth_program({"info", run, "--json"}).json();
  EXPECT_EQ(of_run["obstacles"][1], Json({{"name", "floor"}, {"friction", 0.2}}));
  EXPECT_TRUE(of_run["penetration_max_m"].is_number());
  EXPECT_NE(isocloth_program({"info", run}).out.find("table: friction 0.3"), std::string::npos);
  for (const char* name : {"run.npz", "run.glb", "run.pvd", "run.csv", "run.png"}) {
    const std::string command = std::string(name).ends_with("png") ? "render" : "convert";
    EXPECT_EQ(isocloth_program({command, run, folder / name}).status, 0) << name;
    EXPECT_TRUE(std::filesystem::exists(folder / name)) << name;
  }
}

TEST(ObstacleRun, FingersAreReportedAndDrawnWhereTheyAre) {
  const TemporaryFolder folder;
  const std::string scene =
      folder.write("finger.yaml",
                   "cloth: {mesh: {rectangle: {size: [1, 1], nodes: [3, 3]}}}\n"
                   "time: {duration: 1}\n"
                   "obstacles:\n"
                   "  - {name: jaw, sphere: {radius: 0.01}, pose: {translate: [0, 0, 1]},\n"
                   "     finger: {axis: [0, 0, 1], force: 1, stroke: 0.02}}\n"
                   "  - {name: ball, sphere: {radius: 0.01}, pose: {translate: [0, 0, 2]}}\n");
  const std::string run = folder / "run.ict";
  const Json report = isocloth_program({"run", scene, "--json", "--out", run}).json();
  EXPECT_NEAR(report["final"]["finger_position_m"]["jaw"].get<double>(), 0.02, 1e-6) << "at its stop";
  EXPECT_FALSE(report["final"]["finger_position_m"].contains("ball"));
  EXPECT_NE(isocloth_program({"info", scene}).out.find("jaw: sphere, fixed, friction 0, a finger"),
            std::string::npos);
  const Trajectory trajectory = io::read_trajectory(run);
  EXPECT_EQ(trajectory.frames.front().obstacle_pose[0].translation.z(), 1);
  EXPECT_NEAR(trajectory.frames.back().obstacle_pose[0].translation.z(), 1.02, 1e-6);
}

TEST(ObstacleRun, OpenMeshesAreRefusedWithTheLineOfTheScene) {
  const TemporaryFolder folder;
  Mesh cube = isocloth::test::make_cube(0.1);
  cube.elements.pop_back();
  io::write_mesh(folder / "body.obj", cube);
  const std::string scene = folder.write("a.yaml",
                                         "cloth: {mesh: {rectangle: {size: [1, 1], nodes: [3, 3]}}}\n"
                                         "time: {duration: 1}\n"
                                         "obstacles:\n"
                                         "  - name: body\n"
                                         "    mesh: {file: body.obj}\n");
  expect_refusal(isocloth_program({"run", scene}), "a.yaml:5: obstacle \"body\" (");
}

}  // namespace
}  // namespace isocloth::cli::test
