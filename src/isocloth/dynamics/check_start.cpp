#include "isocloth/dynamics/check_start.hpp"

#include <cmath>
#include <cstdio>
#include <limits>

#include "isocloth/contact/crossing.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth {
namespace {

/// A cloth may begin inside an obstacle by this share of its inner radius.
constexpr double kMostOfRadius = 0.5;

/// The deepest point of the cloth, or the nearest to the obstacle.
DeepPoint deepest(const PosedShape& obstacle, const ClothModel& cloth, const Points& x) {
  std::vector<SignedDistance> at_node(cloth.rest.node_count());
  DeepPoint result;
  result.at.distance = std::numeric_limits<double>::infinity();
  for (int i = 0; i < cloth.rest.node_count(); ++i) {
    at_node[i] = obstacle.distance_to(x.row(i).transpose());
    if (at_node[i].distance < result.at.distance)
      result = {{.nodes = {i}, .weights = {1}, .count = 1}, at_node[i]};
  }
  for (const Edge& edge : cloth.topology.edges) {
    const auto deep = deepest_on_edge(obstacle, x, edge, at_node[edge[0]], at_node[edge[1]]);
    if (deep && deep->at.distance < result.at.distance) result = *deep;
  }
  for (const Element& element : cloth.rest.elements)
    if (const auto deep = deepest_in_element(obstacle, x, element, result.at.distance)) result = *deep;
  return result;
}

}  // namespace

void check_layers(const ClothModel& cloth, const Points& x) {
  if (!cloth.touches_itself()) return;
  const auto crossing = find_crossing(cloth.rest, x);
  if (!crossing) return;
  char where[200];
  std::snprintf(where, sizeof where,
                "elements %d and %d pass through each other or meet at (%.4f, %.4f, %.4f) m",
                crossing->elements[0], crossing->elements[1], crossing->place[0], crossing->place[1],
                crossing->place[2]);
  throw InputError(std::string("the cloth touches itself (self_contact), but begins crossed: ") + where +
                   "; start it with all layers on their sides, and join nodes that are to be one");
}

void check_start(const PosedShape& obstacle, const std::string& name, const ClothModel& cloth,
                 const Points& x) {
  const DeepPoint deep = deepest(obstacle, cloth, x);
  if (-deep.at.distance <= kMostOfRadius * obstacle.shape->inner_radius()) return;
  const Vec3 at =
      deep.point.at(x).unaryExpr([](double v) { return std::abs(v) < 5e-4 ? 0.0 : v; });  // not "-0.000"
  char where[200];
  std::snprintf(where, sizeof where,
                "begins %.2g mm inside it, more than half of the way through, at (%.3f, %.3f, %.3f) m near ",
                -1e3 * deep.at.distance, at[0], at[1], at[2]);
  throw InputError("obstacle \"" + name + "\": the cloth " + where + cloth.node_text(deep.point.nodes[0]) +
                   "; move one of them, so that the cloth is on one side");
}

}  // namespace isocloth
