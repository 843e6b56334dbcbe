#include "isocloth/obstacles/inside_out.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "isocloth/core/require.hpp"
#include "isocloth/mesh/disjoint_sets.hpp"

namespace isocloth {
namespace {

/// Six times the volume between a triangle and a point [m³].
double sixfold_volume(const Mesh& mesh, const Element& triangle, const Vec3& from) {
  const Vec3 a = mesh.x.row(triangle[0]).transpose() - from, b = mesh.x.row(triangle[1]).transpose() - from,
             c = mesh.x.row(triangle[2]).transpose() - from;
  return a.dot(b.cross(c));
}

/// Solid angle of a triangle seen from a point [rad²], positive from behind [Van Oosterom & Strackee 1983].
double solid_angle(const Mesh& mesh, const Element& triangle, const Vec3& from) {
  const Vec3 a = mesh.x.row(triangle[0]).transpose() - from, b = mesh.x.row(triangle[1]).transpose() - from,
             c = mesh.x.row(triangle[2]).transpose() - from;
  const double la = a.norm(), lb = b.norm(), lc = c.norm();
  return 2 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
}

}  // namespace

double volume_of(const Mesh& triangles) {
  const Vec3 from = triangles.x.row(0);
  double volume = 0;
  for (const Element& triangle : triangles.elements) volume += sixfold_volume(triangles, triangle, from) / 6;
  return volume;
}

void require_no_piece_inside_out(const Mesh& triangles) {
  DisjointSets pieces(triangles.node_count());
  for (const Element& triangle : triangles.elements)
    for (int k = 1; k < 3; ++k) pieces.unite(triangle[0], triangle[k]);
  std::vector<double> volume(triangles.node_count(), 0.0);  // of each piece, at its root
  const auto root = [&](const Element& triangle) { return pieces.root(triangle[0]); };
  for (const Element& triangle : triangles.elements) {
    const Vec3 from = triangles.x.row(static_cast<Eigen::Index>(root(triangle)));
    volume[root(triangle)] += sixfold_volume(triangles, triangle, from) / 6;
  }

  for (std::size_t e = 0; e < triangles.elements.size(); ++e) {
    const std::size_t piece = root(triangles.elements[e]);
    if (volume[piece] >= 0) continue;
    volume[piece] = 0;  // looked at once
    const Vec3 here = triangles.x.row(triangles.elements[e][0]);
    double around = 0;
    for (const Element& other : triangles.elements)
      if (root(other) != piece) around += solid_angle(triangles, other, here) / (4 * std::numbers::pi);
    require(around > 0.5, "the piece of the mesh at node " + std::to_string(triangles.elements[e][0]) +
                              " is inside out, its normals point inwards; turn its elements around");
  }
}

}  // namespace isocloth
