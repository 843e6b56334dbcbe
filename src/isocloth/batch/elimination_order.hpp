#pragma once

/// In which order a batch eliminates nodes, and the envelope that the factor then fills.
///
/// Order matters little for the small cloths of batches, short loops without branches much: so rows of the
/// factor are dense from their first entry on, and nodes are taken in the order of their numbers, or swept
/// along an axis of the rest shape, whichever costs least.

#include <array>
#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth::batch {

struct EliminationOrder {
  std::vector<int> order;     ///< node at each place
  std::vector<int> place_of;  ///< place of each node
  std::vector<int> first;     ///< per place: where its row begins
  std::vector<int> last;      ///< per place: the last row that has it in its envelope
  int band = 0;               ///< most nodes of a row

  double cost() const;  ///< Σ (nodes of a row)²
};

/// For nodes at x, and pairs of those that are coupled.
EliminationOrder order_elimination(const Points& x, const std::vector<std::array<int, 2>>& pairs);

}  // namespace isocloth::batch
