#include <gtest/gtest.h>

#include <random>

#include "io/cloud/formats.hpp"
#include "io/cloud/read_cloud.hpp"
#include "io/cloud/sample_clouds.hpp"
#include "support/refusal.hpp"

namespace isocloth::io {
namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

TEST(CloudRefusals, NameFileAndLineOfPly) {
  const auto read = [](const std::string& text) { return parse_ply_cloud(text, "c.ply"); };
  EXPECT_REFUSES(read(replaced(test::two_points_ply(), "property float x", "property float w")),
                 "c.ply:4: vertices have no x");
  EXPECT_REFUSES(read(replaced(test::two_points_ply(), "vertex 2", "vertex 3")),
                 "vertex 2 (counted from 0) is missing");
  EXPECT_REFUSES(read("ply\nformat ascii 1.0\nend_header\n"), "c.ply:3: has no element vertex");
  const std::string binary = format_ply_cloud(parse_xyz("1 2 3\n4 5 6\n", "c.xyz"));
  EXPECT_REFUSES(read(binary.substr(0, binary.size() - 1)), "c.ply");
}

TEST(CloudRefusals, NameFileAndLineOfPcd) {
  const auto read = [](const std::string& text) { return parse_pcd(text, "c.pcd"); };
  EXPECT_REFUSES(read("FIELDS x y\nDATA ascii\n"), "has no field z");
  EXPECT_REFUSES(read("hello\n"), "c.pcd:1: \"hello\" is no keyword");
  EXPECT_REFUSES(read("FIELDS x y z\nSIZE 4 4\n"), "c.pcd:2: SIZE must have one value for each of FIELDS");
  EXPECT_REFUSES(read(replaced(test::two_points_pcd_text(), "POINTS 2", "POINTS 3")),
                 "has 2 points where its header announces 3");
  EXPECT_REFUSES(read(replaced(test::two_points_pcd_text(), "2 16711680 1 2", "2 16711680 1")),
                 "c.pcd:12: has 5 values");
  EXPECT_REFUSES(read(replaced(test::two_points_pcd_binary(), "POINTS 2", "POINTS 9")),
                 "ends before the last of its 9 points");
  EXPECT_REFUSES(read(test::pcd_head("zipped")), "c.pcd:11: DATA \"zipped\" is not known");
  std::string damaged = test::two_points_pcd_compressed();
  damaged[damaged.size() - 1] = 127;  // copies from before the beginning
  EXPECT_REFUSES(read(damaged), "damaged compressed data");
}

TEST(CloudRefusals, NameFileAndLineOfXyz) {
  EXPECT_REFUSES(parse_xyz("1 2 3\n1 2\n", "c.xyz"), "c.xyz:2: has 2 numbers where lines before have 3");
  EXPECT_REFUSES(parse_xyz("1 2 3 4\n", "c.xyz"), "c.xyz:1: has 4 numbers in a line");
  EXPECT_REFUSES(parse_xyz("1 2 3\n1 b 3\n", "c.xyz"), "c.xyz:2: \"b\" is not a number");
}

TEST(CloudRefusals, NameTheArrayOfNpz) {
  const auto read = [](const std::string& bytes) { return parse_npz(bytes, "c.npz"); };
  EXPECT_REFUSES(read("no zip"), "c.npz: is damaged or no zip archive");
  EXPECT_REFUSES(read(test::zip({{"other.npy", test::npy("(3,)", {1, 2, 3})}})),
                 "has no array points of shape (n, 3)");
  EXPECT_REFUSES(read(test::zip({{"points.npy", test::npy("(4, 3)", {1, 2, 3})}})),
                 "array points is damaged");
  EXPECT_REFUSES(
      read(test::zip({{"points.npy", test::npy("(1, 3)", {1, 2, 3})}, {"t.npy", test::npy("(2,)", {0, 1})}})),
      "has 2 times for 1 clouds");
  EXPECT_REFUSES(read(test::zip({{"points.npy", replaced(test::npy("(1, 3)", {1, 2, 3}), "<f4", "<c8")}})),
                 "is of type \"<c8\"");
}

TEST(CloudRefusals, MillimetresAreRefusedWithTheirDistance) {
  const Cloud cloud = parse_xyz("100 200 1300\n150 180 1310\n90 210 1290\n", "c.xyz");
  EXPECT_REFUSES(check_units(cloud, "c.xyz"),
                 "c.xyz: has points about 1319 m away, which looks like millimetres");
  EXPECT_NO_THROW(check_units(parse_xyz("0.1 0.2 1.3\n", "c.xyz"), "c.xyz"));
}

/// Damaged files are read or refused in a sentence, never worse.
TEST(CloudRefusals, DamagedBytesNeverDoMore) {
  std::mt19937 random(3);
  const std::vector<std::pair<std::string, void (*)(const std::string&)>> formats{
      {test::two_points_ply(), [](const std::string& b) { (void)parse_ply_cloud(b, "f"); }},
      {format_ply_cloud(parse_xyz(test::two_points_xyz(), "f")),
       [](const std::string& b) { (void)parse_ply_cloud(b, "f"); }},
      {test::two_points_pcd_text(), [](const std::string& b) { (void)parse_pcd(b, "f"); }},
      {test::two_points_pcd_binary(), [](const std::string& b) { (void)parse_pcd(b, "f"); }},
      {test::two_points_pcd_compressed(), [](const std::string& b) { (void)parse_pcd(b, "f"); }},
      {test::two_points_npz(), [](const std::string& b) { (void)parse_npz(b, "f"); }},
  };
  for (const auto& [good, parse] : formats) {
    for (int round = 0; round < 300; ++round) {
      std::string bytes = good;
      for (int k = 0; k < 1 + round % 3; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
      if (round % 4 == 0) bytes.resize(random() % bytes.size());
      try {
        parse(bytes);
      } catch (const InputError&) {
      }
    }
  }
}

}  // namespace
}  // namespace isocloth::io
