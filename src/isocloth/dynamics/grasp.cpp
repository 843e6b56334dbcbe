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
  for (std::size_t i = 0; i < grasp.nodes.size(); ++i) {
    const int node = grasp.nodes[i];
    require(node >= 0 && node < node_count, who + " names node " + std::to_string(node) +
                                                ", but the mesh has " + std::to_string(node_count) +
                                                " (indices start at 0)");
    require(std::find(grasp.nodes.begin(), grasp.nodes.begin() + static_cast<std::ptrdiff_t>(i), node) ==
                grasp.nodes.begin() + static_cast<std::ptrdiff_t>(i),
            who + " names node " + std::to_string(node) + " twice");
  }
  require(grasp.motion.path != nullptr, who + " has no motion");
  require(grasp.until > grasp.from,
          who + " ends at " + to_text(grasp.until) + " s, before it begins at " + to_text(grasp.from) + " s");
}

}  // namespace isocloth
