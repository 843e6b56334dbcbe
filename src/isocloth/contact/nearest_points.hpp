#pragma once

/// Where a node and a triangle, or two edges, are nearest to each other, and whether they come too near on
/// their way.
///
/// Four nodes each: a node and the corners of a triangle, x₀ against x₁ x₂ x₃; or the ends of two edges, x₀
/// x₁ against x₂ x₃. Either way the vector between the nearest points is Σ w_i x_i, with weights that add up
/// to zero.

#include <array>

#include "isocloth/core/types.hpp"

namespace isocloth {

using FourPoints = std::array<Vec3, 4>;

enum class PairKind : char { node_triangle, edge_edge };

struct Nearest {
  std::array<double, 4> weights{};  ///< w
  Vec3 between = Vec3::Zero();      ///< Σ w_i x_i, from the triangle or the second edge [m]
  bool is_inside = false;           ///< of the triangle, or of both edges: at no border of theirs
};

Nearest nearest_points(PairKind kind, const FourPoints& x);

/// How much nearer the pair comes at most on the straight way from x to y [m].
double speed(PairKind kind, const FourPoints& x, const FourPoints& y);

/// Share of the straight way from x to y up to which the pair stays further apart than `least` [m]; 1: all of
/// it. By steps that are shorter than the distance that is left at the speed at hand, so that none is missed
/// [additive conservative advancement: Li, Kaufman, Jiang, Codimensional Incremental Potential Contact, ACM
/// TOG 40, 2021].
double free_share(PairKind kind, const FourPoints& x, const FourPoints& y, double least);

}  // namespace isocloth
