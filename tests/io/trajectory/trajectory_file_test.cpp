#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "io/file.hpp"
#include "io/trajectory/bytes.hpp"
#include "io/trajectory/layout.hpp"
#include "io/trajectory/sample_trajectories.hpp"
#include "io/trajectory/trajectory_reader.hpp"
#include "io/trajectory/trajectory_tail.hpp"
#include "io/trajectory/trajectory_writer.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/core/version.hpp"
#include "isocloth/mesh/pieces.hpp"

namespace isocloth::io {
namespace {

using test::TemporaryFolder;

void expect_equal(const Frame& a, const Frame& b) {
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.v, b.v);
  EXPECT_EQ(a.grasp_force, b.grasp_force);
  EXPECT_TRUE(a.grasp_torque == b.grasp_torque || a.grasp_torque.hasNaN() || b.grasp_torque.hasNaN());
  EXPECT_EQ(a.diagnostics.steps, b.diagnostics.steps);
  EXPECT_EQ(a.diagnostics.converged_steps, b.diagnostics.converged_steps);
  EXPECT_EQ(a.diagnostics.iterations, b.diagnostics.iterations);
  EXPECT_EQ(a.diagnostics.metric_error, b.diagnostics.metric_error);
  EXPECT_EQ(a.diagnostics.area_total, b.diagnostics.area_total);
  EXPECT_EQ(a.diagnostics.area_mean, b.diagnostics.area_mean);
  EXPECT_EQ(a.diagnostics.area_dispersion, b.diagnostics.area_dispersion);
  EXPECT_EQ(a.diagnostics.node_penetration, b.diagnostics.node_penetration);
  EXPECT_EQ(a.diagnostics.surface_penetration, b.diagnostics.surface_penetration);
  for (const auto& [name, part] : kEnergyParts)
    EXPECT_TRUE(a.energy.*part == b.energy.*part || std::isnan(b.energy.*part)) << name;
  EXPECT_EQ(a.obstacle_force, b.obstacle_force);
  EXPECT_EQ(a.obstacle_torque, b.obstacle_torque);
  EXPECT_EQ(a.contact_force, b.contact_force);
  ASSERT_EQ(a.obstacle_pose.size(), b.obstacle_pose.size());
  for (std::size_t i = 0; i < a.obstacle_pose.size(); ++i) {
    EXPECT_EQ(a.obstacle_pose[i].translation, b.obstacle_pose[i].translation);
    EXPECT_EQ(a.obstacle_pose[i].rotation.coeffs(), b.obstacle_pose[i].rotation.coeffs());
  }
}

void expect_equal(const TrajectoryInfo& a, const TrajectoryInfo& b) {
  EXPECT_EQ(a.scene, b.scene);
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.rest.x, b.rest.x);
  EXPECT_EQ(a.rest.elements, b.rest.elements);
  ASSERT_EQ(a.grasps.size(), b.grasps.size());
  for (std::size_t g = 0; g < a.grasps.size(); ++g) {
    EXPECT_EQ(a.grasps[g].name, b.grasps[g].name);
    EXPECT_EQ(a.grasps[g].nodes, b.grasps[g].nodes);
  }
  ASSERT_EQ(a.obstacles.size(), b.obstacles.size());
  for (std::size_t i = 0; i < a.obstacles.size(); ++i) {
    EXPECT_EQ(a.obstacles[i].name, b.obstacles[i].name);
    EXPECT_EQ(a.obstacles[i].friction, b.obstacles[i].friction);
    EXPECT_EQ(a.obstacles[i].unbounded, b.obstacles[i].unbounded);
    EXPECT_EQ(a.obstacles[i].seen_only, b.obstacles[i].seen_only);
    EXPECT_EQ(a.obstacles[i].color, b.obstacles[i].color);
    EXPECT_EQ(a.obstacles[i].surface.x, b.obstacles[i].surface.x);
    EXPECT_EQ(a.obstacles[i].surface.elements, b.obstacles[i].surface.elements);
  }
}

ict::Counts counts(std::size_t nodes, std::size_t grasps, std::size_t obstacles) {
  ict::Counts n;
  n.nodes = nodes;
  n.grasps = grasps;
  n.obstacles = obstacles;
  return n;
}

