#pragma once

/// One time step of
///
///   ρM ẍ = F_δ − κKx − (αM + βK) ẋ − ∇c(x)ᵀλ,   c(x) = 0      M: node areas, F_δ = δ M g
///
/// with ẋ = r (x − x̂) and ẍ = r² (x − x̃) at its end (time_rule.hpp). The unknown x there meets
/// Ax + ∇c(x)ᵀλ = f  with
///
///   A = (r² ρ + r α) M + (r β + κ) K            metric
///   f = r² ρM x̃ + r (αM + βK) x̂ + F_δ           load
///
/// The rows act in the metric A, bending included, and at the end of the step: so a cloth at rest is where
/// weight, bending and tension balance, whatever dt is. [Coltraro et al., "Numerical integration and
/// contact"]

#include "isocloth/core/threads.hpp"
#include "isocloth/dynamics/cloth_model.hpp"
#include "isocloth/dynamics/grip_springs.hpp"
#include "isocloth/dynamics/step_data.hpp"
#include "isocloth/dynamics/time_rule.hpp"
#include "isocloth/projection/projection.hpp"

namespace isocloth {

struct StepRecord;

/// Scratch of a step, sized once for a model.
struct StepWorkspace {
  StepWorkspace(const ClothModel& model, const StepOptions& options);
  StepWorkspace(const StepWorkspace&) = delete;  // projection refers to metric, law and threads
  StepWorkspace& operator=(const StepWorkspace&) = delete;

  /// A = (r² ρ + r α) M + (r β + κ) K of each cloth, which is returned. r: rate of the rule [1/s].
  const NodeMatrix& set_metric(const ClothModel& model, double rate);

  Threads threads;
  TimeRule rule;       ///< of the step at hand
  NodeMatrix metric;   ///< A of the step at hand
  Vector metric_area;  ///< M and K where A has entries: A = a M + b K
  Vector metric_bending;
  RowLaw law;  ///< of constraints and, for the step at hand, of springs
  Projection projection;
  Contacts contacts;
  Points weight;                   ///< F_δ [N]
  Points load, next;               ///< f, x at the end of the step
  Points normal;                   ///< per node
  Points target;                   ///< where the grasps want the held ones; not always outside the obstacles
  StepCause held_back{};           ///< why held nodes do not go there
  std::vector<RigidPose> hands;    ///< GraspState::moved as the (sub-)step began
  ClothState before;               ///< what a second attempt starts from; grasps' anchors are left out
  Vector row_errors;               ///< of the springs at the start of the step
  LinearLaw end_law;               ///< what the rows pull with at the end of a step that did not converge
  std::vector<char> held;          ///< per node, by hands that do not give way
  GripSprings grips;               ///< of those that do
  bool yields = false;             ///< rigid grasps give way in this attempt
  std::vector<char> stiff_around;  ///< the held nodes that the law was made for
  Vector element_area;
  Points outside_force;          ///< from outside on each node: the grasps' [N]
  Points contact_force;          ///< the obstacles' [N]
  bool force_is_known = false;   ///< whether outside_force is that of the last step
  StepRecord* record = nullptr;  ///< of the step at hand, where one is wanted
};

/// Advances the state by dt: predicts, projects, commits (step_stages.hpp). A step that does not converge, or
/// that leaves an element distorted by more than 5 %, is divided into two, four, then eight (the report says
/// so). Hands hold through springs (grip.hpp). Where rigid ones pull a cloth further than it reaches, they
/// give way too, by very stiff ones: the report says infeasible and by how much they fell short, and they
/// hold again as soon as they come within reach. A grasp that jumps further than 20 m/s go in the step comes
/// along at a walk. Where the report says not_finite the cloth has not moved.
///
/// Where something comes near an obstacle so fast that it could pass through it, the step is divided as well.
/// A rigid grasp that would carry its nodes into an obstacle slips along its surface; a hand that gives way
/// presses them against it.
StepReport advance(const ClothModel& model, const std::vector<Grasp>& grasps, const StepOptions& options,
                   ClothState& state, StepWorkspace& work);

/// What a grasp exerted on the cloth in the last step.
Wrench grasp_wrench(const Grasp& grasp, int index, const ClothState& state, StepWorkspace& work);

ObstacleLoad obstacle_load(int obstacle, const ClothState& state, const StepWorkspace& work);

/// What one cloth exerted on another; torque about the world's origin.
Wrench layer_wrench(const ClothModel& model, const Piece& cloth, const Piece& other, const ClothState& state,
                    const StepWorkspace& work);

void list_contact_forces(const ClothState& state, const StepWorkspace& work, std::vector<ContactForce>& list);

}  // namespace isocloth
