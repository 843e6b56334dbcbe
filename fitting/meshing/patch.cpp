#include "fitting/meshing/patch.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <cmath>
#include <map>

namespace isocloth::fitting {
namespace {

constexpr std::size_t kFewestCells = 12;

/// The plane through a cloud: its middle, and two directions in which it is widest.
struct Plane {
  Vec3 middle, u, v;
  Vec2 project(const Vec3& p) const { return {u.dot(p - middle), v.dot(p - middle)}; }
};

Plane plane_of(const Points& points) {
  const Vec3 middle = points.colwise().mean().transpose();
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (Eigen::Index k = 0; k < points.rows(); ++k) {
    const Vec3 d = points.row(k).transpose() - middle;
    spread += d * d.transpose();
  }
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver;
  solver.computeDirect(spread);
  return {middle, solver.eigenvectors().col(2), solver.eigenvectors().col(1)};
}

/// Mean of the points in each square of the plane.
Points thinned(const Points& points, const Plane& plane, double cell) {
  std::map<std::pair<int, int>, std::pair<Vec3, int>> cells;
  for (Eigen::Index k = 0; k < points.rows(); ++k) {
    const Vec2 at = plane.project(points.row(k)) / cell;
    auto& [sum, count] =
        cells
            .try_emplace({static_cast<int>(std::floor(at.x())), static_cast<int>(std::floor(at.y()))},
                         Vec3::Zero(), 0)
            .first->second;
    sum += points.row(k).transpose();
    ++count;
  }
  Points means(static_cast<Eigen::Index>(cells.size()), 3);
  Eigen::Index row = 0;
  for (const auto& [where, cell_sum] : cells)
    means.row(row++) = (cell_sum.first / cell_sum.second).transpose();
  return means;
}

double twice_area(const Vec2& a, const Vec2& b, const Vec2& c) {
  return (b - a).x() * (c - a).y() - (b - a).y() * (c - a).x();
}

/// Places i < k < j < l in the outline whose quadrilateral is largest.
std::array<int, 4> largest_quadrilateral(const std::vector<int>& outline, const std::vector<Vec2>& flat) {
  const int count = static_cast<int>(outline.size());
  std::array<int, 4> best{};
  double most = 0;
  const auto at = [&](int k) -> const Vec2& { return flat[outline[k]]; };
  const auto farthest = [&](int from, int to, int i, int j, double sign) {
    std::pair<double, int> found{0, -1};
    for (int k = from; k < to; ++k) found = std::max(found, {sign * twice_area(at(i), at(j), at(k)), k});
    return found;
  };
  for (int i = 0; i < count; ++i) {
    for (int j = i + 2; j < count; ++j) {
      const auto [right, k] = farthest(i + 1, j, i, j, -1);
      const auto [left, l] = farthest(j + 1, count, i, j, 1);
      if (k >= 0 && l >= 0 && left + right > most) {
        most = left + right;
        best = {i, k, j, l};
      }
    }
  }
  return best;
}

}  // namespace

std::optional<Patch> make_patch(const Points& points, double cell, double bridged) {
  if (points.rows() < static_cast<Eigen::Index>(kFewestCells)) return std::nullopt;
  const Plane plane = plane_of(points);
  Patch patch;
  patch.x = thinned(points, plane, cell);
  const auto count = static_cast<std::size_t>(patch.x.rows());
  if (count < kFewestCells) return std::nullopt;

  // Delaunay's rectangle is larger than the cloud; its own corners and their triangles go again
  std::vector<Vec2> flat(count);
  Vec2 low = Vec2::Constant(1e300), high = -low;
  for (std::size_t k = 0; k < count; ++k) {
    flat[k] = plane.project(patch.x.row(static_cast<Eigen::Index>(k)));
    low = low.cwiseMin(flat[k]);
    high = high.cwiseMax(flat[k]);
  }
  const Vec2 size = high - low + Vec2::Constant(20 * cell);
  std::vector<Vec2> framed{{0, 0}, {size.x(), 0}, size, {0, size.y()}};
  for (const Vec2& p : flat) framed.push_back(p - low + Vec2::Constant(10 * cell));
  std::vector<Triangle> inside;
  for (Triangle t : delaunay_in_rectangle(framed, size)) {
    for (int& node : t) node -= 4;
    if (t[0] >= 0 && t[1] >= 0 && t[2] >= 0) inside.push_back(t);
  }
  patch.triangles = without_long_rim(flat, inside, bridged * cell);
  patch.outline = outline_of(patch.triangles);
  if (patch.outline.size() < 8) return std::nullopt;
  patch.corners = largest_quadrilateral(patch.outline, flat);
  if (patch.corners[3] == 0) return std::nullopt;
  return patch;
}

}  // namespace isocloth::fitting
