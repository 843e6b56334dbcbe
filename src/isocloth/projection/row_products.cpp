#include "isocloth/projection/row_products.hpp"

#include "isocloth/core/lanes.hpp"
#include "isocloth/core/threads.hpp"

namespace isocloth {
namespace {

/// Groups or nodes worth handing to another thread.
constexpr int kPerPart = 1024;

/// Σ_k ∂c_r/∂x_k dx_k of a group's rows.
template <int Rows>
inline void multiply_group(const double* gradient, const Points& dx, const int* nodes, int size,
                           double* out) {
  Lane4 sum[Rows] = {};
  for (int k = 0; k < size; ++k, gradient += kGradientStride) {
    const Lane4 node = load_three(dx.data() + 3 * nodes[k]);
    for (int r = 0; r < Rows; ++r) sum[r] += load_lanes(gradient + kGradientStride * r * size) * node;
  }
  for (int r = 0; r < Rows; ++r) out[r] = sum[r][0] + sum[r][1] + sum[r][2];
}

/// Adds y_r ∂c_r/∂x of each of Rows rows to a sum of its own: sums that do not wait for each other.
template <int Rows>
inline void add_gradients(const double* gradient, int stride, const double* y, Lane4 (&sum)[3]) {
  for (int r = 0; r < Rows; ++r) sum[r] += y[r] * load_lanes(gradient + r * stride);
}

}  // namespace

RowProducts::RowProducts(const RowPattern& pattern, int node_count, Threads& threads)
    : pattern_(pattern), threads_(threads) {
  std::vector<std::vector<Place>> of_node(node_count);
  for (int g = 0; g < pattern.group_count(); ++g) {
    const int size = pattern.node_begin[g + 1] - pattern.node_begin[g];
    for (int k = 0; k < size; ++k)
      of_node[pattern.nodes[pattern.node_begin[g] + k]].push_back(
          {pattern.jacobian_begin[g] + kGradientStride * k, kGradientStride * size, pattern.row_begin[g],
           pattern.row_begin[g + 1] - pattern.row_begin[g]});
  }
  place_begin_.push_back(0);
  for (const std::vector<Place>& places : of_node) {
    places_.insert(places_.end(), places.begin(), places.end());
    place_begin_.push_back(static_cast<int>(places_.size()));
  }
}

void RowProducts::multiply(const RowValues& values, const Points& dx, Vector& out) const {
  threads_.each_range(pattern_.group_count(), kPerPart,
                      [&](int first, int last) { multiply_groups(first, last, values, dx, out); });
}

void RowProducts::add_transposed(const RowValues& values, const Vector& y, Points& out) const {
  threads_.each_range(static_cast<int>(place_begin_.size()) - 1, kPerPart,
                      [&](int first, int last) { add_to_nodes(first, last, values, y, out); });
}

void RowProducts::multiply_groups(int first, int last, const RowValues& values, const Points& dx,
                                  Vector& out) const {
  for (int g = first; g < last; ++g) {
    const int size = pattern_.node_begin[g + 1] - pattern_.node_begin[g];
    const int* nodes = pattern_.nodes.data() + pattern_.node_begin[g];
    const double* gradient = values.jacobian.data() + pattern_.jacobian_begin[g];
    with_size<3>(pattern_.row_begin[g + 1] - pattern_.row_begin[g], [&]<int Rows>() {
      multiply_group<Rows>(gradient, dx, nodes, size, out.data() + pattern_.row_begin[g]);
    });
  }
}

void RowProducts::add_to_nodes(int first, int last, const RowValues& values, const Vector& y,
                               Points& out) const {
  for (int node = first; node < last; ++node) {
    Lane4 sum[3] = {};
    for (int p = place_begin_[node]; p < place_begin_[node + 1]; ++p) {
      const Place& place = places_[p];
      with_size<3>(place.rows, [&]<int Rows>() {
        add_gradients<Rows>(values.jacobian.data() + place.gradient, place.stride, y.data() + place.row, sum);
      });
    }
    double* target = out.data() + 3 * node;
    store_three(target, load_three(target) + (sum[0] + sum[1] + sum[2]));
  }
}

void clear_held(const std::vector<char>& held, Points& x) {
  for (std::size_t i = 0; i < held.size(); ++i)
    if (held[i]) x.row(static_cast<Eigen::Index>(i)).setZero();
}

}  // namespace isocloth
