#include "io/cloud/read_sequence.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <limits>

#include "io/cloud/sample_clouds.hpp"
#include "io/file.hpp"
#include "support/refusal.hpp"

namespace isocloth::io {
namespace {

namespace fs = std::filesystem;

/// A folder of one-point clouds, removed at the end.
class CloudFolder {
 public:
  CloudFolder()
      : path_(fs::path(testing::TempDir()) /
              ("isocloth_clouds_" + std::to_string(::getpid()) + "_" + test_name())) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~CloudFolder() { fs::remove_all(path_); }
  CloudFolder(const CloudFolder&) = delete;
  CloudFolder& operator=(const CloudFolder&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    write_file((path_ / name).string(), text);
    return (path_ / name).string();
  }
  void cloud(const std::string& name, int x) const { write(name, std::to_string(x) + " 0 1\n"); }
  std::string path() const { return path_.string(); }

 private:
  static std::string test_name() { return testing::UnitTest::GetInstance()->current_test_info()->name(); }
  fs::path path_;
};

std::vector<double> firsts(const CloudSequence& clouds) {
  std::vector<double> x;
  for (int k = 0; k < static_cast<int>(clouds.times.size()); ++k) x.push_back(clouds.load(k).points(0, 0));
  return x;
}

TEST(ReadClouds, ManifestIsSortedByTimeAndRepetitionsAreLeftOut) {
  const CloudFolder folder;
  for (int k = 1; k <= 3; ++k) folder.cloud("c" + std::to_string(k) + ".xyz", k);
  folder.write("manifest.csv", "time,file\n0.2,c2.xyz\n# any\n0.1,c1.xyz\n0.2,c3.xyz\n");
  const CloudSequence clouds = read_clouds(folder.path());
  EXPECT_EQ(clouds.times, (std::vector<double>{0.1, 0.2}));
  EXPECT_EQ(firsts(clouds), (std::vector<double>{1, 2}));
  ASSERT_EQ(clouds.remarks.size(), 2U);
  EXPECT_EQ(clouds.remarks[0], "Frames were not in order of time; they were sorted.");
  EXPECT_EQ(clouds.remarks[1], "1 of 3 frames have the time of another and were left out.");
}

TEST(ReadClouds, ManifestsAsYamlAndJsonSayTheSame) {
  const CloudFolder folder;
  folder.cloud("a.xyz", 5);
  for (const std::string text :
       {"frames:\n  - {time: 0.5, file: a.xyz}\n", "{\"frames\": [{\"time\": 0.5, \"file\": \"a.xyz\"}]}"})
    EXPECT_EQ(firsts(read_clouds(folder.write("m.yaml", text))), (std::vector<double>{5}));
  EXPECT_REFUSES(read_clouds(folder.write("m.yaml", "frames:\n  - {time: a, file: a.xyz}\n")),
                 "m.yaml:2: frames.0.time");
}

TEST(ReadClouds, WithoutManifestTakesTimesFromNamesOrRate) {
  const CloudFolder folder;
  folder.cloud("cloud_0.25.xyz", 2);
  folder.cloud("cloud_0.125.xyz", 1);
  EXPECT_EQ(read_clouds(folder.path()).times, (std::vector<double>{0.125, 0.25}));
  EXPECT_EQ(read_clouds(folder.path(), {.fps = 10}).times, (std::vector<double>{0, 0.1}));
}

TEST(ReadClouds, NanosecondsOfAClockCountFromTheFirst) {
  const CloudFolder folder;
  folder.cloud("1624440000250000000.xyz", 2);
  folder.cloud("1624440000000000000.xyz", 1);
  const CloudSequence clouds = read_clouds(folder.path());
  EXPECT_EQ(clouds.times[0], 0);
  EXPECT_NEAR(clouds.times[1], 0.25, 1e-6);  // of 1.6e9 s a double keeps 2.4e-7
}

TEST(ReadClouds, OneNpzHoldsAllFramesWithFillers) {
  const CloudFolder folder;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::string path = folder.write(
      "r.npz", test::zip({{"points.npy", test::npy("(2, 2, 3)", {1, 2, 3, nan, nan, nan, 4, 5, 6, 7, 8, 9})},
                          {"t.npy", test::npy("(2,)", {0.5, 0.25})}}));
  const CloudSequence clouds = read_clouds(path);
  EXPECT_EQ(clouds.times, (std::vector<double>{0.25, 0.5}));
  EXPECT_EQ(clouds.load(0).size(), 2);
  EXPECT_EQ(clouds.load(1).dropped, 1);
  EXPECT_EQ(firsts(clouds), (std::vector<double>{4, 1}));
}

TEST(ReadClouds, RefusalsNameFileAndLine) {
  const CloudFolder folder;
  EXPECT_REFUSES(read_clouds(folder.path()), "holds no clouds");
  EXPECT_REFUSES(read_clouds(folder.path() + "/nowhere"), "is not there");
  folder.cloud("cloud_7.xyz", 1);
  EXPECT_REFUSES(read_clouds(folder.path()), "cloud_7.xyz: has no time in its name");
  EXPECT_REFUSES(read_clouds(folder.write("m.csv", "time,file\n0.1,gone.ply\n")), "m.csv:2: names ");
  EXPECT_REFUSES(read_clouds(folder.write("m.csv", "soon,cloud_7.xyz\n")), "m.csv:1: \"soon\" is not a time");
  EXPECT_REFUSES(read_clouds(folder.write("m.csv", "1,a,b\n")), "m.csv:1: must have two columns");
  EXPECT_REFUSES(read_clouds(folder.write("m.csv", "time,file\n")), "lists no frame");
}

}  // namespace
}  // namespace isocloth::io
