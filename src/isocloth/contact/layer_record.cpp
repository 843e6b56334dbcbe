#include "isocloth/contact/layer_record.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

namespace isocloth {
namespace {

/// Two edges whose directions have this sine, or less, have no nearest points to speak of.
constexpr double kNearlyParallel = 1e-4;

/// Ends of the side and what it is turned about: along = x[a] − x[b], other = x[c] − x[d].
struct SideNodes {
  int a, b, c, d;
};

SideNodes nodes_of_side(PairKind kind) {
  return kind == PairKind::node_triangle ? SideNodes{2, 1, 3, 1} : SideNodes{3, 2, 1, 0};
}

/// ∂L by a vector, from that by its direction.
Vec3 of_length_one(const Vec3& vector, const Vec3& of_direction) {
  const double length = vector.norm();
  const Vec3 direction = vector / length;
  return (of_direction - direction * direction.dot(of_direction)) / length;
}

/// Adds ∂L by the nodes of a side, from that by its axes.
void add_frame_adjoint(PairKind kind, const FourPoints& x, const Eigen::Matrix3d& of_frame, FourPoints& to) {
  const auto [a, b, c, d] = nodes_of_side(kind);
  const Vec3 edge = x[a] - x[b], along = edge.normalized(), other = x[c] - x[d];
  const Vec3 across = along.cross(other), normal = across.normalized();
  const Vec3 of_normal = of_frame.col(1) + of_frame.col(2).cross(along);
  const Vec3 of_across = of_length_one(across, of_normal), of_other = of_across.cross(along);
  const Vec3 of_edge =
      of_length_one(edge, of_frame.col(0) + normal.cross(of_frame.col(2)) + other.cross(of_across));
  to[a] += of_edge;
  to[b] -= of_edge;
  to[c] += of_other;
  to[d] -= of_other;
}

/// Adds ∂L by the nodes, from that by the weights of their nearest points.
void add_weights_adjoint(const LayerRecord& record, const std::array<double, 4>& of_weights, const Vec3& q,
                         FourPoints& to) {
  std::array<Vec3, 2> along{Vec3::Zero(), Vec3::Zero()};
  Vec2 of_coordinates = Vec2::Zero();
  for (int a = 0; a < record.ways; ++a)
    for (int i = 0; i < 4; ++i) {
      along[a] += record.slopes[a][i] * record.safe[i];
      of_coordinates[a] += record.slopes[a][i] * of_weights[i];
    }
  Eigen::Matrix2d bend = Eigen::Matrix2d::Identity();
  for (int a = 0; a < record.ways; ++a)
    for (int b = 0; b < record.ways; ++b) bend(a, b) = along[a].dot(along[b]);
  const Vec2 sigma = bend.inverse() * of_coordinates;
  for (int a = 0; a < record.ways; ++a)
    for (int i = 0; i < 4; ++i) to[i] -= sigma[a] * (record.weights[i] * along[a] + record.slopes[a][i] * q);
}

}  // namespace

Eigen::Matrix3d side_frame(PairKind kind, const FourPoints& x) {
  const auto [a, b, c, d] = nodes_of_side(kind);
  const Vec3 along = (x[a] - x[b]).normalized(), normal = along.cross(x[c] - x[d]).normalized();
  Eigen::Matrix3d frame;
  frame << along, normal, along.cross(normal);
  return frame;
}

void LayerRecord::find_ways() {
  ways = 0;
  const auto add = [&](int up, int down) {
    slopes[ways] = {};
    slopes[ways][up] = 1;
    slopes[ways++][down] = -1;
  };
  if (kind == PairKind::edge_edge) {
    if (weights[0] != 0 && weights[1] != 0) add(1, 0);
    if (weights[2] != 0 && weights[3] != 0) add(2, 3);
    return;
  }
  int first = 0;
  for (int corner = 1; corner < 4; ++corner) {
    if (weights[corner] == 0) continue;
    if (first > 0)
      add(first, corner);
    else
      first = corner;
  }
}

bool LayerRecord::is_parallel() const {
  if (kind != PairKind::edge_edge) return false;
  const Vec3 u = safe[1] - safe[0], v = safe[3] - safe[2];
  return u.cross(v).norm() <= kNearlyParallel * u.norm() * v.norm();
}

LayerNodesGradient go_back(const LayerRecord& record, const LayerGradient& of) {
  LayerNodesGradient result;
  Vec3 q = Vec3::Zero();
  for (int i = 0; i < 4; ++i) q += record.weights[i] * record.safe[i];
  const Vec3 of_between = of_length_one(q, of.normal);
  std::array<double, 4> of_weights = of.weights;
  for (int i = 0; i < 4; ++i) {
    result.safe[i] += record.weights[i] * of_between;
    of_weights[i] += of_between.dot(record.safe[i]);
  }
  add_weights_adjoint(record, of_weights, q, result.safe);
  if (!record.turns) return result;
  add_frame_adjoint(record.kind, record.safe, of.turn * side_frame(record.kind, record.start), result.safe);
  add_frame_adjoint(record.kind, record.start, of.turn.transpose() * side_frame(record.kind, record.safe),
                    result.start);
  return result;
}

}  // namespace isocloth
