#include "io/trajectory/trajectory_writer.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "io/file.hpp"
#include "io/inputs.hpp"
#include "io/trajectory/bytes.hpp"
#include "io/trajectory/consistency.hpp"
#include "io/trajectory/layout.hpp"
#include "isocloth/core/version.hpp"
#include "isocloth/mesh/pieces.hpp"

namespace isocloth::io {

namespace {

/// Per grasp: u32 length of the name, u32 number of nodes, the nodes as i32, the name; padded to 8 bytes
/// each.
std::string grasp_table(const std::vector<GraspInfo>& grasps) {
  std::string table;
  for (const GraspInfo& grasp : grasps) {
    append(table, static_cast<std::uint32_t>(grasp.name.size()));
    append(table, static_cast<std::uint32_t>(grasp.nodes.size()));
    for (const int node : grasp.nodes) append(table, static_cast<std::int32_t>(node));
    table += grasp.name;
    table.resize(ict::padded(table.size()), '\0');
  }
  return table;
}

void append_mesh(std::string& bytes, const Mesh& mesh) {
  if (mesh.x.size() > 0) {
    bytes.append(reinterpret_cast<const char*>(mesh.x.data()), ict::kPointBytes * mesh.x.rows());
  }
  for (const Element& element : mesh.elements) {
    for (const int node : element) append(bytes, static_cast<std::int32_t>(node));
  }
}

std::uint32_t flags_of(const ObstacleInfo& obstacle) {
  return (obstacle.unbounded ? ict::kUnbounded : 0) | (obstacle.seen_only ? ict::kSeenOnly : 0) |
         (obstacle.color ? ict::kColored | *obstacle.color << ict::kColorBit : 0);
}

/// Per obstacle: its head (layout.hpp), the nodes and elements of its surface, its name; padded to 8 bytes.
std::string obstacle_table(const std::vector<ObstacleInfo>& obstacles) {
  std::string table;
  for (const ObstacleInfo& obstacle : obstacles) {
    append(table, static_cast<std::uint32_t>(obstacle.name.size()));
    append(table, static_cast<std::uint32_t>(obstacle.surface.node_count()));
    append(table, static_cast<std::uint32_t>(obstacle.surface.element_count()));
    append(table, flags_of(obstacle));
    append(table, obstacle.friction);
    append_mesh(table, obstacle.surface);
    table += obstacle.name;
    table.resize(ict::padded(table.size()), '\0');
  }
  return table;
}

/// Per cloth: its head (layout.hpp), its name; padded to 8 bytes.
std::string cloth_table(const std::vector<MeshPiece>& cloths) {
  std::string table;
  for (const MeshPiece& cloth : cloths) {
    append(table, static_cast<std::uint32_t>(cloth.name.size()));
    append(table, static_cast<std::uint32_t>(cloth.node_count));
    append(table, static_cast<std::uint32_t>(cloth.element_count));
    append(table, std::uint32_t{0});
    table += cloth.name;
    table.resize(ict::padded(table.size()), '\0');
  }
  return table;
}

ict::Counts counts_of(const TrajectoryInfo& info) {
  ict::Counts n;
  n.nodes = static_cast<std::size_t>(info.rest.x.rows());
  n.elements = info.rest.elements.size();
  n.grasps = info.grasps.size();
  n.obstacles = info.obstacles.size();
  n.scene_bytes = info.scene.size();
  return n;
}

/// The lengths of everything that follows, and dt.
std::string fixed_part(const ict::Counts& n, double step) {
  std::string bytes(ict::kMagic, ict::kMagicBytes);
  append(bytes, ict::kFormatVersion);
  append(bytes, ict::kEndianMark);
  for (const std::size_t value : {ict::header_bytes(n), ict::frame_bytes(n), n.nodes, n.elements, n.grasps,
                                  n.grasp_bytes, n.scene_bytes}) {
    append(bytes, static_cast<std::uint64_t>(value));
  }
  append(bytes, step);
  bytes += std::string_view(kVersion).substr(0, ict::kProgramBytes);
  bytes.resize(ict::kObstaclesAt, '\0');
  append(bytes, static_cast<std::uint64_t>(n.obstacles));
  append(bytes, static_cast<std::uint64_t>(n.obstacle_bytes));
  append(bytes, static_cast<std::uint64_t>(n.cloths));
  append(bytes, static_cast<std::uint64_t>(n.cloth_bytes));
  return bytes;
}

std::string header_of(const TrajectoryInfo& info) {
  const std::vector<MeshPiece> pieces = pieces_of(info.rest);
  const std::string grasps = grasp_table(info.grasps), obstacles = obstacle_table(info.obstacles),
                    cloths = cloth_table(pieces);
  ict::Counts n = counts_of(info);
  n.cloths = pieces.size();
  n.cloth_bytes = cloths.size();
  n.grasp_bytes = grasps.size();
  n.obstacle_bytes = obstacles.size();
  std::string bytes = fixed_part(n, info.step);
  append_mesh(bytes, info.rest);
  bytes += grasps;
  bytes += obstacles;
  bytes += cloths;
  bytes += info.scene;
  bytes.resize(ict::padded(bytes.size()), '\0');
  append(bytes, checksum(bytes));
  append(bytes, std::uint32_t{0});
  return bytes;
}

char* put_pose(char* to, const RigidPose& pose) {
  const Vec3& t = pose.translation;
  const Eigen::Quaterniond& q = pose.rotation;
  for (const double value : {t.x(), t.y(), t.z(), q.w(), q.x(), q.y(), q.z()}) to = put(to, value);
  return to;
}

char* put_points(char* to, const Points& points) {
  const std::size_t count = ict::kPointBytes * static_cast<std::size_t>(points.rows());
  if (count > 0) std::memcpy(to, points.data(), count);
  return to + count;
}

void fill_frame(const Frame& frame, std::vector<char>& buffer) {
  const StepTotals& d = frame.diagnostics;
  char* to = put(buffer.data(), frame.time);
  for (const std::int64_t value : {d.steps, d.converged_steps, d.iterations, std::int64_t{0}})
    to = put(to, static_cast<std::int32_t>(value));
  for (const double value : {d.metric_error, d.area_total, d.area_mean, d.area_dispersion, d.node_penetration,
                             d.surface_penetration}) {
    to = put(to, value);
  }
  for (const auto& [name, part] : kEnergyParts) to = put(to, frame.energy.*part);
  to = put_points(to, frame.x);
  to = put_points(to, frame.v);
  to = put_points(to, frame.grasp_force);
  to = put_points(to, frame.grasp_torque);
  for (const RigidPose& pose : frame.grasp_pose) to = put_pose(to, pose);
  for (const RigidPose& pose : frame.obstacle_pose) to = put_pose(to, pose);
  to = put_points(to, frame.obstacle_force);
  to = put_points(to, frame.obstacle_torque);
  to = put_points(to, frame.contact_force);
  to = put(to, checksum({buffer.data(), static_cast<std::size_t>(to - buffer.data())}));
  put(to, std::uint32_t{0});
}

/// Writes all of `bytes`, in one call unless the system splits it. False with errno set where it cannot.
bool write_all(int file, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t done = ::write(file, bytes, count);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    bytes += done;
    count -= static_cast<std::size_t>(done);
  }
  return true;
}

}  // namespace

