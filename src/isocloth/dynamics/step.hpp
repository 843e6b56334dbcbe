#pragma once

/// One time step of
///
///   ρM ẍ = F_δ − κKx − (αM + βK) ẋ − ∇c(x)ᵀλ,   c(x) = 0      M: node areas, F_δ = δ M g
///
/// by implicit Euler. Times dt⁻², the unknown x at the end of the step meets  Ax + ∇c(x)ᵀλ = f  with
///
///   A = [(ρ + dt α) M + (dt β + dt² κ) K] / dt²            metric, constant
///   f = [ρM(x + dt v) + dt(αM + βK) x] / dt² + F_δ         load
///
/// The rows act in the metric A, bending included, and at the end of the step: so a cloth at rest is where
/// weight, bending and tension balance, whatever dt is. [Coltraro et al., "Numerical integration and
/// contact"]

#include <cstdint>

#include "isocloth/core/threads.hpp"
#include "isocloth/dynamics/cloth_model.hpp"
#include "isocloth/dynamics/fingerprint.hpp"
#include "isocloth/dynamics/grasp.hpp"
#include "isocloth/dynamics/step_report.hpp"

namespace isocloth {

struct StepOptions {
  double dt = 0.01;          ///< [s]
  Vec3 gravity{0, 0, -9.8};  ///< [m/s²]
  ProjectionOptions projection{};

  /// Hard real time: at most this many linear systems a step and no second attempt. A step that ends near the
  /// tolerance is taken, and the report says how near; for one that ends far off the cloth stands still.
  /// Where something comes near an obstacle so fast that it could pass through, the step is divided all the
  /// same: the parts share the budget, one linear system each at least. 0: as many as it takes.
  int iteration_budget = 0;

  int threads = 1;  ///< that share the work of a step; the result does not depend on it

  /// The first thing wrong with these options, or nothing.
  std::optional<std::string> problem() const;
};

/// Enough to resume a run exactly.
struct ClothState {
  std::int64_t step = 0;                ///< steps taken; the time is step·dt
  double time = 0;                      ///< [s]
  Points x;                             ///< [m]
  Points v;                             ///< [m/s]
  Vector multipliers;                   ///< λ per row [N·m]
  Vector tensions;                      ///< per element, of the last tenths of a second [N/m]
  std::vector<GraspState> grasps;       ///< in the order of the grasps
  std::vector<ContactMemory> contacts;  ///< those that press
  Fingerprint origin;                   ///< of the simulation whose state it is
};

/// Scratch of a step, sized once for a model.
struct StepWorkspace {
  StepWorkspace(const ClothModel& model, const StepOptions& options);
  StepWorkspace(const StepWorkspace&) = delete;  // projection refers to metric, law and threads
  StepWorkspace& operator=(const StepWorkspace&) = delete;

  Threads threads;
  NodeMatrix metric;   ///< A of the step at hand
  Vector metric_area;  ///< M and K where A has entries: A = a M + b K
  Vector metric_bending;
  RowLaw law;  ///< of constraints and, for the step at hand, of springs
  Projection projection;
  Contacts contacts;
  Points weight;                  ///< F_δ [N]
  Points load, next;              ///< f, x at the end of the step
  Points normal;                  ///< per node
  Points wanted;                  ///< first guess of the free nodes, and where the held ones should go
  Points target;                  ///< where the grasps want the held ones; not always outside the obstacles
  StepCause held_back{};          ///< why held nodes do not go there
  ClothState before;              ///< what a second attempt starts from; grasps' anchors are left out
  Vector row_errors;              ///< of the springs at the start of the step
  LinearLaw end_law;              ///< what the rows pull with at the end of a step that did not converge
  std::vector<char> held;         ///< per node
  std::vector<char> held_before;  ///< those that the law was made for
  Vector element_area;
  Points outside_force;         ///< from outside on each node: the grasps' [N]
  Points contact_force;         ///< the obstacles' [N]
  bool force_is_known = false;  ///< whether outside_force is that of the last step
};

/// Advances the state by dt: predicts, projects, commits (step_stages.hpp). A step that does not converge, or
/// that leaves an element distorted by more than 5 %, is divided into two, four, then eight (the report says
/// so). Where grasps pull a cloth further than it reaches, it stays inextensible and the grasps slip: the
/// held nodes go as far towards where they should be as the cloth lets them, the report says infeasible and
/// by how much they fell short, and they are back in their grasps as soon as these come within reach. A grasp
/// that jumps further than 20 m/s go in the step comes along at a walk. Where the report says not_finite the
/// cloth has not moved.
///
/// Where something comes near an obstacle so fast that it could pass through it, the step is divided as well.
/// A grasp that would carry its nodes into an obstacle slips along its surface.
StepReport advance(const ClothModel& model, const std::vector<Grasp>& grasps, const StepOptions& options,
                   ClothState& state, StepWorkspace& work);

/// Force that a grasp exerted on the cloth in the last step [N].
Vec3 grasp_force(const Grasp& grasp, int index, const ClothState& state, StepWorkspace& work);

/// What an obstacle exerted on the cloth.
struct ObstacleLoad {
  Vec3 force = Vec3::Zero();   ///< [N]
  Vec3 torque = Vec3::Zero();  ///< about the origin of the obstacle's frame [N·m]
};
ObstacleLoad obstacle_load(int obstacle, const ClothState& state, const StepWorkspace& work);

/// A point of the cloth that an obstacle presses on.
struct ContactForce {
  int obstacle = 0;
  Vec3 point = Vec3::Zero();             ///< [m]
  Vec3 normal = Vec3::Zero();            ///< outwards, unit
  double normal_force = 0;               ///< [N]
  Vec3 tangential_force = Vec3::Zero();  ///< friction on the cloth [N]
};
void list_contact_forces(const ClothState& state, const StepWorkspace& work, std::vector<ContactForce>& list);

}  // namespace isocloth
