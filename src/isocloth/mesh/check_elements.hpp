#pragma once

/// What each node and each element must satisfy on its own, before neighbours are looked at.

#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

/// An element is degenerate when its area is below this fraction of its longest edge squared [-]. At 1e-12
/// the thin side is a trillionth of the long one: below what double precision resolves in the metric of the
/// element.
inline constexpr double kSmallestRelativeArea = 1e-12;

/// Farthest a coordinate may lie from the origin [m]: beyond any cloth, and far from overflow in products of
/// four.
inline constexpr double kLargestCoordinate = 1e9;

/// Throws InputError at the first node or element that cannot be simulated.
void check_elements(const Mesh& mesh);

}  // namespace isocloth
