// A disc of quads: a grid of core × core cells in the middle, rings of 4·core cells around it.
//
//        ______
//      / \  / \     Around the core, each ring node runs straight from the core's rim to the circle, evenly
//      spaced
//     |   ▢▢   |    in angle there. The core's rim is bulged half-way between a square and a circle, so that
//     the
//      \ /  \ /     cells at its corners stay well shaped.
//        ‾‾‾‾‾‾

#include <algorithm>
#include <cmath>
#include <numbers>

#include "isocloth/mesh/generator_checks.hpp"
#include "isocloth/mesh/generators.hpp"

namespace isocloth {
namespace {

/// Half the core's diagonal over the radius [-]: the share of cells that the core has along a radius through
/// its corner, so that all cells are about equally large.
double core_reach(int core, int rings) {
  return (0.5 * core * std::numbers::sqrt2) / (0.5 * core * std::numbers::sqrt2 + rings);
}

/// Direction of rim position k of 4·core, counter-clockwise from the corner (−1, −1), evenly spaced in angle.
Vec2 direction(double k, int core) {
  const double angle = -0.75 * std::numbers::pi + 0.5 * std::numbers::pi * k / core;
  return {std::cos(angle), std::sin(angle)};
}

/// Core node at (column, row): its concentric square, half-way to a circle. In units of the core's
/// half-diagonal.
Vec2 core_position(int column, int row, int core) {
  const Vec2 square = Vec2(2.0 * column - core, 2.0 * row - core) / core;  // in [−1, 1]²
  const double level = square.cwiseAbs().maxCoeff();
  if (level == 0) return Vec2::Zero();
  // position along the level's own side in [0, 1], and the side it is on: bottom, right, top, left
  const double u = square.x() / level, v = square.y() / level;
  double k = 0;
  if (v == -1)
    k = 0.5 * (1 + u);
  else if (u == 1)
    k = 1 + 0.5 * (1 + v);
  else if (v == 1)
    k = 2 + 0.5 * (1 - u);
  else
    k = 3 + 0.5 * (1 - v);
  return 0.5 * (square / std::numbers::sqrt2 + level * direction(k, 1));
}

/// Core nodes around its rim, counter-clockwise from the corner (0, 0).
std::vector<int> rim_nodes(int core) {
  const int columns = core + 1;
  std::vector<int> rim;
  for (int i = 0; i < core; ++i) rim.push_back(i);
  for (int i = 0; i < core; ++i) rim.push_back(i * columns + core);
  for (int i = core; i > 0; --i) rim.push_back(core * columns + i);
  for (int i = core; i > 0; --i) rim.push_back(i * columns);
  return rim;
}

}  // namespace

Mesh make_disc(double radius, int core, int rings) {
  require_length(radius, "radius");
  require_at_least(core, 1, "core");
  require_at_least(rings, 1, "rings");
  const std::int64_t columns = std::int64_t{core} + 1, around = std::int64_t{4} * core;
  require_node_count(std::max({columns, around, std::int64_t{rings}}), "core and rings");
  require_node_count(columns * columns + around * rings, "core and rings");

  Mesh mesh;
  const int inside = static_cast<int>(columns * columns), n = static_cast<int>(around);
  mesh.x.setZero(inside + n * rings, 3);
  const double reach = radius * core_reach(core, rings);
  for (int row = 0; row <= core; ++row)
    for (int c = 0; c <= core; ++c)
      mesh.x.row(row * (core + 1) + c).head<2>() = reach * core_position(c, row, core).transpose();
  for (int row = 0; row < core; ++row)
    for (int c = 0; c < core; ++c) {
      const int a = row * (core + 1) + c;
      mesh.elements.push_back({a, a + 1, a + core + 2, a + core + 1});
    }

  std::vector<int> last = rim_nodes(core);
  const std::vector<int> rim = last;
  for (int r = 1; r <= rings; ++r) {
    const double t = static_cast<double>(r) / rings;
    for (int k = 0; k < n; ++k)
      mesh.x.row(inside + (r - 1) * n + k).head<2>() =
          (1 - t) * mesh.x.row(rim[k]).head<2>() + t * radius * direction(k, core).transpose();
    for (int k = 0; k < n; ++k) {
      const int q = (k + 1) % n, out = inside + (r - 1) * n;
      mesh.elements.push_back({last[k], out + k, out + q, last[q]});
    }
    for (int k = 0; k < n; ++k) last[k] = inside + (r - 1) * n + k;
  }
  return mesh;
}

}  // namespace isocloth
