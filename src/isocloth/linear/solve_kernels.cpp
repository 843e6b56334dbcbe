#include "isocloth/linear/dense_kernels.hpp"
#include "isocloth/linear/four_rows.hpp"

// Compiled with -ffp-contract=fast, as dense_kernels.cpp.

namespace isocloth {
namespace {

/// The rows of a strip.
struct Rows {
  FourRows value[3];
};

/// Σ_k strip_k x_k over `depth` columns; even and odd columns apart, so that one sum need not wait for the
/// other.
inline Rows strip_times(const double* strip, const double* x, int depth) {
  Rows even = {}, odd = {};
  int k = 0;
  for (; k + 2 <= depth; k += 2, strip += 2 * kStripRows)
    for (int l = 0; l < 3; ++l) {
      even.value[l] += load_rows(strip + 4 * l) * x[k];
      odd.value[l] += load_rows(strip + kStripRows + 4 * l) * x[k + 1];
    }
  for (int l = 0; l < 3; ++l) {
    if (k < depth) even.value[l] += load_rows(strip + 4 * l) * x[k];
    even.value[l] += odd.value[l];
  }
  return even;
}

/// x ← L⁻¹ (x − before) for the diagonal block of a strip, whose diagonal holds inverses. What happens to a
/// row after it is written is no matter.
template <int Count>
inline void solve_block(const double* block, double* x, const Rows& before) {
  Rows left;
  for (int l = 0; l < 3; ++l) left.value[l] = load_rows(x + 4 * l) - before.value[l];
#pragma GCC unroll 12
  for (int j = 0; j < Count; ++j) {
    const double* column = block + j * kStripRows;
    const double value = left.value[j / 4][j % 4] * column[j];
    x[j] = value;
    for (int l = j / 4; l < 3; ++l) left.value[l] -= load_rows(column + 4 * l) * value;
  }
}

/// x ← L⁻ᵀ (x − before) for the diagonal block of a strip.
template <int Count>
inline void solve_transposed_block(const double* block, double* x, const double* before) {
  double value[Count];
  for (int j = 0; j < Count; ++j) value[j] = x[j] - before[j];
#pragma GCC unroll 12
  for (int j = Count - 1; j >= 0; --j) {
    value[j] *= block[j * kStripRows + j];
#pragma GCC unroll 12
    for (int i = 0; i < j; ++i) value[i] -= block[i * kStripRows + j] * value[j];
  }
  for (int j = 0; j < Count; ++j) x[j] = value[j];
}

/// Lᵀ y for four columns, summed strip by strip.
struct ColumnSums {
  FourRows value[4][3] = {};

  void add(const double* panel, const PanelShape& shape, int column, int begin, int end, const double* y) {
    for (int s = begin; s < end; ++s, y += kStripRows) {
      const double* strip = panel + shape.strip(s) + column * kStripRows;
      for (int l = 0; l < 3; ++l) {
        const FourRows rows = load_rows(y + 4 * l);
        for (int c = 0; c < 4; ++c) value[c][l] += load_rows(strip + c * kStripRows + 4 * l) * rows;
      }
    }
  }
  FourRows total() const {
    FourRows sum[4];
    for (int c = 0; c < 4; ++c) sum[c] = value[c][0] + value[c][1] + value[c][2];
    return sums(sum[0], sum[1], sum[2], sum[3]);
  }
};

/// Calls body.operator()<rows>(): a strip has three, six, nine or twelve.
template <class Body>
inline void with_rows(int rows, const Body& body) {
  with_size<kStripNodes>(rows / 3, [&]<int Nodes>() { body.template operator()<3 * Nodes>(); });
}

}  // namespace

void solve_forward(const double* panel, const PanelShape& shape, double* x, double* below) {
  const int own = shape.own_strips();
  for (int s = 0; s < own; ++s) {
    const double* strip = panel + shape.strip(s);
    const int before = kStripRows * s;
    const Rows product = strip_times(strip, x, before);
    with_rows(shape.rows_in(s),
              [&]<int Count>() { solve_block<Count>(strip + before * kStripRows, x + before, product); });
  }
  for (int s = own; s < shape.strips(); ++s, below += kStripRows) {
    const Rows product = strip_times(panel + shape.strip(s), x, shape.columns);
    for (int l = 0; l < 3; ++l) store_rows(below + 4 * l, -product.value[l]);
  }
}

void solve_backward(const double* panel, const PanelShape& shape, double* x, const double* below) {
  const int own = shape.own_strips();
  for (int s = own - 1; s >= 0; --s) {
    const int begin = kStripRows * s, rows = shape.rows_in(s);
    alignas(32) double product[kStripRows];
    for (int c = 0; c < rows; c += 4) {
      ColumnSums columns;
      columns.add(panel, shape, begin + c, s + 1, own, x + begin + kStripRows);
      columns.add(panel, shape, begin + c, own, shape.strips(), below);
      store_rows(product + c, columns.total());
    }
    const double* block = panel + shape.strip(s) + begin * kStripRows;
    with_rows(rows, [&]<int Count>() { solve_transposed_block<Count>(block, x + begin, product); });
  }
}

}  // namespace isocloth
