#include "isocloth/projection/row_products.hpp"

#include "isocloth/core/lanes.hpp"

namespace isocloth {

void add_transposed_product(const RowPattern& pattern, const RowValues& values,
                            const Eigen::Ref<const Vector>& y, Points& out) {
  for (int g = 0; g < pattern.group_count(); ++g) {
    const int rows = pattern.row_begin[g + 1] - pattern.row_begin[g];
    const int size = pattern.node_begin[g + 1] - pattern.node_begin[g];
    const double* pull = y.data() + pattern.row_begin[g];
    for (int k = 0; k < size; ++k) {
      const double* gradient = values.jacobian.data() + pattern.jacobian_begin[g] + kGradientStride * k;
      Lane4 sum = {};
      for (int r = 0; r < rows; ++r, gradient += kGradientStride * size)
        sum += pull[r] * load_lanes(gradient);
      double* node = out.data() + 3 * pattern.nodes[pattern.node_begin[g] + k];
      for (int a = 0; a < 3; ++a) node[a] += sum[a];
    }
  }
}

void product(const RowPattern& pattern, const RowValues& values, const Points& dx, Eigen::Ref<Vector> out) {
  for (int g = 0; g < pattern.group_count(); ++g) {
    const int size = pattern.node_begin[g + 1] - pattern.node_begin[g];
    const int* nodes = pattern.nodes.data() + pattern.node_begin[g];
    const double* gradient = values.jacobian.data() + pattern.jacobian_begin[g];
    for (int row = pattern.row_begin[g]; row < pattern.row_begin[g + 1]; ++row) {
      Lane4 sum = {};
      for (int k = 0; k < size; ++k, gradient += kGradientStride) {
        const double* node = dx.data() + 3 * nodes[k];
        sum += load_lanes(gradient) * Lane4{node[0], node[1], node[2], 0};
      }
      out[row] = sum[0] + sum[1] + sum[2];
    }
  }
}

void clear_held(const std::vector<char>& held, Points& x) {
  for (std::size_t i = 0; i < held.size(); ++i)
    if (held[i]) x.row(static_cast<Eigen::Index>(i)).setZero();
}

}  // namespace isocloth
