#include "dynamics/exact_crossings.hpp"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/intersections.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace isocloth::test {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Nodes = std::array<int, 3>;

Kernel::Point_3 point(const Points& x, int node) { return {x(node, 0), x(node, 1), x(node, 2)}; }

bool has(const Nodes& triangle, int node) {
  return std::find(triangle.begin(), triangle.end(), node) != triangle.end();
}

/// Whether an edge of t passes through u, which has none of its ends.
bool passes_through(const Nodes& t, const Nodes& u, const Points& x) {
  const Kernel::Triangle_3 through(point(x, u[0]), point(x, u[1]), point(x, u[2]));
  for (int c = 0; c < 3; ++c) {
    const int a = t[c], b = t[(c + 1) % 3];
    if (has(u, a) || has(u, b)) continue;
    if (CGAL::do_intersect(Kernel::Segment_3(point(x, a), point(x, b)), through)) return true;
  }
  return false;
}

}  // namespace

int exact_crossings(const Mesh& mesh, const Points& x) {
  std::vector<Nodes> triangles;
  for (const Element& e : mesh.elements) {
    triangles.push_back({e[0], e[1], e[2]});
    if (corner_count(e) == 4) triangles.push_back({e[0], e[2], e[3]});
  }
  const auto low = [&](int t, int axis) {
    return std::min({x(triangles[t][0], axis), x(triangles[t][1], axis), x(triangles[t][2], axis)});
  };
  const auto high = [&](int t, int axis) {
    return std::max({x(triangles[t][0], axis), x(triangles[t][1], axis), x(triangles[t][2], axis)});
  };
  std::vector<int> order(triangles.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int t, int u) { return low(t, 0) < low(u, 0); });
  int count = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size() && low(order[j], 0) <= high(order[i], 0); ++j) {
      const int t = order[i], u = order[j];
      if (low(t, 1) > high(u, 1) || low(u, 1) > high(t, 1)) continue;
      if (low(t, 2) > high(u, 2) || low(u, 2) > high(t, 2)) continue;
      count += passes_through(triangles[t], triangles[u], x) || passes_through(triangles[u], triangles[t], x);
    }
  return count;
}

}  // namespace isocloth::test
