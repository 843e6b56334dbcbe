#pragma once

/// The outline of a cut panel: curves that follow each other counter-clockwise around it and close up.
///
/// A curve is a chain of points, dense enough to be taken for the curve itself. Two panels are sewn together
/// along the seam of the same name; curves that are no seams stay open (neck, arms, hem).

#include <string>
#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth {

using Chain = std::vector<Vec2>;  ///< points in the plane of the pattern: u across, w up [m]

struct OutlineCurve {
  std::string name;
  bool seam = false;
  Chain points;
};

using Outline = std::vector<OutlineCurve>;

/// Cubic Bézier curve from a to d with control points b and c.
Chain bezier(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d);

/// One after the other; the second begins where the first ends.
Chain joined(Chain first, const Chain& second);

/// Mirrored in u = 0 and run through the other way, so that an outline stays counter-clockwise; in names,
/// left becomes right and the other way round.
Chain mirrored(const Chain& chain);
OutlineCurve mirrored(const OutlineCurve& curve);
Outline mirrored(const Outline& outline);

double length_of(const Chain& chain);  ///< [m]

/// `segments` + 1 points at equal distances along the chain, its ends included.
Chain divided(const Chain& chain, int segments);

/// The curves of an outline as one polygon, its last point not repeated.
Chain polygon_of(const Outline& outline);

double area_of(const Chain& polygon);  ///< [m²], positive counter-clockwise

bool is_inside(const Chain& polygon, const Vec2& point);

/// Nearest point of the segment from a to b.
Vec2 nearest_on_segment(const Vec2& a, const Vec2& b, const Vec2& point);

}  // namespace isocloth
