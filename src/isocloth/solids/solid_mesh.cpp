#include "isocloth/solids/solid_mesh.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "isocloth/core/require.hpp"
#include "isocloth/mesh/check_elements.hpp"
#include "isocloth/mesh/disjoint_sets.hpp"
#include "isocloth/mesh/topology.hpp"

namespace isocloth {
namespace {

/// A solid has no volume when it is below this fraction of its area times its extent [-]: a thousand times
/// the rounding of its volume, and a nanometre for a metre.
constexpr double kSmallestRelativeVolume = 1e-12;

/// Twice the area of triangle (a, b, c) [m²].
double doubled_area(const Mesh& mesh, int a, int b, int c) {
  const Vec3 at = mesh.x.row(a), ab = mesh.x.row(b).transpose() - at, ac = mesh.x.row(c).transpose() - at;
  return ab.cross(ac).norm();
}

Mesh cut_into_triangles(const Mesh& mesh) {
  Mesh triangles;
  triangles.x = mesh.x;
  for (const Element& element : mesh.elements) {
    const auto [a, b, c, d] = element;
    if (corner_count(element) == 3) {
      triangles.elements.push_back(element);
      continue;
    }
    const double along_ac = std::min(doubled_area(mesh, a, b, c), doubled_area(mesh, a, c, d));
    const double along_bd = std::min(doubled_area(mesh, b, c, d), doubled_area(mesh, b, d, a));
    if (along_ac >= along_bd) {
      triangles.elements.push_back({a, b, c, kNoNode});
      triangles.elements.push_back({a, c, d, kNoNode});
    } else {
      triangles.elements.push_back({b, c, d, kNoNode});
      triangles.elements.push_back({b, d, a, kNoNode});
    }
  }
  return triangles;
}

std::string edge_name(const Side& side) {
  return "the edge between nodes " + std::to_string(side.low()) + " and " + std::to_string(side.high());
}

void require_closed(const Mesh& mesh) {
  const Topology topology = analyze_topology(mesh);
  if (topology.boundary_edges.empty()) return;
  const auto [from, to] = topology.boundary_edges.front();
  throw InputError("the mesh is open at the edge between nodes " + std::to_string(from) + " and " +
                   std::to_string(to) + ", which belongs to one element only; close the hole or merge the " +
                   "nodes along it");
}

/// Two quads that share both neighbours of a node may be cut along one diagonal, which is then an edge of
/// four.
void require_pairs(const std::vector<Side>& sides) {
  for (std::size_t s = 0; s + 2 < sides.size(); s += 2)
    if (sides[s].low() == sides[s + 2].low() && sides[s].high() == sides[s + 2].high())
      throw InputError(edge_name(sides[s]) + " is the diagonal of two quads; cut these into triangles");
}

void set_normals(SolidMesh& solid) {
  solid.normal.resize(solid.mesh.elements.size());
  for (int t = 0; t < solid.mesh.element_count(); ++t) {
    const Vec3 a = solid.corner(t, 0);
    const Vec3 area = (solid.corner(t, 1) - a).cross(solid.corner(t, 2) - a);
    solid.normal[t] = area.normalized();
    solid.area += area.norm() / 2;
  }
}

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

/// Signed volume of a closed mesh of triangles [m³]: V = 1/6 Σ a · (b × c), negative where normals point
/// inwards.
double volume_of(const Mesh& triangles) {
  const Vec3 from = triangles.x.row(0);
  double volume = 0;
  for (const Element& triangle : triangles.elements) volume += sixfold_volume(triangles, triangle, from) / 6;
  return volume;
}

/// A piece of negative volume is a cavity where the others wind around it, w = 1/4π Σ solid angle ≈ 1, and
/// inside out elsewhere: refused, with a node.
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

}  // namespace

SolidMesh make_solid_mesh(const Mesh& mesh) {
  require_closed(mesh);
  SolidMesh solid;
  solid.mesh = cut_into_triangles(mesh);
  check_elements(solid.mesh);
  solid.sides = sorted_sides(solid.mesh);
  require_pairs(solid.sides);
  set_normals(solid);

  solid.volume = volume_of(solid.mesh);
  const double extent = (mesh.x.colwise().maxCoeff() - mesh.x.colwise().minCoeff()).norm();
  require(std::abs(solid.volume) > kSmallestRelativeVolume * solid.area * extent,
          "the mesh encloses no volume (" + to_text(solid.volume) + " m³); give it a thickness");
  require(
      solid.volume > 0,
      "the mesh is inside out, its normals point inwards; turn its elements around (reverse their nodes)");
  require_no_piece_inside_out(solid.mesh);
  return solid;
}

}  // namespace isocloth
