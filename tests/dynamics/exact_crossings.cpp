#include "dynamics/exact_crossings.hpp"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/intersections.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace isocloth::test {

int exact_crossings(const Mesh& mesh, const Points& x) {
  using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
  std::vector<std::array<int, 3>> triangles;
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
  const auto solid = [&](int t) {
    const auto p = [&](int c) {
      const auto at = x.row(triangles[t][c]);
      return Kernel::Point_3(at[0], at[1], at[2]);
    };
    return Kernel::Triangle_3(p(0), p(1), p(2));
  };
  int count = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size() && low(order[j], 0) <= high(order[i], 0); ++j) {
      const int t = order[i], u = order[j];
      if (low(t, 1) > high(u, 1) || low(u, 1) > high(t, 1)) continue;
      if (low(t, 2) > high(u, 2) || low(u, 2) > high(t, 2)) continue;
      const auto &a = triangles[t], &b = triangles[u];
      if (std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end()) continue;
      count += CGAL::do_intersect(solid(t), solid(u));
    }
  return count;
}

}  // namespace isocloth::test
