#pragma once

/// Methods of time integration, compared on one cloth with the same rows, springs and projection. Each
/// (sub-)step solves for positions at its end, where
///
///   v = r (x − x̂),     ρ M s (x − x̃) + damping v + ∇c(x)ᵀλ = F                                  s: r² or
///   near it
///
/// Euler            r = 1/dt,        x̂ = x₀,                   x̃ = x₀ + dt v₀
/// BDF2             r = 3/(2dt),     x̂ = x₀ + (x₀ − x₁)/3,     x̃ = x̂ + v̂/r
/// generalised-α    Newmark's x and v with β = ¼(1 − m)², γ = ½ − m; inertia at (1 − m)a + m a₀, forces at
/// the
///                  end of the step; m = (R − 1)/(R + 1), R: spectral radius at infinity
/// TR-BDF2          g = 2 − √2: the trapezoidal rule over g dt, then BDF2 over all of dt; r = 2/(g dt) in
/// both
///
/// The first step is Euler's: there is no past, and no acceleration that goes with hard rows. [Chung,
/// Hulbert, J. Appl. Mech. 60, 1993; Bank et al., IEEE Trans. CAD 4, 1985]

#include "isocloth/dynamics/step.hpp"

namespace isocloth::bench {

struct Method {
  enum Kind { euler, bdf2, generalized_alpha, tr_bdf2 } kind = euler;
  double radius = 0;  ///< R of generalised-α
};

/// A cloth some nodes of which are led exactly; nothing else touches it.
struct LedCloth {
  std::shared_ptr<const ClothModel> model;
  Points start;  ///< [m]
  std::vector<int> led;
  std::function<Vec3(double t)> way;  ///< of the led nodes [m], at time t [s]
};

class Integration {
 public:
  Integration(LedCloth cloth, double dt, const Method& method);

  void step();

  double time() const { return time_; }
  const Points& x() const { return x_; }
  int systems() const { return systems_; }  ///< solved so far
  int missed() const { return missed_; }    ///< (sub-)steps whose rows were not met

 private:
  /// r, s and where the formulas have v and the mean acceleration zero.
  struct Rule {
    double rate = 0, inertia = 0;
    Points past, inertial;
  };
  Rule euler() const;
  Rule bdf2() const;
  Rule generalized_alpha() const;
  Rule trapezoidal(double dt) const;
  Rule second_stage(const Points& x0, const Points& v0) const;

  /// Solves for the end of a (sub-)step of dt that ends at `end`.
  Points project(const Rule& rule, double dt, double end);

  LedCloth cloth_;
  StepOptions options_;
  Method::Kind method_;
  double m_;
  StepWorkspace work_;
  Points x_, v_, a_, x_before_, v_before_;
  Vector multipliers_, tensions_;
  double time_ = 0;
  int steps_ = 0, systems_ = 0, missed_ = 0;
};

}  // namespace isocloth::bench
