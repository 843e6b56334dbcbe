#include "isocloth/projection/row_products.hpp"

namespace isocloth {

void add_transposed_product(const RowPattern& pattern, const RowValues& values,
                            const Eigen::Ref<const Vector>& y, Points& out) {
  const double* gradient = values.jacobian.data();
  for (int g = 0; g < pattern.group_count(); ++g)
    for (int row = pattern.row_begin[g]; row < pattern.row_begin[g + 1]; ++row)
      for (int k = pattern.node_begin[g]; k < pattern.node_begin[g + 1]; ++k, gradient += kGradientStride) {
        double* node = out.data() + 3 * pattern.nodes[k];
        for (int a = 0; a < 3; ++a) node[a] += gradient[a] * y[row];
      }
}

void product(const RowPattern& pattern, const RowValues& values, const Points& dx, Eigen::Ref<Vector> out) {
  const double* gradient = values.jacobian.data();
  for (int g = 0; g < pattern.group_count(); ++g)
    for (int row = pattern.row_begin[g]; row < pattern.row_begin[g + 1]; ++row) {
      double sum = 0;
      for (int k = pattern.node_begin[g]; k < pattern.node_begin[g + 1]; ++k, gradient += kGradientStride) {
        const double* node = dx.data() + 3 * pattern.nodes[k];
        for (int a = 0; a < 3; ++a) sum += gradient[a] * node[a];
      }
      out[row] = sum;
    }
}

void clear_held(const std::vector<char>& held, Points& x) {
  for (std::size_t i = 0; i < held.size(); ++i)
    if (held[i]) x.row(static_cast<Eigen::Index>(i)).setZero();
}

}  // namespace isocloth
