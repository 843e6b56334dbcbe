/// Σ (x_i / e_i)² = 1. The nearest point x of a point y, both in the octant where no coordinate is negative,
/// stands where y − x is along the normal (x_i / e_i²):
///
///   x_i = e_i² y_i / (t + e_i²),    g(t) = Σ (e_i y_i / (t + e_i²))² − 1 = 0
///
/// for the largest root t. g falls and is convex there, so Newton's method from below never passes it. With
/// e_2 the smallest, r_i = (e_i / e_2)², z_i = y_i / e_i and u = t / e_2² + 1 no digit is lost where y is
/// near the plane y_2 = 0: g(u) = Σ (r_i z_i / (u + r_i − 1))² − 1.  [Eberly 2013, Distance from a point to
/// an ellipse, an ellipsoid, or a hyperellipsoid]

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "isocloth/obstacles/direction.hpp"
#include "isocloth/obstacles/revolve.hpp"
#include "isocloth/obstacles/shape_checks.hpp"
#include "isocloth/obstacles/shapes.hpp"

namespace isocloth {
namespace {

/// Beyond this many radii an ellipsoid is a point.
constexpr double kFarInRadii = 1e50;

/// Nearer than this many radii to a plane of symmetry a point is in it: squares do not underflow.
constexpr double kInPlane = 1e-100;

class Ellipsoid final : public Shape {
 public:
  explicit Ellipsoid(const Vec3& radii) : radii_(radii) {
    std::sort(order_.begin(), order_.end(), [&](int a, int b) { return radii[a] > radii[b]; });
    for (int k = 0; k < 3; ++k) {
      const double long_one = radii[order_[k]] / radii[order_[2]];
      squared_ratio_[k] = long_one * long_one;
      excess_[k] = (long_one - 1) * (long_one + 1);
    }
  }

  /// From the part of the plane across the shortest axis that is as near to both sides, upwards along it.
  SignedDistance distance_to(const Vec3& point) const override {
    if (!(point.cwiseAbs().maxCoeff() < kFarInRadii * radii_.minCoeff()))
      return direction_of(point, Vec3::UnitZ());
    Vec3 z;  // in the order of the axes, from the longest to the shortest
    for (int k = 0; k < 3; ++k) {
      z[k] = std::abs(point[order_[k]]) / radii_[order_[k]];
      if (z[k] < kInPlane) z[k] = 0;
    }
    const Vec3 nearest = nearest_in_radii(z);
    Vec3 away, normal;
    for (int k = 0; k < 3; ++k) {
      const int axis = order_[k];
      const double side = side_of(point[axis]);
      away[axis] = point[axis] - side * radii_[axis] * nearest[k];
      normal[axis] = side * nearest[k] * radii_[order_[2]] / radii_[axis];
    }
    const double side = z.squaredNorm() <= 1 ? -1 : 1;
    return {side * direction_of(away, Vec3::UnitZ()).distance, direction_of(normal, Vec3::UnitZ()).normal};
  }
  double inner_radius() const override { return radii_.minCoeff(); }
  bool is_convex() const override { return true; }
  double outer_radius() const override { return radii_.maxCoeff(); }
  Mesh surface(double) const override {
    Mesh ball = revolve(arc({0, 0}, 1, -std::numbers::pi / 2, std::numbers::pi / 2));
    ball.x = ball.x * radii_.asDiagonal();
    return ball;
  }

 private:
  /// x_i / e_i.
  Vec3 nearest_in_radii(const Vec3& z) const {
    const Vec3& r = squared_ratio_;
    double u = 0;  // no less than where one term alone makes 1
    for (int k = 0; k < 3; ++k) u = std::max(u, r[k] * z[k] - excess_[k]);
    const auto at = [&](double where) {
      Vec3 x;
      for (int k = 0; k < 3; ++k) x[k] = z[k] > 0 ? r[k] * z[k] / (where + excess_[k]) : 0;
      return x;
    };
    if (!(u > 0)) {  // in the plane of the longer axes
      const Vec3 x = at(0);
      const double rest = 1 - x.head<2>().squaredNorm();
      if (rest >= 0) return {x[0], x[1], std::sqrt(rest)};
      u = std::numeric_limits<double>::min();
    }
    for (int pass = 0; pass < 200; ++pass) {
      const Vec3 x = at(u);
      double slope = 0;
      for (int k = 0; k < 3; ++k)
        if (z[k] > 0) slope += 2 * x[k] * x[k] / (u + excess_[k]);
      const double more = (x.squaredNorm() - 1) / slope;
      if (!(more > 1e-17 * u)) break;
      u += more;
    }
    const Vec3 x = at(u);
    return x / x.norm();
  }

  Vec3 radii_;                         ///< [m]
  std::array<int, 3> order_{0, 1, 2};  ///< axes from the longest to the shortest
  Vec3 squared_ratio_ = Vec3::Ones();  ///< r_i
  Vec3 excess_ = Vec3::Zero();         ///< r_i − 1
};

}  // namespace

std::shared_ptr<const Shape> make_ellipsoid(const Vec3& radii) {
  for (int k = 0; k < 3; ++k) require_size(radii[k], "a radius of an ellipsoid");
  return std::make_shared<Ellipsoid>(radii);
}

}  // namespace isocloth
