#include "io/picture/smooth_cloth.hpp"

#include <algorithm>
#include <cmath>

#include "io/picture/layer_room.hpp"

namespace isocloth::io {

namespace {

constexpr double kDrawnCells = 24000;  ///< of all elements together, about
constexpr double kMostCells = 6;       ///< along the edge of an element
constexpr double kStraight = 0.766;    ///< cos 40°: where the hem turns by more, it has a corner

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

/// Curves of an element's edges, each from its corner to the next; the last of a triangle stays at its
/// corner.
using Rim = std::array<Curve, 4>;

/// Shares of the corners in a point of a patch, u along the first edge and v along the last, backwards.
std::array<double, 4> corner_shares(double u, double v) {
  return {(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v};
}

Vec3 coons(const Rim& rim, double u, double v) {
  Vec3 point = (1 - v) * rim[0].at(u) + u * rim[1].at(v) + v * rim[2].at(1 - u) + (1 - u) * rim[3].at(1 - v);
  const std::array<double, 4> shares = corner_shares(u, v);
  for (std::size_t k = 0; k < 4; ++k) point -= shares[k] * rim[k].a;
  return point;
}

/// The point of the flat element: of a quad, of its two halves.
Vec3 flat(const Rim& rim, bool is_quad, double u, double v) {
  const Vec3 &a = rim[0].a, &b = rim[1].a, &c = rim[2].a, &d = rim[3].a;
  if (!is_quad) return (1 - u) * a + u * ((1 - v) * b + v * c);
  return u >= v ? Vec3(a + u * (b - a) + v * (c - b)) : Vec3(a + v * (d - a) + u * (c - d));
}

/// Share of the room that the drawn surface takes; the other layer takes as much.
constexpr double kRoomShare = 0.4;

/// A way that is no longer than that.
Vec3 shortened(const Vec3& way, double longest) {
  const double length = way.norm();
  return length > longest ? Vec3(way * (longest / length)) : way;
}

/// The node at corner k; the fourth of a triangle is its first again.
int corner(const Element& element, int k) { return element[k < corner_count(element) ? k : 0]; }

}  // namespace

SmoothCloth::SmoothCloth(const Mesh& shape)
    : rest(shape), on_rim(find_rim(rest.elements)), hem(find_hem(rest, on_rim)) {
  const std::vector<Element>& elements = rest.elements;
  const double wanted = std::sqrt(kDrawnCells / std::max(1.0, static_cast<double>(elements.size())));
  cells = static_cast<int>(std::clamp(wanted, 1.0, kMostCells));
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const int first = static_cast<int>(e) * (cells + 1) * (cells + 1);
    const auto line = [&](int k, bool on_edge) {
      return !on_edge || k >= corner_count(elements[e]) ? Line::none : on_rim[e][k] ? Line::rim : Line::inner;
    };
    for (int j = 0; j < cells; ++j) {
      for (int i = 0; i < cells; ++i) {
        const int a = first + j * (cells + 1) + i, b = a + 1, d = a + cells + 1, c = d + 1;
        triangles.push_back({{a, b, c}, static_cast<int>(e), {}});
        lines.push_back({line(1, i + 1 == cells), Line::none, line(0, j == 0)});
        triangles.push_back({{a, c, d}, static_cast<int>(e), {}});
        lines.push_back({line(2, j + 1 == cells), line(3, i == 0), Line::none});
      }
    }
  }
}

DrawnPoints SmoothCloth::at(const Points& x, const Vector& value) const {
  const std::vector<Element>& elements = rest.elements;
  const Points normals = node_normals(x, triangulate(elements));
  const Vector room = room_at_nodes(rest, x);
  const auto leave = [&](int from, int to, bool rim) -> Vec3 {
    const Vec3 way = x.row(to) - x.row(from), normal = normals.row(from);
    const auto [before, after] = hem[from];
    if (!rim || before < 0) return (way - normal.dot(way) * normal) / 3;
    const Vec3 along = to == after ? x.row(after) - x.row(before) : x.row(before) - x.row(after);
    return along.norm() > 0 ? Vec3(along * (way.norm() / (3 * along.norm()))) : Vec3(way / 3);
  };
  const auto count = static_cast<Eigen::Index>(elements.size()) * (cells + 1) * (cells + 1);
  DrawnPoints drawn{Points(count, 3), Points::Zero(count, 3), Vector::Zero(count)};
  Eigen::Index row = 0;
  for (std::size_t e = 0; e < elements.size(); ++e) {
    Rim rim;
    for (int k = 0; k < 4; ++k) {
      const int a = corner(elements[e], k), b = corner(elements[e], (k + 1) % 4);
      rim[k] = {x.row(a), x.row(b), leave(a, b, on_rim[e][k]), leave(b, a, on_rim[e][k])};
    }
    for (int point = 0; point < (cells + 1) * (cells + 1); ++point, ++row) {
      const int i = point % (cells + 1), j = point / (cells + 1);
      const double u = static_cast<double>(i) / cells, v = static_cast<double>(j) / cells;
      const std::array<double, 4> shares = corner_shares(u, v);
      double free = 0;
      for (int k = 0; k < 4; ++k)
        if (shares[k] > 0) free += shares[k] * room[corner(elements[e], k)];
      const Vec3 even = flat(rim, corner_count(elements[e]) == 4, u, v);
      drawn.x.row(row) = even + shortened(coons(rim, u, v) - even, kRoomShare * free);
      for (int k = 0; k < 4; ++k) {
        drawn.normals.row(row) += shares[k] * normals.row(corner(elements[e], k));
        if (value.size() > 0) drawn.value[row] += shares[k] * value[corner(elements[e], k)];
      }
    }
  }
  return drawn;
}

}  // namespace isocloth::io
