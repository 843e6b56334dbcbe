#pragma once

/// Orders in which the nodes of a graph may be eliminated: order[k] is the node eliminated k-th.

#include <vector>

#include "isocloth/linear/node_graph.hpp"

namespace isocloth {

/// Approximate minimum degree (Eigen's).
std::vector<int> minimum_degree_order(const NodeGraph& graph);

/// Nested dissection: halves first, then what separates them, and so on within the halves; small parts by
/// minimum degree.
std::vector<int> nested_dissection_order(const NodeGraph& graph);

}  // namespace isocloth
