#include "isocloth/bending/laplacian.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>

#include "isocloth/fem/element_geometry.hpp"
#include "isocloth/isometry/node_derivatives.hpp"

namespace isocloth {
namespace {

/// A direction in the space of quadratic functions counts as seen by a stencil above this share of the best
/// seen one.
constexpr double kSeen = 1e-3;

/// … and above this share of all functions: a lone triangle sees none, and what it seems to see is rounding.
constexpr double kRounding = 1e-10;

using Row = std::map<int, double>;  ///< coefficient by node

/// ∫ ∇N_k·∇N_j dA over the surface, row by row.
std::vector<Row> stiffness_rows(const Mesh& mesh) {
  std::vector<Row> rows(mesh.node_count());
  for (const Element& element : mesh.elements) {
    const int corners = corner_count(element);
    for (const GaussPoint& point : gauss_points(corners)) {
      const Tangents t = tangents(element, mesh.x, point.shape);
      Eigen::Matrix2d metric;
      metric << t.xi.dot(t.xi), t.xi.dot(t.eta), t.xi.dot(t.eta), t.eta.dot(t.eta);
      const double area = point.weight * std::sqrt(metric.determinant());
      const Eigen::Matrix2d inverse = metric.inverse();
      for (int i = 0; i < corners; ++i)
        for (int j = 0; j < corners; ++j)
          rows[element[i]][element[j]] +=
              area * Vec2(point.shape.d_xi[i], point.shape.d_eta[i])
                         .dot(inverse * Vec2(point.shape.d_xi[j], point.shape.d_eta[j]));
    }
  }
  return rows;
}

/// Nodes that share an element with each node, without itself, sorted.
std::vector<std::vector<int>> rings(const std::vector<Row>& stiffness) {
  std::vector<std::vector<int>> result(stiffness.size());
  for (std::size_t k = 0; k < stiffness.size(); ++k)
    for (const auto& entry : stiffness[k])
      if (entry.first != static_cast<int>(k)) result[k].push_back(entry.first);
  return result;
}

/// A ring and the rings of its nodes, without the centre.
std::vector<int> second_ring(const std::vector<std::vector<int>>& ring, int centre) {
  std::vector<int> result = ring[centre];
  for (const int j : ring[centre]) result.insert(result.end(), ring[j].begin(), ring[j].end());
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  result.erase(std::remove(result.begin(), result.end(), centre), result.end());
  return result;
}

/// Coordinates of the stencil in the tangent plane about the centre: direction by projection, length as in
/// space.
Eigen::Matrix2Xd flattened(const Mesh& mesh, const NodeFrame& frame, int centre,
                           const std::vector<int>& stencil) {
  Eigen::Matrix2Xd p(2, stencil.size());
  for (std::size_t j = 0; j < stencil.size(); ++j) {
    const Vec3 d = (mesh.x.row(stencil[j]) - mesh.x.row(centre)).transpose();
    const Vec2 flat(d.dot(frame.t1), d.dot(frame.t2));
    p.col(static_cast<Eigen::Index>(j)) =
        flat.norm() > 0 ? Vec2(flat * (d.norm() / flat.norm())) : Vec2::Zero();
  }
  return p;
}

/// Σ_j w_j a_j b_jᵀ over the columns of two tables.
template <int kRows, int kColumns, class A, class B>
Eigen::Matrix<double, kRows, kColumns> products(const A& a, const Vector& weight, const B& b) {
  Eigen::Matrix<double, kRows, kColumns> sum = Eigen::Matrix<double, kRows, kColumns>::Zero();
  for (Eigen::Index j = 0; j < weight.size(); ++j)
    for (int r = 0; r < kRows; ++r)
      for (int c = 0; c < kColumns; ++c) sum(r, c) += weight[j] * a(r, j) * b(c, j);
  return sum;
}

struct Correction {
  Vector coefficients;
  bool complete = false;  ///< exact for every quadratic function
};

/// Smallest change (weighted by distance) that makes `start` exact: linear functions first, then as many
/// quadratic ones as the stencil can tell from linear ones.
Correction make_exact(const Eigen::Matrix2Xd& p, const Vector& start) {
  const Eigen::Index count = p.cols();
  const double size = p.colwise().norm().mean();
  Eigen::Matrix2Xd linear(2, count);
  Eigen::Matrix3Xd quadratic(3, count);
  Vector weight(count);  // near nodes take most of the change
  for (Eigen::Index j = 0; j < count; ++j) {
    const Vec2 q = p.col(j) / size;
    linear.col(j) << q.x(), q.y();
    quadratic.col(j) << q.x() * q.x() - q.y() * q.y(), 2 * q.x() * q.y(), q.squaredNorm();
    weight[j] = 1 / std::max(1e-6, q.squaredNorm() * q.squaredNorm());
  }
  const Eigen::Matrix2d linear_normal = products<2, 2>(linear, weight, linear).inverse();
  const Vector ones = Vector::Ones(count);
  const Vec2 pull_linear = linear_normal * products<2, 1>(linear, ones, start.transpose());
  const Vector l = start - weight.cwiseProduct(linear.transpose().lazyProduct(pull_linear));

  // quadratic functions minus the linear functions that look the same to the stencil
  const Eigen::Matrix<double, 3, 2> alike = products<3, 2>(quadratic, weight, linear) * linear_normal;
  const Eigen::Matrix3Xd rest = quadratic - alike.lazyProduct(linear);
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> normal(products<3, 3>(rest, weight, rest));
  const Vec3 missing =  // Δ(x²+y²) = 4, the others 0
      Vec3(0, 0, 4 / (size * size)) - products<3, 1>(quadratic, ones, l.transpose());
  const double all = products<3, 3>(quadratic, weight, quadratic).trace();
  const double seen = std::max(kSeen * normal.eigenvalues()[2], kRounding * all);
  Correction result{l, true};
  for (int a = 0; a < 3; ++a) {
    if (!(normal.eigenvalues()[a] > seen)) {
      result.complete = false;
      continue;
    }
    const Vec3 direction = normal.eigenvectors().col(a);
    const Vec3 change = direction * (direction.dot(missing) / normal.eigenvalues()[a]);
    result.coefficients += weight.cwiseProduct(rest.transpose().lazyProduct(change));
  }
  return result;
}

/// Row of the Laplacian at one node: the finite element row made exact, on a wider stencil where the first
/// ring is poor.
Row laplacian_row(const Mesh& mesh, const NodeFrame& frame, const std::vector<std::vector<int>>& ring,
                  const Row& stiffness, double node_area, int centre, bool start_from_elements) {
  Correction best;
  std::vector<int> stencil = ring[centre];
  for (const bool wide : {false, true}) {
    if (wide) stencil = second_ring(ring, centre);
    Vector start = Vector::Zero(static_cast<Eigen::Index>(stencil.size()));
    for (std::size_t j = 0; start_from_elements && j < stencil.size(); ++j)
      if (const auto found = stiffness.find(stencil[j]); found != stiffness.end())
        start[static_cast<Eigen::Index>(j)] = -found->second / node_area;
    best = make_exact(flattened(mesh, frame, centre, stencil), start);
    if (best.complete) break;
  }
  Row row;
  for (std::size_t j = 0; j < stencil.size(); ++j) {
    const double coefficient = best.coefficients[static_cast<Eigen::Index>(j)];
    row[stencil[j]] += coefficient;
    row[centre] -= coefficient;
  }
  return row;
}

/// Interior nodes in the first ring of a boundary node, or in the second.
std::vector<int> interior_near(const std::vector<std::vector<int>>& ring, const Topology& topology,
                               int node) {
  for (std::vector<int> near : {ring[node], second_ring(ring, node)}) {
    near.erase(std::remove_if(near.begin(), near.end(), [&](int j) { return topology.on_boundary[j]; }),
               near.end());
    if (!near.empty()) return near;
  }
  return {};
}

}  // namespace

Laplacian make_laplacian(const Mesh& rest, const Topology& topology) {
  const std::vector<Row> stiffness = stiffness_rows(rest);
  const std::vector<std::vector<int>> ring = rings(stiffness);
  const std::vector<NodeFrame> frame = node_frames(rest);
  const Vector node_area = node_areas(rest);

  Vector sample_area = node_area;
  for (int k = 0; k < rest.node_count(); ++k) {
    if (!topology.on_boundary[k]) continue;
    const std::vector<int> heirs = interior_near(ring, topology, k);
    if (heirs.empty()) continue;
    for (const int heir : heirs) sample_area[heir] += node_area[k] / static_cast<double>(heirs.size());
    sample_area[k] = 0;
  }

  std::vector<Eigen::Triplet<double>> entries;
  std::vector<double> areas;
  for (int k = 0; k < rest.node_count(); ++k) {
    if (sample_area[k] == 0) continue;
    const Row row =
        laplacian_row(rest, frame[k], ring, stiffness[k], node_area[k], k, !topology.on_boundary[k]);
    for (const auto& [node, value] : row) entries.emplace_back(static_cast<int>(areas.size()), node, value);
    areas.push_back(sample_area[k]);
  }
  Laplacian result;
  result.rows.resize(static_cast<Eigen::Index>(areas.size()), rest.node_count());
  result.rows.setFromTriplets(entries.begin(), entries.end());
  result.area = Eigen::Map<const Vector>(areas.data(), static_cast<Eigen::Index>(areas.size()));
  return result;
}

}  // namespace isocloth
