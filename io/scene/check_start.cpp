#include "io/scene/check_start.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "isocloth/contact/deepest_point.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/mesh/topology.hpp"

namespace isocloth::io {
namespace {

/// A cloth may begin inside an obstacle by this share of its inner radius.
constexpr double kMostOfRadius = 0.5;

/// The deepest point of the cloth, or the nearest to the obstacle.
DeepPoint deepest(const PosedShape& obstacle, const Mesh& cloth, const std::vector<Edge>& edges) {
  std::vector<SignedDistance> at_node(cloth.node_count());
  DeepPoint result;
  result.at.distance = std::numeric_limits<double>::infinity();
  for (int i = 0; i < cloth.node_count(); ++i) {
    at_node[i] = obstacle.distance_to(cloth.x.row(i).transpose());
    if (at_node[i].distance < result.at.distance)
      result = {{.nodes = {i}, .weights = {1}, .count = 1}, at_node[i]};
  }
  for (const Edge& edge : edges) {
    const auto deep = deepest_on_edge(obstacle, cloth.x, edge, at_node[edge[0]], at_node[edge[1]]);
    if (deep && deep->at.distance < result.at.distance) result = *deep;
  }
  for (const Element& element : cloth.elements)
    if (const auto deep = deepest_in_element(obstacle, cloth.x, element, result.at.distance)) result = *deep;
  return result;
}

}  // namespace

void check_start(const Scene& scene, const Mesh& cloth, const std::vector<Obstacle>& obstacles) {
  if (obstacles.empty()) return;
  const std::vector<Edge> edges = analyze_topology(cloth).edges;
  for (std::size_t o = 0; o < obstacles.size(); ++o) {
    const PosedShape shape = posed(obstacles[o], 0);
    const DeepPoint deep = deepest(shape, cloth, edges);
    if (-deep.at.distance <= kMostOfRadius * shape.shape->inner_radius()) continue;
    const Vec3 at = deep.point.at(cloth.x).unaryExpr(
        [](double v) { return std::abs(v) < 5e-4 ? 0.0 : v; });  // not "-0.000"
    throw InputError(fmt::format(
        "{}: obstacle \"{}\": the cloth begins {:.2g} mm inside it, more than half of the way through, at "
        "({:.3f}, {:.3f}, {:.3f}) m near node {}; move one of them, so that the cloth is on one side",
        scene.obstacles[o].written.place, scene.obstacles[o].name, -1e3 * deep.at.distance, at[0], at[1],
        at[2], deep.point.nodes[0]));
  }
}

}  // namespace isocloth::io
