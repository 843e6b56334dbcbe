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

void check_grasp(const Grasp& grasp, int node_count) {
  const std::string who = "grasp \"" + grasp.name + "\"";
  require(!grasp.nodes.empty(), who + " holds no node; name at least one");
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
}

}  // namespace isocloth
