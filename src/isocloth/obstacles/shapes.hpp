#pragma once

/// The shapes that come with the library. Each constructor throws InputError where a length is not finite,
/// not above 0 (roundings: not below 0) or above 1e9 m.

#include <functional>
#include <memory>

#include "isocloth/obstacles/shape.hpp"

namespace isocloth {

/// Everything below a plane: solid on the side that `normal` points away from.
std::shared_ptr<const Shape> make_half_space(const Vec3& point, const Vec3& normal);

/// Around the origin.
std::shared_ptr<const Shape> make_sphere(double radius);

/// All points within `radius` of a segment of `length` along z, centred at the origin.
std::shared_ptr<const Shape> make_capsule(double radius, double length);

/// Along z, centred at the origin; edges rounded within the given size: by at most the radius and
/// half the length.
std::shared_ptr<const Shape> make_cylinder(double radius, double length, double rounding = 0);

/// Centred at the origin, `size` is the full length along x, y, z; edges rounded within that size: by at
/// most half the smallest.
std::shared_ptr<const Shape> make_box(const Vec3& size, double rounding = 0);

/// Around z, centred at the origin; the tube has `tube_radius` around a circle of `radius`, which must be
/// larger.
std::shared_ptr<const Shape> make_torus(double radius, double tube_radius);

/// Centred at the origin, radii along x, y, z.
std::shared_ptr<const Shape> make_ellipsoid(const Vec3& radii);

/// A watertight mesh with outward normals. Quads count as two triangles. InputError, with the reason and an
/// edge or element, where it is open, not a manifold, inside out or has no volume. A piece whose normals
/// point inwards is a cavity, and must lie within another piece. That the mesh does not cut itself is not
/// checked.
/// It is grown by `growth` on all sides, which rounds its edges.
std::shared_ptr<const Shape> make_mesh_shape(const Mesh& mesh, double growth = 0);

/// A user's own implicit function, in the shape's frame: see shape.hpp for what it must be. The normal is
/// normalised here, and +z where it is zero or not finite; a distance that is not finite throws InputError
/// where it is asked for.
struct ImplicitShape {
  std::function<SignedDistance(const Vec3& point)> distance_to;
  double inner_radius = 0;  ///< [m]
  double outer_radius = 0;  ///< [m]
  Mesh surface;             ///< for pictures; may be empty
};
std::shared_ptr<const Shape> make_implicit_shape(ImplicitShape shape);

}  // namespace isocloth