std::string refusal_of(const std::function<void()>& action) {
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
        test::waving_sheet(2, 2, 0, false), test::with_obstacles(test::mixed_elements(3)), Trajectory{}}) {
    const std::string path = folder / "run.ict";
    write_trajectory(path, written);
    TrajectoryCondition condition;
    const Trajectory read = read_trajectory(path, &condition);
    EXPECT_EQ(condition.whole_frames, written.frames.size());
    EXPECT_EQ(condition.bytes_ignored, 0u);
    EXPECT_EQ(condition.reason, "");
    EXPECT_EQ(condition.program_version, kVersion);
    expect_equal(read.info, written.info);
    ASSERT_EQ(read.frames.size(), written.frames.size());
    for (std::size_t k = 0; k < read.frames.size(); ++k) expect_equal(read.frames[k], written.frames[k]);
  }
}

// the bytes by the numbers that docs/trajectory-format.md gives, not by layout.hpp
TEST(TrajectoryFile, LaysItsBytesAsTheDocumentSays) {
  const TemporaryFolder folder;
  const std::string path = folder / "run.ict";
  Trajectory written =
      test::with_obstacles(test::mixed_elements(2));  // 6 nodes, 2 elements, 2 grasps, 2 obstacles
  written.frames[1].energy = {1, 2, 3, 4, 5};
  write_trajectory(path, written);
  const std::string bytes = read_file(path);
  const auto at = [&](std::size_t offset, auto value) {
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
  };
  const std::uint64_t header = at(16, std::uint64_t{}), frame = at(24, std::uint64_t{});
  EXPECT_EQ(bytes.substr(0, 8), std::string("\x89ICT\r\n\x1a\n"));
  EXPECT_EQ(at(8, std::uint32_t{}), 5u);
  EXPECT_EQ(at(12, std::uint32_t{}), 0x01020304u);
  EXPECT_EQ(frame, 120u + 48 * 6 + 104 * 2 + 104 * 2 + 24 * 6);
  EXPECT_EQ(header % 8, 0u);
  EXPECT_EQ(bytes.size(), header + 2 * frame);
  EXPECT_EQ(at(32, std::uint64_t{}), 6u);
  EXPECT_EQ(at(40, std::uint64_t{}), 2u);
  EXPECT_EQ(at(48, std::uint64_t{}), 2u);
  EXPECT_EQ(at(72, double{}), 0.01);
  EXPECT_EQ(at(96, std::uint64_t{}), 2u);
  EXPECT_EQ(at(112, std::uint64_t{}), 1u);  // cloths
  EXPECT_EQ(at(120, std::uint64_t{}), 24u);
  EXPECT_EQ(at(128 + 24 * 5, double{}), written.info.rest.x(5, 0));
  EXPECT_EQ(at(128 + 24 * 6 + 16 + 12, std::int32_t{}), -1);

  const std::size_t floor = 128 + 24 * 6 + 16 * 2 + at(56, std::uint64_t{});
  EXPECT_EQ(at(floor, std::uint32_t{}), 5u);  // "floor"
  EXPECT_EQ(at(floor + 4, std::uint32_t{}), 4u);
  EXPECT_EQ(at(floor + 8, std::uint32_t{}), 2u);
  EXPECT_EQ(at(floor + 12, std::uint32_t{}), 1u);  // unbounded
  EXPECT_EQ(at(floor + 16, double{}), 0.3);
  const std::size_t cube = floor + ict::padded(24 + 24 * 4 + 16 * 2 + 5);
  EXPECT_EQ(at(cube + 12, std::uint32_t{}), 0x12ab3406u);  // only seen, of a colour
  EXPECT_EQ(at(floor + 24 + 8 * 3, double{}), 1.0);        // x of node 1
  EXPECT_EQ(bytes.substr(floor + 24 + 24 * 4 + 16 * 2, 5), "floor");
  const std::size_t cloth = floor + at(104, std::uint64_t{});
  EXPECT_EQ(at(cloth, std::uint32_t{}), 5u);  // "cloth"
  EXPECT_EQ(at(cloth + 4, std::uint32_t{}), 6u);
  EXPECT_EQ(at(cloth + 8, std::uint32_t{}), 2u);
  EXPECT_EQ(bytes.substr(cloth + 16, 5), "cloth");
  const std::size_t scene = cloth + at(120, std::uint64_t{});
  EXPECT_EQ(bytes.substr(scene, 6), "cloth:");

  const Frame& last = written.frames[1];
  const std::size_t second = header + frame;
  EXPECT_EQ(at(second, double{}), 0.02);
  EXPECT_EQ(at(second + 16, std::int32_t{}), 8);
  EXPECT_EQ(at(second + 48, double{}), 1e-3);
  EXPECT_EQ(at(second + 56, double{}), 2e-5);
  EXPECT_EQ(at(second + 64, double{}), 2e-4);
  EXPECT_EQ(at(second + 72, double{}), 1.0);   // kinetic energy
  EXPECT_EQ(at(second + 104, double{}), 5.0);  // stretch
  EXPECT_EQ(at(second + 112 + 24 * 6 - 8, double{}), last.x(5, 2));
  EXPECT_EQ(at(second + 112 + 24 * 6 + 8, double{}), last.v(0, 1));
  EXPECT_EQ(at(second + 112 + 48 * 6 + 16, double{}), 2.0);
  const std::size_t hands = second + 112 + 48 * 6 + 24 * 2;
  EXPECT_EQ(at(hands + 16, double{}), last.grasp_torque(0, 2));
  EXPECT_EQ(at(hands + 24 * 2 + 16, double{}), last.grasp_pose[0].translation.z());
  EXPECT_EQ(at(hands + 24 * 2 + 56 + 24 + 16, double{}), last.grasp_pose[1].rotation.y());
  const std::size_t poses = hands + (24 + 56) * 2;
  EXPECT_EQ(at(poses + 16, double{}), -0.2);  // z of the floor
  EXPECT_EQ(at(poses + 24, double{}), 1.0);   // w of its rotation
  EXPECT_EQ(at(poses + 56 + 24, double{}), last.obstacle_pose[1].rotation.w());
  EXPECT_EQ(at(poses + 56 + 48, double{}), last.obstacle_pose[1].rotation.z());
  EXPECT_EQ(at(poses + 56 * 2 + 16, double{}), 4.0);            // z of the first force
  EXPECT_EQ(at(poses + 56 * 2 + 24 * 2 + 16, double{}), -4.0);  // and of the first torque
  EXPECT_EQ(at(poses + 56 * 2 + 24 * 4 + 8, double{}), last.contact_force(0, 1));
}

