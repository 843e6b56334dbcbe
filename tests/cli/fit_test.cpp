#include <cmath>
#include <numbers>

#include "program.hpp"

namespace isocloth::cli::test {
namespace {

/// Nodes of a 3×3 grid that swings stiffly about its held row, as CSV.
std::string swinging_grid() {
  std::string text;
  for (int f = 0; f <= 20; ++f) {
    const double t = 0.05 * f, angle = 0.2 * std::sin(2 * std::numbers::pi * t);
    text += std::to_string(t);
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column) {
        const double down = 0.15 * (2 - row);
        text += "," + std::to_string(0.15 * column) + "," + std::to_string(down * std::sin(angle)) + "," +
                std::to_string(1 - down * std::cos(angle));
      }
    text += "\n";
  }
  return text;
}

TEST(FitCommand, WritesAMaterialThatRunTakes) {
  const TemporaryFolder folder;
  const std::string out = folder / "out";
  const Result result =
      isocloth_program({"fit", folder.write("grid.csv", swinging_grid()), "--size", "0.3,0.3", "--mesh",
                        "3,3", "--starts", "1", "--share", "0.3", "--out", out, "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const nlohmann::json json = result.json();
  EXPECT_TRUE(json.at("parameters").at("virtual_mass").at("value").is_number());
  EXPECT_GT(json.at("predicted").at("frames"), 10);
  EXPECT_TRUE(json.contains("wall_s") && json.contains("noise_floor_m") && json.contains("warnings"));
  EXPECT_EQ(nlohmann::json::parse(contents_of(out + "/fit.json")).at("loss_m2"), json.at("loss_m2"));
  EXPECT_NE(contents_of(out + "/report.html").find("noise floor"), std::string::npos);
  const Result run =
      isocloth_program({"run", "hang", "--set", "cloth.material={file: " + out + "/material.yaml}", "--set",
                        "time.duration=0.02", "--json"});
  EXPECT_EQ(run.status, 0) << run.err;
}

TEST(FitCommand, RefusesBadInputInOneSentence) {
  const TemporaryFolder folder;
  expect_refusal(isocloth_program({"fit", folder / "nothing.csv"}), "nothing.csv: cannot be read");
  const std::string grid = folder.write("grid.csv", swinging_grid());
  expect_refusal(isocloth_program({"fit", grid, "--fit", "latency", "--out", folder / "o"}),
                 "give the tool's motion");
  expect_refusal(isocloth_program({"fit", grid, "--fit", "bendng", "--out", folder / "o"}), "bending");
  expect_refusal(isocloth_program({"fit", grid, "--held", "9", "--out", folder / "o"}), "held node 9");
}

TEST(MaterialsCommand, ListsThePapersTable) {
  const nlohmann::json materials = isocloth_program({"materials", "--json"}).json().at("materials");
  EXPECT_EQ(materials.size(), 12u);
  EXPECT_NE(materials[0].at("source").get<std::string>().find("Table 1"), std::string::npos);
  EXPECT_NE(isocloth_program({"materials"}).out.find("cotton_fast"), std::string::npos);
}

}  // namespace
}  // namespace isocloth::cli::test
