#include "view/live_message.hpp"

#include <array>

#include "io/html/replay_parts.hpp"
#include "io/picture/contact_tractions.hpp"
#include "isocloth/session/make_frame.hpp"
#include "output.hpp"

namespace isocloth::cli {
namespace {

template <class Number>
void append(std::string& bytes, Number value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append_float(std::string& bytes, double value) { append(bytes, static_cast<float>(value)); }

Json settings_of(const LiveRun& run) {
  const io::MaterialSpec& material = run.scene().cloths.front().material;  // one slider sets all
  Json settings{{"bending", material.bending},
                {"virtual_mass", material.virtual_mass},
                {"damping", material.damping},
                {"density", material.density}};
  if (!run.scene().obstacles.empty()) settings["friction"] = run.scene().obstacles.front().friction;
  return settings;
}

std::string hello(const std::string& title, const TrajectoryInfo& info, const Json& more) {
  io::Sections sections;
  Json text{{"format", 1}, {"title", title}};
  text.update(more);
  text["things"] = io::describe_things(info, sections);
  std::string message;
  append(message, std::uint32_t{0});
  return message + sections.finish(text);
}

/// What a frame tells.
struct Moment {
  double time = 0;
  const Points &x, &v;
  std::vector<int> held{};
  std::array<double, 4> figures{};  ///< speeds, area dispersion
  Vector tractions{};               ///< none without obstacles
  std::vector<RigidPose> poses{};
};

std::string bytes_of(const Moment& moment) {
  std::string message;
  message.reserve(64 + 5 * sizeof(float) * static_cast<std::size_t>(moment.x.rows()));
  append(message, std::uint32_t{1});
  append(message, static_cast<std::uint32_t>(moment.held.size()));
  append_float(message, moment.time);
  for (const double value : moment.figures) append_float(message, value);
  for (Eigen::Index k = 0; k < moment.x.size(); ++k) append_float(message, moment.x.data()[k]);
  for (Eigen::Index i = 0; i < moment.v.rows(); ++i) append_float(message, moment.v.row(i).norm());
  for (const double traction : moment.tractions) append_float(message, traction);
  for (const RigidPose& pose : moment.poses) {
    for (const double value : pose.translation) append_float(message, value);
    for (const double value : pose.rotation.coeffs()) append_float(message, value);
  }
  for (const int node : moment.held) append(message, static_cast<std::uint32_t>(node));
  return message;
}

}  // namespace

std::string hello_message(const LiveRun& run, bool paused) {
  return hello(run.scene().name, trajectory_info(run.scene().text, run.simulation()),
               {{"settings", settings_of(run)}, {"paused", paused}});
}

std::string hello_message(const std::string& title, const TrajectoryInfo& info) {
  return hello(title, info, {{"settings", Json::object()}, {"paused", false}, {"watching", true}});
}

std::string frame_message(const LiveRun& run, const StepReport& last, const RealTime& clock) {
  const Simulation& simulation = run.simulation();
  const ClothState& state = simulation.state();
  Moment moment{.time = state.time, .x = state.x, .v = state.v, .held = run.held_nodes()};
  moment.figures = {clock.recent_speed(), clock.total_speed(), clock.engine_speed(), last.area.dispersion};
  if (!simulation.obstacles().empty())
    moment.tractions = io::contact_tractions(simulation.model().rest, simulation.contact_force());
  for (int i = 0; i < static_cast<int>(simulation.obstacles().size()); ++i)
    moment.poses.push_back(simulation.obstacle_pose(i));
  return bytes_of(moment);
}

std::string frame_message(const TrajectoryInfo& info, const Frame& frame) {
  Moment moment{.time = frame.time, .x = frame.x, .v = frame.v, .poses = frame.obstacle_pose};
  moment.figures = {1, 1, 1, frame.diagnostics.area_dispersion};
  if (!info.obstacles.empty()) moment.tractions = io::contact_tractions(info.rest, frame.contact_force);
  for (std::size_t g = 0; g < info.grasps.size(); ++g)
    if (!frame.grasp_force.row(static_cast<Eigen::Index>(g)).isZero(0))
      moment.held.insert(moment.held.end(), info.grasps[g].nodes.begin(), info.grasps[g].nodes.end());
  return bytes_of(moment);
}

std::string status_message(const LiveRun& run, bool paused) {
  return Json{{"kind", "status"}, {"paused", paused}, {"settings", settings_of(run)}}.dump();
}

std::string error_message(const std::string& sentence) {
  return Json{{"kind", "error"}, {"text", sentence}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace isocloth::cli
