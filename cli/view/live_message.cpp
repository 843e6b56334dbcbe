#include "view/live_message.hpp"

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

}  // namespace

std::string hello_message(const LiveRun& run, bool paused) {
  io::Sections sections;
  Json text{{"format", 1}, {"title", run.scene().name}, {"settings", settings_of(run)}, {"paused", paused}};
  text["things"] = io::describe_things(trajectory_info(run.scene().text, run.simulation()), sections);
  std::string message;
  append(message, std::uint32_t{0});
  return message + sections.finish(text);
}

std::string frame_message(const LiveRun& run, const StepReport& last, const RealTime& clock) {
  const Simulation& simulation = run.simulation();
  const ClothState& state = simulation.state();
  const std::vector<int> held = run.held_nodes();
  std::string message;
  message.reserve(64 + 5 * sizeof(float) * static_cast<std::size_t>(state.x.rows()));
  append(message, std::uint32_t{1});
  append(message, static_cast<std::uint32_t>(held.size()));
  for (const double value :
       {state.time, clock.recent_speed(), clock.total_speed(), clock.engine_speed(), last.area.dispersion})
    append_float(message, value);
  for (Eigen::Index k = 0; k < state.x.size(); ++k) append_float(message, state.x.data()[k]);
  for (Eigen::Index i = 0; i < state.v.rows(); ++i) append_float(message, state.v.row(i).norm());
  if (!simulation.obstacles().empty()) {
    for (const double t : io::contact_tractions(simulation.model().rest, simulation.contact_force()))
      append_float(message, t);
  }
  for (std::size_t o = 0; o < simulation.obstacles().size(); ++o) {
    const RigidPose pose = simulation.obstacle_pose(static_cast<int>(o));
    for (const double value : pose.translation) append_float(message, value);
    for (const double value : pose.rotation.coeffs()) append_float(message, value);
  }
  for (const int node : held) append(message, static_cast<std::uint32_t>(node));
  return message;
}

std::string status_message(const LiveRun& run, bool paused) {
  return Json{{"kind", "status"}, {"paused", paused}, {"settings", settings_of(run)}}.dump();
}

std::string error_message(const std::string& sentence) {
  return Json{{"kind", "error"}, {"text", sentence}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace isocloth::cli
