#pragma once

/// Nodes whose removal cuts a graph in two halves of about equal size.

#include <vector>

#include "isocloth/linear/node_graph.hpp"

namespace isocloth {

enum class CutSide : char { left, right, separator };

/// A side for each node: no node on the left is coupled with one on the right. One side is empty where the
/// graph cannot be cut.
std::vector<CutSide> find_separator(const NodeGraph& graph);

}  // namespace isocloth
