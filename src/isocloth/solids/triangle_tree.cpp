#include "isocloth/solids/triangle_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace isocloth {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Most triangles that are looked at one by one: as long as a step down the tree takes.
constexpr int kMostInLeaf = 8;

/// Boxes that a search has yet to look at: at most one for each level of the tree, which has less than 32.
constexpr int kMostWaiting = 64;

}  // namespace

TriangleTree::Box TriangleTree::box_of(const FlatTriangle& triangle) {
  const auto& [a, b, c] = triangle.corners();
  const Vec3 low = a.cwiseMin(b).cwiseMin(c), high = a.cwiseMax(b).cwiseMax(c);
  return {Eigen::Array4d(low.x(), low.y(), low.z(), 0), Eigen::Array4d(high.x(), high.y(), high.z(), 0)};
}

TriangleTree::TriangleTree(const SolidMesh& solid) {
  const int count = solid.mesh.element_count();
  triangles_.reserve(count);
  for (int t = 0; t < count; ++t)
    triangles_.emplace_back(std::array<Vec3, 3>{solid.corner(t, 0), solid.corner(t, 1), solid.corner(t, 2)},
                            solid.normal[t], t);
  margin_ = 1e-9 * solid.mesh.x.cwiseAbs().maxCoeff();
  nodes_.reserve(count);
  nodes_.emplace_back();
  Box left, right;
  const Branch half[2] = {grow(0, count / 2, left), grow(count / 2, count, right)};
  nodes_[0] = {{left, right}, {half[0], half[1]}};
}

/// Sorts the triangles from begin to end into a tree of their own; `box` holds them.
TriangleTree::Branch TriangleTree::grow(int begin, int end, Box& box) {
  box = box_of(triangles_[begin]);
  for (int t = begin + 1; t < end; ++t) {
    const Box other = box_of(triangles_[t]);
    box.low = box.low.min(other.low);
    box.high = box.high.max(other.high);
  }
  if (end - begin <= kMostInLeaf) return {begin, end - begin};

  int axis = 0;
  (box.high - box.low).head<3>().maxCoeff(&axis);
  const auto place = [axis](const FlatTriangle& t) {
    const auto& [a, b, c] = t.corners();
    return std::pair(a[axis] + b[axis] + c[axis], t.index());
  };
  const int middle = begin + (end - begin) / 2;
  std::nth_element(triangles_.begin() + begin, triangles_.begin() + middle, triangles_.begin() + end,
                   [&](const FlatTriangle& s, const FlatTriangle& t) { return place(s) < place(t); });
  const int node = static_cast<int>(nodes_.size());
  nodes_.emplace_back();
  Box left, right;
  const Branch lower = grow(begin, middle, left), upper = grow(middle, end, right);
  nodes_[node] = {{left, right}, {lower, upper}};
  return {node, 0};
}

Nearest TriangleTree::nearest(const Vec3& p) const {
  struct Waiting {
    Branch branch;
    double square;
  };
  Waiting waiting[kMostWaiting];
  int count = 0;
  const Eigen::Array4d point(p.x(), p.y(), p.z(), 0);
  const auto square_to = [&](const Box& box) {
    return (box.low - point).max(point - box.high).max(0.0).matrix().squaredNorm();
  };

  Nearest best;
  best.square = kInfinity;
  Branch branch{0, 0};
  for (;;) {
    if (branch.count == 0) {
      const Node& node = nodes_[branch.first];
      const double square[2] = {square_to(node.box[0]), square_to(node.box[1])};
      const int near = square[1] < square[0];
      if (square[1 - near] < best.square) waiting[count++] = {node.branch[1 - near], square[1 - near]};
      if (square[near] < best.square) {
        branch = node.branch[near];
        continue;
      }
    } else {
      for (int t = branch.first; t < branch.first + branch.count; ++t) triangles_[t].improve(p, best);
    }
    do {
      if (count == 0) return best;
      --count;
    } while (!(waiting[count].square < best.square));
    branch = waiting[count].branch;
  }
}

RayHit TriangleTree::first_hit(const Vec3& from, const Vec3& direction, int except) const {
  Branch waiting[kMostWaiting];
  int count = 0;
  waiting[count++] = {0, 0};
  RayHit hit{kInfinity, -1};
  // across a direction without slope a ray stays within a slab for ever, or is never in it
  const Vec3 slope = direction.unaryExpr([](double d) { return std::abs(d) < 1e-300 ? 1e-300 : d; });
  const auto meets = [&](const Box& box) {
    double enter = 0, leave = hit.distance;
    for (int c = 0; c < 3; ++c) {
      const double a = (box.low[c] - margin_ - from[c]) / slope[c];
      const double b = (box.high[c] + margin_ - from[c]) / slope[c];
      enter = std::max(enter, std::min(a, b));
      leave = std::min(leave, std::max(a, b));
    }
    return enter <= leave;
  };

  while (count > 0) {
    const Branch branch = waiting[--count];
    if (branch.count == 0) {
      const Node& node = nodes_[branch.first];
      for (int side = 0; side < 2; ++side)
        if (meets(node.box[side])) waiting[count++] = node.branch[side];
      continue;
    }
    for (int t = branch.first; t < branch.first + branch.count; ++t) {
      const FlatTriangle& triangle = triangles_[t];
      const double distance = -triangle.planes(from)[3] / triangle.normal().dot(direction);
      if (triangle.index() == except || !(distance > 0 && distance < hit.distance)) continue;
      const Eigen::Array4d plane = triangle.planes(from + distance * direction);
      if (plane.head<3>().maxCoeff() <= margin_) hit = {distance, triangle.index()};
    }
  }
  return hit;
}

}  // namespace isocloth
