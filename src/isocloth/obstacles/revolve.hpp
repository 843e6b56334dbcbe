#pragma once

/// Surfaces for pictures: a profile in the half-plane (ρ, z) turned about the z axis.

#include <vector>

#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

/// Nodes around a full circle: corners of 7.5° look round.
inline constexpr int kNodesAround = 48;

/// Points (ρ, z) [m] on an arc around `centre`, from one angle to another [rad], both ends included; angle 0
/// points away from the axis.
std::vector<Vec2> arc(const Vec2& centre, double radius, double from, double to);

/// The profile runs upwards from a point of the axis to another one; repeated points are left out. Quads, and
/// triangles at the axis; normals outwards.
Mesh revolve(const std::vector<Vec2>& profile);

/// The profile is a ring that does not touch the axis, counter-clockwise, first point not repeated at the
/// end.
Mesh revolve_ring(const std::vector<Vec2>& profile);

}  // namespace isocloth