TrajectoryWriter::TrajectoryWriter(const std::string& path, const TrajectoryInfo& info)
    : path_(path), shape_{{}, info.rest, info.step, info.grasps, info.obstacles} {
  if (auto problem = problem_in(info)) fail_at(path, 0, *problem);
  refuse_input(path);
  const std::string header = header_of(info);
  buffer_.resize(ict::frame_bytes(counts_of(info)));
  file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0) {
    fail_at(path, 0,
            std::string("cannot be written (") + std::strerror(errno) +
                "); check the folder and its permissions");
  }
  try {
    write_or_cut_back(header.data(), header.size());
  } catch (...) {  // the destructor of a half-made object does not run
    ::close(file_);
    throw;
  }
}

TrajectoryWriter::~TrajectoryWriter() {
  if (file_ >= 0) ::close(file_);
}

void TrajectoryWriter::append(const Frame& frame) {
  if (auto problem = problem_in(frame, shape_)) {
    fail_at(path_, 0, "frame " + std::to_string(frame_count_) + " " + *problem);
  }
  fill_frame(frame, buffer_);
  write_or_cut_back(buffer_.data(), buffer_.size());
  ++frame_count_;
}

void TrajectoryWriter::write_or_cut_back(const char* bytes, std::size_t count) {
  if (write_all(file_, bytes, count)) {
    written_ += count;
    return;
  }
  const std::string reason = std::strerror(errno);
  // a device such as /dev/full has no length to cut; the message below is what matters
  if (::ftruncate(file_, static_cast<off_t>(written_)) == 0)
    ::lseek(file_, static_cast<off_t>(written_), SEEK_SET);
  fail_at(path_, 0,
          (written_ == 0 ? "the header" : "frame " + std::to_string(frame_count_)) + " cannot be written (" +
              reason + "); free some space, what came before it is safe");
}

void write_trajectory(const std::string& path, const Trajectory& trajectory) {
  require_consistent(path, trajectory);
  TrajectoryWriter writer(path, trajectory.info);
  for (const Frame& frame : trajectory.frames) writer.append(frame);
}

}  // namespace isocloth::io
