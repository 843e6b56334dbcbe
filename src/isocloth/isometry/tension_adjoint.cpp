/// Backwards through QuadraticRows::tension. With S = [λ_E ½λ_F; ½λ_F λ_G], eigenvalues m ± R:
///
///   both positive: S₊ = S        none: 0        one: S₊ = ½(m + R)(1 + (S − m)/R)

#include <cmath>

#include "isocloth/isometry/quadratic_rows.hpp"

namespace isocloth {
namespace {

using StressGradient = std::array<double, 3>;

/// From ∂L/∂S₊ to ∂L/∂S, each as the numbers e, f, g of [e f/2; f/2 g].
StressGradient back_through_positive_part(const std::array<double, 3>& stress, const StressGradient& after) {
  const double e = stress[0], f = stress[1], g = stress[2];
  const double mean = (e + g) / 2, half = (e - g) / 2, radius = std::sqrt(half * half + f * f / 4);
  if (mean - radius > 0) return after;
  if (mean + radius <= 0) return {};
  const double over_radius = 1 / radius, share = (1 + mean * over_radius) / 2;
  const double of_middle = after[0] + after[2],
               of_share = (half * (after[0] - after[2]) + f * after[1]) * over_radius;
  const double of_mean = (of_middle + of_share) / 2,
               of_radius = (of_middle - of_share * mean * over_radius) / 2;
  const double of_half = share * (after[0] - after[2]) + of_radius * half * over_radius;
  return {(of_mean + of_half) / 2, share * after[1] + of_radius * f * over_radius / 4,
          (of_mean - of_half) / 2};
}

}  // namespace

void QuadraticRows::add_tension_adjoint(const Vector& multipliers, const Vector& products,
                                        Vector& gradient) const {
  auto hem = hems_.begin();
  for (int g = 0; g < pattern_.group_count(); ++g) {
    const int row = pattern_.row_begin[g], rows = pattern_.row_begin[g + 1] - row;
    switch (kind_[g]) {
      case QuadraticKind::metric:
      case QuadraticKind::threads: {
        const auto first_hem = hem;
        const std::array<double, 3> stress = stress_of_quad(g, rows, multipliers, hem);
        StressGradient of_stress{};
        if (kind_[g] == QuadraticKind::metric)
          of_stress =
              back_through_positive_part(stress, {products[row], products[row + 1], products[row + 2]});
        else
          for (int r = 0; r < 2; ++r) of_stress[r] = stress[r] > 0 ? products[row + r] : 0;
        for (int r = 0; r < rows; ++r) gradient[row + r] += 2 * of_stress[r];
        for (auto h = first_hem; h != hem; ++h) {
          double length =
              products[h->row];  // of the edge itself, not of what it has beyond the quad's middle
          for (int r = 0; r < rows; ++r) {
            gradient[h->row] -= 2 * h->share[r] * of_stress[r];
            length += h->share[r] * products[row + r];
          }
          if (multipliers[h->row] > 0) gradient[h->row] += 2 * length;
        }
        break;
      }
      case QuadraticKind::length:
        if (multipliers[row] > 0) gradient[row] += 2 * products[row];
        break;
      case QuadraticKind::shear:
      case QuadraticKind::hem:  // with its quad
        break;
    }
  }
}

}  // namespace isocloth
