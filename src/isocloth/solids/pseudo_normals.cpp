#include "isocloth/solids/solid_mesh.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace isocloth {
namespace {

/// Sums of unit normals shorter than this have no direction to speak of [-].
constexpr double kCancelled = 1e-12;

Vec3 unit_or(const Vec3& sum, const Vec3& otherwise) {
  const double length = sum.norm();
  return length > kCancelled ? Vec3(sum / length) : otherwise;
}

/// Angle of a triangle at its corner k [rad].
double angle_at(const SolidMesh& solid, int triangle, int k) {
  const Vec3 at = solid.corner(triangle, k);
  const Vec3 next = solid.corner(triangle, (k + 1) % 3) - at, last = solid.corner(triangle, (k + 2) % 3) - at;
  return std::atan2(next.cross(last).norm(), next.dot(last));
}

}  // namespace

std::vector<PseudoNormals> pseudo_normals(const SolidMesh& solid) {
  std::vector<PseudoNormals> normals(solid.normal.size());
  for (std::size_t s = 0; s + 1 < solid.sides.size(); s += 2) {
    const Side &a = solid.sides[s], &b = solid.sides[s + 1];
    const Vec3 normal = unit_or(solid.normal[a.element] + solid.normal[b.element], solid.normal[a.element]);
    normals[a.element].side[a.corner] = normals[b.element].side[b.corner] = normal;
  }

  std::vector<Vec3> node(solid.mesh.node_count(), Vec3::Zero());
  for (int t = 0; t < solid.mesh.element_count(); ++t)
    for (int k = 0; k < 3; ++k) node[solid.mesh.elements[t][k]] += angle_at(solid, t, k) * solid.normal[t];
  for (int t = 0; t < solid.mesh.element_count(); ++t)
    for (int k = 0; k < 3; ++k)
      normals[t].corner[k] = unit_or(node[solid.mesh.elements[t][k]], solid.normal[t]);
  return normals;
}

}  // namespace isocloth
