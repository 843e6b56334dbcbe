#include <cmath>
#include <utility>

#include "isocloth/projection/projection.hpp"

/// Meets rows that an iteration left nearly met, with the factorisation at hand.
///
/// Newton's method with a fixed matrix, on both equations of the step, Ax + J(x)ᵀλ = f and c(x) = f⁻¹(λ):
///
///   w = K (c(x) − f⁻¹(λ)),   H Δx = f − Ax − J(x)ᵀλ − J₀ᵀw,   λ ← λ + w + KJ₀Δx,   x ← x + Δx
///
/// J₀, K and H = A + J₀ᵀKJ₀ + T are those of the iteration; J(x), where it ended, enters the balance of
/// forces alone. J₀ on both sides of K keeps stiff rows stiff in the same directions, so that what is left of
/// the error is in proportion to how far gradients have turned, not to how stiff rows are. On fine meshes a
/// few rows in ten thousand would otherwise ask for a whole iteration.

namespace isocloth {
namespace {

/// Rows further off than this many tolerances take more corrections than an iteration is worth.
constexpr double kNear = 4;

constexpr int kMostCorrections = 2;

/// Where the law itself asks for more than this share of the tolerance, the cloth is about to be pulled too
/// far: forces must then balance in the directions that rows have at the end.
constexpr double kLoaded = 0.5;

/// A correction that leaves more than this share of the error is not followed by another.
constexpr double kSlow = 0.6;

/// Of the correction; it is a part of the iteration's step, which is as much more accurate.
constexpr double kAccuracy = 1e-6;

}  // namespace

/// law_gap_ ← c − f⁻¹(λ) of the constraints, whose largest is returned: how far they are from their own law.
double Projection::find_law_gap(const Vector& multipliers) {
  double largest = 0;
  for (int r = 0; r < rows_.pattern().constraint_rows; ++r) {
    law_gap_[r] = values_.c[r] - error_of(multipliers[r], law_.stiffness[r], law_.stiffening);
    if (!(std::abs(law_gap_[r]) <= largest)) largest = std::abs(law_gap_[r]);  // also where it is no number
  }
  return largest;
}

/// Δx in direction_, the change of λ in law_gap_, which holds c − f⁻¹(λ) on entry.
void Projection::find_correction(const Points& load, const std::vector<char>& held, const Points& x,
                                 const Vector& multipliers) {
  const int constraints = rows_.pattern().constraint_rows;
  const Eigen::Index springs = values_.c.size() - constraints;
  law_gap_.head(constraints).array() *= linear_.slope.head(constraints).array();
  law_gap_.tail(springs) = law_.stiffness.tail(springs).cwiseProduct((values_.c - law_.rest).tail(springs)) -
                           multipliers.tail(springs);
  evaluate(x, at_end_);
  direction_ = load;
  direction_.noalias() -= metric_ * x;
  row_scratch_ = -multipliers;
  products_.add_transposed(at_end_, row_scratch_, direction_);
  row_scratch_ = -law_gap_;
  products_.add_transposed(values_, row_scratch_, direction_);
  clear_held(held, direction_);
  system_.solve(direction_, kAccuracy);
  products_.multiply(values_, direction_, row_scratch_);
  law_gap_ += linear_.slope.cwiseProduct(row_scratch_);
}

/// Corrects x and λ until all rows are met, or as long as that pays. The gap to the law is known on entry; c
/// is measured at x on return.
void Projection::correct_rows(double tolerance, const Points& load, const std::vector<char>& held, Points& x,
                              Vector& multipliers) {
  const int constraints = rows_.pattern().constraint_rows;
  double error = largest_constraint();
  for (int k = 0; k < kMostCorrections && tolerance < error && error < kNear * tolerance; ++k) {
    if (k > 0) find_law_gap(multipliers);
    if ((values_.c - law_gap_).head(constraints).cwiseAbs().maxCoeff() > kLoaded * tolerance) return;
    find_correction(load, held, x, multipliers);
    trial_ = x;
    x += direction_;
    measure(x);
    const double before = std::exchange(error, largest_constraint());
    if (!(error < before)) {
      x = trial_;
      measure(x);
      return;
    }
    multipliers += law_gap_;
    if (error > kSlow * before) return;
  }
}

}  // namespace isocloth
