#pragma once

/// Which nodes a hand closes on, by place: in the world's frame [m], among the nodes where they are then.

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "isocloth/obstacles/rigid_pose.hpp"

namespace isocloth {

/// Every node within a ball.
struct PickNear {
  Vec3 point = Vec3::Zero();
  double radius = 0;
};

/// The node nearest to a point; of several, the first.
struct PickNearest {
  Vec3 point = Vec3::Zero();
  double radius = std::numeric_limits<double>::infinity();  ///< none where it is farther off than this
};

/// Every node within a box, as between two fingers: `size` along the axes of a frame, centred at its origin.
struct PickBox {
  RigidPose pose{};
  Vec3 size = Vec3::Zero();
};

using Pick = std::variant<PickNear, PickNearest, PickBox>;

/// The middle of the place.
Vec3 middle_of(const Pick& pick);

/// The first thing wrong with it, or nothing.
std::optional<std::string> problem_in(const Pick& pick);

struct Picked {
  std::vector<int> nodes;  ///< ascending
  int nearest = -1;        ///< the node nearest to the place, inside or outside; −1: none may be taken
  double distance = std::numeric_limits<double>::infinity();  ///< how far it is outside [m]
};

/// The nodes at the place, of those that may be taken.
Picked pick_nodes(const Pick& pick, const Points& x, const std::function<bool(int node)>& may_take = {});

/// "closes on nothing: no node is within 0.02 m of (…) m; the nearest, node 7 at (…) m, is 0.3 m outside; …".
/// `nearest`: what the nearest node is called, "node 7".
std::string found_nothing(const Pick& pick, const Picked& picked, const Points& x,
                          const std::string& nearest);

}  // namespace isocloth
