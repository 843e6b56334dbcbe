#pragma once

/// Hx = b by conjugate gradients, for H = P − R with P factorised.
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

#include "isocloth/core/types.hpp"

namespace isocloth {

/// H = P − R. Rows of held nodes are those of the identity in P, and none in R.
class SplitMatrix {
 public:
  virtual ~SplitMatrix() = default;
  virtual void solve_inside(Points& x) = 0;  ///< x ← P⁻¹x
  virtual void multiply_outside(const Points& p,
                                Points& out) = 0;  ///< out ← R p, p with a row of zeros at its end
  virtual double inertia(int row) const = 0;       ///< m [N/m]
};

/// Inertia of all rows, by which what is missing and how far d goes are measured.
class RowInertia {
 public:
  explicit RowInertia(int rows) : inertia_(Vector::Ones(rows)), inverse_(inertia_) {}
  void read(const SplitMatrix& matrix);

  double sum() const { return inertia_.sum(); }
  double squared_force(const Eigen::Ref<const Points>& r) const;  ///< Σ |r_i|²/m_i
  double squared_way(const Eigen::Ref<const Points>& x) const;    ///< Σ m_i |x_i|²

 private:
  Vector inertia_, inverse_;
};

class ConjugateGradients {
 public:
  explicit ConjugateGradients(int rows);

  /// x ← H⁻¹x to the tolerance ε, or to `enough` = √(Σ |r_i|²/m_i); rows of held nodes must be zero on entry
  /// and stay zero. Allocates nothing.
  void solve(SplitMatrix& matrix, double tolerance, double enough, Points& x);

  /// r of the last solution: b − Hx.
  auto left() const { return residual_.topRows(residual_.rows() - 1); }

 private:
  Points residual_, solved_, direction_, image_, product_;  ///< r, z, p, Pp, Hp, and a row of zeros each
  RowInertia inertia_;
};

/// Iterations that the bound 2((√κ − 1)/(√κ + 1))ᵏ asks for, where P is at most κ times as large as H; at
/// least 2.
int expected_solves(double condition, double tolerance);

}  // namespace isocloth
