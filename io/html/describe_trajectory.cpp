#include <algorithm>
#include <cmath>

#include "io/html/position_code.hpp"
#include "io/html/replay_parts.hpp"
#include "io/picture/contact_tractions.hpp"
#include "io/picture/frame_choice.hpp"

namespace isocloth::io {
namespace {

using Json = Sections::Json;

/// Indices of the frames that are shown: the first, then each that comes at least 1/fps after the last shown.
std::vector<std::size_t> thinned(const std::vector<Frame>& frames, double frames_per_second) {
  constexpr double kRounding = 1e-6;
  std::vector<std::size_t> shown{0};
  for (std::size_t k = 1; k < frames.size(); ++k) {
    const double since = frames[k].time - frames[shown.back()].time;
    if (since * frames_per_second >= 1 - kRounding) shown.push_back(k);
  }
  return shown;
}

/// One number per shown frame.
template <class Value>
Json add_column(const std::vector<const Frame*>& frames, Value value, Sections& sections) {
  std::vector<float> column;
  column.reserve(frames.size());
  for (const Frame* frame : frames) column.push_back(static_cast<float>(value(*frame)));
  return sections.add(column);
}

Json describe_diagnostics(const std::vector<const Frame*>& frames, bool obstacles, Sections& sections) {
  const auto column = [&](auto field) {
    return add_column(frames, [=](const Frame& f) { return f.diagnostics.*field; }, sections);
  };
  Json columns{{"metricError", column(&StepTotals::metric_error)},
               {"areaTotal", column(&StepTotals::area_total)},
               {"areaMean", column(&StepTotals::area_mean)},
               {"areaDispersion", column(&StepTotals::area_dispersion)}};
  if (obstacles) columns["penetration"] = column(&StepTotals::surface_penetration);
  if (std::isfinite(frames.front()->energy.kinetic)) {
    columns["kineticEnergy"] = add_column(frames, [](const Frame& f) { return f.energy.kinetic; }, sections);
    columns["energy"] = add_column(frames, [](const Frame& f) { return f.energy.mechanical(); }, sections);
  }
  const auto iterations = [](const Frame& f) {
    return double(f.diagnostics.iterations) / std::max(1.0, double(f.diagnostics.steps));
  };
  columns["iterations"] = add_column(frames, iterations, sections);
  return columns;
}

/// Contact force over area; nothing where nothing ever presses.
std::optional<Json> describe_tractions(const TrajectoryInfo& info, const std::vector<const Frame*>& frames,
                                       Sections& sections) {
  std::vector<Vector> tractions;
  double largest = 0;
  for (const Frame* frame : frames) {
    tractions.push_back(contact_tractions(info.rest, frame->contact_force));
    largest = std::max(largest, tractions.back().maxCoeff());
  }
  if (!(largest > 0)) return std::nullopt;
  return Json{{"largest", largest}, {"planes", sections.add(code_scalars(tractions, largest))}};
}

void add_grasp_frames(const Trajectory& trajectory, const std::vector<std::size_t>& shown,
                      const std::vector<const Frame*>& frames, Json& grasps, Sections& sections) {
  std::vector<std::vector<int>> held;
  for (const std::size_t frame : shown) held.push_back(held_nodes(trajectory, frame));
  for (std::size_t g = 0; g < grasps.size(); ++g) {
    std::vector<std::uint8_t> holds;
    const std::vector<int>& nodes = trajectory.info.grasps[g].nodes;
    for (const std::vector<int>& now : held)
      holds.push_back(!nodes.empty() && std::find(now.begin(), now.end(), nodes.front()) != now.end());
    const auto row = static_cast<Eigen::Index>(g);
    grasps[g]["holds"] = sections.add(holds);
    grasps[g]["force"] =
        add_column(frames, [=](const Frame& f) { return f.grasp_force.row(row).norm(); }, sections);
    if (!frames.empty() && frames.front()->grasp_torque.row(row).allFinite())
      grasps[g]["torque"] =
          add_column(frames, [=](const Frame& f) { return f.grasp_torque.row(row).norm(); }, sections);
  }
}

/// Poses x y z, then the quaternion x y z w; one where the obstacle never moves, else one per frame.
Json add_poses(const std::vector<const Frame*>& frames, std::size_t obstacle, Sections& sections) {
  std::vector<float> poses;
  bool moves = false;
  for (const Frame* frame : frames) {
    const RigidPose& pose = frame->obstacle_pose[obstacle];
    const RigidPose& first = frames.front()->obstacle_pose[obstacle];
    moves |= pose.translation != first.translation || pose.rotation.coeffs() != first.rotation.coeffs();
    for (const double value : pose.translation) poses.push_back(static_cast<float>(value));
    for (const double value : pose.rotation.coeffs()) poses.push_back(static_cast<float>(value));
  }
  if (!moves) poses.resize(7);
  return sections.add(poses);
}

void add_obstacle_frames(const std::vector<ObstacleInfo>& infos, const std::vector<const Frame*>& frames,
                         Json& obstacles, Sections& sections) {
  for (std::size_t i = 0; i < obstacles.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    obstacles[i]["poses"] = add_poses(frames, i, sections);
    if (!infos[i].seen_only)
      obstacles[i]["force"] =
          add_column(frames, [=](const Frame& f) { return f.obstacle_force.row(row).norm(); }, sections);
  }
}

}  // namespace

Json describe_trajectory(const NamedTrajectory& named, double frames_per_second, Sections& sections) {
  const Trajectory& trajectory = named.trajectory;
  const std::vector<std::size_t> shown = thinned(trajectory.frames, frames_per_second);
  std::vector<const Frame*> frames;
  for (const std::size_t k : shown) frames.push_back(&trajectory.frames[k]);

  Json json = describe_things(trajectory.info, sections);
  json["name"] = named.name;
  json["times"] = add_column(frames, [](const Frame& f) { return f.time; }, sections);
  const CodedPositions coded = code_positions(frames);
  json["origin"] = {coded.origin.x(), coded.origin.y(), coded.origin.z()};
  json["quantum"] = coded.quantum;
  json["positions"] = sections.add(coded.planes);
  json["diagnostics"] = describe_diagnostics(frames, !trajectory.info.obstacles.empty(), sections);
  if (const auto tractions = describe_tractions(trajectory.info, frames, sections))
    json["tractions"] = *tractions;
  add_grasp_frames(trajectory, shown, frames, json["grasps"], sections);
  add_obstacle_frames(trajectory.info.obstacles, frames, json["obstacles"], sections);
  return json;
}

}  // namespace isocloth::io
