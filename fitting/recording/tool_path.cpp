#include "fitting/recording/tool_path.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "fitting/recording/number_table.hpp"
#include "io/file.hpp"

namespace isocloth::fitting {
namespace {

/// Quaternions off by more than this are something else [-].
constexpr double kQuaternionSlack = 0.05;

/// Columns of t, x, y, z and, where the tool turns, of qw, qx, qy, qz.
struct ToolColumns {
  std::array<std::size_t, 4> point{0, 1, 2, 3};
  std::optional<std::array<std::size_t, 4>> quaternion{};
};

std::optional<std::size_t> tool_column(const NumberTable& table, const std::string& name) {
  for (std::size_t c = 0; c < table.header.size(); ++c)
    if (table.header[c] == name || table.header[c] == "p" + name) return c;
  return std::nullopt;
}

ToolColumns find_tool_columns(const NumberTable& table) {
  ToolColumns columns;
  const std::string form = "t,px,py,pz,qx,qy,qz,qw or t,x,y,z";
  if (table.header.empty()) {
    if (table.rows[0].size() == 4) return columns;
    io::fail_at(table.path, table.lines[0],
                "has no header that says which column is which; begin it with " + form);
  }
  std::array<std::size_t, 4> found{};
  int turning = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const auto point = tool_column(table, std::array{"t", "x", "y", "z"}[k]);
    const auto turn = tool_column(table, std::array{"qw", "qx", "qy", "qz"}[k]);
    if (!point) io::fail_at(table.path, 1, "the header must name " + form);
    columns.point[k] = *point;
    if (turn) found[k] = *turn, ++turning;
  }
  if (turning == 4) columns.quaternion = found;
  if (turning != 0 && turning != 4)
    io::fail_at(table.path, 1, "the header names some of qx, qy, qz, qw only; give all or none");
  return columns;
}

RigidPose pose_of(const NumberTable& table, std::size_t row, const ToolColumns& columns) {
  const std::vector<double>& r = table.rows[row];
  RigidPose pose;
  pose.translation = {r[columns.point[1]], r[columns.point[2]], r[columns.point[3]]};
  if (columns.quaternion) {
    const auto& [w, x, y, z] = *columns.quaternion;
    pose.rotation = Eigen::Quaterniond(r[w], r[x], r[y], r[z]);
    if (!(std::abs(pose.rotation.norm() - 1) < kQuaternionSlack))
      io::fail_at(table.path, table.lines[row],
                  "qx, qy, qz, qw are no unit quaternion; are columns swapped?");
    pose.rotation.normalize();
  }
  if (!pose.translation.allFinite() || !std::isfinite(r[columns.point[0]]))
    io::fail_at(table.path, table.lines[row], "has no time or position; remove the line");
  return pose;
}

}  // namespace

ToolPath read_tool_path(const std::string& path) {
  const NumberTable table = read_number_table(path);
  const ToolColumns columns = find_tool_columns(table);
  const std::size_t time = columns.point[0];
  const std::vector<std::size_t> order = ascending_rows(table, time);
  ToolPath tool;
  int repeated = 0;
  for (const std::size_t row : order) {
    const RigidPose pose = pose_of(table, row, columns);
    if (!tool.times.empty() && table.rows[row][time] <= tool.times.back()) {
      ++repeated;
      continue;
    }
    tool.times.push_back(table.rows[row][time]);
    tool.poses.push_back(pose);
  }
  if (!std::is_sorted(order.begin(), order.end()))
    tool.remarks.push_back("Tool times were not in order; sorted.");
  if (repeated > 0)
    tool.remarks.push_back(std::to_string(repeated) +
                           " tool poses have the time of the one before; dropped.");
  return tool;
}

}  // namespace isocloth::fitting
