#pragma once

/// Velocity and acceleration at the end of a step, from its positions x and those before:
///
///   v = r (x − x̂),   a = r (v − v̂)
///
/// implicit Euler   r = 1/dt                      x̂ = x₀
/// BDF2             r = (1 + 2w)/((1 + w) dt)     x̂ = x₀ + w²/(1 + w) (x₀ − x₁)/(r dt)
/// in calm motion   r = (3/2 + θ/3)/dt            x̂ = x₀ + [(1/2 + 2θ/3)(x₀ − x₁) − θ/3 (x₁ − x₂)]/(r dt)
///
/// and v̂ likewise. x₀, x₁, x₂: at the beginning of this step and of the two before; w: how many times as long
/// as the last step this one is, so that steps may be divided. A step that is more than twice as long, or has
/// none before it, or comes soon after one that was hard to solve, is Euler's. The last rule is the share θ
/// of BDF3 and 1 − θ of BDF2: of second order as well, but a motion of frequency ω loses (¼ − θ/2)(ω dt)⁴ a
/// step instead of ¼(ω dt)⁴. Where cloth whips and hits, that damping is welcome; the last rule is for motion
/// that one iteration a step has been enough for. [Hairer, Nørsett, Wanner, Solving Ordinary Differential
/// Equations I, III.5; Vatsa, Carpenter, Lockard, Re-evaluation of an optimized second order backward
/// difference (BDF2OPT) scheme, AIAA 2010-122]

#include "isocloth/dynamics/step_data.hpp"

namespace isocloth {

struct TimeRule {
  double rate = 0;  ///< r [1/s]
  double one = 0;   ///< share of the last step's change in x̂ and v̂ [-] …
  double two = 0;   ///< … and of the step's before it
  Points past;      ///< x̂ [m]
  Points inertial;  ///< x̂ + v̂/r: where a is 0 [m]

  /// For a step of dt from this state.
  void set(Integrator integrator, double dt, const ClothState& state);
};

}  // namespace isocloth
