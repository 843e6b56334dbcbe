#pragma once

/// From the flat pattern to a garment that stands apart: front and back are parallel sheets a distance 2R
/// from each other, joined by half cylinders over straight folds, with the seam along the crest.
///
///   d = distance of a point from the fold in the pattern, c = π R / 2
///   where d < c, the length b = c − d is bent:
///   the point moves away from the fold by b − R sin(b / R), and y = ∓ R cos(b / R); elsewhere y = ∓ R
///
/// Bending over a straight line is isometric: the cloth is not stretched anywhere. Two bends that meet at an
/// angle (armpit, crotch) are cut and sewn where they meet, in the plane that halves the angle: the same
/// point of the seam is then bent by the same length b on both panels.

#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth {

enum class PanelSide { front, back };

/// A straight line in the pattern over which the cloth is bent.
struct Fold {
  Vec2 point;
  Vec2 inward;   ///< unit vector across the line, into the panel
  int half = 0;  ///< bends only the half of the panel with u > 0 (1) or u < 0 (−1), or all of it (0)
};

/// The fold through two points, the panel on its left.
Fold fold_through(const Vec2& from, const Vec2& to);

/// Length of cloth that is bent from flat to a crest: c [m].
double bent_length(double radius);

/// Position of a point of the pattern on its sheet.
Vec3 bent_over(const std::vector<Fold>& folds, const Vec2& point, PanelSide side, double radius);

/// Largest relative stretch or shear of the cloth at a point: 0 as long as its folds do not meet there.
double stretch_at(const std::vector<Fold>& folds, const Vec2& point, double radius);

}  // namespace isocloth
