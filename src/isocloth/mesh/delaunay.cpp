#include "isocloth/mesh/delaunay.hpp"

#include <cmath>
#include <cstdint>
#include <string>

#include "isocloth/core/require.hpp"

namespace isocloth {
namespace {

__extension__ using Wide = __int128;  // four factors of 27 bits each need 112
struct GridPoint {
  std::int64_t x, y;
};

/// (b − a) × (c − a)
std::int64_t orient(const GridPoint& a, const GridPoint& b, const GridPoint& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool inside_circle(const GridPoint& a, const GridPoint& b, const GridPoint& c, const GridPoint& p) {
  const auto lift = [&p](const GridPoint& q) -> Wide {
    return (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y);  // 55 bits
  };
  return lift(a) * orient(p, b, c) + lift(b) * orient(p, c, a) + lift(c) * orient(p, a, b) > 0;
}

constexpr int kNone = -1;

struct Cell {
  Triangle node;
  std::array<int, 3> neighbour;  ///< across the side that starts at corner k; kNone on the rectangle's rim
  bool in_hole = false;
};

/// A side of the hole, seen from inside it counter-clockwise.
struct RimSide {
  int from, to, outside;
};

class Triangulation {
 public:
  Triangulation(const std::vector<Vec2>& points, const Vec2& size) : starting_at_(points.size(), kNone) {
    const double steps_per_metre = 0x1p26 / size.maxCoeff();
    for (const Vec2& p : points)
      grid_.push_back({std::llround(p.x() * steps_per_metre), std::llround(p.y() * steps_per_metre)});
    cells_ = {{{0, 1, 2}, {kNone, kNone, 1}}, {{0, 2, 3}, {0, kNone, kNone}}};
  }

  void insert(int p) {
    last_ = locate(p);
    for (const int node : cells_[last_].node)
      if (grid_[node].x == grid_[p].x && grid_[node].y == grid_[p].y)
        throw InputError("points " + std::to_string(node) + " and " + std::to_string(p) +
                         " coincide; move one");
    dig_hole(p);
    fill_hole(p);
  }

  std::vector<Triangle> triangles() const {
    std::vector<Triangle> result;
    for (const Cell& cell : cells_) result.push_back(cell.node);
    return result;
  }

 private:
  /// Walks from the last triangle towards p: across any side that has p on its far side. On a Delaunay
  /// triangulation such a walk never returns to a triangle.
  int locate(int p) const {
    int cell = last_;
    for (int k = 0; k < 3; ++k) {
      const Triangle& t = cells_[cell].node;
      if (orient(grid_[t[k]], grid_[t[(k + 1) % 3]], grid_[p]) >= 0) continue;
      require(cells_[cell].neighbour[k] != kNone,
              "point " + std::to_string(p) + " lies outside the rectangle");
      cell = cells_[cell].neighbour[k];
      k = -1;
    }
    return cell;
  }

  /// Collects the triangles whose circle contains p, and the rim around them. A side on which p lies (only on
  /// the rectangle's rim) is split by p and so left out.
  void dig_hole(int p) {
    hole_ = {last_};
    rim_.clear();
    cells_[last_].in_hole = true;
    for (std::size_t h = 0; h < hole_.size(); ++h) {
      const Cell cell = cells_[hole_[h]];
      for (int k = 0; k < 3; ++k) {
        const int from = cell.node[k], to = cell.node[(k + 1) % 3], across = cell.neighbour[k];
        if (across != kNone && cells_[across].in_hole) continue;
        if (across != kNone && contains(across, p)) {
          cells_[across].in_hole = true;
          hole_.push_back(across);
        } else if (orient(grid_[from], grid_[to], grid_[p]) != 0) {
          rim_.push_back({from, to, across});
        }
      }
    }
  }

  bool contains(int cell, int p) const {
    const Triangle& t = cells_[cell].node;
    return inside_circle(grid_[t[0]], grid_[t[1]], grid_[t[2]], grid_[p]);
  }

  /// One triangle (from, to, p) per rim side, in the places of the removed ones and, for the two more, at the
  /// end.
  void fill_hole(int p) {
    while (hole_.size() < rim_.size()) {
      hole_.push_back(static_cast<int>(cells_.size()));
      cells_.push_back({});
    }
    for (std::size_t s = 0; s < rim_.size(); ++s) {
      const auto [from, to, outside] = rim_[s];
      cells_[hole_[s]] = {{from, to, p}, {outside, kNone, kNone}};
      starting_at_[from] = hole_[s];
      if (outside == kNone) continue;
      Cell& beyond = cells_[outside];
      for (int k = 0; k < 3; ++k)
        if (beyond.node[k] == to && beyond.node[(k + 1) % 3] == from) beyond.neighbour[k] = hole_[s];
    }
    // the triangle after (from, to, p) around p starts at `to`; there is none where p splits the rectangle's
    // rim
    for (std::size_t s = 0; s < rim_.size(); ++s) {
      const int next = starting_at_[rim_[s].to];
      if (next == kNone) continue;
      cells_[hole_[s]].neighbour[1] = next;
      cells_[next].neighbour[2] = hole_[s];
    }
    for (const RimSide& side : rim_) starting_at_[side.from] = kNone;
    last_ = hole_[0];
  }

  std::vector<GridPoint> grid_;
  std::vector<Cell> cells_;
  std::vector<int> hole_, starting_at_;
  std::vector<RimSide> rim_;
  int last_ = 0;
};

}  // namespace

std::vector<Triangle> delaunay_in_rectangle(const std::vector<Vec2>& points, const Vec2& size) {
  Triangulation triangulation(points, size);
  for (int p = 4; p < static_cast<int>(points.size()); ++p) triangulation.insert(p);
  return triangulation.triangles();
}

}  // namespace isocloth
