#pragma once

#include <algorithm>

#include "isocloth/contact/layer_pairs.hpp"
#include "isocloth/dynamics/cloth_model.hpp"

namespace isocloth::test {

/// The least distance of parts that are not neighbours, over that which they should keep [-]; 1 where none is
/// nearer.
class LeastDistance {
 public:
  explicit LeastDistance(const ClothModel& model) : layers_(model.rest, model.node_half_thickness) {}

  double of(const Points& x) {
    layers_.begin(x);
    layers_.advance(x);
    double least = 1;
    for (const LayerPair& pair : layers_.pairs()) {
      if (pair.is_near || pair.at_least >= pair.thickness) continue;
      const Nearest nearest = nearest_points(pair.kind, layers_.points(pair, x));
      least = std::min(least, nearest.between.norm() / pair.thickness);
    }
    return least;
  }

 private:
  LayerPairs layers_;
};

}  // namespace isocloth::test
