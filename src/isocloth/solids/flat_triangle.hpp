#pragma once

/// A triangle as four planes: three through its sides and across it, one in it. Four signed distances at once
/// tell where a point is: within all three sides it is nearest to the face, else to a side that it is beyond.

#include <Eigen/Core>
#include <algorithm>
#include <array>

#include "isocloth/core/types.hpp"

namespace isocloth {

/// The part of a triangle that is nearest to a point.
enum class Part { face, side, corner };

struct Nearest {
  double square = 0;  ///< squared distance [m²]
  int triangle = -1;
  Part part = Part::face;
  int k = 0;                 ///< which side (from corner k to the next) or corner
  double height = 0;         ///< above the triangle's plane [m]; Part::face only
  Vec3 away = Vec3::Zero();  ///< from the nearest point to the asked one [m]; Part::side and corner only
};

class FlatTriangle {
 public:
  FlatTriangle(const std::array<Vec3, 3>& corners, const Vec3& normal, int index)
      : corner_(corners), index_(index) {
    for (int k = 0; k < 3; ++k) {
      const Vec3 side = corners[(k + 1) % 3] - corners[k];
      const Vec3 out(side.y() * normal.z() - side.z() * normal.y(),
                     side.z() * normal.x() - side.x() * normal.z(),
                     side.x() * normal.y() - side.y() * normal.x());
      set_plane(k, out / out.norm(), corners[k]);
    }
    set_plane(3, normal, corners[0]);
  }

  /// Signed distances to the planes through sides 0 to 2 and in the triangle [m].
  Eigen::Array4d planes(const Vec3& p) const { return x_ * p.x() + y_ * p.y() + z_ * p.z() - offset_; }

  /// Puts itself into `best` where it is nearer.
  void improve(const Vec3& p, Nearest& best) const {
    const Eigen::Array4d plane = planes(p);
    const double beyond = std::max(std::max(plane[0], plane[1]), plane[2]), square = plane[3] * plane[3];
    if (beyond <= 0) {
      if (square < best.square) best = {square, index_, Part::face, 0, plane[3], Vec3::Zero()};
      return;
    }
    if (square + beyond * beyond >= best.square) return;  // no point of it can be nearer than that
    for (int k = 0; k < 3; ++k)
      if (plane[k] > 0) improve_by_side(k, p, best);
  }

  const std::array<Vec3, 3>& corners() const { return corner_; }
  int index() const { return index_; }
  Vec3 normal() const { return {x_[3], y_[3], z_[3]}; }

 private:
  void set_plane(int lane, const Vec3& normal, const Vec3& through) {
    x_[lane] = normal.x();
    y_[lane] = normal.y();
    z_[lane] = normal.z();
    offset_[lane] = normal.dot(through);
  }

  void improve_by_side(int k, const Vec3& p, Nearest& best) const {
    const int next = k == 2 ? 0 : k + 1;
    const Vec3 side = corner_[next] - corner_[k], from = p - corner_[k];
    const double along = side.dot(from), whole = side.squaredNorm();
    const bool before = along <= 0, after = along >= whole;
    const Vec3 away = before ? from : after ? Vec3(p - corner_[next]) : Vec3(from - along / whole * side);
    const double square = away.squaredNorm();
    if (square < best.square)
      best = {square, index_, before || after ? Part::corner : Part::side, after ? next : k, 0, away};
  }

  Eigen::Array4d x_, y_, z_, offset_;  ///< plane i is x_[i] x + y_[i] y + z_[i] z = offset_[i]
  std::array<Vec3, 3> corner_;         ///< [m]
  int index_;
};

}  // namespace isocloth
