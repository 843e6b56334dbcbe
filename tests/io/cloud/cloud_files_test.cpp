#include <gtest/gtest.h>

#include <limits>

#include "io/cloud/formats.hpp"
#include "io/cloud/read_cloud.hpp"
#include "io/cloud/sample_clouds.hpp"

namespace isocloth::io {
namespace {

void expect_two_points(const Cloud& cloud) {
  ASSERT_EQ(cloud.size(), 2);
  EXPECT_EQ(cloud.points.row(0), Eigen::RowVector3d(0.25, -1.5, 2));
  EXPECT_EQ(cloud.points.row(1), Eigen::RowVector3d(1, 2, 3));
  ASSERT_TRUE(cloud.has_colors());
  EXPECT_EQ(cloud.colors[0], (Rgb{255, 0, 0}));
  EXPECT_EQ(cloud.colors[1], (Rgb{10, 20, 30}));
}

TEST(CloudFiles, GiveTheSamePointsInEveryFormat) {
  expect_two_points(parse_ply_cloud(test::two_points_ply(), "c.ply"));
  expect_two_points(parse_xyz(test::two_points_xyz(), "c.xyz"));
  expect_two_points(parse_pcd(test::two_points_pcd_text(), "c.pcd"));
  expect_two_points(parse_pcd(test::two_points_pcd_binary(), "c.pcd"));
  expect_two_points(parse_pcd(test::two_points_pcd_compressed(), "c.pcd"));
  expect_two_points(parse_npz(test::two_points_npz(), "c.npz").clouds.at(0));
}

TEST(CloudFiles, ReadDeflatedArchives) {
  // as numpy.savez_compressed writes points=float32 [[1, 2, 3], [4, 5, 6]], colors=float64 [[1, 0, .5], [0,
  // 1, 0]]
  constexpr std::string_view kHex =
      "504b0304140000000800000021007c9cdea258000000980000000a000000706f696e74732e6e70799bec17ea1b10"
      "c9c850c650ad9e925a9c5ca46ea5a06e9366a2aea3a09e965f54529498179f5f94920a12774bcc294e058a176724"
      "16a402f91a463a0ac69a3a0ab50a64032e0686067b060606072002e206205e00c4071c00504b0304140000000800"
      "00002100249d5a6052000000b00000000a000000636f6c6f72732e6e70799bec17ea1b10c9c850c650ad9e925a9c"
      "5ca46ea5a06e9366a1aea3a09e965f54529498179f5f94920a12774bcc294e058a17672416a402f91a463a0ac69a"
      "3a0ab50a64032e0630f860cf80021ea0f111f200504b01021403140000000800000021007c9cdea2580000009800"
      "00000a0000000000000000000000800100000000706f696e74732e6e7079504b0102140314000000080000002100"
      "249d5a6052000000b00000000a0000000000000000000000800180000000636f6c6f72732e6e7079504b05060000"
      "00000200020070000000fa0000000000";
  std::string bytes;
  for (std::size_t k = 0; k < kHex.size(); k += 2)
    bytes += static_cast<char>(std::stoi(std::string(kHex.substr(k, 2)), nullptr, 16));
  const Cloud cloud = parse_npz(bytes, "c.npz").clouds.at(0);
  ASSERT_EQ(cloud.size(), 2);
  EXPECT_EQ(cloud.points.row(1), Eigen::RowVector3d(4, 5, 6));
  EXPECT_EQ(cloud.colors[0], (Rgb{255, 0, 128}));
}

TEST(CloudFiles, WithoutColoursHaveNone) {
  EXPECT_FALSE(parse_xyz("1 2 3\n", "c.xyz").has_colors());
  const Cloud cloud = parse_ply_cloud(
      "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float "
      "z\nend_header\n1 2 3\n",
      "c.ply");
  EXPECT_FALSE(cloud.has_colors());
  EXPECT_FALSE(parse_ply_cloud(format_ply_cloud(cloud), "d.ply").has_colors());
}

TEST(CloudFiles, PlyReadsBackWhatWasWritten) {
  const Cloud cloud = parse_xyz(test::two_points_xyz(), "c.xyz");  // coordinates that a float holds
  expect_two_points(parse_ply_cloud(format_ply_cloud(cloud), "c.ply"));
}

TEST(CloudFiles, PointsThatNoCameraSawAreDroppedAndCounted) {
  Cloud cloud = parse_xyz("1 2 3 9 9 9\nnan 0 1 8 8 8\n0 0 0 7 7 7\n1 inf 3 6 6 6\n4 5 6 5 5 5\n", "c.xyz");
  drop_invalid_points(cloud, 0.5);
  EXPECT_EQ(cloud.dropped, 3);
  ASSERT_EQ(cloud.size(), 2);
  EXPECT_EQ(cloud.points.row(1), Eigen::RowVector3d(2, 2.5, 3));
  EXPECT_EQ(cloud.colors[1], (Rgb{5, 5, 5}));
}

}  // namespace
}  // namespace isocloth::io
