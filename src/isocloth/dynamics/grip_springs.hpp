#pragma once

/// The springs of hands that give way (grip.hpp), as they act on the nodes in one step: on the end x of it
/// with
///
///   f = s (y − x),   s = k + c·rate,   y = (k·target + c (rate·past + target velocity)) / s
///
/// where the velocity at the end is rate·(x − past). A hand that slides pulls with its limit: s = limit/|y −
/// x|.

#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth {

struct Step;

/// Of one node.
struct GripSpring {
  double stiffness = 0, damping = 0;  ///< k [N/m], c [N·s/m]
  Vec3 target = Vec3::Zero();         ///< [m]
  Vec3 velocity = Vec3::Zero();       ///< of the target [m/s]
};

/// Of all nodes; scratch of a step.
struct GripSprings {
  explicit GripSprings(Eigen::Index node_count);

  Vec3 force(int node, const Points& x) const {
    return stiffness[node] * (place.row(node) - x.row(node)).transpose();
  }

  std::vector<char> holds;  ///< per node
  Vector stiffness, whole;  ///< s, and what it is below the limit [N/m]
  Points place;             ///< y [m]
  Vector spring, damping;   ///< k [N/m] and c [N·s/m]
};

/// No node has one; metric and load must be without them too.
void clear_grips(GripSprings& grips);

/// Adds the spring of a node to metric and load.
void add_grip(const Step& step, int node, const GripSpring& spring);

/// Adjusts the springs that are at their limit where the cloth is now (work.next); false where all pull as
/// they should.
bool limit_grips(const Step& step);

/// After a (sub-)step: nodes that slid keep their new place in the hand, hands at their limit let go.
void let_slip(const Step& step);

/// Share of a grasp's stiffness and limit that each of its nodes has, per area [1/m²].
double share_per_area(const Step& step, int grasp);

}  // namespace isocloth
