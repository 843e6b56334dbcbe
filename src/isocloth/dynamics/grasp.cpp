#include "isocloth/dynamics/grasp.hpp"

#include <algorithm>

#include "isocloth/core/require.hpp"

namespace isocloth {
namespace {

/// Times that differ by less than this share of a step are the same: k·dt is not exact.
constexpr double kTimeRounding = 1e-6;

}  // namespace

bool holds_at(const Grasp& grasp, double time, double dt) {
  return time > grasp.from + kTimeRounding * dt && time <= grasp.until + kTimeRounding * dt;
}

std::optional<std::string> Grip::problem() const {
  if (!(stiffness > 0)) return "stiffness must be above 0 N/m, got " + to_text(stiffness);
  if (!(damping >= 0 && std::isfinite(damping)))
    return "damping must be at least 0 N s/m, got " + to_text(damping);
  if (!(force_limit > 0)) return "force_limit must be above 0 N, got " + to_text(force_limit);
  if (slip != Slip::hold && is_rigid())
    return "a rigid hand has no force limit; give it a stiffness, or slip: hold";
  return std::nullopt;
}

GraspState new_state(const Grasp& grasp) {
  const auto count = static_cast<Eigen::Index>(grasp.nodes.size());
  const bool can_slide = grasp.grip.slip == Slip::slide;
  return {.anchor = Points::Zero(count, 3),
          .slid = Points::Zero(can_slide ? count : 0, 3),
          .picked = grasp.pick ? grasp.nodes : std::vector<int>{}};
}

void check_grasp(const Grasp& grasp, int node_count) {
  const std::string who = "grasp \"" + grasp.name + "\"";
  require(!grasp.nodes.empty() || grasp.pick, who + " holds no node; name at least one");
  if (grasp.pick)
    if (const auto problem = problem_in(*grasp.pick)) throw InputError(who + ": " + *problem);
  for (const int node : grasp.nodes)
    require(node >= 0 && node < node_count, who + " names node " + std::to_string(node) +
                                                ", but the mesh has " + std::to_string(node_count) +
                                                " (indices start at 0)");
  std::vector<int> sorted = grasp.nodes;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  require(twice == sorted.end(),
          who + " names node " + std::to_string(twice == sorted.end() ? 0 : *twice) + " twice");
  require(grasp.motion.path != nullptr, who + " has no motion");
  check_pose(grasp.motion.path(grasp.from), "the motion of " + who);
  if (const auto problem = grasp.grip.problem()) throw InputError(who + ": " + *problem);
}

}  // namespace isocloth
