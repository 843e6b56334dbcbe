#include "isocloth/batch/elimination_order.hpp"

#include <algorithm>
#include <numeric>

namespace isocloth::batch {
namespace {

EliminationOrder envelope_of(std::vector<int> order, const std::vector<std::array<int, 2>>& pairs) {
  const auto count = static_cast<int>(order.size());
  EliminationOrder result;
  result.order = std::move(order);
  result.place_of.resize(count);
  for (int p = 0; p < count; ++p) result.place_of[result.order[p]] = p;
  result.first.resize(count);
  std::iota(result.first.begin(), result.first.end(), 0);
  for (const auto& [i, j] : pairs) {
    const int a = result.place_of[i], b = result.place_of[j];
    int& first = result.first[std::max(a, b)];
    first = std::min(first, std::min(a, b));
  }
  result.last.resize(count);
  for (int p = 0; p < count; ++p) {
    for (int q = result.first[p]; q <= p; ++q) result.last[q] = p;
    result.band = std::max(result.band, p - result.first[p] + 1);
  }
  return result;
}

/// Nodes by their place along an axis, then along the next.
std::vector<int> sweep_along(int axis, const Points& x) {
  std::vector<int> order(x.rows());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    for (int k = 0; k < 3; ++k) {
      const double from = x(a, (axis + k) % 3), to = x(b, (axis + k) % 3);
      if (from != to) return from < to;
    }
    return a < b;
  });
  return order;
}

}  // namespace

double EliminationOrder::cost() const {
  double sum = 0;
  for (std::size_t p = 0; p < first.size(); ++p) {
    const double length = static_cast<double>(p) - first[p] + 1;
    sum += length * length;
  }
  return sum;
}

EliminationOrder order_elimination(const Points& x, const std::vector<std::array<int, 2>>& pairs) {
  std::vector<int> as_numbered(x.rows());
  std::iota(as_numbered.begin(), as_numbered.end(), 0);
  EliminationOrder best = envelope_of(std::move(as_numbered), pairs);
  for (int axis = 0; axis < 3; ++axis) {
    EliminationOrder other = envelope_of(sweep_along(axis, x), pairs);
    if (other.cost() < best.cost()) best = std::move(other);
  }
  return best;
}

}  // namespace isocloth::batch
