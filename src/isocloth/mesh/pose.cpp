#include "isocloth/mesh/pose.hpp"

#include <cmath>
#include <numbers>
#include <string>

#include "isocloth/core/require.hpp"

namespace isocloth {
namespace {

struct Turn {
  double cosine = 1, sine = 0;
};

/// Cosine and sine of an angle in degrees. The part beyond a whole quarter turn goes through the library, the
/// quarter turns through exchange of the two, so that 90 degrees give exactly (0, 1).
Turn turn_of(double degrees) {
  const double whole = std::remainder(degrees, 360.0);
  const double quarters = std::round(whole / 90.0);
  const double rest = (whole - 90.0 * quarters) * (std::numbers::pi / 180.0);
  Turn turn{std::cos(rest), std::sin(rest)};
  for (int q = (static_cast<int>(quarters) + 4) % 4; q > 0; --q) turn = {-turn.sine, turn.cosine};
  return turn;
}

/// Rotation about one axis, 0 for x.
Eigen::Matrix3d axis_rotation(int axis, double degrees) {
  const Turn turn = turn_of(degrees);
  const int a = (axis + 1) % 3, b = (axis + 2) % 3;
  Eigen::Matrix3d r = Eigen::Matrix3d::Identity();
  r(a, a) = r(b, b) = turn.cosine;
  r(b, a) = turn.sine;
  r(a, b) = -turn.sine;
  return r;
}

void require_finite(const Vec3& values, const std::string& name) {
  for (int c = 0; c < 3; ++c) {
    const std::string axis(1, "xyz"[c]);
    require(std::isfinite(values[c]), name + " " + axis + " must be finite, got " + to_text(values[c]));
  }
}

}  // namespace

Eigen::Matrix3d Pose::rotation() const {
  require_finite(translate, "translate along");
  require_finite(rotate_deg, "rotate_deg about");
  return axis_rotation(2, rotate_deg[2]) * axis_rotation(1, rotate_deg[1]) * axis_rotation(0, rotate_deg[0]);
}

Points Pose::apply(const Points& points) const {
  return (points * rotation().transpose()).rowwise() + translate.transpose();
}

}  // namespace isocloth
