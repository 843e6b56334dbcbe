#include "io/mesh/split_quads.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <optional>

#include "isocloth/mesh/check_elements.hpp"

namespace isocloth::io {
namespace {

using Corners = std::array<Vec3, 4>;
using Pair = std::array<Element, 2>;

/// n; zero where no corner turns against it by more than check_elements allows.
Vec3 vector_area_if_bent(const Corners& p) {
  std::array<Vec3, 4> normals;
  Vec3 mean = Vec3::Zero();
  double longest_sq = 0;
  for (int k = 0; k < 4; ++k) {
    const Vec3 before = p[k] - p[(k + 3) % 4], behind = p[(k + 1) % 4] - p[k];
    normals[k] = before.cross(behind);
    mean += normals[k] / 4;
    longest_sq = std::max(longest_sq, behind.squaredNorm());
  }
  const double slack = kSmallestRelativeArea * longest_sq * mean.norm();
  const bool bent = std::any_of(normals.begin(), normals.end(),
                                [&](const Vec3& normal) { return normal.dot(mean) < -slack; });
  return bent ? mean : Vec3::Zero();
}

/// How well shaped a triangle is, as seen along `up`; negative where it is upside down.
double quality(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& up) {
  return (b - a).cross(c - a).dot(up) /
         ((b - a).squaredNorm() + (c - b).squaredNorm() + (a - c).squaredNorm());
}

/// Triangles along the better diagonal; nothing where neither is good.
std::optional<Pair> halves(const Element& e, const Corners& p, const Vec3& up) {
  const double along_02 = std::min(quality(p[0], p[1], p[2], up), quality(p[0], p[2], p[3], up));
  const double along_13 = std::min(quality(p[0], p[1], p[3], up), quality(p[1], p[2], p[3], up));
  if (!(std::max(along_02, along_13) > 0)) return std::nullopt;
  if (along_02 >= along_13) return Pair{{{e[0], e[1], e[2], kNoNode}, {e[0], e[2], e[3], kNoNode}}};
  return Pair{{{e[0], e[1], e[3], kNoNode}, {e[1], e[2], e[3], kNoNode}}};
}

}  // namespace

SplitQuads split_quads(Mesh& mesh) {
  SplitQuads result;
  std::vector<Element> elements;
  elements.reserve(mesh.elements.size());
  for (int i = 0; i < mesh.element_count(); ++i) {
    const Element& e = mesh.elements[i];
    elements.push_back(e);
    if (corner_count(e) == 3) continue;
    Corners p;
    for (int k = 0; k < 4; ++k) p[k] = mesh.x.row(e[k]);
    const Vec3 up = vector_area_if_bent(p);
    if (up.isZero(0)) continue;
    const std::optional<Pair> pair = halves(e, p, up);
    if (!pair) continue;
    elements.back() = (*pair)[0];
    elements.push_back((*pair)[1]);
    if (result.count++ == 0) result.first = i;
  }
  mesh.elements = std::move(elements);
  return result;
}

}  // namespace isocloth::io
