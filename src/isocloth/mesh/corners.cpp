#include <Eigen/Geometry>
#include <cmath>

#include "isocloth/core/require.hpp"
#include "isocloth/mesh/topology.hpp"

namespace isocloth {
namespace {

/// Angle of an element at its corner k [rad].
double corner_angle(const Mesh& mesh, const Element& element, int k) {
  const int corners = corner_count(element);
  const Vec3 p = mesh.x.row(element[k]);
  const Vec3 to_next = mesh.x.row(element[(k + 1) % corners]).transpose() - p;
  const Vec3 to_last = mesh.x.row(element[(k + corners - 1) % corners]).transpose() - p;
  return std::atan2(to_next.cross(to_last).norm(), to_next.dot(to_last));
}

}  // namespace

std::vector<int> find_corners(const Mesh& mesh, const Topology& topology, double angle) {
  require(angle > 0 && std::isfinite(angle), "the corner angle must be > 0 rad, got " + to_text(angle));
  std::vector<double> sum(mesh.node_count(), 0.0);
  for (const Element& element : mesh.elements)
    for (int k = 0; k < corner_count(element); ++k) sum[element[k]] += corner_angle(mesh, element, k);

  std::vector<int> corners;
  for (int i = 0; i < mesh.node_count(); ++i)
    if (topology.on_boundary[i] && std::abs(std::numbers::pi - sum[i]) > angle) corners.push_back(i);
  return corners;
}

}  // namespace isocloth
