#pragma once

/// The deepest point of an edge or an element to rounding, and how it moves with the nodes, for derivatives.
///
///   q(s) = Σ w_i(s) x_i,   n(q)·q_a = 0        q_a = ∂q/∂s_a, s: one coordinate on an edge, two in an
///   element G ds = −Σ (w_i C q_a + w_{i,a} n)·dx_i     G_ab = q_a·C q_b + n·q_ab,  C = ∂n/∂q
///
/// Searches by halving (deepest_point.hpp) end within a tolerance, at a place that jumps as the nodes move;
/// Newton's method from there ends where it is level to rounding, and that place has derivatives.

#include "isocloth/contact/deepest_point.hpp"

namespace isocloth {

/// ∂n/∂q at a point of the world [1/m]; where the shape does not tell, by central differences: of a radius r
/// they err by h²/r², h the smaller of 1e-7 m and 1e-5 r, and by rounding.
Eigen::Matrix3d curvature_at(const PosedShape& obstacle, const Vec3& point);

/// A point of an edge or an element as a function of its coordinates.
struct LevelPoint {
  int ways = 0;                                           ///< coordinates: 1 or 2
  std::array<std::array<double, 4>, 2> slopes{};          ///< ∂w_i/∂s_a
  std::array<Vec3, 2> along{Vec3::Zero(), Vec3::Zero()};  ///< q_a [m]
  Eigen::Matrix2d inverse = Eigen::Matrix2d::Zero();      ///< G⁻¹ [1/m]
  double slope = 0;                                       ///< max |n·q_a|/|q_a|: how far from level it is [-]
  bool is_least = false;                                  ///< G is positive definite
  double rounding = 0;                                    ///< what slopes err by at this curvature [-]

  /// To rounding.
  bool is_level() const { return is_least && slope <= rounding; }

  /// To where it is level, as far as slope and bend at the point tell.
  Vec2 way_down(const Vec3& normal) const;
};

/// At a point of two nodes (an edge), or of three or four (an element).
LevelPoint level_point(const SurfacePoint& point, const Points& x, const Vec3& normal,
                       const Eigen::Matrix3d& curvature);

/// Moves a deep point to where it is level to rounding; false, and nothing is changed, where it is none of a
/// smooth distance, or not inside its edge or element.
bool make_level(const PosedShape& obstacle, const Points& x, DeepPoint& deep);

}  // namespace isocloth
