#pragma once

/// Symbolic factorisation: in which order nodes are eliminated, and where the factor has entries.
///
/// Two orders are tried, minimum degree and nested dissection; the one whose factorisation is estimated to be
/// faster is kept. Columns of the factor with the same structure form a supernode, stored as one dense panel:
/// first its own nodes, then the nodes below that it updates. Small supernodes are joined with their parent
/// where that saves time (front_tree.hpp).

#include <vector>

#include "isocloth/linear/ordering.hpp"

namespace isocloth {

struct Supernode {
  int first = 0;           ///< first position in the order
  int count = 0;           ///< how many consecutive positions
  std::vector<int> below;  ///< positions of the nodes below, sorted
  int parent = -1;         ///< the supernode that takes this one's update, or −1

  int rows() const { return count + static_cast<int>(below.size()); }
};

struct Elimination {
  std::vector<int> position;          ///< place of each node in the order
  std::vector<int> supernode_of;      ///< supernode of each position
  std::vector<Supernode> supernodes;  ///< children before parents
};

Elimination analyze_elimination(const NodeGraph& graph, OrderingEffort effort = OrderingEffort::thorough);

}  // namespace isocloth