/// The bytes that format 1 gave a trajectory of 6 nodes, written here as its document said.
std::string format_one(const Trajectory& run) {
  std::string bytes("\x89ICT\r\n\x1a\n", 8), table;
  const auto points = [](std::string& to, const Points& x) {
    to.append(reinterpret_cast<const char*>(x.data()), 8 * x.size());
  };
  const auto seal = [](std::string& to, std::size_t from) {
    append(to, std::uint64_t{checksum(std::string_view(to).substr(from))});
  };
  for (const GraspInfo& grasp : run.info.grasps) {  // of one node each
    append(table, static_cast<std::uint32_t>(grasp.name.size()));
    append(table, std::uint32_t{1});
    append(table, std::int32_t{grasp.nodes[0]});
    table += grasp.name;
    table.resize((table.size() + 7) / 8 * 8, '\0');
  }
  const std::string scene = run.info.scene + std::string((8 - run.info.scene.size() % 8) % 8, '\0');
  append(bytes, std::uint32_t{1});
  append(bytes, std::uint32_t{0x01020304});
  for (const std::uint64_t value :
       {96 + 24 * 6 + 16 * 2 + table.size() + scene.size() + 8, std::size_t{64 + 48 * 6 + 24 * 2},
        std::size_t{6}, std::size_t{2}, std::size_t{2}, table.size(), run.info.scene.size()}) {
    append(bytes, value);
  }
  append(bytes, run.info.step);
  bytes += std::string("0.1.0", 5) + std::string(11, '\0');
  points(bytes, run.info.rest.x);
  for (const Element& element : run.info.rest.elements) {
    for (const int node : element) append(bytes, std::int32_t{node});
  }
  bytes += table + scene;
  seal(bytes, 0);
  for (const Frame& frame : run.frames) {
    const std::size_t start = bytes.size();
    const StepTotals& d = frame.diagnostics;
    append(bytes, frame.time);
    for (const std::int64_t value : {d.steps, d.converged_steps, d.iterations, std::int64_t{0}})
      append(bytes, static_cast<std::int32_t>(value));
    for (const double value : {d.metric_error, d.area_total, d.area_mean, d.area_dispersion})
      append(bytes, value);
    points(bytes, frame.x);
    points(bytes, frame.v);
    points(bytes, frame.grasp_force);
    seal(bytes, start);
  }
  return bytes;
}

