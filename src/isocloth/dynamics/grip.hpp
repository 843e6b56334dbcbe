#pragma once

/// How firmly a hand holds: a spring and a damper from its place in the hand to each held node,
///
///   f = k (y − x) + c (ẏ − ẋ)       y: where the hand has the node [m], x: where the node is
///
/// k and c are the whole hand's, shared among its nodes by their area: neither depends on mesh or step. They
/// enter the implicit step (k + c·rate on the metric's diagonal), so no hand is too stiff for it.
///
/// Springs at n nodes resist a turn of the hand with k⟨r²⟩ [N·m/rad], r: from their middle; a hand whose
/// nodes are not to turn in it is rigid.
///
/// The defaults are a robot's. 5 N/mm is the largest Cartesian stiffness that a KUKA LBR iiwa can be set to
/// (with 300 N·m/rad; ranges in the documentation of libiiwa, set_cartesian_stiffness); libfranka's examples
/// (setDefaultBehavior) give a Franka arm 3 N/mm and 300 N·m/rad. 70 N is what the data sheet of the Franka
/// Hand is known to say of the grasping force that it keeps up (quoted from memory); two fingers with
/// friction of ½ turn it into as much pull. Human fingertips are softer: about 1 N/mm and 1 N·s/m
/// [Wiertlewski, Hayward, "Mechanical behavior of the fingertip in the range of frequencies and displacements
/// relevant to touch", J. Biomech. 45, 2012; figures of its abstract, from memory]. The damper is a choice:
/// 20 N·s/m settle 5 N/mm in 4 ms.

#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace isocloth {

/// What happens where a hand would have to pull with more than its force limit.
enum class Slip {
  hold,     ///< it pulls as hard as it takes
  slide,    ///< the cloth slides through the hand, which pulls with the limit and holds it where it comes to
  release,  ///< the hand lets go
};

struct Grip {
  double stiffness = 5000;  ///< k of the whole hand [N/m]; infinite: the nodes are exactly where it has them
  double damping = 20;      ///< c of the whole hand [N·s/m]; a rigid hand has none
  double force_limit = 70;  ///< [N], where it slides or lets go
  Slip slip = Slip::hold;

  bool is_rigid() const { return std::isinf(stiffness); }
  bool has_limit() const { return slip != Slip::hold && !is_rigid(); }

  /// The first thing wrong with it, or nothing.
  std::optional<std::string> problem() const;

  bool operator==(const Grip&) const = default;
};

/// Holds its nodes exactly where it wants them, as what a camera recorded does, or a clamp.
inline Grip rigid_grip() { return {.stiffness = std::numeric_limits<double>::infinity(), .damping = 0}; }

}  // namespace isocloth
