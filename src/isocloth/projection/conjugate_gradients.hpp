#pragma once

/// Hx = b by conjugate gradients, for H = P − R with P factorised (outside_metric.hpp).
///
///   z = P⁻¹r,   p ← z + (r·z / last r·z) p,   x ← x + ℓp,   r ← r − ℓHp,   ℓ = r·z / p·Hp
///
/// Pz = r, so Pp follows p by the same sum and Hp = Pp − Rp: an iteration is one solve and one product with
/// R, and P itself is never multiplied with. It ends where Σ |r_i|²/m_i ≤ ε² Σ m_i |x_i|², m: inertia of the
/// nodes. As H ≥ diag(m), the error e of x is then below ε as well, whatever the stiffness of the rows:
///
///   Σ m_i |e_i|² ≤ e·He = r·H⁻¹r ≤ Σ |r_i|²/m_i
///
/// After kMostIterations it ends with the x reached, whose error e·He is the least so far: what was missing
/// of the bending force then acts in the next step.

#include "isocloth/linear/block_cholesky.hpp"
#include "isocloth/projection/outside_metric.hpp"

namespace isocloth {

class ConjugateGradients {
 public:
  explicit ConjugateGradients(int node_count);

  /// x ← H⁻¹x to the tolerance ε; rows of held nodes must be zero on entry and stay zero. Allocates nothing;
  /// the same bits for any number of threads.
  void solve(BlockCholesky& factor, const OutsideMetric& outside, double tolerance, Points& x,
             Threads& threads);

 private:
  double error(const OutsideMetric& outside, const Points& x) const;

  Points residual_, solved_, direction_, image_, product_;  ///< r, z, p, Pp, Hp, and a row of zeros each
};

/// Iterations that the bound 2((√κ − 1)/(√κ + 1))ᵏ asks for, where P is at most κ times as large as H; at
/// least 2.
int expected_solves(double condition, double tolerance);

}  // namespace isocloth
