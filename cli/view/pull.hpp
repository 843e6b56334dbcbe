#pragma once

/// A hand that pulls on a cloth as a person does: with a force that grows with its distance from the cloth,
/// and no more than the cloth gives.
///
/// A grasp would hold a node wherever the mouse is, also where an inextensible cloth cannot reach. Instead a
/// patch of nodes around the one that was taken is drawn to the hand by a spring and a damper, whose velocity
/// change over a step follows from implicit Euler on the patch alone:
///
///   v' = (v + dt k (h + b − x) / m) / (1 + dt c / m + dt² k / m),   k = 2 m / dt²,   c = 2 √(k m)
///
/// x: the node that was taken; v, m: velocity and mass of the patch; h: the hand; b: what the cloth lacked of
/// it so far, summed up to a limit, so that a hand holds a hanging cloth where it is. All nodes of the patch
/// get v' − v, less towards its rim; the step's projection then gives to the rest of the cloth what it can.

#include <vector>

#include "isocloth/dynamics/simulation.hpp"

namespace isocloth::cli {

class Pull {
 public:
  /// Takes hold of a cloth around `nodes` of it, of which the first is to be where the hand is.
  Pull(const Simulation& simulation, std::vector<int> nodes);

  void aim(const Vec3& hand) { hand_ = hand; }
  const Vec3& aim() const { return hand_; }

  /// b, as it was in another hand that goes on here.
  const Vec3& lacked() const { return lacked_; }
  void go_on(const Vec3& lacked) { lacked_ = lacked; }

  const std::vector<int>& nodes() const { return nodes_; }

  /// Changes the velocities that a step starts from, in `state`.
  void act(double dt, ClothState& state);

 private:
  void gather(const ClothModel& model, const Piece& cloth, double radius);

  struct Member {
    int node = 0;
    double share = 0;  ///< 1 at the middle, 0 at the rim
    double mass = 0;   ///< times share [kg]
  };

  std::vector<int> nodes_;
  Vec3 hand_;
  Vec3 lacked_ = Vec3::Zero();  ///< b [m]
  std::vector<Member> patch_;
  double mass_ = 0;  ///< of the patch [kg]
};

}  // namespace isocloth::cli
