#pragma once

/// How a row resists being away from zero, with a multiplier λ = f(c):
///
///   constraint   f(c) = k c (1 + (c/s)⁴), straight on from |c| = 5s
///   spring       f(c) = k (c − c̄)
///
/// A constraint is stiff from the start and much stiffer once its relative error c passes s. So a cloth is
/// calm where it carries little, and point loads, which would stretch a linear row past any tolerance,
/// stretch it by a few s at most.

#include "isocloth/core/types.hpp"

namespace isocloth {

struct RowLaw {
  Vector stiffness;          ///< k of each row [N·m]
  Vector rest;               ///< c̄ of each spring [-]; what it holds for constraints is not used
  double stiffening = 3e-4;  ///< s [-]
};

/// A law as Newton's method sees it: λ ≈ pull + slope · Δc near the present c.
struct LinearLaw {
  explicit LinearLaw(Eigen::Index rows) : slope(Vector::Zero(rows)), pull(slope) {}
  Vector slope;  ///< [N·m]
  Vector pull;   ///< [N·m]
};

/// The law along its tangent where λ = multipliers: the next iterate meets it at once if λ hardly changes,
/// which is so from step to step, however stiff the rows are.
void linearize_at_multipliers(const RowLaw& law, int constraints, const Vector& c, const Vector& multipliers,
                              LinearLaw& out);

/// The law along its tangent at c.
void linearize_at_errors(const RowLaw& law, int constraints, const Vector& c, LinearLaw& out);

/// Backwards through a LinearLaw: what it was made from (∂L/∂c, ∂L/∂λ, ∂L/∂k, ∂L/∂c̄), added to.
struct LawGradient {
  explicit LawGradient(Eigen::Index rows) : c(Vector::Zero(rows)), multipliers(c), stiffness(c), rest(c) {}
  Vector c, multipliers, stiffness, rest;
};

/// … from that by its slope and pull. The tangent was taken at the multipliers, or, without them, at c.
void add_law_adjoint(const RowLaw& law, int constraints, const Vector& c, const Vector* multipliers,
                     const LinearLaw& linear, const LinearLaw& after, LawGradient& before);

/// Σ ∫ f(c) dc over all rows [J].
double energy(const RowLaw& law, int constraints, const Vector& c);

/// The c at which a constraint of stiffness k pulls with λ.
double error_of(double multiplier, double stiffness, double stiffening);

}  // namespace isocloth
