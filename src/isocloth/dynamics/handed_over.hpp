#pragma once

/// Momentum that each hand and each obstacle gave the cloth in a step.
///
/// The force F at the end of a step is not what changed the momentum in it: with a = r (v − v̂)
/// (time_rule.hpp)
///
///   m (v − v₀) = F/r + b₁ m (v₀ − v₁) + b₂ m (v₁ − v₂)
///
/// so a part of what earlier forces gave is still to come: of a blow 2/3 at once, 2/9 in the next step, 2/27
/// … with BDF2, and half as much again where the step with the blow was Euler's. All of this is linear in the
/// forces, so each hand's and obstacle's share J follows the same rule, J = F/r + b₁ J₁ + b₂ J₂, and the
/// shares add up to the change, whatever the rules of the steps were and however often a step was divided. A
/// hand that has let go goes on giving what is still to come.
///
/// J: [N·s], and [N·m·s] about the origin of the frame. r, b₁, b₂: TimeRule::rate, one, two.

#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth {

struct Step;
struct Contact;

/// Force and torque, or momentum and its moment.
struct Wrench {
  Vec3 force = Vec3::Zero();   ///< [N], or [N·s]
  Vec3 torque = Vec3::Zero();  ///< about the origin of a frame, in world axes [N·m], or [N·m·s]
};

/// Of one hand or obstacle.
struct HandedOver {
  Wrench given{};           ///< in the last step, all its parts
  Wrench last{}, before{};  ///< J of the last two parts
};

/// Of all.
struct Exchange {
  std::vector<HandedOver> by_grasps, by_obstacles;  ///< in their order; those of rigid hands are not kept
};

/// Before a step: nothing is given yet.
void begin_exchange(const Step& step);

/// After a (sub-)step, whose end is work.next.
void hand_over(const Step& step);

/// An impact changed a node's velocity by so much, and what is still to come of its last two changes: the
/// obstacle did that.
void hand_over_stop(const Step& step, const Contact& contact, int node, const Eigen::RowVector3d& v,
                    const Eigen::RowVector3d& dv, const Eigen::RowVector3d& dv_before);

}  // namespace isocloth
