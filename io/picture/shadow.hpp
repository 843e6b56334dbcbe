#pragma once

/// What the lamp sees: cloth and solids along parallel rays, for shadows on themselves and on the ground.

#include <vector>

#include "io/trajectory/surface.hpp"
#include "isocloth/core/types.hpp"

namespace isocloth::io {

class Shadow {
 public:
  /// `towards_lamp` is a unit vector; `size` of the scene [m] sets how soft shadows are, and
  /// `cells` how finely the lamp sees in each direction.
  Shadow(const Points& x, const std::vector<Triangle>& triangles, const Vec3& towards_lamp, double size,
         int cells);

  /// Share of the lamp's light that reaches a point of a surface, 0 to 1. `normal` is the unit normal on the
  /// lit side.
  float light_on_surface(const Vec3& point, const Vec3& normal) const;

  /// How much of a wide, soft lamp is hidden from a point that all lies between, 0 to 1.
  float shade_on_ground(const Vec3& point) const;

 private:
  Vec3 in_map(const Vec3& point) const;  ///< cell coordinates, and height towards the lamp [m]
  float height_at(int x, int y) const;
  void blur_cover();

  Vec3 lamp_, side_, other_;
  Vec2 corner_ = Vec2::Zero();
  double cell_ = 1;            ///< [m]
  double size_;                ///< of the scene [m]
  int cells_;                  ///< of the map in each direction
  std::vector<float> height_;  ///< of the uppermost surface towards the lamp [m]
  std::vector<float> cover_;   ///< 1 under a surface, 0 elsewhere, blurred
};

}  // namespace isocloth::io
