#include "isocloth/mesh/check_elements.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "isocloth/core/require.hpp"

namespace isocloth {
namespace {

std::string name_of(int element) { return "element " + std::to_string(element); }

std::string nodes_of(const Element& element) {
  std::string text = " (nodes ";
  for (int k = 0; k < corner_count(element); ++k) text += (k ? ", " : "") + std::to_string(element[k]);
  return text + ")";
}

void check_positions(const Mesh& mesh) {
  for (int i = 0; i < mesh.node_count(); ++i) {
    for (int c = 0; c < 3; ++c) {
      const double value = mesh.x(i, c);
      if (std::abs(value) <= kLargestCoordinate) continue;  // false for NaN too
      const std::string where = "node " + std::to_string(i) + " has " + "xyz"[c] + " = " + to_text(value);
      require(std::isfinite(value), where + ", which is not finite; correct its position");
      throw InputError(where + " m, farther than " + to_text(kLargestCoordinate) +
                       " m from the origin; give positions in metres");
    }
  }
}

void check_indices(const Mesh& mesh, int e) {
  const Element& element = mesh.elements[e];
  const int corners = corner_count(element);
  for (int k = 0; k < corners; ++k) {
    if (element[k] < 0 || element[k] >= mesh.node_count())
      throw InputError(name_of(e) + " names node " + std::to_string(element[k]) + ", but the mesh has " +
                       std::to_string(mesh.node_count()) + " nodes (numbered from 0)");
    for (int j = 0; j < k; ++j)
      if (element[j] == element[k])
        throw InputError(name_of(e) + nodes_of(element) + " names node " + std::to_string(element[k]) +
                         " twice; give it distinct nodes or remove it");
  }
}

void check_shape(const Mesh& mesh, int e) {
  const Element& element = mesh.elements[e];
  const int corners = corner_count(element);
  std::array<Vec3, 4> side;  // side[k] runs from corner k to the next
  double longest_sq = 0, shortest_sq = INFINITY;
  for (int k = 0; k < corners; ++k) {
    side[k] = (mesh.x.row(element[(k + 1) % corners]) - mesh.x.row(element[k])).transpose();
    longest_sq = std::max(longest_sq, side[k].squaredNorm());
    shortest_sq = std::min(shortest_sq, side[k].squaredNorm());
  }

  // the normal at each corner, as long as the parallelogram of its two sides is large [m²]; their mean is the
  // element's vector area, doubled for a triangle
  std::array<Vec3, 4> normal;
  Vec3 mean = Vec3::Zero();
  double largest = 0;
  for (int k = 0; k < corners; ++k) {
    normal[k] = side[(k + corners - 1) % corners].cross(side[k]);
    mean += normal[k] / corners;
    largest = std::max(largest, normal[k].norm());
  }
  const double smallest_area = kSmallestRelativeArea * longest_sq;
  const double flat_area = mean.norm() * (corners == 3 ? 0.5 : 1.0);
  const bool edge_vanishes = shortest_sq <= kSmallestRelativeArea * smallest_area;
  if (!(largest > smallest_area) || edge_vanishes || (corners == 3 && !(flat_area > smallest_area)))
    throw InputError(name_of(e) + nodes_of(element) + " has " +
                     (edge_vanishes ? "an edge of no length" : "no area") + "; remove it or merge its nodes");

  for (int k = 0; k < corners; ++k)
    if (!(flat_area > smallest_area) || normal[k].dot(mean) < -smallest_area * mean.norm())
      throw InputError(name_of(e) + nodes_of(element) + " overlaps itself at node " +
                       std::to_string(element[k]) +
                       "; list its nodes in order around it and keep every inner angle below 180 degrees");
}

}  // namespace

void check_elements(const Mesh& mesh) {
  require(!mesh.elements.empty(), "the mesh has no elements; give it at least one triangle or quad");
  check_positions(mesh);
  for (int e = 0; e < mesh.element_count(); ++e) {
    check_indices(mesh, e);
    check_shape(mesh, e);
  }
}

}  // namespace isocloth
