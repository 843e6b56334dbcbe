#include <filesystem>
#include <fstream>

#include "scene_texts.hpp"

namespace isocloth::io::test {
namespace {

/// A folder with one CSV file, gone with the test.
class CsvMotion : public ::testing::Test {
 protected:
  CsvMotion() { std::filesystem::create_directories(folder_); }
  ~CsvMotion() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& text) const { std::ofstream(folder_ / "path.csv", std::ios::binary) << text; }
  std::string scene_path() const { return (folder_ / "a.yaml").string(); }
  std::string csv_path() const { return (folder_ / "path.csv").string(); }
  std::string error(const std::string& csv) const {
    write(csv);
    return error_of(kScene, {"grasps.0.motion={csv: path.csv}"}, scene_path());
  }

  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() /
      (std::string("isocloth_csv_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(CsvMotion, IsThePolylineOfItsRows) {
  const PolylineMotion expected{{0, 0.5}, {Vec3(1, 2, 3), Vec3(-1e-3, 0, 1)}, false};
  for (const std::string header :
       {"", "t,x,y,z\n", "# recorded\n\nt, x, y, z\r\n", "\xEF\xBB\xBFt,x,y,z\n"}) {
    write(header + "0,1,2,3\r\n\n0.5, -1e-3, 0 ,1");
    const Scene scene = parse_scene(kScene, scene_path(), {"grasps.0.motion={csv: path.csv}"});
    EXPECT_EQ(std::get<PolylineMotion>(scene.grasps[0].motion), expected) << header;
  }
  const Scene relative =
      parse_scene(kScene, scene_path(), {"grasps.0.motion={csv: {file: path.csv, relative: true}}"});
  EXPECT_TRUE(std::get<PolylineMotion>(relative.grasps[0].motion).relative);
}

TEST_F(CsvMotion, WithQuaternionsIsTheKeyframesOfItsRows) {
  const KeyframeMotion expected{{0, 0.5},
                                {{.translate = {1, 2, 3}, .quaternion = {{1, 0, 0, 0}}},
                                 {.translate = {1, 2, 4}, .quaternion = {{0.6, 0, 0.8, 0}}}},
                                true};
  for (const std::string header : {"", "t,x,y,z,qw,qx,qy,qz\n"}) {
    write(header + "0,1,2,3,1,0,0,0\n0.5,1,2,4,0.6,0,0.8,0\n");
    const Scene scene =
        parse_scene(kScene, scene_path(), {"grasps.0.motion={csv: {file: path.csv, relative: true}}"});
    EXPECT_EQ(std::get<KeyframeMotion>(scene.grasps[0].motion), expected) << header;
    std::filesystem::remove(csv_path());
    EXPECT_EQ(parse_scene(scene.text, scene_path()), scene) << "without the file";
  }
  EXPECT_EQ(error("0,1,2,3,1,0,0,0\n1,1,2,3,2,0,0,0\n"),
            csv_path() +
                ":2: grasps.0.motion.csv.poses.1.quaternion must be a quaternion [w, x, y, z] of "
                "length 1, got length 2");
  EXPECT_EQ(error("0,1,2,3,1,0,0,0\n1,1,2,3\n"),
            csv_path() + ":2: a row must have the 8 columns t,x,y,z,qw,qx,qy,qz, got 4");
  EXPECT_EQ(error("0,1,2,3,1,0,0\n"),
            csv_path() + ":1: a row must have the 4 columns t,x,y,z or t,x,y,z,qw,qx,qy,qz, got 7");
}

TEST_F(CsvMotion, IsWrittenOutInTheText) {
  write("0,1,2,3\n0.1,2,3,4\n");
  const Scene scene =
      parse_scene(kScene, scene_path(), {"grasps.0.motion={csv: {file: path.csv, relative: true}}"});
  std::filesystem::remove(csv_path());
  EXPECT_EQ(parse_scene(scene.text, scene_path()), scene) << "what was run does not need the file any more";
}

TEST_F(CsvMotion, ErrorsNameTheLineOfTheCsv) {
  EXPECT_EQ(error("t,x,y,z\n0,1,2\n"), csv_path() + ":2: a row must have the 4 columns t,x,y,z, got 3");
  EXPECT_EQ(error("time,x,y,z\n0,1,2,3\n"),
            csv_path() + ":1: the header must be t,x,y,z or t,x,y,z,qw,qx,qy,qz, got \"time,x,y,z\"");
  EXPECT_EQ(error("0,0,0,0\n1,0,abc,0\n"),
            csv_path() + ":2: grasps.0.motion.csv.points.1.1 must be a number, got \"abc\"");
  EXPECT_EQ(error("0,0,0,0\n\n1,0,nan,0\n"),
            csv_path() + ":3: grasps.0.motion.csv.points.1.1 must be a finite number, got \"nan\"");
  EXPECT_EQ(error("0,0,0,0\n1,0,0,0\n1,0,0,0\n"),
            csv_path() + ":3: grasps.0.motion.csv.times.2 is 1 s after 1 s; times must increase");
  EXPECT_EQ(error("t,x,y,z\n"),
            csv_path() + ":1: holds no row; give t,x,y,z or t,x,y,z,qw,qx,qy,qz of at least one point");
  EXPECT_EQ(error(""),
            csv_path() + ": holds no row; give t,x,y,z or t,x,y,z,qw,qx,qy,qz of at least one point");
}

TEST_F(CsvMotion, TooManyRowsAreRefused) {
  std::string csv;
  for (int i = 0; i <= 50'000; ++i) csv += std::to_string(i) + ",0,0,0\n";
  EXPECT_EQ(error(csv), csv_path() + ":50001: more than 50000 points; thin the path out");
}

TEST_F(CsvMotion, FilesThatCannotBeReadAreNamed) {
  const auto error_for = [&](const std::string& file) {
    return error_of(kScene, {"grasps.0.motion={csv: " + file + "}"}, scene_path());
  };
  EXPECT_TRUE(error_for("none.csv").starts_with((folder_ / "none.csv").string() + ": cannot be read"));
  EXPECT_EQ(error_for("/dev/zero"), "/dev/zero: is a device; name a file");
  EXPECT_TRUE(error_for(".").ends_with("is a folder; name a file")) << error_for(".");
}

}  // namespace
}  // namespace isocloth::io::test
