#pragma once

/// Closed meshes, and slow twins of what is asked of them.

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include "isocloth/obstacles/shapes.hpp"
#include "support/meshes.hpp"

namespace isocloth::test {

/// Normals to the other side.
inline Mesh turned_around(Mesh mesh) {
  for (Element& element : mesh.elements)
    std::reverse(element.begin(), element.begin() + corner_count(element));
  return mesh;
}

inline Mesh scaled(Mesh mesh, double factor, const Vec3& shift = Vec3::Zero()) {
  mesh.x = (mesh.x * factor).rowwise() + shift.transpose();
  return mesh;
}

inline Mesh tetrahedron() {
  Mesh mesh;
  mesh.x.resize(4, 3);
  mesh.x << 1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1;
  mesh.elements = {{0, 1, 2, kNoNode}, {0, 2, 3, kNoNode}, {0, 3, 1, kNoNode}, {1, 3, 2, kNoNode}};
  return mesh;
}

/// A shape whose nodes are moved towards or away from the origin at random, at most by the given share: seen
/// from the origin nothing hides behind anything, so it does not cut itself; full of spikes and dents.
inline Mesh spiky(const Shape& shape, double share, std::mt19937& rng) {
  Mesh mesh = shape.surface(1);
  std::uniform_real_distribution<double> factor(1 - share, 1 + share);
  for (int i = 0; i < mesh.node_count(); ++i) mesh.x.row(i) *= factor(rng);
  return mesh;
}

/// Quads cut along the diagonal from their first corner.
inline Mesh triangulated(const Mesh& mesh) {
  Mesh result;
  result.x = mesh.x;
  for (const auto& [a, b, c, d] : mesh.elements) {
    result.elements.push_back({a, b, c, kNoNode});
    if (d != kNoNode) result.elements.push_back({a, c, d, kNoNode});
  }
  return result;
}

/// Ball, box, pill, torus and what random moves make of them; triangles only.
inline std::vector<NamedMesh> closed_meshes() {
  std::mt19937 rng(1);
  std::vector<NamedMesh> meshes{
      {"tetrahedron", tetrahedron()},
      {"box", triangulated(make_box(Vec3(1, 2, 3))->surface(1))},
      {"torus", triangulated(make_torus(1, 0.3)->surface(1))},
      {"spiky tetrahedron", scaled(tetrahedron(), 0.7)},
      {"ball", triangulated(make_sphere(1)->surface(1))},
  };
  meshes.emplace_back("spiky box", triangulated(spiky(*make_box(Vec3(1, 1, 1)), 0.3, rng)));
  meshes.emplace_back("spiky ball", triangulated(spiky(*make_sphere(1), 0.3, rng)));
  meshes.emplace_back("spiky pill", triangulated(spiky(*make_capsule(0.5, 1), 0.1, rng)));
  meshes.emplace_back("two balls", joined(meshes[4].second, scaled(meshes[6].second, 0.5, Vec3(2, 0, 0))));
  meshes.emplace_back("ball with a cavity",
                      joined(meshes[4].second, turned_around(scaled(meshes[6].second, 0.5))));
  return meshes;
}

inline Vec3 corner(const Mesh& mesh, const Element& triangle, int k) { return mesh.x.row(triangle[k]); }

/// How often the mesh of triangles goes around a point: 1 inside, 0 outside.
inline double winding(const Mesh& mesh, const Vec3& p) {
  double sum = 0;
  for (const Element& t : mesh.elements) {
    const Vec3 a = (corner(mesh, t, 0) - p).normalized(), b = (corner(mesh, t, 1) - p).normalized(),
               c = (corner(mesh, t, 2) - p).normalized();
    sum += 2 * std::atan2(a.dot(b.cross(c)), 1 + a.dot(b) + b.dot(c) + c.dot(a));
  }
  return sum / (4 * std::numbers::pi);
}

/// Distance to a triangle: to its plane where that is hit within, else to the nearest of its sides.
inline double distance_to_triangle(const Mesh& mesh, const Element& t, const Vec3& p) {
  const Vec3 a = corner(mesh, t, 0), b = corner(mesh, t, 1), c = corner(mesh, t, 2);
  const Vec3 normal = (b - a).cross(c - a).normalized();
  const Vec3 foot = p - normal.dot(p - a) * normal;
  bool within = true;
  double nearest = INFINITY;
  for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)}) {
    within = within && (to - from).cross(foot - from).dot(normal) >= 0;
    const double share = std::clamp((p - from).dot(to - from) / (to - from).squaredNorm(), 0.0, 1.0);
    nearest = std::min(nearest, (p - from - share * (to - from)).norm());
  }
  return within ? std::abs(normal.dot(p - a)) : nearest;
}

/// Distance to the nearest triangle, all of them looked at.
inline double distance_to_all(const Mesh& mesh, const Vec3& p) {
  double nearest = INFINITY;
  for (const Element& t : mesh.elements) nearest = std::min(nearest, distance_to_triangle(mesh, t, p));
  return nearest;
}

}  // namespace isocloth::test
