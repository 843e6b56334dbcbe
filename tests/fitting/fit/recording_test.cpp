#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "fitting/recording/recording.hpp"
#include "fitting/recording/resample.hpp"
#include "support/refusal.hpp"

namespace isocloth::fitting::test {
namespace {

std::string file_with(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + "isocloth_recording_" + name;
  std::ofstream(path) << text;
  return path;
}

/// A frame of a 2×2 grid of 0.3 m in the plane y = 0 that moves along y; node order x0 y0 z0 …
std::string row(double t, double y, double unit = 1) {
  std::string text = std::to_string(t);
  for (const auto& [x, z] : {std::pair{0.0, 0.0}, {0.3, 0.0}, {0.0, 0.3}, {0.3, 0.3}})
    text += "," + std::to_string(x * unit) + "," + std::to_string(y * unit) + "," + std::to_string(z * unit);
  return text + "\n";
}
const std::string kHeader = "t,x0,y0,z0,x1,y1,z1,x2,y2,z2,x3,y3,z3\n";

bool has_remark(const GridRecording& grid, const std::string& part) {
  for (const std::string& remark : grid.remarks)
    if (remark.find(part) != std::string::npos) return true;
  return false;
}

TEST(ReadGrid, TakesFilesWithAndWithoutHeader) {
  for (const std::string& header : {kHeader, std::string()}) {
    const GridRecording grid =
        read_grid(file_with("plain.csv", header + row(0, 0) + row(0.1, 0.01) + row(0.2, 0.02)));
    EXPECT_EQ(grid.rows, 2);
    ASSERT_EQ(grid.times.size(), 3u);
    EXPECT_NEAR(grid.positions[2](3, 1), 0.02, 1e-9);
    EXPECT_TRUE(grid.remarks.empty());
  }
}

TEST(ReadGrid, MendsAndSaysWhatItMended) {
  const std::string nan_row = "0.3,nan,nan,nan,0.3,0.03,0,0,0.03,0.3,0.3,0.03,0.3\n";
  const std::string blind = "0.35,,,,,,,,,,0.3,0.03,0.3\n";
  const GridRecording grid = read_grid(file_with(
      "faults.csv", kHeader + row(0.1, 0.01) + row(0, 0) + row(0.2, 0.01) + nan_row + blind + row(1, 0.05)));
  EXPECT_EQ(grid.times, (std::vector<double>{0, 0.1, 0.3, 1}));
  EXPECT_TRUE(has_remark(grid, "sorted"));
  EXPECT_TRUE(has_remark(grid, "1 frames repeat"));
  EXPECT_TRUE(has_remark(grid, "not seen"));
  EXPECT_TRUE(has_remark(grid, "less than half"));
  EXPECT_TRUE(has_remark(grid, "gaps"));
  EXPECT_TRUE(std::isnan(grid.positions[2](0, 0)));
}

TEST(ReadGrid, TakesMillimetresForMillimetres) {
  const std::string text = row(0, 0, 1000) + row(0.1, 0.01, 1000);
  for (const auto& size : {std::optional<std::array<double, 2>>(), std::optional(std::array{0.3, 0.3})}) {
    const GridRecording grid = read_grid(file_with("mm.csv", text), {.size = size});
    EXPECT_TRUE(has_remark(grid, "millimetres"));
    EXPECT_NEAR(measured_size(grid)[0], 0.3, 1e-9);
  }
  EXPECT_REFUSES(read_grid(file_with("size.csv", row(0, 0) + row(0.1, 0.1)), {.size = std::array{0.9, 0.9}}),
                 "its size is said to be");
}

TEST(ReadGrid, TakesColumnsByTheirNames) {
  const std::string swapped = "x0,z0,y0,x1,z1,y1,x2,z2,y2,x3,z3,y3,t\n";
  const std::string rows =
      "0,0,0,0.3,0,0,0,0.3,0,0.3,0.3,0,0\n0,0,0.01,0.3,0,0.01,0,0.3,0.01,0.3,0.3,0.01,0.1\n";
  const GridRecording grid = read_grid(file_with("swapped.csv", swapped + rows));
  EXPECT_TRUE(has_remark(grid, "another order"));
  EXPECT_NEAR(grid.positions[1](3, 1), 0.01, 1e-12);
  EXPECT_REFUSES(read_grid(file_with("no_names.csv", rows + rows)), "column 1");
  EXPECT_REFUSES(read_grid(file_with(
                     "yz.csv", "0,0,0,0,0.3,0,0,0,0.3,0,0.3,0.3,0\n0.1,0,0,.1,.3,0,.1,0,.3,.1,.3,.3,.1\n")),
                 "z must point up");
}

TEST(ReadGrid, TurnsRowsThatAreCountedFromTheTop) {
  const std::string upside_down = "0,0,0,.3,.3,0,.3,0,0,0,.3,0,0\n0.1,0,.1,.3,.3,.1,.3,0,.1,0,.3,.1,0\n";
  const GridRecording grid = read_grid(file_with("top.csv", upside_down));
  EXPECT_TRUE(has_remark(grid, "turned round"));
  EXPECT_NEAR(grid.positions[0](2, 2), 0.3, 1e-12);
}

TEST(ReadGrid, RefusesWhatIsNoRecording) {
  EXPECT_REFUSES(read_grid("nowhere.csv"), "nowhere.csv: cannot be read");
  EXPECT_REFUSES(read_grid(file_with("empty.csv", "")), "no row");
  EXPECT_REFUSES(read_grid(file_with("words.csv", kHeader + "0,a,0,0,0,0,0,0,0,0,0,0,0\n")),
                 "words.csv:2: column 2");
  EXPECT_REFUSES(read_grid(file_with("cut.csv", kHeader + row(0, 0) + "0.1,0,0\n")),
                 "cut.csv:3: has 3 columns");
  EXPECT_REFUSES(read_grid(file_with("three.csv", "0,0,0,0,1,0,0,0,0,1\n1,0,0,0,1,0,0,0,0,1\n")), "3 points");
  EXPECT_REFUSES(read_grid(file_with("columns.csv", "0,1,2\n")), "4, 7, 10");
  EXPECT_REFUSES(read_grid(file_with("blind.csv", kHeader + "0,,,,,,,,,,,,\n0.1,,,,,,,,,,,,\n")), "in 0 of");
  EXPECT_REFUSES(read_grid(file_with("grid.csv", row(0, 0) + row(1, 1)), {.rows = 3}), "no 3×1 grid");
  EXPECT_REFUSES(read_grid(file_with("ms.csv", row(0, 0) + row(33, 0.01) + row(66, 0.02))), "milliseconds");
  EXPECT_REFUSES(read_grid(file_with("zero.csv", row(0, 0) + row(1, 0.1)), {.columns = 0}),
                 "at least 2 rows");
  EXPECT_REFUSES(read_grid(file_with("no_time.csv", kHeader + row(0, 0) + "nan" + row(0, 0).substr(8))),
                 "has no time");
}

TEST(ReadTool, TakesPosesByTheNamesOfTheirColumns) {
  const ToolPath tool = read_tool_path(file_with(
      "tool.csv", "t,px,py,pz,qx,qy,qz,qw\n0.2,1,2,3,0,0,0,1\n0,0,0,0,0,0,1,0\n0.2,9,9,9,0,0,0,1\n"));
  ASSERT_EQ(tool.times, (std::vector<double>{0, 0.2}));
  EXPECT_EQ(tool.poses[1].translation, Vec3(1, 2, 3));
  EXPECT_EQ(tool.poses[0].rotation.z(), 1);
  EXPECT_EQ(tool.remarks.size(), 2u);
  EXPECT_REFUSES(read_tool_path(file_with("tool1.csv", "0,1,2,3,0,0,0,1\n")), "no header");
  EXPECT_REFUSES(read_tool_path(file_with("tool2.csv", "t,x,y,z,qw,qx,qy,qz\n0,0,0,0,3,1,0,0\n")),
                 "unit quaternion");
}

TEST(ReadRecording, TakesAManifest) {
  file_with("cloth.csv", kHeader + row(0, 0) + row(0.1, 0.01));
  file_with("tcp.csv", "t,x,y,z\n0,0,0,0\n1,0,0,0\n");
  const std::string manifest =
      file_with("all.yaml",
                "cloth: isocloth_recording_cloth.csv\nsize: [0.3, 0.31]\ntool: isocloth_recording_tcp.csv\n"
                "latency: 0.2\nheld: [2, 3]\n");
  const Recording recording = read_recording(manifest);
  EXPECT_EQ(recording.size[1], 0.31);
  EXPECT_EQ(recording.latency, 0.2);
  EXPECT_TRUE(recording.tool.has_value());
  EXPECT_REFUSES(read_recording(file_with("bad.yaml", "cloth: a.csv\nsice: 1\n")), "did you mean \"size\"");
  EXPECT_REFUSES(read_recording(manifest, {.held = {7}}), "held node 7");
}

TEST(Resample, GoesOverFramesThatDidNotSeeANode) {
  GridRecording grid = read_grid(file_with("gap.csv", row(0, 0) + row(0.1, 0.02) + row(0.2, 0.04)));
  grid.positions[1].row(3).setConstant(NAN);
  const GridRecording even = resample(grid, 0.05);
  ASSERT_EQ(even.times.size(), 5u);
  EXPECT_NEAR(even.positions[1](3, 1), 0.01, 1e-12);
}

}  // namespace
}  // namespace isocloth::fitting::test
