// Inner nodes begin in shaken rows, at a distance from the rim. The Delaunay triangulation of a rectangle
// around the panel then holds every side of the rim, because no node comes into the circle on such a side;
// triangles outside the rim are dropped.

#include "isocloth/garments/sewing.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "isocloth/core/random.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/mesh/relax_triangles.hpp"

namespace isocloth {
namespace {

constexpr double kPanelRowHeight =
    0.5 * std::numbers::sqrt3;       // height over side of an equilateral triangle [-]
constexpr double kMargin = 0.6;      // least distance of a first inner node from the rim, in spacings [-]
constexpr double kPanelShake = 0.3;  // of the spacing, each way [-]

struct Interval {
  double from, to;  ///< along u [m]
};

/// Where the line at height w runs inside the polygon.
std::vector<Interval> cut_at(const Chain& polygon, double w) {
  std::vector<double> crossings;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2& a = polygon[i];
    const Vec2& b = polygon[(i + 1) % polygon.size()];
    if ((a.y() > w) != (b.y() > w))
      crossings.push_back(a.x() + (b.x() - a.x()) * (w - a.y()) / (b.y() - a.y()));
  }
  std::sort(crossings.begin(), crossings.end());
  std::vector<Interval> intervals;
  for (std::size_t i = 0; i + 1 < crossings.size(); i += 2)
    intervals.push_back({crossings[i], crossings[i + 1]});
  return intervals;
}

std::vector<Interval> intersection(const std::vector<Interval>& a, const std::vector<Interval>& b) {
  std::vector<Interval> result;
  for (const Interval& p : a)
    for (const Interval& q : b)
      if (std::max(p.from, q.from) < std::min(p.to, q.to))
        result.push_back({std::max(p.from, q.from), std::min(p.to, q.to)});
  return result;
}

/// A stretch of a row that keeps its distance from the rim.
struct Row {
  double w;
  Interval interval;
};

std::vector<Row> rows_inside(const Chain& rim, double margin, double height) {
  const auto [lowest, highest] =
      std::minmax_element(rim.begin(), rim.end(), [](const Vec2& a, const Vec2& b) { return a.y() < b.y(); });
  const int count = std::max(1, static_cast<int>((highest->y() - lowest->y()) / height));
  std::vector<Row> rows;
  for (int r = 0; r < count; ++r) {
    const double w = lowest->y() + (highest->y() - lowest->y()) * (r + 0.5) / count;
    const auto near = intersection(cut_at(rim, w - margin), cut_at(rim, w + margin));
    for (const Interval& i : intersection(cut_at(rim, w), near))
      if (i.to - i.from > 2 * margin) rows.push_back({w, {i.from + margin, i.to - margin}});
  }
  return rows;
}

/// `count` nodes in the rows, as many in each as it is long.
void place_inside(const Chain& rim, int count, double spacing, std::mt19937& random,
                  std::vector<Vec2>& points) {
  std::vector<Row> rows;
  double total = 0;
  for (double margin = kMargin; rows.empty() && margin > 0.01; margin /= 2)
    rows = rows_inside(rim, margin * spacing, kPanelRowHeight * spacing);
  for (const Row& row : rows) total += row.interval.to - row.interval.from;
  require(count == 0 || total > 0, "a panel is too narrow for its triangles; ask for more of them");
  double passed = 0;
  std::size_t r = 0;
  for (int k = 0; k < count; ++k) {
    const double shaken = k + 0.5 + kPanelShake * (2 * random_unit(random) - 1);
    const double wanted = total * shaken / count;
    while (r + 1 < rows.size() && passed + rows[r].interval.to - rows[r].interval.from < wanted) {
      passed += rows[r].interval.to - rows[r].interval.from;
      ++r;
    }
    const double shake_w = kPanelShake * kMargin * spacing * (2 * random_unit(random) - 1);
    points.push_back({rows[r].interval.from + wanted - passed, rows[r].w + shake_w});
  }
}

/// Triangles of the rectangle around all points that lie inside the rim.
std::vector<Triangle> triangles_inside(const Chain& rim, double spacing, const std::vector<Vec2>& points) {
  Vec2 low = rim[0], high = rim[0];
  for (const Vec2& p : rim) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  low -= Vec2::Constant(2 * spacing);
  const Vec2 size = high + Vec2::Constant(2 * spacing) - low;
  std::vector<Vec2> all{{0, 0}, {size.x(), 0}, size, {0, size.y()}};
  for (const Vec2& p : points) all.push_back(p - low);

  std::vector<Triangle> result;
  const int rim_count = static_cast<int>(rim.size());
  for (const Triangle& t : delaunay_in_rectangle(all, size)) {
    if (t[0] < 4 || t[1] < 4 || t[2] < 4) continue;
    const Triangle shifted{t[0] - 4, t[1] - 4, t[2] - 4};
    const bool on_rim = *std::max_element(shifted.begin(), shifted.end()) < rim_count;
    if (on_rim && !is_inside(rim, (points[shifted[0]] + points[shifted[1]] + points[shifted[2]]) / 3))
      continue;
    result.push_back(shifted);
  }
  return result;
}

double distance_to_rim(const Chain& rim, const Vec2& point) {
  double least = INFINITY;
  for (std::size_t i = 0; i < rim.size(); ++i)
    least = std::min(least, (nearest_on_segment(rim[i], rim[(i + 1) % rim.size()], point) - point).norm());
  return least;
}

/// Every side of the rim belongs to one triangle, and the triangles are as many as a filled polygon has.
void check_filled(const Panel& panel, int rim_count) {
  const int inner = static_cast<int>(panel.points.size()) - rim_count;
  int sides = 0;
  for (const Triangle& t : panel.triangles)
    for (int k = 0; k < 3; ++k) sides += t[k] < rim_count && t[(k + 1) % 3] == (t[k] + 1) % rim_count;
  require(sides == rim_count && static_cast<int>(panel.triangles.size()) == 2 * inner + rim_count - 2,
          "a panel is narrower somewhere than its triangles; ask for more triangles, or make it wider");
}

}  // namespace

Panel fill_panel(const Chain& rim, int inner_count, double spacing, std::mt19937& random) {
  Panel panel{.points = rim, .triangles = {}};
  place_inside(rim, inner_count, spacing, random, panel.points);
  const TriangulatedRegion region{
      .spacing = spacing,
      .first_inner = static_cast<int>(rim.size()),
      .triangulate = [&](const std::vector<Vec2>& p) { return triangles_inside(rim, spacing, p); },
      .keep_inside = [&](const Vec2& from, const Vec2& to) -> Vec2 {
        return is_inside(rim, to) && distance_to_rim(rim, to) > 0.5 * spacing ? to : from;
      }};
  panel.triangles = relax_triangles(region, random, panel.points);
  check_filled(panel, static_cast<int>(rim.size()));
  return panel;
}

}  // namespace isocloth
