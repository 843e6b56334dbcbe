#pragma once

/// A symmetric matrix with 3×3 blocks and a fixed pattern: one half is stored, block after block in the order
/// of elimination; products take both.

#include <vector>

#include "isocloth/core/types.hpp"
#include "isocloth/linear/block_slot.hpp"
#include "isocloth/linear/node_graph.hpp"

namespace isocloth {

class Threads;

class BlockMatrix {
 public:
  /// A block for every node and for every pair of neighbours.
  BlockMatrix(const NodeGraph& graph, const std::vector<int>& position);

  /// One per stored block, in order.
  struct Place {
    int later, earlier;  ///< nodes
  };
  const std::vector<Place>& places() const { return places_; }
  const double* block(int index) const { return values_.data() + kBlockSize * index; }

  /// Slot of the block in row `later` and column `earlier` (nodes, by position).
  BlockSlot slot(int later, int earlier) const;

  double* values() { return values_.data(); }
  const double* values() const { return values_.data(); }
  void set_zero(Threads& threads);

  /// out = H x.
  void multiply(const Points& x, Points& out, Threads& threads) const;

  static constexpr int kBlockSize = 9;  ///< column by column

 private:
  /// A block that acts on the value of a node.
  struct Factor {
    int block, node;
  };
  /// Blocks of a row: those stored in it first, then those stored in its column.
  struct Row {
    int node;
    int middle, end;  ///< into factors_; begins where the row before ends
  };
  void multiply_rows(int first, int last, const Points& x, Points& out) const;

  std::vector<int> position_;
  std::vector<Place> places_;
  std::vector<int> column_begin_;  ///< by position, into places_
  std::vector<Row> rows_;          ///< by position
  std::vector<Factor> factors_;
  std::vector<double> values_;
};

}  // namespace isocloth
