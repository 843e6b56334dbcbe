#pragma once

/// A world of a batch as a `Simulation`, which takes the steps that lanes cannot.

#include <memory>
#include <vector>

#include "isocloth/batch/tables.hpp"
#include "isocloth/dynamics/simulation.hpp"

namespace isocloth::batch {

class WorldTwin {
 public:
  /// `prototype`: the simulation that the batch was made from; `numbers`: of the world, whose material and
  /// gravity the twin has.
  WorldTwin(const Tables& tables, const Simulation& prototype, const double* numbers);
  WorldTwin(const WorldTwin&) = delete;  // the motions of its grasps point into it
  WorldTwin& operator=(const WorldTwin&) = delete;

  /// Takes a step of the world, which has taken `age` steps, with its hands led to `wanted` (3 numbers a
  /// slot) and its obstacles to `poses` (7 numbers each; none: along the prototype's paths), and leaves the
  /// state after it and its report in the numbers. Their flag says whether it goes on from its own state
  /// (kAway) or from the numbers'.
  void step(double* numbers, std::int64_t age, const double* wanted, const double* poses);

 private:
  struct HandWay {
    Vec3 from = Vec3::Zero(), to = Vec3::Zero();
  };
  void take_state(const double* numbers, std::int64_t age);
  void give_state(double* numbers) const;
  void lead(const double* numbers, const double* wanted, const double* poses);
  double share_of_step(double time) const;
  Vec3 hand_at(int slot, double time) const;
  RigidPose pose_at(int obstacle, double time) const;
  bool knows_more() const;

  struct ObstacleWay {
    RigidPose from, to;
  };

  const Tables& tables_;
  ClothState start_;                 ///< of the prototype …
  std::vector<Obstacle> obstacles_;  ///< … and its own
  bool touches_in_lanes_;
  Simulation simulation_;
  std::vector<HandWay> ways_;               ///< per slot, of the step at hand
  std::vector<ObstacleWay> obstacle_ways_;  ///< likewise; none: they follow the prototype's paths
  double begin_ = 0;                        ///< when that step begins [s]
};

/// The material that a world's numbers are, and of it in the numbers.
Material material_of(const Tables& tables, const double* numbers, const Material& prototype);
void put_material(const Material& material, double* numbers);

}  // namespace isocloth::batch