TEST(TrajectoryFile, OfFormatOneIsReadAsOneWithoutObstacles) {
  const TemporaryFolder folder;
  const std::string path = folder / "old.ict";
  const Trajectory written = test::mixed_elements(3);
  const std::string bytes = format_one(written);
  write_file(path, bytes);
  TrajectoryCondition condition;
  const Trajectory read = read_trajectory(path, &condition);
  EXPECT_EQ(condition.reason, "");
  EXPECT_EQ(condition.program_version, "0.1.0");
  expect_equal(read.info, written.info);
  ASSERT_EQ(read.frames.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) expect_equal(read.frames[k], written.frames[k]);
  for (std::size_t size = 0; size < bytes.size() - 3 * (64 + 48 * 6 + 24 * 2); size += 3) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes.substr(0, size);
    EXPECT_THROW(read_trajectory(path), InputError) << size;
  }
}

/// A file of 6 nodes and 2 grasps as an older format had it: 4 without cloths, 3 without torques and poses of
/// hands either, 2 without energies too.
std::string older_format(const std::string& now, char format) {
  const auto header = get<std::uint64_t>(&now[ict::kHeaderBytesAt]),
             frame = get<std::uint64_t>(&now[ict::kFrameBytesAt]);
  const auto seal = [](std::string part) {
    part.resize(part.size() - ict::kChecksumBytes);
    append(part, std::uint64_t{checksum(part)});
    return part;
  };
  std::string head = now.substr(0, header), lengths;
  const std::size_t hands = format < 4 ? 2 * (24 + 56) : 0, energies = format < 3 ? 40 : 0;
  const auto tables = get<std::uint64_t>(&now[ict::kGraspBytesAt]) +
                      get<std::uint64_t>(&now[ict::kObstacleBytesAt]),
             cloths = get<std::uint64_t>(&now[ict::kClothBytesAt]);
  head.erase(ict::kRestAt + 24 * 6 + 16 * 2 + tables, cloths).erase(ict::kClothsAt, 16);
  append(lengths, std::uint64_t{head.size()});
  append(lengths, std::uint64_t{frame - hands - energies});
  head.replace(ict::kHeaderBytesAt, 16, lengths);
  head[ict::kVersionAt] = format;
  std::string bytes = seal(head);
  for (std::size_t at = header; at < now.size(); at += frame)
    bytes += seal(now.substr(at, frame).erase(112 + 48 * 6 + 24 * 2, hands).erase(72, energies));
  return bytes;
}

TEST(TrajectoryFile, OfFormatFourIsReadAsThatOfOneCloth) {
  const TemporaryFolder folder;
  const std::string path = folder / "run.ict";
  const Trajectory run = test::with_obstacles(test::mixed_elements(3));
  write_trajectory(path, run);
  write_file(path, older_format(read_file(path), 4));
  TrajectoryCondition condition;
  const Trajectory read = read_trajectory(path, &condition);
  EXPECT_EQ(condition.reason, "");
  expect_equal(read.info, run.info);
  ASSERT_EQ(read.frames.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) expect_equal(read.frames[k], run.frames[k]);
  EXPECT_EQ(pieces_of(read.info.rest)[0].node_count, 6);
}

TEST(TrajectoryFile, KnowsTheClothsThatShareItsMesh) {
  const TemporaryFolder folder;
  const std::string path = folder / "run.ict";
  Trajectory run = test::two_cloths(2);
  write_trajectory(path, run);
  const Trajectory read = read_trajectory(path);
  ASSERT_EQ(read.info.rest.pieces.size(), 2u);
  EXPECT_EQ(read.info.rest.pieces[1].name, "towel");
  EXPECT_EQ(read.info.rest.pieces[1].first_node, 4);
  EXPECT_EQ(read.info.rest.pieces[1].first_element, 1);
  EXPECT_EQ(read.frames[1].x, run.frames[1].x);
  run.info.rest.pieces[1].node_count = 7;
  EXPECT_EQ(refusal_of([&] { write_trajectory(path, run); }),
            path + ": cloth 'towel' is not where it should be in the mesh");
  run.info.rest.pieces[1].node_count = 6;
  run.info.rest.elements[2][0] = 1;
  EXPECT_EQ(refusal_of([&] { write_trajectory(path, run); }),
            path + ": element 2 joins cloth 'towel' to another");
}

