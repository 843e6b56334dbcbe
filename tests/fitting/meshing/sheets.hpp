#pragma once

/// Sheets whose nodes are known, and clouds of points on them.

#include <cmath>
#include <random>

#include "fitting/meshing/sheet.hpp"
#include "io/cloud/cloud.hpp"

namespace isocloth::fitting::test {

inline constexpr double kRadius = 0.25;  ///< [m]

/// A point of a sheet that is rolled about the x axis with that radius below its held edge: (across, down
/// from the held edge) at rest to space [m]. Lengths are kept.
inline Vec3 rolled(const std::array<double, 2>& size, double across, double down) {
  const double angle = down / kRadius;
  return {across - 0.5 * size[0], kRadius * (1 - std::cos(angle)), 1 - kRadius * std::sin(angle)};
}

/// Nodes of a grid on the rolled sheet; the last row is held.
inline Points rolled_nodes(const std::array<double, 2>& size, const std::array<int, 2>& nodes) {
  Points x(nodes[0] * nodes[1], 3);
  for (int r = 0; r < nodes[1]; ++r)
    for (int c = 0; c < nodes[0]; ++c)
      x.row(r * nodes[0] + c) =
          rolled(size, size[0] * c / (nodes[0] - 1), size[1] - size[1] * r / (nodes[1] - 1)).transpose();
  return x;
}

/// Points all over the rolled sheet, `lost` metres short of its edges, with noise across it [m].
inline Points rolled_cloud(const std::array<double, 2>& size, double spacing, double lost, double noise) {
  std::mt19937 random(5);
  std::vector<Vec3> points;
  for (double u = lost; u <= size[0] - lost + 1e-9; u += spacing)
    for (double v = lost; v <= size[1] - lost + 1e-9; v += spacing) {
      // the sum of four uniform numbers, near enough to a normal one
      double sum = 0;
      for (int k = 0; k < 4; ++k) sum += static_cast<double>(random()) / 4294967296.0 - 0.5;
      const Vec3 normal(0, std::cos(v / kRadius), std::sin(v / kRadius));
      points.push_back(rolled(size, u, v) + std::sqrt(3.0) * noise * sum * normal);
    }
  Points cloud(static_cast<Eigen::Index>(points.size()), 3);
  for (std::size_t k = 0; k < points.size(); ++k)
    cloud.row(static_cast<Eigen::Index>(k)) = points[k].transpose();
  return cloud;
}

/// Mean distance of nodes [m], over those that are no NaN.
inline double mean_distance(const Points& a, const Points& b) {
  double sum = 0;
  int count = 0;
  for (Eigen::Index k = 0; k < a.rows(); ++k)
    if (a.row(k).allFinite()) sum += (a.row(k) - b.row(k)).norm(), ++count;
  return sum / count;
}

}  // namespace isocloth::fitting::test
