#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "io/file.hpp"
#include "io/trajectory/layout.hpp"
#include "io/trajectory/sample_trajectories.hpp"
#include "io/trajectory/trajectory_reader.hpp"
#include "io/trajectory/trajectory_writer.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/core/version.hpp"

namespace isocloth::io {
namespace {

using test::TemporaryFolder;

void expect_equal(const Frame& a, const Frame& b) {
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.v, b.v);
  EXPECT_EQ(a.grasp_force, b.grasp_force);
  EXPECT_EQ(a.diagnostics.steps, b.diagnostics.steps);
  EXPECT_EQ(a.diagnostics.converged_steps, b.diagnostics.converged_steps);
  EXPECT_EQ(a.diagnostics.iterations, b.diagnostics.iterations);
  EXPECT_EQ(a.diagnostics.metric_error, b.diagnostics.metric_error);
  EXPECT_EQ(a.diagnostics.area_total, b.diagnostics.area_total);
  EXPECT_EQ(a.diagnostics.area_mean, b.diagnostics.area_mean);
  EXPECT_EQ(a.diagnostics.area_dispersion, b.diagnostics.area_dispersion);
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no InputError";
}

TEST(TrajectoryFile, GivesBackEveryBitOfEveryField) {
  const TemporaryFolder folder;
  for (const Trajectory& written :
       {test::waving_sheet(4, 3, 5, false), test::waving_sheet(3, 5, 2, true), test::mixed_elements(3),
        test::waving_sheet(2, 2, 0, false), Trajectory{}}) {
    const std::string path = folder / "run.ict";
    write_trajectory(path, written);
    TrajectoryCondition condition;
    const Trajectory read = read_trajectory(path, &condition);
    EXPECT_EQ(condition.whole_frames, written.frames.size());
    EXPECT_EQ(condition.bytes_ignored, 0u);
    EXPECT_EQ(condition.reason, "");
    EXPECT_EQ(condition.program_version, kVersion);
    EXPECT_EQ(read.info.scene, written.info.scene);
    EXPECT_EQ(read.info.step, written.info.step);
    EXPECT_EQ(read.info.rest.x, written.info.rest.x);
    EXPECT_EQ(read.info.rest.elements, written.info.rest.elements);
    ASSERT_EQ(read.info.grasps.size(), written.info.grasps.size());
    for (std::size_t g = 0; g < read.info.grasps.size(); ++g) {
      EXPECT_EQ(read.info.grasps[g].name, written.info.grasps[g].name);
      EXPECT_EQ(read.info.grasps[g].nodes, written.info.grasps[g].nodes);
    }
    ASSERT_EQ(read.frames.size(), written.frames.size());
    for (std::size_t k = 0; k < read.frames.size(); ++k) expect_equal(read.frames[k], written.frames[k]);
  }
}

// the bytes by the numbers that docs/trajectory-format.md gives, not by layout.hpp
TEST(TrajectoryFile, LaysItsBytesAsTheDocumentSays) {
  const TemporaryFolder folder;
  const std::string path = folder / "run.ict";
  const Trajectory written = test::mixed_elements(2);  // 6 nodes, 2 elements, 2 grasps
  write_trajectory(path, written);
  const std::string bytes = read_file(path);
  const auto at = [&](std::size_t offset, auto value) {
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
  };
  const std::uint64_t header = at(16, std::uint64_t{}), frame = at(24, std::uint64_t{});
  EXPECT_EQ(bytes.substr(0, 8), std::string("\x89ICT\r\n\x1a\n"));
  EXPECT_EQ(at(8, std::uint32_t{}), 1u);
  EXPECT_EQ(at(12, std::uint32_t{}), 0x01020304u);
  EXPECT_EQ(frame, 64u + 48 * 6 + 24 * 2);
  EXPECT_EQ(header % 8, 0u);
  EXPECT_EQ(bytes.size(), header + 2 * frame);
  EXPECT_EQ(at(32, std::uint64_t{}), 6u);
  EXPECT_EQ(at(40, std::uint64_t{}), 2u);
  EXPECT_EQ(at(48, std::uint64_t{}), 2u);
  EXPECT_EQ(at(72, double{}), 0.01);
  EXPECT_EQ(at(96 + 24 * 5, double{}), written.info.rest.x(5, 0));
  EXPECT_EQ(at(96 + 24 * 6 + 16 + 12, std::int32_t{}), -1);
  const std::size_t second = header + frame;
  EXPECT_EQ(at(second, double{}), 0.02);
  EXPECT_EQ(at(second + 16, std::int32_t{}), 8);
  EXPECT_EQ(at(second + 48, double{}), 1e-3);
  EXPECT_EQ(at(second + 56 + 24 * 6 - 8, double{}), written.frames[1].x(5, 2));
  EXPECT_EQ(at(second + 56 + 24 * 6 + 8, double{}), written.frames[1].v(0, 1));
  EXPECT_EQ(at(second + 56 + 48 * 6 + 16, double{}), 2.0);
}

TEST(TrajectoryFile, IsReadableToTheLastWholeFrameWhileItIsWritten) {
  const TemporaryFolder folder;
  const std::string path = folder / "run.ict";
  const Trajectory run = test::waving_sheet(4, 3, 3, false);
  TrajectoryWriter writer(path, run.info);
  EXPECT_EQ(read_trajectory(path).frames.size(), 0u);
  for (std::size_t k = 0; k < 3; ++k) {
    writer.append(run.frames[k]);
    EXPECT_EQ(read_trajectory(path).frames.size(), k + 1);  // the writer is still open
  }
}

TEST(TrajectoryFile, CutAnywhereGivesItsWholeFramesOrOneSentence) {
  const TemporaryFolder folder;
  const std::string path = folder / "run.ict";
  const Trajectory run = test::mixed_elements(3);
  write_trajectory(path, run);
  const std::string bytes = read_file(path);
  const std::size_t frame = ict::frame_bytes(6, 2), header = bytes.size() - 3 * frame;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    std::filesystem::resize_file(path, 0);
    std::ofstream(path, std::ios::binary) << bytes.substr(0, size);
    if (size < header) {
      EXPECT_THROW(read_trajectory(path), InputError) << size;
      continue;
    }
    TrajectoryCondition condition;
    const Trajectory read = read_trajectory(path, &condition);
    EXPECT_EQ(read.frames.size(), (size - header) / frame);
    EXPECT_EQ(condition.bytes_ignored, (size - header) % frame);
    EXPECT_EQ(condition.reason.empty(), (size - header) % frame == 0);
  }
}

