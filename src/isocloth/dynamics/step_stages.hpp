#pragma once

/// The stages of a step, in the order of docs/method.md:
///
///   predict_step   metric A, springs, load f, first guess x + dt v; where obstacles are and held nodes go
///   project        Newton's iterations (projection.hpp)
///   commit_step    velocity, positions, contacts: the state after it
///
/// and the ways to take them: take_step, whole or in parts, with grasps that yield, or within a budget.

#include "isocloth/dynamics/step.hpp"
#include "isocloth/dynamics/step_limits.hpp"

namespace isocloth {

/// What a step works on.
struct Step {
  const ClothModel& model;
  const std::vector<Grasp>& grasps;
  const StepOptions& options;
  ClothState& state;
  StepWorkspace& work;

  double end() const { return static_cast<double>(state.step + 1) * options.dt; }  ///< [s]
};

/// For a (sub-)step of dt that ends at `end` [s].
void predict_step(const Step& step, double dt, double end);

/// Which nodes are held, and where they are at the end (work.held, target, next), or by which springs they
/// are pulled there (work.grips, metric, load).
void move_grasps(const Step& step, double dt, double end);

/// After a (sub-)step for which the budget did not suffice, or in which layers would have crossed, hands are
/// back at their nodes, and go on from there slowly: else they would leave them ever further behind, and no
/// step would ever be taken again.
void bring_hands_back(const Step& step);

/// Where a grasp wants its nodes at time t, one that does not hold yet if it took hold `now`, of nodes at x.
Points wanted_places(const Grasp& grasp, const GraspState& hold, const Points& x, double now, double t);

/// The law of the constraints for the nodes that are held now (work.law).
void stiffen_around_held(const ClothModel& model, StepWorkspace& work);

/// The state after a (sub-)step of dt that was projected to work.next.
void commit_step(const Step& step, double dt, const ProjectionReport& projected);

/// Copies all that a step changes, but for the anchors of grasps: taking hold again sets them again.
void copy_state(const ClothState& from, ClothState& to);

/// How far elements are from their rest shape.
struct ElementErrors {
  double edge = 0;  ///< largest of an edge [-]
  AreaError area{};
};
ElementErrors measure_elements(const ClothModel& model, const Points& x, StepWorkspace& work);

/// How far the worst element is from what the model keeps [-]: its area, its size in two directions, a third
/// of the error of an edge; of a woven cloth its threads, of a model of edges its edges.
double distortion(const ClothModel& model, const ElementErrors& errors, const Points& x, StepWorkspace& work);

/// What taking a step came to.
struct [[nodiscard]] StepTaken {
  ProjectionReport projected{};  ///< of the last part; iterations summed, row error and status the worst
  int parts = 1;
  StepCause cause = StepCause::none;  ///< where it did not converge
  bool refused = false;  ///< a part would have thrown the cloth or crossed layers: it stood still
  ElementErrors elements{};
};

/// Takes the step in as many parts as keep everything from passing through an obstacle; where that does not
/// converge, or leaves an element distorted, in twice as many, up to eight times; where rigid grasps pull too
/// far, with grasps that yield. With a budget there is one attempt, and for a part that ends far from the
/// tolerance the cloth stands still.
StepTaken take_step(const Step& step);

/// Grasps that are kept further than this from where they should be make a step infeasible [m]; rigid ones
/// that yield do so under three times the cloth's weight.
inline constexpr double kUnnoticedSlip = 1e-4;

/// How far held nodes are from where their grasps want them.
struct Slipped {
  double largest = 0;        ///< [m]
  int grasp = -1;            ///< whose it is
  bool falls_short = false;  ///< noticeably so of a rigid grasp, or of one whose path jumped
};

/// Notes which rigid grasps slipped.
Slipped note_slip(const Step& step);

/// Fills work.outside_force for the step taken last: what grasps exert, from the balance of forces. It costs
/// as much as an iteration, so it waits until asked for. Needs the multipliers that the projection ended
/// with.
void find_outside_force(const ClothState& state, StepWorkspace& work);

}  // namespace isocloth
