#pragma once

/// A pinhole camera, and the one place from which a set of points just fills the view.
///
/// A point at (X, Y) across and Z along the view from the camera appears at X / (t Z), Y / (t Z), t the
/// tangent of half the field of view. All points are inside, |X − c| ≤ t (Z + D), when the camera stands back
/// by D = (max(X − t Z) + max(−X − t Z)) / 2t, shifted by c = (max(X − t Z) − max(−X − t Z)) / 2.

#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth::io {

struct Camera {
  Vec3 position = Vec3::Zero();
  Vec3 right = Vec3::UnitX(), up = Vec3::UnitZ(), forward = Vec3::UnitY();  ///< unit, orthogonal
  double focal = 1;                   ///< distance of the picture plane [pixels]
  double center_x = 0, center_y = 0;  ///< where `forward` meets the picture [pixels], y downwards

  /// Pixel coordinates and depth along the view [m]; only points with a positive depth are in front.
  Vec3 project(const Vec3& point) const;

  /// Direction through a pixel, of depth 1 (not unit).
  Vec3 ray(double x, double y) const;
};

struct View {
  int width = 0, height = 0;   ///< [pixels]
  Vec3 direction{0, 0, 0};     ///< from the scene towards the camera
  double field_of_view = 0.5;  ///< of the larger side [rad]
  double margin = 0.06;        ///< share of the picture left free on each side
};

/// Width and height of the points as seen from far away in a direction towards the camera [m].
Vec2 seen_extent(const std::vector<const Points*>& clouds, const Vec3& direction);

/// The camera from which all points of all `clouds` fill the view; at least `smallest` [m] is shown across.
Camera fit_camera(const std::vector<const Points*>& clouds, const View& view, double smallest);

}  // namespace isocloth::io
