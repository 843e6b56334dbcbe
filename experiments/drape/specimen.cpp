#include "experiments/drape/specimen.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "isocloth/core/random.hpp"

namespace isocloth::experiments {

Points uneven(const Points& flat, std::uint32_t specimen) {
  std::mt19937 random(specimen);
  const auto unit = [&] { return random_unit(random); };
  std::vector<Vec2> waves;  // amplitude and phase
  for (int k = 2; k <= kMostWaves; ++k) {
    const double amplitude = 2 * unit() - 1;
    waves.emplace_back(amplitude, 2 * std::numbers::pi * unit());
  }
  Points x = flat;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const double angle = std::atan2(x(i, 1), x(i, 0));
    const double s =
        std::max(0.0, (std::hypot(x(i, 0), x(i, 1)) - kTableRadius) / (kClothRadius - kTableRadius));
    double height = 0;
    for (std::size_t k = 0; k < waves.size(); ++k)
      height += waves[k][0] * std::cos(static_cast<double>(k + 2) * angle + waves[k][1]);
    x(i, 2) += kUnevennessHeight * s * s * height / 2;
  }
  return x;
}

}  // namespace isocloth::experiments
