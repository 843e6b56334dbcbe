#pragma once

/// A step backwards: from ∂L/∂(state after it) to ∂L/∂(state before it), and by what it was asked for.
///
/// This is the adjoint of what the step computed, not of the equations that it approximates: after one
/// Newton iteration these do not hold, and the implicit function theorem does not either. Each iteration
/// costs one solve with its matrix, which is symmetric (projection_adjoint.cpp). What is around them:
///
///   guess      x + g Δx₁                       A = (r²ρ + rα) M + (rβ + κ) K + s
///   springs    k, c̄ ← c(x), σ⁺ ← λ, σ          f = r²ρM x̃ + r(αM + βK) x̂ + δMg + s y
///   commit     v⁺ = r (x⁺ − x̂)                 x̂, x̃: time_rule.hpp; s, y: grip_springs.hpp

#include "isocloth/dynamics/step_record.hpp"
#include "isocloth/gradient/parameter_gradient.hpp"
#include "isocloth/gradient/state_gradient.hpp"

namespace isocloth {

class StepAdjoint {
 public:
  /// Sized once; the model must outlive it, and so must the scratch of its steps, which this uses as well.
  StepAdjoint(const ClothModel& model, const StepOptions& options, StepWorkspace& work);

  /// `state` is that after the step on entry and that before it on return; the others are added to. Factors
  /// of the step are borrowed meanwhile.
  void go_back(StepRecord& step, StateGradient& state, ParameterGradient& parameters,
               TargetGradient& targets);

 private:
  void go_back(PartRecord& part, double first, double share, StateGradient& state,
               ParameterGradient& parameters, TargetGradient& targets);
  static void stand_still(StateGradient& state);
  void set_up(const PartRecord& part);
  void stop_at_impacts(const PartRecord& part, StateGradient& state);
  void add_to_obstacles(double first, double share, TargetGradient& targets) const;
  void commit(const PartRecord& part, StateGradient& state);
  void iterate(PartRecord& part, std::vector<ContactGradient>& contacts, ParameterGradient& parameters);
  void add_load_of_iteration(const PartRecord& part, const Points& end);
  void load(const PartRecord& part, StateGradient& state, ParameterGradient& parameters);
  void springs(const PartRecord& part, StateGradient& state, ParameterGradient& parameters);
  void use_grips(const Vector& stiffness);

  const ClothModel& model_;
  StepOptions options_;
  NodeMatrix bending_;  ///< K, also where κ and β are 0
  StepWorkspace& work_;
  IterationAdjoint iteration_;
  Points of_load_;               ///< by f
  Points of_pull_;               ///< the same, for hands at their limit by the share that they pull with
  Points of_past_;               ///< by x̂
  Points bent_;                  ///< K times that by f
  Points guess_;                 ///< what goes back to the guess
  Vector of_area_, of_bending_;  ///< by the shares of M and K in A, node by node
  Vector of_c_;
};

}  // namespace isocloth
