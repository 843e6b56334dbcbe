#pragma once

/// What Newton's iterations of a projection went through, so that derivatives can go back the same way
/// (projection_adjoint.cpp). A projection that is recorded solves its systems to rounding: those by conjugate
/// gradients, which otherwise end at a tolerance, then are linear maps that have an adjoint.

#include <memory>
#include <vector>

#include "isocloth/contact/contact_record.hpp"
#include "isocloth/isometry/quadratic_rows.hpp"
#include "isocloth/isometry/row_law.hpp"
#include "isocloth/linear/block_cholesky.hpp"
#include "isocloth/obstacles/pose_gradient.hpp"

namespace isocloth {

/// One iteration, from where it began.
struct IterationRecord {
  Points x;                         ///< [m]
  Vector multipliers;               ///< λ [N·m]
  bool trusted = true;              ///< a whole Newton step; else one along which Φ falls
  bool from_guess = false;          ///< began again where the projection did
  double length = 1;                ///< share of the Newton step that was taken
  BlockCholesky::Numbers factor{};  ///< of its matrix, where it was kept
  ContactRecords contacts{};        ///< that press
  std::shared_ptr<const std::vector<Edge>>
      couplings{};  ///< nodes that layers couple in its matrix; nullptr: none
};

struct ProjectionRecord {
  std::vector<IterationRecord> iterations{};
  Points end{};                                          ///< where the last one ended [m]
  bool keeps_factors = false;                            ///< more memory, less work on the way back
  std::shared_ptr<const std::vector<Edge>> couplings{};  ///< those that layers had last
};

/// ∂L by the friction that the next step remembers of a contact, in the obstacle's frame, or in the world.
struct ContactGradient {
  ContactKey key{};
  Vec3 tangential_force = Vec3::Zero();
};

/// ∂L by what the normal of a contact did to velocities when the step ended (commit_step.cpp).
struct NormalGradient {
  ContactKey key{};
  Vec3 normal = Vec3::Zero();
};

/// ∂L by the weights of a point that was found in this search of the step, and kept.
struct KeptGradient {
  ContactKey key{};
  int found = 0;
  std::array<double, 4> weights{};
};

/// ∂L by the pose of an obstacle when a (sub-)step begins, and when it ends.
struct ObstacleGradient {
  PoseGradient begin, end;
};

/// On the way back: derivatives of a loss by what an iteration ended with, then by what it began with.
struct IterationAdjoint {
  IterationAdjoint(Eigen::Index nodes, Eigen::Index rows)
      : x(Points::Zero(nodes, 3)),
        w(x),
        multipliers(Vector::Zero(rows)),
        law(rows),
        linear(rows),
        forms(rows),
        x_start(x),
        of_safe(x),
        diagonal(Vector::Zero(nodes)) {}
  Points x;            ///< by x
  Points w;            ///< by the load; −w xᵀ, x where the iteration ended, is that by the metric
  Vector multipliers;  ///< by λ
  LawGradient law;     ///< by stiffness and rest of the rows, summed over iterations

  LinearLaw linear;  ///< by the law's tangent; scratch, as the next
  QuadraticRows::Forms forms;

  /// Of contacts, summed over iterations: by where the step began, by the metric's diagonal where friction's
  /// stiffness follows it, by the friction remembered of the step before; and by that which the next step
  /// remembers, for the last iteration.
  Points x_start;
  Points of_safe;  ///< by `safe` of the iteration before (layer_pairs.hpp), where it had not arrived
  Vector diagonal;
  std::vector<ContactGradient> of_memory{}, of_forces{};
  std::vector<NormalGradient> of_normals{};  ///< for the last iteration
  std::vector<KeptGradient> of_kept{};       ///< for those that found them
  const Points* began = nullptr;             ///< where the step began
  std::vector<ObstacleGradient>
      of_obstacles{};  ///< summed over iterations; those that were not touched may be missing
};

}  // namespace isocloth
