#include "isocloth/linear/ordering.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

namespace isocloth {

std::vector<int> minimum_degree_order(const NodeGraph& graph) {
  const int n = graph.size();
  Eigen::SparseMatrix<double> pattern(n, n);
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 1.0);
    for (const int j : graph.neighbours(i)) entries.emplace_back(i, j, 1.0);
  }
  pattern.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(pattern, order);
  return {order.indices().data(), order.indices().data() + n};
}

}  // namespace isocloth