TEST(TrajectoryFile, OfFormatThreeIsReadAsOneThatDoesNotKnowItsTorques) {
  const TemporaryFolder folder;
  const std::string path = folder / "run.ict";
  Trajectory run = test::with_obstacles(test::mixed_elements(3));
  write_trajectory(path, run);
  EXPECT_EQ(read_trajectory(path).frames[2].grasp_pose[0].translation, Vec3(0.1, 0.2, 2.3));
  write_file(path, older_format(read_file(path), 3));
  for (int k = 0; k < 2; ++k) {
    TrajectoryCondition condition;
    const Trajectory read = read_trajectory(path, &condition);
    EXPECT_EQ(condition.reason, "");
    ASSERT_EQ(read.frames.size(), 3u);
    EXPECT_EQ(read.frames[2].obstacle_force, run.frames[2].obstacle_force);
    EXPECT_EQ(read.frames[2].grasp_force, run.frames[2].grasp_force);
    EXPECT_TRUE(std::isnan(read.frames[2].grasp_torque(1, 2)));
    EXPECT_TRUE(std::isnan(read.frames[2].grasp_pose[1].translation.x()));
    write_trajectory(path, read);  // what is not known stays so
  }
}

TEST(TrajectoryFile, OfFormatTwoIsReadAsOneThatDoesNotKnowItsEnergy) {
  const TemporaryFolder folder;
  const std::string path = folder / "run.ict";
  Trajectory run = test::with_obstacles(test::mixed_elements(3));
  for (Frame& frame : run.frames) frame.energy = {1, 2, 3, 4, 5};
  write_trajectory(path, run);
  EXPECT_EQ(read_trajectory(path).frames[2].energy.shear, 4);
  write_file(path, older_format(read_file(path), 2));
  TrajectoryCondition condition;
  const Trajectory read = read_trajectory(path, &condition);
  EXPECT_EQ(condition.reason, "");
  ASSERT_EQ(read.frames.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_TRUE(std::isnan(read.frames[k].energy.kinetic));
    expect_equal(run.frames[k], read.frames[k]);
  }
  write_trajectory(path, read);  // what is not known stays so
  EXPECT_TRUE(std::isnan(read_trajectory(path).frames[0].energy.weight));
}

TEST(TrajectoryTail, GivesTheNewestWholeFrameOnceAndBeginsAnewWithAnotherFile) {
  const TemporaryFolder folder;
  const std::string path = folder / "run.ict";
  const Trajectory run = test::with_obstacles(test::waving_sheet(3, 2, 4, false));
  std::optional<TrajectoryWriter> writer(std::in_place, path, run.info);
  TrajectoryTail tail(path);
  EXPECT_FALSE(tail.newest());
  writer->append(run.frames[0]);
  writer->append(run.frames[1]);
  const auto newest = tail.newest();
  ASSERT_TRUE(newest);
  expect_equal(*newest, run.frames[1]);
  EXPECT_FALSE(tail.newest());
  std::ofstream(path, std::ios::app | std::ios::binary) << "a frame that is not whole";
  EXPECT_FALSE(tail.newest());
  writer.reset();
  const Trajectory other = test::waving_sheet(5, 4, 2, true);
  write_trajectory(folder / "other.ict", other);
  std::filesystem::rename(folder / "other.ict", path);
  const auto anew = tail.newest();
  ASSERT_TRUE(anew);
  expect_equal(*anew, other.frames[1]);
  EXPECT_EQ(tail.info().rest.elements, other.info.rest.elements);
  write_trajectory(path, run);  // the same file, longer than before
  std::optional<Frame> found;
  for (int look = 0; look < 3 && !found; ++look) found = tail.newest();
  ASSERT_TRUE(found);
  EXPECT_EQ(tail.info().rest.elements, run.info.rest.elements);
  EXPECT_THROW(TrajectoryTail(folder / "none.ict"), InputError);
}

