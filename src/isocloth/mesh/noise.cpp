#include <cmath>
#include <numbers>
#include <string>

#include "isocloth/core/require.hpp"
#include "isocloth/mesh/edit.hpp"
#include "isocloth/mesh/random_unit.hpp"

namespace isocloth {

void add_noise(Mesh& mesh, double std_m, std::uint32_t seed) {
  require(
      std_m >= 0 && std::isfinite(std_m),
      "the standard deviation of the noise must be a finite number of metres >= 0, got " + to_text(std_m));
  std::mt19937 random(seed);
  double spare = 0;
  bool has_spare = false;
  for (Eigen::Index k = 0; k < mesh.x.size(); ++k) {
    double z = spare;
    if (!has_spare) {
      const double radius = std::sqrt(-2 * std::log(random_unit(random)));
      const double angle = 2 * std::numbers::pi * random_unit(random);
      z = radius * std::cos(angle);
      spare = radius * std::sin(angle);
    }
    has_spare = !has_spare;
    mesh.x.data()[k] += std_m * z;  // row after row: x, y, z of node 0, then of node 1, …
  }
}

}  // namespace isocloth
