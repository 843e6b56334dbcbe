#include "isocloth/linear/dense_kernels.hpp"
#include "isocloth/linear/lanes.hpp"

// Compiled with -ffp-contract=fast, as dense_kernels.cpp.

namespace isocloth {
namespace {

struct Rows {
  Lane4 value[3];
};

/// Σ_k strip_k x_k over `depth` columns; even and odd columns apart, so that one sum need not wait for the
/// other.
Rows strip_times(const double* strip, const double* x, int depth) {
  Rows even = {}, odd = {};
  int k = 0;
  for (; k + 2 <= depth; k += 2, strip += 2 * kStripRows)
    for (int l = 0; l < 3; ++l) {
      even.value[l] += load(strip + 4 * l) * x[k];
      odd.value[l] += load(strip + kStripRows + 4 * l) * x[k + 1];
    }
  for (int l = 0; l < 3; ++l) {
    if (k < depth) even.value[l] += load(strip + 4 * l) * x[k];
    even.value[l] += odd.value[l];
  }
  return even;
}

/// x ← L⁻¹ (x − before) for the diagonal block of a strip. What happens to a row after it is written is no
/// matter.
void solve_block(const double* block, double* x, int rows, const Rows& before) {
  alignas(32) double value[kStripRows] = {};
  for (int i = 0; i < rows; ++i) value[i] = x[i];
  Rows left;
  for (int l = 0; l < 3; ++l) left.value[l] = load(value + 4 * l) - before.value[l];
#pragma GCC unroll 12
  for (int j = 0; j < kStripRows; ++j) {
    if (j == rows) break;
    const double* column = block + j * kStripRows;
    x[j] = left.value[j / 4][j % 4] * column[j];
    for (int l = j / 4; l < 3; ++l) left.value[l] -= load(column + 4 * l) * x[j];
  }
}

/// x ← L⁻ᵀ x for the diagonal block of a strip.
void solve_transposed_block(const double* block, double* x, int rows) {
  for (int j = rows - 1; j >= 0; --j) {
    const double value = x[j] *= block[j * kStripRows + j];
    for (int i = 0; i < j; ++i) x[i] -= block[i * kStripRows + j] * value;
  }
}

}  // namespace

void solve_forward(const double* panel, const PanelShape& shape, double* x, double* below) {
  const int own = shape.own_strips();
  for (int s = 0; s < own; ++s) {
    const double* strip = panel + shape.strip(s);
    const int before = kStripRows * s;
    solve_block(strip + before * kStripRows, x + before, shape.rows_in(s), strip_times(strip, x, before));
  }
  for (int s = own; s < shape.strips(); ++s, below += kStripRows) {
    const Rows product = strip_times(panel + shape.strip(s), x, shape.columns);
    for (int l = 0; l < 3; ++l) store(below + 4 * l, -product.value[l]);
  }
}

namespace {

/// x[0 … 4) −= Σ_rows Lᵀ y for four columns of the strips from `first` on; y has whole strips.
Lane4 transposed_times(const double* panel, const PanelShape& shape, int column, int first, int last,
                       const double* y, Lane4 start[4]) {
  for (int s = first; s < last; ++s, y += kStripRows) {
    const double* strip = panel + shape.strip(s) + column * kStripRows;
    for (int l = 0; l < 3; ++l) {
      const Lane4 rows = load(y + 4 * l);
      for (int c = 0; c < 4; ++c) start[c] += load(strip + c * kStripRows + 4 * l) * rows;
    }
  }
  return sums(start[0], start[1], start[2], start[3]);
}

}  // namespace

void solve_backward(const double* panel, const PanelShape& shape, double* x, const double* below) {
  const int own = shape.own_strips();
  for (int s = own - 1; s >= 0; --s) {
    const int begin = kStripRows * s, rows = shape.rows_in(s);
    for (int c = 0; c < rows; c += 4) {
      Lane4 sum[4] = {};
      transposed_times(panel, shape, begin + c, s + 1, own, x + begin + kStripRows, sum);
      const Lane4 total = transposed_times(panel, shape, begin + c, own, shape.strips(), below, sum);
      for (int i = 0; i < 4 && c + i < rows; ++i) x[begin + c + i] -= total[i];
    }
    solve_transposed_block(panel + shape.strip(s) + begin * kStripRows, x + begin, rows);
  }
}

}  // namespace isocloth
