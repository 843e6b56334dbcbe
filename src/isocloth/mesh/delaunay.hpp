#pragma once

/// Delaunay triangulation of points in a rectangle: no point lies inside the circle through the corners of a
/// triangle.
///
/// Bowyer–Watson: a new point p removes every triangle whose circle contains it and joins p to the rim of the
/// hole.
///
///   orient(a, b, c) = (b − a) × (c − a)                 > 0: a, b, c counter-clockwise
///   incircle(a, b, c, p) = det of rows (q − p, |q − p|²), q = a, b, c   > 0: p inside the circle
///
/// Points sit on a grid of 2²⁶ steps along the longer side, so that both signs are computed exactly in
/// integers and neither points on one line nor points on one circle can go wrong.

#include <array>
#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth {

using Triangle = std::array<int, 3>;

/// Counter-clockwise triangles that fill the rectangle [0, size] exactly. The first four points are its
/// corners, counter-clockwise from the origin; the others lie in it or on its sides, no two at one grid step
/// (InputError).
std::vector<Triangle> delaunay_in_rectangle(const std::vector<Vec2>& points, const Vec2& size);

}  // namespace isocloth
