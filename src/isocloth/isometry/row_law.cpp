#include "isocloth/isometry/row_law.hpp"

#include <algorithm>
#include <cmath>

#include "isocloth/core/lanes.hpp"
#include "isocloth/isometry/law_constants.hpp"

namespace isocloth {
namespace {

// In the units of the law, y = c/s and q = λ/(ks):  q = y + y⁵ up to y = kStraight, then straight on.

using law::kPullAtStraight, law::kSlopeAtStraight, law::kStraight;

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

/// The y that pull with four q, by three of Halley's steps, each of which leaves about twice the third power
/// of the error. At the start that is at most an eighth, so at the end below rounding.
Lane4 places_of(Lane4 q) {
  const Lane4 size = q < 0 ? -q : q, bent = size > kPullAtStraight ? kPullAtStraight - Lane4{} : size;
  const Lane4 root = 0.75 * square_roots(square_roots(bent));
  Lane4 y = bent < root ? bent : root;
  for (int i = 0; i < 3; ++i) {
    const Lane4 square = y * y, cube = y * square, power = square * square;
    const Lane4 error = (y - bent) + y * power, slope = 1 + 5 * power;
    y -= error * slope / (slope * slope - 10 * cube * error);
  }
  y += (size - bent) / kSlopeAtStraight;
  return q < 0 ? -y : y;
}

Lane4 slopes_at(Lane4 y) {
  const Lane4 size = y < 0 ? -y : y, bent = size > kStraight ? kStraight - Lane4{} : size;
  const Lane4 square = bent * bent;
  return 1 + 5 * (square * square);
}

void linearize_springs(const RowLaw& law, int constraints, const Vector& c, LinearLaw& out) {
  const Eigen::Index springs = c.size() - constraints;
  out.slope.tail(springs) = law.stiffness.tail(springs);
  out.pull.tail(springs) = law.stiffness.tail(springs).cwiseProduct((c - law.rest).tail(springs));
}

}  // namespace

void linearize_at_multipliers(const RowLaw& law, int constraints, const Vector& c, const Vector& multipliers,
                              LinearLaw& out) {
  for (int r = 0; r < constraints; r += 4) {
    const int count = constraints - r;
    const auto load = [&](const Vector& from) { return load_some(from.data() + r, count); };
    const Lane4 k = load(law.stiffness), lambda = load(multipliers);
    const Lane4 y = places_of(lambda / (k * law.stiffening)), slope = k * slopes_at(y);
    store_some(out.slope.data() + r, slope, count);
    store_some(out.pull.data() + r, lambda + slope * (load(c) - law.stiffening * y), count);
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

namespace {

/// d slope/dy.
double bend_at(double y) { return std::abs(y) < kStraight ? 20 * y * y * y : 0.0; }
Lane4 bends_at(Lane4 y) {
  const Lane4 size = y < 0 ? -y : y;
  return size < kStraight ? 20 * (y * y * y) : Lane4{};
}

/// slope = k b(y), pull = λ + slope (c − s y), y at λ = k s (y + y⁵).
void add_adjoint_at_multipliers(const RowLaw& law, int constraints, const Vector& c,
                                const Vector& multipliers, const LinearLaw& linear, const LinearLaw& after,
                                LawGradient& before) {
  const double s = law.stiffening;
  for (int r = 0; r < constraints; r += 4) {
    const int count = constraints - r;
    const auto load = [&](const Vector& from) { return load_some(from.data() + r, count); };
    const auto add = [&](Vector& to, Lane4 more) { store_some(to.data() + r, load(to) + more, count); };
    const Lane4 k = load(law.stiffness), slope = load(linear.slope);
    const Lane4 lambda = load(multipliers), of_pull = load(after.pull);
    const Lane4 off = (load(linear.pull) - lambda) / slope, y = (load(c) - off) / s;
    const Lane4 of_slope = load(after.slope) + of_pull * off;
    const Lane4 of_q = (of_slope * k * bends_at(y) - of_pull * slope * s) / (slope * s);  // over k s
    add(before.c, slope * of_pull);
    add(before.multipliers, of_pull + of_q);
    add(before.stiffness, (of_slope * slope - of_q * lambda) / k);
  }
}

/// slope = k b(c/s), pull = k s (y + y⁵).
void add_adjoint_at_errors(const RowLaw& law, int constraints, const Vector& c, const LinearLaw& linear,
                           const LinearLaw& after, LawGradient& before) {
  const double s = law.stiffening;
  for (int r = 0; r < constraints; ++r) {
    const double k = law.stiffness[r], slope = linear.slope[r];
    before.c[r] += slope * after.pull[r] + after.slope[r] * k * bend_at(c[r] / s) / s;
    before.stiffness[r] += (after.slope[r] * slope + after.pull[r] * linear.pull[r]) / k;
  }
}

}  // namespace

void add_law_adjoint(const RowLaw& law, int constraints, const Vector& c, const Vector* multipliers,
                     const LinearLaw& linear, const LinearLaw& after, LawGradient& before) {
  if (multipliers)
    add_adjoint_at_multipliers(law, constraints, c, *multipliers, linear, after, before);
  else
    add_adjoint_at_errors(law, constraints, c, linear, after, before);
  for (Eigen::Index r = constraints; r < c.size(); ++r) {
    const double of_c = law.stiffness[r] * after.pull[r];
    before.c[r] += of_c;
    before.stiffness[r] += after.slope[r] + after.pull[r] * (c[r] - law.rest[r]);
    before.rest[r] -= of_c;
  }
}

double energy(const RowLaw& law, int constraints, const Vector& c) {
  double sum = 0;
  for (int r = 0; r < constraints; ++r)
    sum += law.stiffness[r] * law.stiffening * law.stiffening * energy_at(c[r] / law.stiffening);
  const Eigen::Index springs = c.size() - constraints;
  return sum + 0.5 * law.stiffness.tail(springs).dot((c - law.rest).tail(springs).cwiseAbs2());
}

double error_of(double multiplier, double stiffness, double stiffening) {
  return stiffening * places_of(Lane4{multiplier / (stiffness * stiffening)})[0];
}

}  // namespace isocloth
