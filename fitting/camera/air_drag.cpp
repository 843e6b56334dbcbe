#include "fitting/camera/air_drag.hpp"

#include <Eigen/Geometry>

namespace isocloth::fitting {

Points air_drag_force(const Mesh& mesh, const Points& x, const Points& v, const AirDrag& drag) {
  Points force = Points::Zero(x.rows(), 3);
  for (const Element& element : mesh.elements) {
    const int corners = corner_count(element);
    const auto at = [&](int k) -> Vec3 { return x.row(element[k]); };
    // of a quad: half the cross product of the diagonals
    const Vec3 area = corners == 3 ? Vec3(0.5 * (at(1) - at(0)).cross(at(2) - at(0)))
                                   : Vec3(0.5 * (at(2) - at(0)).cross(at(3) - at(1)));
    const double size = area.norm();
    if (!(size > 0)) continue;
    Vec3 velocity = Vec3::Zero();
    for (int k = 0; k < corners; ++k) velocity += v.row(element[k]).transpose() / corners;
    const Vec3 normal = area / size, across = velocity.dot(normal) * normal, along = velocity - across;
    const Vec3 total = -0.5 * drag.air_density * size *
                       (drag.across * across.norm() * across + drag.along * along.norm() * along);
    for (int k = 0; k < corners; ++k) force.row(element[k]) += total.transpose() / corners;
  }
  return force;
}

}  // namespace isocloth::fitting
