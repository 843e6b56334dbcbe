#include "isocloth/isometry/row_law.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth {
namespace {

// In the units of the law, y = c/s and q = λ/(ks):  q = y + y⁵ up to y = kStraight, then straight on.

constexpr double kStraight = 5;

/// Below this q, the series y = q − q⁵ + 5q⁹ − … is exact to rounding.
constexpr double kSeries = 0.04;

double fourth(double y) { return y * y * y * y; }

double slope_at(double y) { return 1 + 5 * fourth(std::min(std::abs(y), kStraight)); }

double pull_at(double y) {
  const double size = std::abs(y), bent = std::min(size, kStraight);
  return std::copysign(bent * (1 + fourth(bent)) + (size - bent) * slope_at(kStraight), y);
}

double energy_at(double y) {
  const double size = std::abs(y), bent = std::min(size, kStraight), beyond = size - bent;
  return bent * bent * (1.0 / 2 + fourth(bent) / 6) +
         beyond * (pull_at(kStraight) + beyond * slope_at(kStraight) / 2);
}

/// The y that pulls with q. Newton's method from above the root of a convex function, so it falls to it.
double place_of(double q) {
  const double size = std::abs(q), straight = pull_at(kStraight), power_of_q = fourth(q);
  if (size < kSeries) return q * (1 - power_of_q * (1 - 5 * power_of_q));
  if (size >= straight) return std::copysign(kStraight + (size - straight) / slope_at(kStraight), q);
  double y = std::min(size, std::sqrt(std::sqrt(size)));
  for (int i = 0; i < 12; ++i) {
    const double power = fourth(y), step = (y * (1 + power) - size) / (1 + 5 * power);
    y -= step;
    if (step <= 1e-6 * y) break;  // what is left is its square
  }
  return std::copysign(y, q);
}

void linearize_springs(const RowLaw& law, int constraints, const Vector& c, LinearLaw& out) {
  const Eigen::Index springs = c.size() - constraints;
  out.slope.tail(springs) = law.stiffness.tail(springs);
  out.pull.tail(springs) = law.stiffness.tail(springs).cwiseProduct((c - law.rest).tail(springs));
}

}  // namespace

void linearize_at_multipliers(const RowLaw& law, int constraints, const Vector& c, const Vector& multipliers,
                              LinearLaw& out) {
  for (int r = 0; r < constraints; ++r) {
    const double k = law.stiffness[r], y = place_of(multipliers[r] / (k * law.stiffening));
    out.slope[r] = k * slope_at(y);
    out.pull[r] = multipliers[r] + out.slope[r] * (c[r] - law.stiffening * y);
  }
  linearize_springs(law, constraints, c, out);
}

void linearize_at_errors(const RowLaw& law, int constraints, const Vector& c, LinearLaw& out) {
  for (int r = 0; r < constraints; ++r) {
    const double k = law.stiffness[r], y = c[r] / law.stiffening;
    out.slope[r] = k * slope_at(y);
    out.pull[r] = k * law.stiffening * pull_at(y);
  }
  linearize_springs(law, constraints, c, out);
}

double energy(const RowLaw& law, int constraints, const Vector& c) {
  double sum = 0;
  for (int r = 0; r < constraints; ++r)
    sum += law.stiffness[r] * law.stiffening * law.stiffening * energy_at(c[r] / law.stiffening);
  const Eigen::Index springs = c.size() - constraints;
  return sum + 0.5 * law.stiffness.tail(springs).dot((c - law.rest).tail(springs).cwiseAbs2());
}

double error_of(double multiplier, double stiffness, double stiffening) {
  return stiffening * place_of(multiplier / (stiffness * stiffening));
}

}  // namespace isocloth
