#pragma once

/// A set of nodes that something outside holds and moves.

#include <limits>
#include <string>
#include <vector>

#include "isocloth/dynamics/grip.hpp"
#include "isocloth/dynamics/motion.hpp"
#include "isocloth/dynamics/pick.hpp"

namespace isocloth {

struct Grasp {
  std::string name;
  /// In the numbers of the whole model. They keep their place in the hand, which its motion moves and turns.
  /// Empty for a grasp by place until it closes.
  std::vector<int> nodes{};
  Motion motion = fixed_motion();
  double from = 0;  ///< holds in the steps that end after this time [s] …
  double until = std::numeric_limits<double>::infinity();  ///< … and not after this one [s]
  Grip grip{};
  std::optional<Pick> pick{};  ///< set: it takes the nodes that are there when it closes, at `from`
  std::optional<int> piece{};  ///< by place: only those of this cloth, by its index in ClothModel::pieces
};

/// Why a hand is not where its path has it, and comes there at a walk.
enum class CatchingUp : char {
  no,
  from_far,      ///< an obstacle, or a jump of its path, kept it from there
  after_a_stop,  ///< the budget did not suffice for a step, and it came back to its nodes
};

/// What a run knows of a grasp.
struct GraspState {
  bool holding = false;
  bool slipping = false;  ///< at its force limit, or, where rigid, the cloth did not reach to where it wanted
  CatchingUp catching_up = CatchingUp::no;
  double pace = 0;             ///< after a stop: how fast it goes on [m/s]
  bool let_go = false;         ///< at its force limit
  bool missed = false;         ///< by place: it closed where no node was, and holds nothing
  double missed_by = 0;        ///< … and this far from the nearest one that was free [m]
  double yields_until = 0;     ///< where rigid: pulled too far a moment ago, it gives way until then [s]
  Points anchor;               ///< where its nodes were when it took hold [m]
  RigidPose taken{};           ///< where its frame was then: origin, and orientation of its path
  RigidPose moved{};           ///< how far it has come since, and turned about that origin
  Points slid = Points(0, 3);  ///< how far nodes slid in it [m], in its axes; no rows where none can
  std::vector<int> picked{};   ///< by place: what it closed on, in ascending order

  /// From the origin of the frame to a node, when it took hold [m].
  Vec3 arm(Eigen::Index node) const { return anchor.row(node).transpose() - taken.translation; }

  /// Where a hand that has come so far has a node [m]. One that has not turned adds no rounding.
  Vec3 place(Eigen::Index node, const RigidPose& way) const {
    const Vec3 x = anchor.row(node).transpose() + way.translation, from = arm(node);
    return x + (way.rotation * from - from);
  }
};

/// Whether the grasp holds during the step that ends at `time`, unless it has let go.
bool holds_at(const Grasp& grasp, double time, double dt);

/// Whether it has yet to close on the nodes at its place.
inline bool is_open(const Grasp& grasp, const GraspState& hold) {
  return grasp.pick && grasp.nodes.empty() && !hold.missed;
}

/// Of a grasp that has not begun.
GraspState new_state(const Grasp& grasp);

/// Throws InputError where the grasp names nodes that do not exist, none and no place, or one twice, or has
/// no motion, or one that does not begin with a pose, or a grip that cannot be.
void check_grasp(const Grasp& grasp, int node_count);

}  // namespace isocloth