TEST(TrajectoryFile, OfALaterFormatIsRefusedByItsNumber) {
  const TemporaryFolder folder;
  const std::string path = folder / "run.ict";
  write_trajectory(path, test::mixed_elements(1));
  std::string bytes = read_file(path);
  bytes[8] = 6;
  write_file(path, bytes);
  EXPECT_EQ(refusal_of([&] { read_trajectory(path); }),
            path +
                ": has trajectory format 6, this program reads formats 1 to 5; use the version of isocloth "
                "that wrote it");
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
  const Trajectory run = test::with_obstacles(test::mixed_elements(3));
  write_trajectory(path, run);
  const std::string bytes = read_file(path);
  const std::size_t frame = ict::frame_bytes(counts(6, 2, 2)), header = bytes.size() - 3 * frame;
  for (std::size_t size = 0; size < bytes.size(); size += size < 120 ? 1 : 5) {
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
  const std::size_t frame = ict::frame_bytes(counts(6, 2, 0));
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
  EXPECT_EQ(refusal_of([&] { writer.append(bad); }),
            path + ": frame 0 has positions that are not finite at node 4; use a smaller time step");
  bad = run.frames[0];
  bad.v.resize(3, 3);
  EXPECT_EQ(refusal_of([&] { writer.append(bad); }), path + ": frame 0 has 3 velocities for 6 nodes");
  writer.append(run.frames[0]);  // a refused frame leaves the file whole
  EXPECT_EQ(read_trajectory(path).frames.size(), 1u);

  run.info.rest.elements[1][2] = 6;
  EXPECT_EQ(
      refusal_of([&] { TrajectoryWriter(folder / "other.ict", run.info); }),
      (folder / "other.ict") + ": element 1 names node 6, but the mesh has 6 nodes (indices start at 0)");
  run = test::mixed_elements(1);
  run.info.grasps[0].nodes = {-1};
  EXPECT_NE(refusal_of([&] { write_trajectory(path, run); }).find("grasp 'left' names node -1"),
            std::string::npos);
}

TEST(TrajectoryFile, RefusesObstaclesThatDoNotFit) {
  const TemporaryFolder folder;
  const std::string path = folder / "run.ict";
  const Trajectory good = test::with_obstacles(test::mixed_elements(1));
  const auto refusal = [&](const std::function<void(Trajectory&)>& spoil) {
    Trajectory run = good;
    spoil(run);
    return refusal_of([&] { write_trajectory(path, run); });
  };
  EXPECT_EQ(refusal([](Trajectory& r) { r.frames[0].obstacle_pose.pop_back(); }),
            path + ": frame 0 has 1 poses for 2 obstacles");
  EXPECT_EQ(refusal([](Trajectory& r) { r.frames[0].obstacle_pose[1].rotation.w() = 3; }),
            path + ": frame 0 has a pose that is not rigid at obstacle 1");
  EXPECT_EQ(refusal([](Trajectory& r) { r.frames[0].obstacle_force.resize(1, 3); }),
            path + ": frame 0 has 1 forces for 2 obstacles");
  EXPECT_EQ(refusal([](Trajectory& r) { r.frames[0].contact_force.resize(0, 3); }),
            path + ": frame 0 has 0 contact forces for 6 nodes");
  EXPECT_EQ(refusal([](Trajectory& r) { r.info.obstacles[1].surface.elements[2][0] = 8; }),
            path +
                ": obstacle 'cu\u00dfe' has a surface whose element 2 names node 8, but the mesh has 8 "
                "nodes (indices start at 0)");
  EXPECT_EQ(refusal([](Trajectory& r) { r.info.obstacles[0].surface.x(3, 0) = std::nan(""); }),
            path + ": obstacle 'floor' has a surface that is not finite at node 3");
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(TrajectoryFile, SaysWhyItCannotBeWrittenOrRead) {
  const TemporaryFolder folder;
  const Trajectory run = test::mixed_elements(1);
  const std::string missing = folder / "no/such/run.ict";
  EXPECT_EQ(
      refusal_of([&] { write_trajectory(missing, run); }),
      missing + ": cannot be written (No such file or directory); check the folder and its permissions");
  EXPECT_EQ(refusal_of([&] { read_trajectory(missing); }),
            missing + ": cannot be read (No such file or directory); check the path");
  EXPECT_NE(refusal_of([&] { read_trajectory(folder / ""); }).find("is a folder"), std::string::npos);
  write_file(folder / "text.ict", "cloth: {mesh: sheet}\n");
  EXPECT_NE(refusal_of([&] { read_trajectory(folder / "text.ict"); }).find("is not an isocloth trajectory"),
            std::string::npos);
  write_file(folder / "empty.ict", "");
  EXPECT_NE(refusal_of([&] { read_trajectory(folder / "empty.ict"); }).find("is empty"), std::string::npos);
}

TEST(TrajectoryFile, ReportsAFullDisk) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  const std::string message = refusal_of([] { write_trajectory("/dev/full", test::mixed_elements(1)); });
  EXPECT_NE(message.find("the header cannot be written (No space left on device)"), std::string::npos)
      << message;
}

}  // namespace
}  // namespace isocloth::io
