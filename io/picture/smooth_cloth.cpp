#include "io/picture/smooth_cloth.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace isocloth::io {

namespace {

constexpr double kDrawnCells = 24000;  ///< of all elements together, about
constexpr double kMostCells = 6;       ///< along the edge of an element
constexpr double kStraight = 0.766;    ///< cos 40°: where the hem turns by more, it has a corner

/// A grid of so many cells along each edge of an element with 3 or 4 corners.
PatchGrid make_grid(int corners, int cells) {
  const bool quad = corners == 4;
  const auto columns = [&](int j) { return quad ? cells : cells - j; };  // in row j
  PatchGrid grid;
  int first = 0;  // point of the row
  for (int j = 0; j <= cells; ++j) {
    const int next = first + columns(j) + 1;
    for (int i = 0; i <= columns(j); ++i) {
      const unsigned edges = (j == 0 ? 1u : 0u) | (i == columns(j) ? 2u : 0u) |
                             (quad     ? (j == cells ? 4u : 0u) | (i == 0 ? 8u : 0u)
                              : i == 0 ? 4u
                                       : 0u);
      grid.points.push_back({static_cast<double>(i) / cells, static_cast<double>(j) / cells, edges});
      if (j == cells || i == columns(j)) continue;
      const int a = first + i, b = a + 1, c = next + i, d = c + 1;
      const bool whole = i < columns(j + 1);  // else the half cell at the slanted side of a triangle
      grid.triangles.push_back({a, b, quad ? d : c});
      if (whole) grid.triangles.push_back(quad ? std::array{a, d, c} : std::array{b, d, c});
    }
    first = next;
  }
  return grid;
}

/// Calls visit(element, k, from, to) for the edges of all elements.
template <typename Visit>
void each_edge(const std::vector<Element>& elements, Visit visit) {
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const int corners = corner_count(elements[e]);
    for (int k = 0; k < corners; ++k) visit(e, k, elements[e][k], elements[e][(k + 1) % corners]);
  }
}

/// Edges that only one element has.
std::vector<std::array<bool, 4>> find_rim(const std::vector<Element>& elements) {
  const auto sorted = [](int a, int b) { return Edge{std::min(a, b), std::max(a, b)}; };
  std::vector<Edge> edges;
  each_edge(elements, [&](std::size_t, int, int a, int b) { edges.push_back(sorted(a, b)); });
  std::sort(edges.begin(), edges.end());
  std::vector<std::array<bool, 4>> on_rim(elements.size());
  each_edge(elements, [&](std::size_t e, int k, int a, int b) {
    const auto [first, last] = std::equal_range(edges.begin(), edges.end(), sorted(a, b));
    on_rim[e][k] = last - first == 1;
  });
  return on_rim;
}

std::vector<std::array<int, 2>> find_hem(const Mesh& rest, const std::vector<std::array<bool, 4>>& on_rim) {
  std::vector<std::vector<int>> beside(static_cast<std::size_t>(rest.x.rows()));
  each_edge(rest.elements, [&](std::size_t e, int k, int a, int b) {
    if (!on_rim[e][k]) return;
    beside[a].push_back(b);
    beside[b].push_back(a);
  });
  std::vector<std::array<int, 2>> hem(beside.size(), {-1, -1});
  for (std::size_t i = 0; i < hem.size(); ++i) {
    if (beside[i].size() != 2) continue;
    const auto node = static_cast<Eigen::Index>(i);
    const Vec3 come = rest.x.row(node) - rest.x.row(beside[i][0]),
               go = rest.x.row(beside[i][1]) - rest.x.row(node);
    if (come.dot(go) > kStraight * come.norm() * go.norm()) hem[i] = {beside[i][0], beside[i][1]};
  }
  return hem;
}

/// A cubic from a to b with the control points a + from_a and b + from_b.
struct Curve {
  Vec3 a, b, from_a, from_b;
  Vec3 at(double t) const {
    const double s = 1 - t;
    return s * s * (s + 3 * t) * a + t * t * (t + 3 * s) * b + 3 * s * t * (s * from_a + t * from_b);
  }
};

/// Curves of an element's edges, each from its corner to the next.
using Frame4 = std::array<Curve, 4>;

