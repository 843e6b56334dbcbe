#pragma once

/// A solid by its signed distance: how far a point is outside, and which way is out.
///
/// Shapes stand in their own frame; a pose (rigid_pose.hpp) puts them into the world. The distance of a shape
/// may be any function that is negative inside, positive outside, and grows along its normal by one metre per
/// metre at the surface.

#include <optional>

#include "isocloth/core/types.hpp"
#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

struct SignedDistance {
  double distance = 0;          ///< [m], negative inside
  Vec3 normal = Vec3::UnitZ();  ///< unit vector, outwards: the gradient of the distance
};

/// What the distance of a simple shape is computed from, for engines that have no virtual functions.
///
///   half_space         n · (p − core)
///   rounded_box        to a box of half size `core`, less the rounding; a sphere and a capsule are such
///   boxes rounded_cylinder   to a cylinder about z of radius core.x and half length core.z, less the
///   rounding
struct ShapeFormula {
  enum Kind { none, half_space, rounded_box, rounded_cylinder };
  Kind kind = none;
  Vec3 core = Vec3::Zero();     ///< [m]
  Vec3 normal = Vec3::UnitZ();  ///< of a half-space
  double rounding = 0;          ///< [m]
};

class Shape {
 public:
  virtual ~Shape() = default;

  /// At a point of the shape's own frame [m]. Where several normals are possible (the centre of a sphere) one
  /// of them, always the same; finite for every finite point.
  virtual SignedDistance distance_to(const Vec3& point) const = 0;

  /// How the normal changes with the point, ∂n/∂p [1/m]; nothing where only differences tell it.
  virtual std::optional<Eigen::Matrix3d> curvature_at(const Vec3& /*point*/) const { return std::nullopt; }

  /// How deep a point may be inside and still be led out to the side it came from [m]: half the thickness of
  /// the shape where it is thinnest. Infinite for a half-space.
  virtual double inner_radius() const = 0;

  /// Radius of a ball around the frame's origin that holds the shape [m]; infinite for a half-space.
  virtual double outer_radius() const = 0;

  /// Whether the distance is a convex function: it is then nowhere below its tangent at any point.
  virtual bool is_convex() const { return false; }

  /// How the distance is computed, where that is simple.
  virtual ShapeFormula formula() const { return {}; }

  /// The surface, for pictures and files; a half-space shows a square of `extent` [m] around its point.
  virtual Mesh surface(double extent) const = 0;

  /// Whether that is the surface itself, up to the rounding of its edges, and not flat pieces of a round one.
  virtual bool surface_is_exact() const { return false; }
};

}  // namespace isocloth
