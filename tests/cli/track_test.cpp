#include <cmath>
#include <fstream>

#include "program.hpp"

namespace isocloth::cli::test {
namespace {

/// A flat sheet of 0.2 × 0.25 m that hangs at x, as points every 5 mm.
std::string flat_cloud(double y) {
  std::string text;
  for (int r = 0; r <= 50; ++r)
    for (int c = 0; c <= 40; ++c)
      text += std::to_string(0.005 * c) + " " + std::to_string(y + 1e-4 * ((r + c) % 2)) + " " +
              std::to_string(1 + 0.005 * r) + "\n";
  return text;
}

TEST(Track, WritesTheNodesOfEveryFrame) {
  const TemporaryFolder folder;
  folder.write("a_0.0.xyz", flat_cloud(0));
  folder.write("a_0.1.xyz", flat_cloud(0.02));
  folder.write("track.yaml", "size: [0.2, 0.25]\nnodes: [3, 4]\n");
  const Result result = isocloth_program(
      {"track", folder / "", "--out", folder / "grid.csv", "--pictures", folder / "pictures", "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.json()["tracked_frames"], 2);
  std::ifstream file(folder / "grid.csv");
  std::string header, row;
  std::getline(file, header);
  EXPECT_EQ(header.substr(0, 11), "t,x0,y0,z0,");
  double t = 0, x = 0, y = 0, z = 0;
  char comma = 0;
  std::getline(file, row);
  file >> t >> comma >> x >> comma >> y >> comma >> z;
  EXPECT_EQ(t, 0.1);
  EXPECT_LE(std::hypot(x - 0, y - 0.02, z - 1), 0.002);  // the lower left corner, to less than half a spacing
  EXPECT_TRUE(std::filesystem::exists(folder / "pictures/frame_00000.png"));
}

TEST(Track, OverwritesNothingThatItReads) {
  const TemporaryFolder folder;
  const std::string cloud = folder.write("a_0.0.xyz", flat_cloud(0));
  const std::string manifest = folder.write("manifest.csv", "t,file\n0,a_0.0.xyz\n");
  const std::string settings = folder.write("track.yaml", "size: [0.2, 0.25]\nnodes: [2, 2]\n");
  const std::string truth = folder.write(
      "truth.csv", "0,0,0,1,0.2,0,1,0,0,1.25,0.2,0,1.25\n1,0,0.1,1,0.2,0.1,1,0,0.1,1.25,0.2,0.1,1.25\n");
  for (const std::string& out : {cloud, manifest, settings, truth}) {
    const std::string before = contents_of(out);
    expect_refusal(isocloth_program({"track", manifest, "--truth", truth, "--out", out}),
                   "is what this is made from and would be overwritten");
    EXPECT_EQ(contents_of(out), before);
  }
}

TEST(Track, SaysInOneLineWhatIsWrong) {
  const TemporaryFolder folder;
  folder.write("a_0.0.xyz", "1 2 3\n");
  const auto refused = [](const std::vector<std::string>& arguments, const std::string& part) {
    const Result result = isocloth_program(arguments);
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.err.find(part), std::string::npos) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  };
  refused({"track", folder / ""}, "shows no cloth in any of its 1 frames");
  refused({"track", folder / "nowhere"}, "is not there");
  refused({"track", folder / "", "--size", "0.3,-1"}, "size of the cloth must be from 0.02 to 10 m");
  refused({"record-synthetic", "silk_fast", "--out", folder / "out"},
          "there is no synthetic recording \"silk_fast\"");
}

}  // namespace
}  // namespace isocloth::cli::test