Vec3 coons(const Frame4& edges, double u, double v) {
  const Vec3 bilinear =
      (1 - v) * ((1 - u) * edges[0].a + u * edges[1].a) + v * ((1 - u) * edges[3].a + u * edges[2].a);
  return (1 - v) * edges[0].at(u) + v * edges[2].at(1 - u) + (1 - u) * edges[3].at(1 - v) +
         u * edges[1].at(v) - bilinear;
}

Vec3 pn_triangle(const Frame4& edges, const std::array<double, 4>& b) {
  Vec3 point = Vec3::Zero(), controls = Vec3::Zero(), corners = Vec3::Zero();
  for (std::size_t k = 0; k < 3; ++k) {
    const Curve& edge = edges[k];
    const double s = b[k], t = b[(k + 1) % 3];
    const Vec3 near_a = edge.a + edge.from_a, near_b = edge.b + edge.from_b;
    point += s * s * s * edge.a + 3 * s * t * (s * near_a + t * near_b);
    controls += (near_a + near_b) / 6;
    corners += edge.a / 3;
  }
  return point + 6 * b[0] * b[1] * b[2] * (1.5 * controls - 0.5 * corners);
}

/// Shares of the corners in a point of a patch.
std::array<double, 4> corner_shares(bool quad, double u, double v) {
  if (!quad) return {1 - u - v, u, v, 0};
  return {(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v};
}

}  // namespace

SmoothCloth::SmoothCloth(const Mesh& rest)
    : elements(rest.elements), on_rim(find_rim(elements)), hem(find_hem(rest, on_rim)) {
  const double wanted = std::sqrt(kDrawnCells / std::max(1.0, static_cast<double>(elements.size())));
  cells = static_cast<int>(std::clamp(wanted, 1.0, kMostCells));
  triangle_grid = make_grid(3, cells);
  quad_grid = make_grid(4, cells);
  int first = 0;
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const PatchGrid& grid = corner_count(elements[e]) == 4 ? quad_grid : triangle_grid;
    for (const auto& nodes : grid.triangles) {
      triangles.push_back({{first + nodes[0], first + nodes[1], first + nodes[2]}, static_cast<int>(e), {}});
      std::array<Line, 3>& sides = lines.emplace_back();
      for (std::size_t k = 0; k < 3; ++k) {
        const unsigned edges = grid.points[nodes[(k + 1) % 3]].edges & grid.points[nodes[(k + 2) % 3]].edges;
        sides[k] = edges == 0 ? Line::none : on_rim[e][std::countr_zero(edges)] ? Line::rim : Line::inner;
      }
    }
    first += static_cast<int>(grid.points.size());
  }
}

DrawnPoints SmoothCloth::at(const Points& x, const Vector& value) const {
  const Points normals = node_normals(x, triangulate(elements));
  const auto leave = [&](int from, int to, bool rim) -> Vec3 {
    const Vec3 way = x.row(to) - x.row(from), normal = normals.row(from);
    const auto [before, after] = hem[from];
    if (!rim || before < 0) return (way - normal.dot(way) * normal) / 3;
    const Vec3 along = to == after ? x.row(after) - x.row(before) : x.row(before) - x.row(after);
    return along.norm() > 0 ? Vec3(along * (way.norm() / (3 * along.norm()))) : Vec3(way / 3);
  };
  Eigen::Index count = 0, row = 0;
  for (const Element& e : elements)
    count += static_cast<Eigen::Index>((corner_count(e) == 4 ? quad_grid : triangle_grid).points.size());
  DrawnPoints drawn{Points(count, 3), Points::Zero(count, 3), Vector::Zero(count)};
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const int corners = corner_count(elements[e]);
    Frame4 edges;
    for (int k = 0; k < corners; ++k) {
      const int a = elements[e][k], b = elements[e][(k + 1) % corners];
      edges[k] = {x.row(a), x.row(b), leave(a, b, on_rim[e][k]), leave(b, a, on_rim[e][k])};
    }
    for (const auto& [u, v, on_edges] : (corners == 4 ? quad_grid : triangle_grid).points) {
      const std::array<double, 4> shares = corner_shares(corners == 4, u, v);
      drawn.x.row(row) = corners == 4 ? coons(edges, u, v) : pn_triangle(edges, shares);
      for (int k = 0; k < corners; ++k) {
        drawn.normals.row(row) += shares[k] * normals.row(elements[e][k]);
        if (value.size() > 0) drawn.value[row] += shares[k] * value[elements[e][k]];
      }
      ++row;
    }
  }
  return drawn;
}

}  // namespace isocloth::io
