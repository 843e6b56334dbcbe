#include "fitting/meshing/track_clouds.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "fitting/meshing/grid_distance.hpp"
#include "fitting/meshing/sheets.hpp"
#include "fitting/meshing/track_file.hpp"
#include "fitting/recording/read_grid.hpp"
#include "io/file.hpp"
#include "support/refusal.hpp"

namespace isocloth::fitting {
namespace {

constexpr std::array<double, 2> kClothSize{0.2, 0.25};

TrackOptions small_cloth() {
  TrackOptions options;
  options.size = kClothSize;
  options.nodes = {5, 6};
  return options;
}

/// The rolled sheet, moving by 1 cm a frame; `edit` may change the clouds.
io::CloudSequence moving_sheet(int frames, const std::function<void(int, Points&)>& edit = {}) {
  io::CloudSequence clouds;
  clouds.name = "rolled";
  for (int k = 0; k < frames; ++k) {
    clouds.times.push_back(0.03 * k);
    clouds.files.push_back("rolled frame " + std::to_string(k));
  }
  clouds.load = [edit](int frame) {
    io::Cloud cloud;
    cloud.points = test::rolled_cloud(kClothSize, 0.005, 0.002, 0.002);
    cloud.points.rowwise() += Eigen::RowVector3d(0, 0.01 * frame, 0);
    if (edit) edit(frame, cloud.points);
    return cloud;
  };
  return clouds;
}

GridRecording true_nodes(int frames) {
  GridRecording grid;
  grid.columns = 5;
  grid.rows = 6;
  for (int k = 0; k < frames; ++k) {
    grid.times.push_back(0.03 * k);
    grid.positions.push_back(test::rolled_nodes(kClothSize, {5, 6}));
    grid.positions.back().rowwise() += Eigen::RowVector3d(0, 0.01 * k, 0);
  }
  return grid;
}

std::string all_of(const std::vector<std::string>& remarks) {
  std::string text;
  for (const std::string& remark : remarks) text += remark + "\n";
  return text;
}

TEST(TrackClouds, FollowsTheNodesOfAMovingSheet) {
  const GridRecording grid = track_clouds(moving_sheet(5), small_cloth());
  const GridDistance distance = distance_between(grid, true_nodes(5));
  EXPECT_EQ(distance.frames, 5);
  EXPECT_EQ(distance.seen, 1);
  EXPECT_LE(distance.mean, 0.0015);
  EXPECT_LE(distance.largest, 0.005);
}

TEST(TrackClouds, LeavesOutFramesWithoutClothAndFindsItAgain) {
  const auto hide = [](int frame, Points& points) {
    if (frame == 1) points.resize(0, 3);
    if (frame == 2) points.conservativeResize(3, 3);
  };
  TrackOptions options = small_cloth();
  options.longest_gap = 0.05;
  const GridRecording grid = track_clouds(moving_sheet(5, hide), options);
  EXPECT_EQ(grid.times, (std::vector<double>{0, 0.03 * 3, 0.03 * 4}));
  EXPECT_NE(all_of(grid.remarks).find("1 gap between frames is longer than 0.05 s, the longest 0.09 s."),
            std::string::npos);
  EXPECT_LE(distance_between(grid, true_nodes(5)).mean, 0.0015);
  EXPECT_NE(all_of(grid.remarks).find("2 of 5 frames do not show the cloth and were left out."),
            std::string::npos);
}

TEST(TrackClouds, LeavesOutFramesThatTheCameraHandedOutAgain) {
  io::CloudSequence clouds = moving_sheet(4);
  clouds.load = [load = clouds.load](int frame) { return load(frame == 2 ? 1 : frame); };
  const GridRecording grid = track_clouds(clouds, small_cloth());
  EXPECT_EQ(grid.times, (std::vector<double>{0, 0.03, 0.03 * 3}));
  EXPECT_NE(all_of(grid.remarks).find("1 of 4 frames repeat the one before"), std::string::npos);
}

TEST(TrackClouds, NodesBehindSomethingAreNaN) {
  const auto hide = [](int, Points& points) {  // the lower left corner, some 10 by 10 cm
    Eigen::Index kept = 0;
    for (Eigen::Index k = 0; k < points.rows(); ++k)
      if (points(k, 0) > 0 || points(k, 2) > 0.87) points.row(kept++) = points.row(k);
    points.conservativeResize(kept, 3);
  };
  const GridRecording grid = track_clouds(moving_sheet(2,
                                                       [&](int frame, Points& points) {
                                                         if (frame > 0) hide(frame, points);
                                                       }),
                                          small_cloth());
  ASSERT_EQ(grid.positions.size(), 2U);
  EXPECT_FALSE(grid.positions[1].row(0).allFinite());
  EXPECT_TRUE(grid.positions[1].row(29).allFinite());
  EXPECT_LE(distance_between(grid, true_nodes(2)).mean, 0.003);
  EXPECT_NE(all_of(grid.remarks).find("of the nodes were hidden (NaN)."), std::string::npos);
}

TEST(TrackClouds, SaysWhatIsWrongInOneSentence) {
  TrackOptions swapped = small_cloth();
  std::swap(swapped.size[0], swapped.size[1]);
  swapped.size[0] *= 1.1;
  EXPECT_REFUSES(track_clouds(moving_sheet(1), swapped), "swap the two sizes");
  EXPECT_REFUSES(track_clouds(moving_sheet(2, [](int, Points& points) { points.conservativeResize(3, 3); }),
                              small_cloth()),
                 "rolled: shows no cloth in any of its 2 frames");
  EXPECT_REFUSES(track_clouds(moving_sheet(1, [](int, Points& points) { points *= 1000; }), small_cloth()),
                 "looks like millimetres");
  TrackOptions bad = small_cloth();
  bad.nodes = {1, 9};
  EXPECT_REFUSES(track_clouds(moving_sheet(1), bad), "from 2 to 200 nodes");
}

TEST(TrackClouds, GridsReadBackAsTheyWereWritten) {
  GridRecording grid = true_nodes(3);
  grid.positions[1].row(4).setConstant(std::numeric_limits<double>::quiet_NaN());
  const std::string path = testing::TempDir() + "/isocloth_tracked.csv";
  io::write_file(path, format_grid(grid));
  GridOptions options;
  options.rows = 6;
  options.columns = 5;
  const GridRecording read = read_grid(path, options);
  std::filesystem::remove(path);
  ASSERT_EQ(read.times.size(), 3U);
  EXPECT_LE(distance_between(read, grid).largest, 1e-5);  // two decimals of a millimetre
  EXPECT_TRUE(std::isnan(read.positions[1](4, 0)));
}

TEST(TrackFile, ReadsAllThatIsKnownOfARecording) {
  const std::string path = testing::TempDir() + "/isocloth_track.yaml";
  io::write_file(path,
                 "size: [0.2, 0.3]\nnodes: [5, 7]\nhalf_spaces:\n  - {normal: [0, 0, 1], offset: 0.75}\n"
                 "color: {rgb: [190, 60, 50], distance: 20}\noutliers: {factor: 3}\n"
                 "camera: {rotate_deg: [-90, 0, 0]}\nunit: mm\nfps: 15\n");
  const TrackFile file = read_track_file(path);
  EXPECT_EQ(file.options.nodes, (std::array<int, 2>{5, 7}));
  EXPECT_EQ(file.options.cleaning.half_spaces.at(0).offset, 0.75);
  EXPECT_EQ(file.options.cleaning.color->color, (io::Rgb{190, 60, 50}));
  EXPECT_EQ(file.options.cleaning.neighbours.factor, 3);
  EXPECT_EQ(file.options.camera.rotate_deg.x(), -90);
  EXPECT_EQ(file.sequence.scale, 0.001);
  EXPECT_EQ(file.sequence.fps, 15);
  io::write_file(path, "size: [0.2, 0.3]\ncolour: {rgb: [1, 2, 3]}\n");
  EXPECT_REFUSES(read_track_file(path), "isocloth_track.yaml:2: ");
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace isocloth::fitting
