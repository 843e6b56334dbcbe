#include "isocloth/batch/elimination_order.hpp"

#include <gtest/gtest.h>

#include "isocloth/mesh/generators.hpp"

namespace isocloth::batch {
namespace {

std::vector<std::array<int, 2>> pairs_of(const Mesh& mesh) {
  std::vector<std::array<int, 2>> pairs;
  for (const Element& e : mesh.elements)
    for (int a = 0; a < corner_count(e); ++a)
      for (int b = 0; b < corner_count(e); ++b) pairs.push_back({e[a], e[b]});
  return pairs;
}

TEST(EliminationOrder, HasEveryPairInItsEnvelope) {
  for (const Mesh& mesh : {make_rectangle({1, 2}, {4, 7}), make_rectangle({2, 1}, {9, 3})}) {
    const auto pairs = pairs_of(mesh);
    const EliminationOrder order = order_elimination(mesh.x, pairs);
    for (const auto& [i, j] : pairs) {
      const int row = std::max(order.place_of[i], order.place_of[j]),
                column = std::min(order.place_of[i], order.place_of[j]);
      EXPECT_LE(order.first[row], column);
      EXPECT_GE(order.last[column], row);
    }
    for (int p = 0; p < mesh.node_count(); ++p) EXPECT_EQ(order.place_of[order.order[p]], p);
  }
}

/// A strip is swept along its length: a row reaches back over one line of nodes across it, and one more.
TEST(EliminationOrder, SweepsAStripAlongItsLength) {
  const Mesh strip = make_rectangle({2, 0.2}, {30, 4});
  EXPECT_EQ(order_elimination(strip.x, pairs_of(strip)).band, 4 + 1 + 1);
}

}  // namespace
}  // namespace isocloth::batch
