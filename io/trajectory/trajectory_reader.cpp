#include "io/trajectory/trajectory_reader.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <string_view>

#include "io/file.hpp"
#include "io/trajectory/bytes.hpp"
#include "io/trajectory/consistency.hpp"
#include "io/trajectory/frame_reader.hpp"
#include "io/trajectory/layout.hpp"

namespace isocloth::io {

namespace {

constexpr std::uint64_t kMaxTrajectoryBytes = 64ull << 30;  ///< all frames are held in memory

const char* take_points(const char* from, std::size_t rows, Points& points) {
  points.resize(static_cast<Eigen::Index>(rows), 3);
  if (rows > 0) std::memcpy(points.data(), from, ict::kPointBytes * rows);
  return from + ict::kPointBytes * rows;
}

const char* take_poses(const char* from, std::size_t count, std::vector<RigidPose>& poses) {
  poses.resize(count);
  for (RigidPose& pose : poses) {
    const auto at = [from](int k) { return get<double>(from + 8 * k); };
    pose.translation = {at(0), at(1), at(2)};
    pose.rotation = {at(3), at(4), at(5), at(6)};  // w x y z
    from += ict::kPoseBytes;
  }
  return from;
}

const char* take_grasps(const char* from, const TrajectoryHeader& header, Frame& frame) {
  const std::size_t count = header.info.grasps.size();
  from = take_points(from, count, frame.grasp_force);
  if (header.format >= 4)
    return take_poses(take_points(from, count, frame.grasp_torque), count, frame.grasp_pose);
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  frame.grasp_torque = Points::Constant(frame.grasp_force.rows(), 3, unknown);
  frame.grasp_pose.assign(count, {.translation = Vec3::Constant(unknown)});
  return from;
}

StepTotals parse_diagnostics(const std::string& bytes, std::uint32_t format) {
  StepTotals d;
  d.steps = get<std::int32_t>(&bytes[ict::kStepsAt]);
  d.converged_steps = get<std::int32_t>(&bytes[ict::kConvergedStepsAt]);
  d.iterations = get<std::int32_t>(&bytes[ict::kIterationsAt]);
  d.metric_error = get<double>(&bytes[ict::kMetricErrorAt]);
  d.area_total = get<double>(&bytes[ict::kMetricErrorAt + 8]);
  d.area_mean = get<double>(&bytes[ict::kMetricErrorAt + 16]);
  d.area_dispersion = get<double>(&bytes[ict::kMetricErrorAt + 24]);
  if (format < 2) return d;
  d.node_penetration = get<double>(&bytes[ict::kPenetrationAt]);
  d.surface_penetration = get<double>(&bytes[ict::kPenetrationAt + 8]);
  return d;
}

Frame parse_frame(const std::string& bytes, const TrajectoryHeader& header) {
  const auto nodes = static_cast<std::size_t>(header.info.rest.x.rows());
  const std::size_t obstacles = header.info.obstacles.size();
  Frame frame;
  frame.time = get<double>(&bytes[ict::kTimeAt]);
  frame.diagnostics = parse_diagnostics(bytes, header.format);
  std::size_t at = ict::kEnergyAt;
  for (const auto& [name, part] : kEnergyParts) {
    if (header.format >= 3) frame.energy.*part = get<double>(&bytes[at]);
    at += sizeof(double);
  }
  const char* from = &bytes[ict::kPositionsAt - ict::frame_shorter(header.format)];
  from = take_points(from, nodes, frame.x);
  from = take_points(from, nodes, frame.v);
  from = take_grasps(from, header, frame);
  from = take_poses(from, obstacles, frame.obstacle_pose);
  from = take_points(from, obstacles, frame.obstacle_force);
  from = take_points(from, obstacles, frame.obstacle_torque);
  take_points(from, obstacles > 0 ? nodes : 0, frame.contact_force);
  return frame;
}

/// Reads frames until the file ends or one is not whole; returns why it stopped, empty at the file's end.
std::string read_frames(std::istream& file, const TrajectoryHeader& header, std::uint64_t bytes_left,
                        std::vector<Frame>& frames) {
  for (; bytes_left >= header.frame_bytes; bytes_left -= header.frame_bytes) {
    Frame frame;
    if (const std::string reason = read_frame(file, header, frame); !reason.empty())
      return "frame " + std::to_string(frames.size()) + " " + reason;
    frames.push_back(std::move(frame));
  }
  return bytes_left == 0 ? std::string() : "frame " + std::to_string(frames.size()) + " is incomplete";
}

}  // namespace

std::string read_frame(std::istream& file, const TrajectoryHeader& header, Frame& frame) {
  std::string bytes(header.frame_bytes, '\0');
  const std::size_t checked = header.frame_bytes - ict::kChecksumBytes;
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file.good()) return "cannot be read";
  if (checksum(std::string_view(bytes).substr(0, checked)) != get<std::uint32_t>(&bytes[checked]))
    return "is damaged (its checksum is wrong)";
  frame = parse_frame(bytes, header);
  return problem_in(frame, header.info).value_or("");
}

Trajectory read_trajectory(const std::string& path, TrajectoryCondition* condition) {
  const std::uint64_t file_bytes = size_to_read(path, kMaxTrajectoryBytes);
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file.good())
    fail_at(path, 0, std::string("cannot be read (") + std::strerror(errno) + "); check the path");

  TrajectoryHeader header = read_header(file, file_bytes, path);
  Trajectory trajectory;
  const std::string reason = read_frames(file, header, file_bytes - header.header_bytes, trajectory.frames);
  if (condition) {
    const std::uint64_t used = header.header_bytes + header.frame_bytes * trajectory.frames.size();
    *condition = {trajectory.frames.size(), file_bytes - used, reason, header.program_version};
  }
  trajectory.info = std::move(header.info);
  return trajectory;
}

}  // namespace isocloth::io
