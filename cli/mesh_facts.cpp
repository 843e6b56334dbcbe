#include "mesh_facts.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "isocloth/core/require.hpp"
#include "isocloth/dynamics/cloth_model.hpp"
#include "isocloth/fem/element_geometry.hpp"

namespace isocloth::cli {
namespace {

struct Extent {
  double low = std::numeric_limits<double>::max();
  double high = 0;
  void add(double value) {
    value =
        std::min(value, std::numeric_limits<double>::max());  // positions may be as far apart as to overflow
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

/// Of unit vectors [degrees]; 0 where one of them has no direction.
double angle_between(const Vec3& a, const Vec3& b) {
  const double angle = std::atan2(a.cross(b).norm(), a.dot(b)) * 180 / std::numbers::pi;
  return std::isfinite(angle) ? angle : 0;
}

/// Edges and angles of all elements.
void measure_elements(const Mesh& mesh, MeshFacts& facts) {
  Extent edges, angles;
  for (const Element& element : mesh.elements) {
    const int count = corner_count(element);
    (count == 3 ? facts.triangles : facts.quads) += 1;
    for (int k = 0; k < count; ++k) {
      const Vec3 here = mesh.x.row(element[k]);
      const Vec3 next = mesh.x.row(element[(k + 1) % count]).transpose() - here;
      const Vec3 previous = mesh.x.row(element[(k + count - 1) % count]).transpose() - here;
      edges.add(next.stableNorm());
      angles.add(angle_between(next.stableNormalized(), previous.stableNormalized()));
    }
    const double area = element_area(element, mesh.x);
    if (std::isfinite(area)) facts.area += area;  // a degenerate element may have none
  }
  if (mesh.elements.empty()) return;
  facts.shortest_edge = edges.low;
  facts.longest_edge = edges.high;
  facts.smallest_angle = angles.low;
  facts.largest_angle = angles.high;
}

Connections connections_of(const Mesh& mesh, const Topology& topology) {
  Connections result;
  result.edges = static_cast<int>(topology.edges.size());
  result.pieces = topology.piece_count;
  result.euler_characteristic = mesh.node_count() - result.edges + mesh.element_count();
  result.corners = find_corners(mesh, topology);
  for (const std::vector<int>& loop : topology.boundary_loops) {
    double length = 0;
    for (std::size_t i = 0; i < loop.size(); ++i)
      length += (mesh.x.row(loop[i]) - mesh.x.row(loop[(i + 1) % loop.size()])).norm();
    result.loop_lengths.push_back(length);
    result.loop_nodes.push_back(static_cast<int>(loop.size()));
  }
  return result;
}

}  // namespace

MeshFacts facts_of(const Mesh& mesh) {
  MeshFacts facts;
  facts.nodes = mesh.node_count();
  if (facts.nodes > 0) {
    facts.low = mesh.x.colwise().minCoeff();
    facts.high = mesh.x.colwise().maxCoeff();
  }
  measure_elements(mesh, facts);
  try {
    facts.connections = connections_of(mesh, analyze_topology(mesh));
    make_cloth_model(mesh, {});
  } catch (const InputError& error) {
    facts.problem = error.what();
  }
  return facts;
}

}  // namespace isocloth::cli
