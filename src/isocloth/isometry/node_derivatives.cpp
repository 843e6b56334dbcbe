#include "isocloth/isometry/node_derivatives.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace isocloth {
namespace {

/// v turned by the smallest rotation that takes one unit vector to another; where they are opposite, about
/// `axis`.
Vec3 turned(const Vec3& v, const Vec3& from, const Vec3& to, const Vec3& axis) {
  const double cosine = from.dot(to);
  if (cosine < -1 + 1e-12) return 2 * axis.dot(v) * axis - v;
  const Vec3 w = from.cross(to), wv = w.cross(v);
  return v + wv + w.cross(wv) / (1 + cosine);
}

}  // namespace

NodeFrame frame_along(const Vec3& axis, const Vec3& normal) {
  NodeFrame frame{.normal = normal, .t1 = {}, .t2 = {}};
  const Vec3 along = std::abs(normal.dot(axis)) < kAcross ? axis : axis.unitOrthogonal();
  frame.t1 = (along - normal * normal.dot(along)).normalized();
  frame.t2 = normal.cross(frame.t1);
  return frame;
}

std::vector<NodeFrame> node_frames(const Mesh& mesh, const Vec3& axis) {
  Points normals(mesh.node_count(), 3);
  node_normals(mesh, mesh.x, normals);
  std::vector<NodeFrame> frames;
  for (int k = 0; k < mesh.node_count(); ++k) frames.push_back(frame_along(axis, normals.row(k).transpose()));
  return frames;
}

void align_with_boundary(const Mesh& mesh, int node, int previous, int next, NodeFrame& frame) {
  const auto direction = [&](int other) {
    const Vec3 edge = (mesh.x.row(other) - mesh.x.row(node)).transpose();
    return Vec2(edge.dot(frame.t1), edge.dot(frame.t2)).normalized();
  };
  frame.along1 = direction(previous);
  frame.along2 = direction(next);
}

Derivatives derivatives_in(const NodeFrame& frame, const Tangents& t, const ShapeValues& shape) {
  const Vec3 normal = t.xi.cross(t.eta).normalized();
  const Vec3 xi = turned(t.xi, normal, frame.normal, frame.t1);
  const Vec3 eta = turned(t.eta, normal, frame.normal, frame.t1);
  Eigen::Matrix2d b;
  b << frame.t1.dot(xi), frame.t1.dot(eta), frame.t2.dot(xi), frame.t2.dot(eta);
  const Eigen::Matrix2d to_frame = b.inverse().transpose();

  Derivatives result;
  for (int i = 0; i < 4; ++i) {
    const Vec2 gradient = to_frame * Vec2(shape.d_xi[i], shape.d_eta[i]);
    result.d1[i] = frame.along1.dot(gradient);
    result.d2[i] = frame.along2.dot(gradient);
  }
  return result;
}

}  // namespace isocloth
