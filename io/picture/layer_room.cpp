#include "io/picture/layer_room.hpp"

#include <limits>

#include "isocloth/contact/layer_pairs.hpp"

namespace isocloth::io {

Vector room_at_nodes(const Mesh& rest, const Points& x) {
  Vector room = Vector::Constant(rest.node_count(), std::numeric_limits<double>::infinity());
  if (rest.elements.empty() || !rest.x.allFinite() || !x.allFinite()) return room;
  LayerPairs layers(rest, Vector::Zero(rest.node_count()));
  layers.begin(x);
  layers.advance(x);
  for (const LayerPair& pair : layers.pairs()) {
    const double distance = nearest_points(pair.kind, layers.points(pair, x)).between.norm();
    for (const int node : pair.nodes) room[node] = std::min(room[node], distance);
  }
  return room;
}

}  // namespace isocloth::io
