#include "isocloth/isometry/metric_tensors.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "isocloth/isometry/mean_tangents.hpp"

namespace isocloth {
namespace {

/// Averages of one node, and what exchanging their spread needs.
struct NodeTensors : MetricTensors {
  MeanTangents mean;
};

int place_of(const std::vector<int>& sorted, int node) {
  return static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), node) - sorted.begin());
}

NodeTensors empty_tensors(const Mesh& mesh, const std::vector<int>& around) {
  NodeTensors result;
  for (const int e : around)
    result.support.insert(result.support.end(), mesh.elements[e].begin(),
                          mesh.elements[e].begin() + corner_count(mesh.elements[e]));
  std::sort(result.support.begin(), result.support.end());
  result.support.erase(std::unique(result.support.begin(), result.support.end()), result.support.end());
  const auto size = static_cast<Eigen::Index>(result.support.size());
  result.efg.assign(3, Eigen::MatrixXd::Zero(size, size));
  result.mean = {Vector::Zero(size), Vector::Zero(size)};
  return result;
}

/// Adds the products of derivatives of N_i and N_j that make up E, F, G.
void add_products(double weight, const Derivatives& d, int i, int j, int row, int column,
                  std::vector<Eigen::MatrixXd>& efg) {
  efg[0](row, column) += weight * d.d1[i] * d.d1[j];
  efg[1](row, column) += weight * (d.d1[i] * d.d2[j] + d.d2[i] * d.d1[j]) / 2;
  efg[2](row, column) += weight * d.d2[i] * d.d2[j];
}

/// Algorithm 1 for one node: integrates over the elements around it.
NodeTensors node_tensors(const Mesh& mesh, int node, const std::vector<int>& around, Frames frames,
                         const NodeFrame& frame) {
  NodeTensors result = empty_tensors(mesh, around);
  double area = 0;
  for (const int e : around) {
    const Element& element = mesh.elements[e];
    const int corners = corner_count(element);
    const auto own = std::find(element.begin(), element.end(), node) - element.begin();
    for (const GaussPoint& point : gauss_points(corners)) {
      const Tangents t = tangents(element, mesh.x, point.shape);
      const double weight = point.shape.n[own] * point.weight * t.xi.cross(t.eta).norm();
      const Derivatives d = frames != Frames::element ? derivatives_in(frame, t, point.shape)
                                                      : Derivatives{point.shape.d_xi, point.shape.d_eta};
      area += weight;
      for (int i = 0; i < corners; ++i) {
        const int row = place_of(result.support, element[i]);
        result.mean.d1[row] += weight * d.d1[i];
        result.mean.d2[row] += weight * d.d2[i];
        for (int j = 0; j < corners; ++j)
          add_products(weight, d, i, j, row, place_of(result.support, element[j]), result.efg);
      }
    }
  }
  for (Eigen::MatrixXd& t : result.efg) t /= area;
  result.mean.d1 /= area;
  result.mean.d2 /= area;
  return result;
}

/// Where the nodes around a node are in its tangent plane.
Eigen::MatrixX2d positions_in(const NodeFrame& frame, const Points& x, int node,
                              const std::vector<int>& support) {
  Eigen::MatrixX2d result(support.size(), 2);
  for (std::size_t i = 0; i < support.size(); ++i) {
    const Vec3 from_node = (x.row(support[i]) - x.row(node)).transpose();
    result.row(static_cast<Eigen::Index>(i)) << frame.t1.dot(from_node), frame.t2.dot(from_node);
  }
  return result;
}

/// E, F, G of the rest shape.
Vec3 rest_values(const Points& x, const NodeTensors& tensors) {
  const auto size = static_cast<Eigen::Index>(tensors.support.size());
  Points local(size, 3);
  for (Eigen::Index i = 0; i < size; ++i)
    local.row(i) = x.row(tensors.support[i]) - x.row(tensors.support[0]);
  Vec3 result;
  for (int r = 0; r < 3; ++r) result[r] = (local.transpose() * tensors.efg[r] * local).trace();
  return result;
}

/// Divides by the rest values E⁰, √(E⁰G⁰), G⁰, which makes the rows relative errors.
void make_relative(const Points& x, NodeTensors& tensors) {
  const Vec3 rest = rest_values(x, tensors);
  tensors.efg[0] /= rest[0];
  tensors.efg[1] /= std::sqrt(rest[0] * rest[2]);
  tensors.efg[2] /= rest[2];
}

/// Changes the frame so that E = G = 1, F = 0 at rest, whichever frame it was: [E F; F G] ← S [E F; F G] S
/// with S = [E⁰ F⁰; F⁰ G⁰]^(−1/2).
void make_orthonormal(const Points& x, NodeTensors& tensors) {
  const Vec3 rest = rest_values(x, tensors);
  const Eigen::Matrix2d metric = (Eigen::Matrix2d() << rest[0], rest[1], rest[1], rest[2]).finished();
  const double root = std::sqrt(metric.determinant());
  const Eigen::Matrix2d s =
      ((metric + root * Eigen::Matrix2d::Identity()) / std::sqrt(metric.trace() + 2 * root)).inverse();
  const auto in_new_frame = [&, efg = tensors.efg](int i, int j) -> Eigen::MatrixXd {
    return s(i, 0) * s(j, 0) * efg[0] + (s(i, 0) * s(j, 1) + s(i, 1) * s(j, 0)) * efg[1] +
           s(i, 1) * s(j, 1) * efg[2];
  };
  tensors.efg = {in_new_frame(0, 0), in_new_frame(0, 1), in_new_frame(1, 1)};
}

}  // namespace

MetricTensors metric_at(const Element& element, const ShapeValues& shape, const Tangents& t,
                        const NodeFrame& frame) {
  const int corners = corner_count(element);
  const Derivatives d = derivatives_in(frame, t, shape);
  MetricTensors result{{element.begin(), element.begin() + corners},
                       std::vector<Eigen::MatrixXd>(3, Eigen::MatrixXd::Zero(corners, corners))};
  for (int i = 0; i < corners; ++i)
    for (int j = 0; j < corners; ++j) add_products(1.0, d, i, j, i, j, result.efg);
  return result;
}

MetricTensors metric_at_node(const Mesh& rest, int node, const std::vector<int>& around, Frames frames,
                             const NodeFrame& frame) {
  NodeTensors tensors = node_tensors(rest, node, around, frames, frame);
  if (frames == Frames::mean_tangents && tensors.support.size() >= kLeastSupport) {
    exchange_spread(positions_in(frame, rest.x, node, tensors.support), tensors.mean, tensors.efg);
    make_orthonormal(rest.x, tensors);
  } else {
    make_relative(rest.x, tensors);
  }
  return {.support = std::move(tensors.support), .efg = std::move(tensors.efg)};
}

}  // namespace isocloth
