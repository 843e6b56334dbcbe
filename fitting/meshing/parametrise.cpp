#include "fitting/meshing/parametrise.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace isocloth::fitting {
namespace {

constexpr int kMostSweeps = 4000;
constexpr double kSettled = 1e-6;  ///< largest change in a sweep, of the side of the square

struct Weight {
  int to;
  double value;
};

double half_angle_tangent(const Vec3& at, const Vec3& a, const Vec3& b) {
  const Vec3 u = (a - at).normalized(), v = (b - at).normalized();
  return std::sqrt(std::max(0.0, 1 - u.dot(v)) / std::max(1e-9, 1 + u.dot(v)));
}

std::vector<std::vector<Weight>> mean_value_weights(const Patch& patch) {
  std::vector<std::vector<Weight>> weights(patch.x.rows());
  const auto add = [&](int from, int to, double value) {
    for (Weight& w : weights[from])
      if (w.to == to) return void(w.value += value);
    weights[from].push_back({to, value});
  };
  for (const Triangle& t : patch.triangles) {
    for (int k = 0; k < 3; ++k) {
      const int i = t[k], a = t[(k + 1) % 3], b = t[(k + 2) % 3];
      const Vec3 x = patch.x.row(i), xa = patch.x.row(a), xb = patch.x.row(b);
      const double tangent = half_angle_tangent(x, xa, xb);
      add(i, a, tangent / (xa - x).norm());
      add(i, b, tangent / (xb - x).norm());
    }
  }
  return weights;
}

/// Puts the outline on the sides of the square; true for its nodes.
std::vector<bool> place_outline(const Patch& patch, int first, std::vector<Vec2>& places) {
  const std::array<Vec2, 4> square{Vec2{0, 0}, Vec2{1, 0}, Vec2{1, 1}, Vec2{0, 1}};
  const int count = static_cast<int>(patch.outline.size());
  std::vector<bool> fixed(patch.x.rows(), false);
  for (int side = 0; side < 4; ++side) {
    const int begin = patch.corners[(first + side) % 4];
    const int steps = (patch.corners[(first + side + 1) % 4] - begin + count) % count;
    std::vector<double> length{0};
    const auto node = [&](int k) { return patch.outline[(begin + k) % count]; };
    for (int k = 1; k <= steps; ++k)
      length.push_back(length.back() + (patch.x.row(node(k)) - patch.x.row(node(k - 1))).norm());
    for (int k = 0; k < steps; ++k) {
      places[node(k)] = square[side] + length[k] / length.back() * (square[(side + 1) % 4] - square[side]);
      fixed[node(k)] = true;
    }
  }
  return fixed;
}

}  // namespace

std::vector<Vec2> parametrise(const Patch& patch, int first) {
  std::vector<Vec2> places(patch.x.rows(), Vec2(0.5, 0.5));
  const std::vector<bool> fixed = place_outline(patch, first, places);
  const auto weights = mean_value_weights(patch);
  for (std::size_t i = 0; i < places.size(); ++i)
    if (weights[i].empty()) places[i].setZero();
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    double largest = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (fixed[i] || weights[i].empty()) continue;
      Vec2 sum = Vec2::Zero();
      double total = 0;
      for (const Weight& w : weights[i]) {
        sum += w.value * places[w.to];
        total += w.value;
      }
      const Vec2 change = sum / total - places[i];
      places[i] += change;
      largest = std::max(largest, change.cwiseAbs().maxCoeff());
    }
    if (largest < kSettled) break;
  }
  return places;
}

Points remesh(const Patch& patch, const std::vector<Vec2>& places, int columns, int rows) {
  Points grid(columns * rows, 3);
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const Vec2 at(static_cast<double>(c) / (columns - 1), static_cast<double>(r) / (rows - 1));
      double best = -1e300;  // the triangle that holds the point, or comes nearest to
      for (const Triangle& t : patch.triangles) {
        const Vec2 u = places[t[1]] - places[t[0]], v = places[t[2]] - places[t[0]], d = at - places[t[0]];
        const double area = u.x() * v.y() - u.y() * v.x();
        if (std::abs(area) < 1e-14) continue;
        Vec3 b(0, (d.x() * v.y() - d.y() * v.x()) / area, (u.x() * d.y() - u.y() * d.x()) / area);
        b[0] = 1 - b[1] - b[2];
        if (b.minCoeff() <= best) continue;
        best = b.minCoeff();
        b = b.cwiseMax(0.0);
        b /= b.sum();
        grid.row(r * columns + c) =
            b[0] * patch.x.row(t[0]) + b[1] * patch.x.row(t[1]) + b[2] * patch.x.row(t[2]);
      }
    }
  }
  return grid;
}

}  // namespace isocloth::fitting
