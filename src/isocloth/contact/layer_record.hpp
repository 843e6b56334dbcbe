#pragma once

/// How a contact of two layers depends on the four nodes of its pair, for derivatives to go back.
///
/// Its weights are those of the nearest points at `safe`, where q = Σ w_i y_i is across both sides:
///
///   q·q_a = 0        q_a = Σ w_{i,a} y_i, a: coordinates that are inside their edge or triangle
///   G ds = −Σ (w_i q_a + w_{i,a} q)·dy_i,   G_ab = q_a·q_b,   n = q/|q|
///
/// The distance asked for depends on the weights where both sides are near on the cloth. What it slid is
/// measured along the second side, whose axes S turn by R = S(y) S(x₀)ᵀ from where the step began.

#include "isocloth/contact/nearest_points.hpp"

namespace isocloth {

/// Axes that turn with the side that a contact is measured on: the triangle, or the second edge.
Eigen::Matrix3d side_frame(PairKind kind, const FourPoints& x);

struct LayerRecord {
  PairKind kind = PairKind::node_triangle;
  std::array<double, 4> weights{};
  FourPoints safe{}, start{};                     ///< y, x₀ [m]
  std::array<double, 4> asked{};                  ///< ∂(distance asked for)/∂w_i [m]
  int ways = 0;                                   ///< coordinates that are inside
  std::array<std::array<double, 4>, 2> slopes{};  ///< w_{i,a}
  bool turns = false;                             ///< R is not left out

  /// Which coordinates are inside follows from the weights.
  void find_ways();

  /// Whether its two edges are so nearly parallel that the nearest points are none.
  bool is_parallel() const;
};

/// ∂L by what a contact takes from its nodes.
struct LayerGradient {
  Vec3 normal = Vec3::Zero();
  std::array<double, 4> weights{};
  Eigen::Matrix3d turn = Eigen::Matrix3d::Zero();  ///< by R
};

/// … by the nodes themselves, at `safe` and at the start.
struct LayerNodesGradient {
  FourPoints safe{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}, start = safe;
};

LayerNodesGradient go_back(const LayerRecord& record, const LayerGradient& of);

}  // namespace isocloth
