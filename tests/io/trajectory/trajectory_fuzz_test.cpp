#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "io/file.hpp"
#include "io/trajectory/bytes.hpp"
#include "io/trajectory/layout.hpp"
#include "io/trajectory/sample_trajectories.hpp"
#include "io/trajectory/trajectory_reader.hpp"
#include "io/trajectory/trajectory_writer.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

constexpr int kFiles = 4000;

void overwrite(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

void expect_usable(const Mesh& mesh) {
  ASSERT_TRUE(mesh.x.allFinite());
  for (const Element& element : mesh.elements) {
    for (int corner = 0; corner < corner_count(element); ++corner) {
      ASSERT_GE(element[corner], 0);
      ASSERT_LT(element[corner], mesh.node_count());
    }
  }
}

Trajectory sample(int frames) { return test::with_obstacles(test::mixed_elements(frames)); }

/// Of the sample.
std::size_t frame_bytes() {
  ict::Counts n;
  n.nodes = 6;
  n.grasps = n.obstacles = 2;
  return ict::frame_bytes(n);
}

/// Reads the file: an InputError that names it, or a trajectory all of whose numbers can be used.
void read_or_refuse(const std::string& path, int& accepted) {
  try {
    TrajectoryCondition condition;
    const Trajectory run = read_trajectory(path, &condition);
    ++accepted;
    EXPECT_EQ(condition.whole_frames, run.frames.size());
    EXPECT_EQ(condition.bytes_ignored == 0, condition.reason.empty());
    expect_usable(run.info.rest);
    for (const ObstacleInfo& obstacle : run.info.obstacles) expect_usable(obstacle.surface);
    for (const Frame& frame : run.frames) {
      ASSERT_EQ(frame.x.rows(), run.info.rest.x.rows());
      ASSERT_TRUE(frame.x.allFinite() && frame.v.allFinite() && frame.grasp_force.allFinite());
      ASSERT_EQ(frame.obstacle_pose.size(), run.info.obstacles.size());
      ASSERT_EQ(frame.obstacle_force.rows(), Eigen::Index(run.info.obstacles.size()));
      ASSERT_TRUE(frame.obstacle_force.allFinite() && frame.contact_force.allFinite());
    }
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).find(path), 0u) << error.what();
  }
}

/// Makes the header's checksum right again, so that the checks behind it are reached.
void seal_header(std::string& bytes, std::size_t header) {
  put(&bytes[header - 8], checksum(std::string_view(bytes).substr(0, header - 8)));
}

TEST(TrajectoryFuzz, FlippedAndCutFilesAreReadOrRefused) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "run.ict";
  write_trajectory(path, sample(4));
  const std::string good = read_file(path);
  std::mt19937 rng(11);
  int accepted = 0;
  for (int k = 0; k < kFiles; ++k) {
    std::string bytes = good;
    for (auto flips = rng() % 4; flips > 0; --flips) bytes[rng() % bytes.size()] ^= char(1 << rng() % 8);
    if (rng() % 2) bytes.resize(rng() % (bytes.size() + 1));
    if (rng() % 8 == 0) bytes += std::string(rng() % 500, char(rng()));
    overwrite(path, bytes);
    read_or_refuse(path, accepted);
  }
  EXPECT_GT(accepted, kFiles / 20);  // damage in the frames only is no reason to refuse the file
  EXPECT_LT(accepted, kFiles);
}

TEST(TrajectoryFuzz, AbsurdHeadersWithRightChecksumsAreReadOrRefused) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "run.ict";
  write_trajectory(path, sample(2));
  const std::string good = read_file(path);
  const std::size_t header = good.size() - 2 * frame_bytes();
  const std::uint64_t absurd[] = {0,          1,     7,         1ull << 31, 1000000000000ull,
                                  1ull << 61, ~0ull, ~0ull - 7, header};
  std::mt19937 rng(12);
  int accepted = 0;
  for (int k = 0; k < kFiles; ++k) {
    std::string bytes = good;
    const auto kind = rng() % 3;
    if (kind == 0) {  // lengths
      for (auto n = rng() % 3 + 1; n > 0; --n) {
        const std::size_t at = 16 + 8 * (rng() % 9);
        put(&bytes[at == 80 ? 96 + 8 * (rng() % 4) : at], absurd[rng() % 9]);
      }
    } else if (kind == 1) {  // a word of the mesh or the tables
      put(&bytes[128 + 4 * (rng() % ((header - 136) / 4))], std::uint32_t(rng() % 2 ? rng() : rng() % 16));
    } else {  // a byte anywhere
      bytes[rng() % (header - 8)] = char(rng());
    }
    seal_header(bytes, header);
    overwrite(path, bytes);
    read_or_refuse(path, accepted);
  }
  EXPECT_GT(accepted, 0);
  EXPECT_LT(accepted, kFiles);
}

TEST(TrajectoryFuzz, FramesWithNumbersThatAreNotFiniteAreNotLetThrough) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "run.ict";
  write_trajectory(path, sample(3));
  const std::string good = read_file(path);
  const std::size_t frame = frame_bytes(), second = good.size() - 2 * frame;
  for (std::size_t offset = 0; offset + 8 < frame; offset += 8) {
    if (offset == 8 || offset == 16) continue;  // counts, not f64
    std::string bytes = good;
    put(&bytes[second + offset], std::numeric_limits<double>::infinity());
    put(&bytes[second + frame - 8], checksum(std::string_view(bytes).substr(second, frame - 8)));
    overwrite(path, bytes);
    TrajectoryCondition condition;
    EXPECT_EQ(read_trajectory(path, &condition).frames.size(), 1u) << offset;
    EXPECT_NE(condition.reason.find("not finite"), std::string::npos);
  }
}

}  // namespace
}  // namespace isocloth::io
