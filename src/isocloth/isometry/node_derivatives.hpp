#pragma once

/// Derivatives along the surface at a node, seen from an element that touches it.
///
/// Frames::element, as the paper prints it: each element differentiates by its own (ξ, η). The sum over
/// elements then mixes E, F, G of different coordinates, and depends on how each element's corners are
/// numbered.
///
/// Frames::aligned: each node k has one orthonormal tangent frame (t₁, t₂). A point of an element around it,
/// with tangents φ_ξ, φ_η, is turned by the smallest rotation R that takes its normal to the node's, and
/// differentiates by arc length:
///
///   [∂₁; ∂₂] = B⁻ᵀ [∂_ξ; ∂_η],   B = [t₁·Rφ_ξ  t₁·Rφ_η; t₂·Rφ_ξ  t₂·Rφ_η]
///
/// so that E = G = 1, F = 0 in every rest shape, whatever the numbering. At a corner of the boundary, where
/// only F is constrained, ∂₁ and ∂₂ go along the two boundary edges instead: the shear between the edges.
///
/// Frames::mean_tangents: the same frames; rows count less of what the elements around a node differ by, so
/// that a coarse cloth folds more sharply (mean_tangents.hpp).

#include <vector>

#include "isocloth/fem/element_geometry.hpp"
#include "isocloth/mesh/topology.hpp"

namespace isocloth {

enum class Frames { aligned, element, mean_tangents };

/// ∂₁N_i and ∂₂N_i of an element's shape functions.
struct Derivatives {
  std::array<double, 4> d1{}, d2{};
};

/// The two directions by which a node differentiates, in its tangent plane.
struct NodeFrame {
  Vec3 normal, t1, t2;              ///< orthonormal
  Vec2 along1{1, 0}, along2{0, 1};  ///< directions of ∂₁, ∂₂ in (t1, t2); unit vectors
};

/// An axis is across a surface where its part along the unit normal is at least this.
inline constexpr double kAcross = 0.9;

/// Frame in the tangent plane with this unit normal: t1 along a unit `axis`, or along one orthogonal to it
/// where the axis is across the surface. It depends on no numbering.
NodeFrame frame_along(const Vec3& axis, const Vec3& normal);

/// Frames of all nodes on the rest shape.
std::vector<NodeFrame> node_frames(const Mesh& mesh, const Vec3& axis = Vec3::UnitX());

/// Turns the derivatives of a corner node along its two boundary edges.
void align_with_boundary(const Mesh& mesh, int node, int previous, int next, NodeFrame& frame);

/// Derivatives of the shape functions at a point with rest tangents t, in a node's frame.
Derivatives derivatives_in(const NodeFrame& frame, const Tangents& t, const ShapeValues& shape);

}  // namespace isocloth