TEST(TrajectoryFile, StopsAtADamagedFrameAndSaysWhich) {
  const TemporaryFolder folder;
  const std::string path = folder / "run.ict";
  write_trajectory(path, test::mixed_elements(4));
  std::string bytes = read_file(path);
  const std::size_t frame = ict::frame_bytes(6, 2);
  bytes[bytes.size() - 2 * frame + 70] ^= 1;
  write_file(path, bytes);
  TrajectoryCondition condition;
  EXPECT_EQ(read_trajectory(path, &condition).frames.size(), 2u);
  EXPECT_EQ(condition.bytes_ignored, 2 * frame);
  EXPECT_EQ(condition.reason, "frame 2 is damaged (its checksum is wrong)");
}

TEST(TrajectoryFile, RefusesWhatItCannotHold) {
  const TemporaryFolder folder;
  const std::string path = folder / "run.ict";
  Trajectory run = test::mixed_elements(1);
  TrajectoryWriter writer(path, run.info);
  Frame bad = run.frames[0];
  bad.x(4, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message_of([&] { writer.append(bad); }),
            path + ": frame 0 has positions that are not finite at node 4; use a smaller time step");
  bad = run.frames[0];
  bad.v.resize(3, 3);
  EXPECT_EQ(message_of([&] { writer.append(bad); }), path + ": frame 0 has 3 velocities for 6 nodes");
  writer.append(run.frames[0]);  // a refused frame leaves the file whole
  EXPECT_EQ(read_trajectory(path).frames.size(), 1u);

  run.info.rest.elements[1][2] = 6;
  EXPECT_EQ(
      message_of([&] { TrajectoryWriter(folder / "other.ict", run.info); }),
      (folder / "other.ict") + ": element 1 names node 6, but the mesh has 6 nodes (indices start at 0)");
  run = test::mixed_elements(1);
  run.info.grasps[0].nodes = {-1};
  EXPECT_NE(message_of([&] { write_trajectory(path, run); }).find("grasp 'left' names node -1"),
            std::string::npos);
}

TEST(TrajectoryFile, SaysWhyItCannotBeWrittenOrRead) {
  const TemporaryFolder folder;
  const Trajectory run = test::mixed_elements(1);
  const std::string missing = folder / "no/such/run.ict";
  EXPECT_EQ(
      message_of([&] { write_trajectory(missing, run); }),
      missing + ": cannot be written (No such file or directory); check the folder and its permissions");
  EXPECT_EQ(message_of([&] { read_trajectory(missing); }),
            missing + ": cannot be read (No such file or directory); check the path");
  EXPECT_NE(message_of([&] { read_trajectory(folder / ""); }).find("is a folder"), std::string::npos);
  write_file(folder / "text.ict", "cloth: {mesh: sheet}\n");
  EXPECT_NE(message_of([&] { read_trajectory(folder / "text.ict"); }).find("is not an isocloth trajectory"),
            std::string::npos);
  write_file(folder / "empty.ict", "");
  EXPECT_NE(message_of([&] { read_trajectory(folder / "empty.ict"); }).find("is empty"), std::string::npos);
}

TEST(TrajectoryFile, ReportsAFullDisk) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  const std::string message = message_of([] { write_trajectory("/dev/full", test::mixed_elements(1)); });
  EXPECT_NE(message.find("the header cannot be written (No space left on device)"), std::string::npos)
      << message;
}

}  // namespace
}  // namespace isocloth::io
