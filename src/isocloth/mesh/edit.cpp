#include "isocloth/mesh/edit.hpp"

#include <cmath>
#include <numbers>
#include <string>

#include "isocloth/core/random.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/mesh/pose.hpp"

namespace isocloth {
namespace {

/// Waves per coordinate: so many that their sum is close to Gaussian.
constexpr int kWaves = 64;

/// Gaussian numbers by Box–Muller, which gives them in pairs.
class GaussianNumbers {
 public:
  explicit GaussianNumbers(std::uint32_t seed) : random_(seed) {}

  double next() {
    has_spare_ = !has_spare_;
    if (!has_spare_) return spare_;
    const double radius = std::sqrt(-2 * std::log(random_unit(random_)));
    const double angle = next_angle();
    spare_ = radius * std::sin(angle);
    return radius * std::cos(angle);
  }
  double next_angle() { return 2 * std::numbers::pi * random_unit(random_); }

 private:
  std::mt19937 random_;
  double spare_ = 0;
  bool has_spare_ = false;
};

void require_metres(const char* what, double value) {
  require(value >= 0 && std::isfinite(value),
          std::string("the ") + what + " of the noise must be a finite number of metres >= 0, got " +
              to_text(value));
}

void add_waves(Mesh& mesh, double std_m, double length_m, GaussianNumbers& gaussian) {
  const Points rest = mesh.x;
  const double height = std_m * std::sqrt(2.0 / kWaves);
  for (int axis = 0; axis < 3; ++axis)
    for (int k = 0; k < kWaves; ++k) {
      const double wx = gaussian.next(), wy = gaussian.next(), wz = gaussian.next();
      const double phase = gaussian.next_angle();
      mesh.x.col(axis) += height * (rest * (Vec3(wx, wy, wz) / length_m)).unaryExpr([phase](double t) {
        return std::cos(t + phase);
      });
    }
}

}  // namespace

Mesh transformed(const Mesh& mesh, const Vec3& rotate_deg, const Vec3& translate) {
  return {Pose{rotate_deg, translate}.apply(mesh.x), mesh.elements};
}

void add_noise(Mesh& mesh, double std_m, std::uint32_t seed, double length_m) {
  require_metres("standard deviation", std_m);
  require_metres("length", length_m);
  GaussianNumbers gaussian(seed);
  if (length_m > 0) return add_waves(mesh, std_m, length_m, gaussian);
  for (Eigen::Index k = 0; k < mesh.x.size(); ++k)
    mesh.x.data()[k] += std_m * gaussian.next();  // row after row: x, y, z of node 0, then of node 1, …
}

}  // namespace isocloth
