#include <cmath>
#include <regex>

#include "io/trajectory/trajectory_reader.hpp"
#include "program.hpp"

namespace isocloth::cli::test {
namespace {

using Json = nlohmann::json;
const std::vector<std::string> kShortShake{"run", "shake", "--set", "time.duration=0.2"};

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(Run, JsonHoldsEveryKeyOfTheContractWithItsType) {
  const Result result = isocloth_program(kShortShake + std::vector<std::string>{"--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "") << "stderr is no terminal, so nothing is shown there";
  const Json json = result.json();
  for (const char* key : {"steps", "frames", "converged_steps", "iterations_max", "infeasible_steps",
                          "limit_steps", "not_finite_steps"})
    EXPECT_TRUE(json.at(key).is_number_integer()) << key;
  for (const char* key : {"simulated_s", "wall_s", "realtime_factor", "iterations_mean", "metric_error_max",
                          "penetration_max_m", "node_penetration_max_m"})
    EXPECT_TRUE(json.at(key).is_number_float()) << key;
  for (const char* key : {"total", "mean", "dispersion"})
    EXPECT_TRUE(json.at("area_error").at(key).is_number());
  for (const char* name : {"left", "right"}) {
    const Json& force = json.at("final").at("grasp_force_N").at(name);
    ASSERT_EQ(force.size(), 3u);
    for (const Json& part : force) EXPECT_TRUE(part.is_number());
  }
  EXPECT_TRUE(json.at("final").at("obstacle_force_N").is_object());
  EXPECT_TRUE(json.at("final").at("obstacle_torque_Nm").is_object());
  EXPECT_EQ(json.at("scene"), "shake");
}

TEST(Run, CountsAgreeWithTheScene) {
  const Json json =
      isocloth_program(kShortShake + std::vector<std::string>{"--json", "--threads", "3"}).json();
  EXPECT_EQ(json["steps"], 20) << "0.2 s in steps of 0.01 s";
  EXPECT_EQ(json["frames"], 11) << "at 0, 0.02, …, 0.2 s";
  EXPECT_EQ(json["converged_steps"], 20);
  EXPECT_TRUE(json["first_miss"].is_null());
  EXPECT_FALSE(json["stopped"].get<bool>());
  EXPECT_DOUBLE_EQ(json["simulated_s"], 0.2);
  EXPECT_NEAR(json["realtime_factor"].get<double>() * json["wall_s"].get<double>(), 0.2, 1e-12);
  EXPECT_GT(json["slowest_second_s"], 0) << "of a run that takes less, all of it";
  EXPECT_LE(json["slowest_second_s"], json["wall_s"]);
}

TEST(Run, HeldClothIsCarriedByItsGrasps) {
  // damped until it hangs still; both corners together carry δ·area·g
  const Json json = isocloth_program({"run", "shake", "--json", "--set", "grasps.left.motion=fixed", "--set",
                                      "grasps.right.motion=fixed", "--set", "time.duration=8"})
                        .json();
  const Json& force = json["final"]["grasp_force_N"];
  const double carried = force["left"][2].get<double>() + force["right"][2].get<double>();
  const double weight = 0.52 * 0.297 * 0.42 * 9.8;  // [N]
  // after 8 s less than e^(−αt/2ρ) = 2e-5 of the first motion is left
  EXPECT_NEAR(carried, weight, 1e-4 * weight);
}

TEST(Run, SummaryIsOneLine) {
  const Result result = isocloth_program(kShortShake);
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(std::regex_match(
      result.out,
      std::regex("20 steps, 0\\.2 s simulated in .* s \\(.*× real time\\), 20 converged, .* iterations a "
                 "step, metric error .* %, area error .* / .* / .* % \\(total / mean / dispersion\\)\n")))
      << result.out;
}

TEST(Run, SameInputGivesTheSameBytes) {
  const TemporaryFolder folder;
  for (const char* name : {"a.ict", "b.ict"})
    EXPECT_EQ(isocloth_program({"run", "shake", "--set", "time.duration=2", "--out", folder / name}).status,
              0);
  const std::string a = contents_of(folder / "a.ict");
  EXPECT_GT(a.size(), 101u * 81 * 48) << "101 frames of 81 nodes";
  EXPECT_TRUE(a == contents_of(folder / "b.ict"));
}

TEST(Run, FramesTellWhatTheStepsSinceThePreviousDid) {
  const TemporaryFolder folder;
  const Json json =
      isocloth_program(kShortShake + std::vector<std::string>{"--json", "--out", folder / "run.ict"}).json();
  io::TrajectoryCondition condition;
  const Trajectory run = io::read_trajectory(folder / "run.ict", &condition);
  EXPECT_EQ(condition.reason, "");
  ASSERT_EQ(run.frames.size(), 11u);
  double worst = 0;
  std::int64_t iterations = 0;
  for (std::size_t k = 0; k < run.frames.size(); ++k) {
    EXPECT_NEAR(run.frames[k].time, 0.02 * static_cast<double>(k), 1e-12);
    EXPECT_EQ(run.frames[k].diagnostics.steps, k == 0 ? 0 : 2);
    worst = std::max(worst, run.frames[k].diagnostics.metric_error);
    iterations += run.frames[k].diagnostics.iterations;
  }
  EXPECT_EQ(worst, json["metric_error_max"].get<double>());
  EXPECT_DOUBLE_EQ(static_cast<double>(iterations) / 20, json["iterations_mean"].get<double>());
  const Vec3 force = run.frames.back().grasp_force.row(0);
  EXPECT_EQ(force.z(), json["final"]["grasp_force_N"]["left"][2].get<double>())
      << "the last frame is the end";
}

TEST(Run, CsvHasTheHeaderOfTheContract) {
  const TemporaryFolder folder;
  ASSERT_EQ(isocloth_program(kShortShake + std::vector<std::string>{"--out", folder / "run.csv"}).status, 0);
  const std::string text = contents_of(folder / "run.csv");
  EXPECT_TRUE(text.starts_with("t,x0,y0,z0,x1,y1,z1,")) << text.substr(0, 40);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 12) << "header and 11 frames";
}

TEST(Run, OverridesChangeTheRunAndStandInTheTrajectory) {
  const TemporaryFolder folder;
  const Json json =
      isocloth_program(kShortShake + std::vector<std::string>{"--set", "cloth.mesh.rectangle.nodes=[5,9]",
                                                              "--set", "grasps.left.nodes=[40]", "--set",
                                                              "grasps.right.nodes=[44]", "--json", "--out",
                                                              folder / "run.ict"})
          .json();
  EXPECT_EQ(json["nodes"], 45);
  EXPECT_NE(io::read_trajectory(folder / "run.ict").info.scene.find("0.2"), std::string::npos);
}

TEST(Run, StepsThatMissAreSaidAndExitWithOne) {
  // from 0.1 s on pulled apart at 0.1 m/s, where the top edge is straight already: no inextensible sheet
  // follows
  const std::vector<std::string> pulled{"run",
                                        "taut",
                                        "--set",
                                        "time.duration=0.14",
                                        "--set",
                                        "cloth.rest_noise.std=0",
                                        "--set",
                                        "grasps.left.motion=fixed",
                                        "--set",
                                        "grasps.left.stiffness=rigid",
                                        "--set",
                                        "grasps.right.stiffness=rigid",
                                        "--set",
                                        "grasps.right.motion={polyline: {times: [0.1, 1.1], points: [[0, 0, "
                                        "0], [0.1, 0, 0]], relative: true}}"};
  const Result text = isocloth_program(pulled);
  EXPECT_EQ(text.status, 1);
  EXPECT_EQ(text.err, "");
  EXPECT_NE(text.out.find("infeasible from t = 0.11 s: the grasps pull the cloth further than it reaches"),
            std::string::npos)
      << text.out;
  const Result result = isocloth_program(pulled + std::vector<std::string>{"--json"});
  EXPECT_EQ(result.status, 1);
  const Json json = result.json();
  EXPECT_EQ(json["first_miss"]["status"], "infeasible");
  EXPECT_EQ(json["first_miss"]["grasp"], "right");
  EXPECT_NEAR(json["grasp_slip_max_m"], 0.002, 0.0002) << "4 mm too far, shared by both";
  EXPECT_NEAR(json["first_miss"]["t"], 0.11, 1e-12);
  EXPECT_EQ(json["converged_steps"].get<int>() + json["infeasible_steps"].get<int>() +
                json["limit_steps"].get<int>() + json["not_finite_steps"].get<int>(),
            json["steps"].get<int>());
}

TEST(Run, DurationThatIsNoMultipleOfTheStepIsReached) {
  const Json json = isocloth_program({"run", "shake", "--json", "--set", "time.duration=0.055"}).json();
  EXPECT_EQ(json["steps"], 6);
  EXPECT_EQ(json["frames"], 4) << "at 0, 0.02, 0.04 and 0.06 s";
}

}  // namespace
}  // namespace isocloth::cli::test
