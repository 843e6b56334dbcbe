#include "isocloth/obstacles/thickness.hpp"

#include <algorithm>

namespace isocloth {
namespace {

/// Cosine of the angle within which two sides are opposite to each other.
constexpr double kOpposite = 0.5;

}  // namespace

double half_thickness(const SolidMesh& solid, const TriangleTree& tree) {
  double half = 3 * solid.volume / solid.area;
  for (int t = 0; t < solid.mesh.element_count(); ++t) {
    const Vec3 centre = (solid.corner(t, 0) + solid.corner(t, 1) + solid.corner(t, 2)) / 3;
    const Vec3 inwards = -solid.normal[t];
    const RayHit hit = tree.first_hit(centre, inwards, t);
    if (hit.triangle >= 0 && solid.normal[hit.triangle].dot(inwards) >= kOpposite)
      half = std::min(half, hit.distance / 2);
  }
  return half;
}

}  // namespace isocloth
