#include "isocloth/linear/block_matrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "isocloth/core/threads.hpp"
#include "linear/sample_graphs.hpp"

namespace isocloth {
namespace {

TEST(BlockMatrix, MultipliesAsADenseMatrixOnEveryGraphAndInEveryOrder) {
  std::mt19937 random(31);
  std::uniform_real_distribution<double> entry(-1, 1);
  Threads threads(2);
  for (const auto& [name, graph] : test::all_graphs()) {
    const int n = graph.size();
    std::vector<int> position(n);
    std::iota(position.begin(), position.end(), 0);
    std::shuffle(position.begin(), position.end(), random);
    BlockMatrix matrix(graph, position);
    Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(3 * n, 3 * n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        const auto near = graph.neighbours(i);
        if (position[i] < position[j] || (i != j && !std::binary_search(near.begin(), near.end(), j)))
          continue;
        const BlockSlot slot = matrix.slot(i, j);
        for (int k = 0; k < 9; ++k) {
          const int r = k / 3, c = k % 3;
          if (i == j && r < c) continue;
          const double value = entry(random);
          dense(3 * i + r, 3 * j + c) = dense(3 * j + c, 3 * i + r) = value;
          matrix.values()[slot.offset + r + c * slot.leading] = value;
          if (i == j) matrix.values()[slot.offset + c + r * slot.leading] = value;
        }
      }
    const Points x = Points::NullaryExpr(n, 3, [&] { return entry(random); });
    Points out(n, 3);
    matrix.multiply(x, out, threads);
    const Vector expected = dense * Eigen::Map<const Vector>(x.data(), x.size());
    // rounding of a sum of 3n terms below 1
    EXPECT_LE((Eigen::Map<const Vector>(out.data(), out.size()) - expected).cwiseAbs().maxCoeff(),
              3 * n * 3e-16)
        << name;
    matrix.set_zero(threads);
    matrix.multiply(x, out, threads);
    EXPECT_EQ(out, Points::Zero(n, 3)) << name;
  }
}

}  // namespace
}  // namespace isocloth
