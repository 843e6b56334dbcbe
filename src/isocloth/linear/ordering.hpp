#pragma once

/// Orders in which the nodes of a graph may be eliminated: order[k] is the node eliminated k-th.

#include <vector>

#include "isocloth/linear/node_graph.hpp"

namespace isocloth {

/// Approximate minimum degree (Eigen's).
std::vector<int> minimum_degree_order(const NodeGraph& graph);

/// How long to look for good halves: for a pattern that stays, or for one that lasts a few steps.
enum class OrderingEffort : char { thorough, quick };

/// Nested dissection: halves first, then what separates them, and so on within the halves; small parts by
/// minimum degree.
std::vector<int> nested_dissection_order(const NodeGraph& graph,
                                         OrderingEffort effort = OrderingEffort::thorough);

enum class CutSide : char { left, right, separator };

/// Nodes whose removal cuts a graph in two halves of about equal size. A side for each node: no node on the
/// left is coupled with one on the right. One side is empty where the graph cannot be cut.
std::vector<CutSide> find_separator(const NodeGraph& graph, OrderingEffort effort = OrderingEffort::thorough);

}  // namespace isocloth
