#include <filesystem>

#include "program.hpp"

namespace isocloth::cli::test {
namespace {

using Json = nlohmann::json;

const std::string kTiny =
    "cloth:\n"
    "  mesh: {rectangle: {size: [0.3, 0.3], nodes: [4, 4]}}\n"
    "  pose: {rotate_deg: [90, 0, 0]}\n"
    "grasps:\n"
    "  - {nodes: [12]}\n"
    "time: {duration: 0.2}\n";

/// `bench arguments… --quick --json`.
Json quick_json(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "bench");
  arguments.insert(arguments.end(), {"--quick", "--json"});
  const Result result = isocloth_program(arguments);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "") << "stderr is no terminal, so nothing is shown there";
  return result.json();
}

/// A program that prints `text` and exits with `status`.
std::string fake_program(const TemporaryFolder& folder, const std::string& text, int status = 0) {
  const std::string path = folder.write(
      "fake", "#!/bin/sh\ncat <<'END'\n" + text + "\nEND\nexit " + std::to_string(status) + "\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

TEST(Bench, JsonHoldsEveryKeyOfTheContractWithItsType) {
  const Json scene = quick_json({"drop9"}).at("scenes").at(0);
  EXPECT_EQ(scene.at("name"), "drop9");
  for (const char* key : {"nodes", "elements", "steps", "repetitions", "reference_steps"})
    EXPECT_TRUE(scene.at(key).is_number_integer()) << key;
  for (const char* key : {"dt", "ms_per_step", "ms_per_step_median", "cpu_ms_per_step", "realtime_factor",
                          "reference_ratio", "iterations_mean", "factorizations_per_s", "metric_error_max",
                          "area_dispersion", "converged_share", "peak_memory_MB"}) {
    EXPECT_TRUE(scene.at(key).is_number_float()) << key;
    EXPECT_GT(scene.at(key).get<double>(), 0) << key;
  }
}

TEST(Bench, NumbersAgreeWithEachOtherAndWithTheRun) {
  const TemporaryFolder folder;
  const std::string path = folder.write("tiny.yaml", kTiny);
  const Json scene = quick_json({path, "--repeat", "3"}).at("scenes").at(0);
  const Json run = isocloth_program({"run", path, "--json"}).json();
  EXPECT_EQ(scene["name"], "tiny");
  EXPECT_EQ(scene["nodes"], 16);
  EXPECT_EQ(scene["elements"], 9);
  EXPECT_EQ(scene["steps"], 20);
  EXPECT_EQ(scene["repetitions"], 3);
  EXPECT_EQ(scene["iterations_mean"], run["iterations_mean"]);
  EXPECT_EQ(scene["metric_error_max"], run["metric_error_max"]);
  EXPECT_EQ(scene["area_dispersion"], run["area_error"]["dispersion"]);
  EXPECT_EQ(scene["converged_share"], 1.0);
  EXPECT_LE(scene["reference_steps"], 20);
  EXPECT_LE(scene["ms_per_step"], scene["ms_per_step_median"]);
  EXPECT_NEAR(scene["realtime_factor"].get<double>() * scene["ms_per_step"].get<double>(),
              1000 * scene["dt"].get<double>(), 1e-6);
  EXPECT_NEAR(scene["factorizations_per_s"].get<double>() * scene["dt"].get<double>(),
              scene["iterations_mean"].get<double>(), 1e-9);
}

TEST(Bench, TableHasALineForEachScene) {
  const TemporaryFolder folder;
  const Result result =
      isocloth_program({"bench", folder.write("tiny.yaml", kTiny), "drop9", "--quick", "--threads", "2"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 3) << result.out;
  EXPECT_TRUE(result.out.starts_with("scene ")) << result.out;
  for (const char* name : {"\ntiny ", "\ndrop9 "})
    EXPECT_NE(result.out.find(name), std::string::npos) << result.out;
}

TEST(Bench, MemoryIsThatOfTheSceneAloneWhateverRanBefore) {
  const TemporaryFolder folder;
  const std::string small = folder.write("small.yaml", kTiny);
  const std::string large = folder.write(
      "large.yaml", "cloth: {mesh: {rectangle: {size: [1, 1], nodes: [60, 60]}}}\ntime: {duration: 0.01}\n");
  const Json alone = quick_json({small})["scenes"][0]["peak_memory_MB"];
  const Json scenes = quick_json({large, small})["scenes"];
  const double big = scenes[0]["peak_memory_MB"], little = scenes[1]["peak_memory_MB"];
  EXPECT_GT(big, little + 10) << "3600 nodes have a factor of tens of MB";
  EXPECT_LE(std::abs(little - alone.get<double>()), 4) << "[MB] pages of the program come and go";
}

TEST(Bench, RefusesWhatItCannotMeasureInOneSentence) {
  const TemporaryFolder folder;
  expect_refusal(
      isocloth_program({"bench", "drop34"}),
      "drop34: is neither a benchmark, a scene file nor a built-in scene; did you mean \"drop33\"?");
  expect_refusal(isocloth_program({"bench", "nonsense"}), "choose among shake9, ");
  expect_refusal(isocloth_program({"bench", folder / "none.yaml"}), "none.yaml: cannot be read");
  const std::string wrong = folder.write("wrong.yaml", kTiny + "gravty: 1\n");
  expect_refusal(isocloth_program({"bench", "drop9", wrong}), wrong + ":7: unknown key \"gravty\"");
  folder.write("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 1 1 1\nf 1 2 3\nf 3 2 4\nf 3 2 5\n");
  expect_refusal(
      isocloth_program(
          {"bench", folder.write("mesh.yaml", "cloth: {mesh: {file: bad.obj}}\ntime: {duration: 1}\n")}),
      folder / "bad.obj: ");
  expect_refusal(isocloth_program({"bench", "drop9", "--repeat", "0"}), "--repeat");
}

TEST(Bench, ExitsWithOneWhereStepsMiss) {
  const TemporaryFolder folder;
  // two corners are pulled apart at 0.2 m/s, where the edge between them is straight already
  const std::string apart = folder.write(
      "apart.yaml",
      "cloth:\n  mesh: {rectangle: {size: [0.3, 0.3], nodes: [4, 4]}}\n  pose: {rotate_deg: [90, 0, 0]}\n"
      "grasps:\n  - {nodes: [12], stiffness: rigid}\n  - {nodes: [15], stiffness: rigid, motion: {polyline: "
      "{times: [0, 1], points: [[0, 0, 0], "
      "[0.2, 0, 0]], relative: true}}}\n"
      "time: {duration: 0.1}\n");
  const Result result = isocloth_program({"bench", apart, "--quick", "--json"});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_LT(result.json()["scenes"][0]["converged_share"], 0.999);
}

TEST(Bench, ComparesWithItselfAndFindsTheSameResults) {
  const TemporaryFolder folder;
  const std::string tiny = folder.write("tiny.yaml", kTiny);
  const std::vector<std::string> arguments{"bench", tiny, "--compare", ISOCLOTH_PROGRAM, "--repeat", "2"};
  const Result text = isocloth_program(arguments);
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_NE(text.out.find("same"), std::string::npos) << text.out;
  std::vector<std::string> with_json = arguments;
  with_json.push_back("--json");
  const Json scene = isocloth_program(with_json).json().at("scenes").at(0);
  EXPECT_TRUE(scene.at("same_results").get<bool>());
  EXPECT_EQ(scene.at("rounds"), 2);
  EXPECT_LE(scene.at("ratio_min"), scene.at("ratio_max"));
  EXPECT_NEAR(scene["ratio"].get<double>(),
              scene["other_ms_per_step"].get<double>() / scene["ms_per_step"].get<double>(), 1e-9);
}

TEST(Bench, SaysWhichResultsOfTheOtherProgramDiffer) {
  const TemporaryFolder folder;
  const std::string tiny = folder.write("tiny.yaml", kTiny);
  Json answer = quick_json({tiny});
  answer["scenes"][0]["iterations_mean"] = 99.5;
  answer["scenes"][0]["ms_per_step"] = 1e6;
  const Result result =
      isocloth_program({"bench", tiny, "--compare", fake_program(folder, answer.dump()), "--repeat", "1"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("tiny: iterations_mean: 1 here, 99.5 there"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("metric_error_max"), std::string::npos) << result.out;
}

TEST(Bench, RefusesToCompareWithWhatIsNoIsocloth) {
  const TemporaryFolder folder;
  const std::string tiny = folder.write("tiny.yaml", kTiny);
  const auto compare = [&](const std::string& program) {
    return isocloth_program({"bench", tiny, "--compare", program});
  };
  expect_refusal(compare("/bin/true"), "/bin/true: printed no result of a benchmark");
  expect_refusal(compare("/bin/false"), "/bin/false: printed no result of a benchmark");
  expect_refusal(compare(folder / "none"), "none: cannot be started (No such file or directory)");
  expect_refusal(compare(tiny), "tiny.yaml: cannot be started");
  expect_refusal(compare(fake_program(folder, "unknown command", 2)),
                 "fake: does not run the benchmark (exit status 2)");
  for (const char* text :
       {"{", "[]", "{}", "{\"scenes\": 1}", "{\"scenes\": []}", "{\"scenes\": [1]}",
        "{\"scenes\": [{\"ms_per_step\": \"1\"}]}", "{\"scenes\": [{\"ms_per_step\": 0}]}"})
    expect_refusal(compare(fake_program(folder, text)), "fake: printed no result of a benchmark");
  const std::string endless = folder.write("endless", "#!/bin/sh\nexec yes\n");
  std::filesystem::permissions(endless, std::filesystem::perms::owner_all);
  expect_refusal(compare(endless), "endless: prints more than 16 MB");
}

TEST(Bench, PlotsTheCostOfSheets) {
  const TemporaryFolder folder;
  const Result result =
      isocloth_program({"bench", "drop9", "drop17", "--quick", "--plot", folder / "cost.svg"});
  EXPECT_EQ(result.status, 0) << result.err;
  const std::string svg = contents_of(folder / "cost.svg");
  EXPECT_TRUE(svg.starts_with("<svg ")) << svg.substr(0, 80);
  EXPECT_NE(svg.find("nodes^1.4"), std::string::npos);
  EXPECT_NE(svg.find("289 nodes"), std::string::npos);
  expect_refusal(isocloth_program({"bench", "drop9", "--plot", folder / "a.svg"}), "a plot needs two sheets");
  expect_refusal(isocloth_program({"bench", "--plot", folder / "a.png"}), "end the name in .svg");
  expect_refusal(isocloth_program({"bench", "--plot", folder / "none/a.svg"}), "cannot be written");
  expect_refusal(isocloth_program({"bench", "--plot", folder / "a.svg", "--compare", "/bin/true"}),
                 "--plot and --compare exclude each other");
  EXPECT_EQ(folder.size(), 1);
}

TEST(Bench, OfABatchSaysHowFastAndHowNear) {
  const TemporaryFolder folder;
  const Result run =
      isocloth_program({"bench", "batch", folder.write("tiny.yaml", kTiny), "--worlds", "9", "--json"});
  ASSERT_EQ(run.status, 0) << run.err;
  const Json result = run.json();
  EXPECT_EQ(result["worlds"], 9);
  EXPECT_EQ(result["device"], "cpu");
  EXPECT_GT(result["steps_per_s"], 0);
  EXPECT_GT(result["plain_steps_per_s"], 0);
  EXPECT_GE(result["redone_share"], 0);
  EXPECT_LE(result["distance_to_plain_m"], 1e-6);
  EXPECT_GE(result["growth_of_rounding_m"], 0);
  EXPECT_GE(result["growth_of_1e-13_m"], 0);
  EXPECT_EQ(isocloth_program({"bench", "batch", "--device", "abacus"}).status, 2);
}

}  // namespace
}  // namespace isocloth::cli::test
