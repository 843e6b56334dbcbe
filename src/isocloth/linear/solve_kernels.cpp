#include "isocloth/linear/dense_kernels.hpp"
#include "isocloth/linear/real_lanes.hpp"

// Compiled with -ffp-contract=fast, as dense_kernels.cpp.

namespace isocloth {
namespace {

/// The rows of a strip.
template <class Real>
struct Rows {
  Lanes<Real> value[3];
};

/// Σ_k strip_k x_k over `depth` columns; even and odd columns apart, so that one sum need not wait for the
/// other.
template <class Real>
inline Rows<Real> strip_times(const Real* strip, const Real* x, int depth) {
  constexpr int kWidth = kLanes<Real>, kStride = kStripRows<Real>;
  Rows<Real> even = {}, odd = {};
  int k = 0;
  for (; k + 2 <= depth; k += 2, strip += 2 * kStride)
    for (int l = 0; l < 3; ++l) {
      even.value[l] += load_lanes(strip + kWidth * l) * x[k];
      odd.value[l] += load_lanes(strip + kStride + kWidth * l) * x[k + 1];
    }
  for (int l = 0; l < 3; ++l) {
    if (k < depth) even.value[l] += load_lanes(strip + kWidth * l) * x[k];
    even.value[l] += odd.value[l];
  }
  return even;
}

/// x ← L⁻¹ (x − before) for the diagonal block of a strip, whose diagonal holds inverses. What happens to a
/// row after it is written is no matter.
template <int Count, class Real>
inline void solve_block(const Real* block, Real* x, const Rows<Real>& before) {
  constexpr int kWidth = kLanes<Real>;
  Rows<Real> left;
  for (int l = 0; l < 3; ++l) left.value[l] = load_lanes(x + kWidth * l) - before.value[l];
#pragma GCC unroll 24
  for (int j = 0; j < Count; ++j) {
    const Real* column = block + j * kStripRows<Real>;
    const Real value = left.value[j / kWidth][j % kWidth] * column[j];
    x[j] = value;
    for (int l = j / kWidth; l < 3; ++l) left.value[l] -= load_lanes(column + kWidth * l) * value;
  }
}

/// x ← L⁻ᵀ (x − before) for the diagonal block of a strip.
template <int Count, class Real>
inline void solve_transposed_block(const Real* block, Real* x, const Real* before) {
  Real value[Count];
  for (int j = 0; j < Count; ++j) value[j] = x[j] - before[j];
#pragma GCC unroll 24
  for (int j = Count - 1; j >= 0; --j) {
    value[j] *= block[j * kStripRows<Real> + j];
#pragma GCC unroll 24
    for (int i = 0; i < j; ++i) value[i] -= block[i * kStripRows<Real> + j] * value[j];
  }
  for (int j = 0; j < Count; ++j) x[j] = value[j];
}

/// Lᵀ y for four columns, summed strip by strip.
template <class Real>
struct ColumnSums {
  Lanes<Real> value[4][3] = {};

  void add(const Real* panel, const PanelShape<Real>& shape, int column, int begin, int end, const Real* y) {
    constexpr int kWidth = kLanes<Real>, kStride = kStripRows<Real>;
    for (int s = begin; s < end; ++s, y += kStride) {
      const Real* strip = panel + shape.strip(s) + column * kStride;
      for (int l = 0; l < 3; ++l) {
        const Lanes<Real> rows = load_lanes(y + kWidth * l);
        for (int c = 0; c < 4; ++c) value[c][l] += load_lanes(strip + c * kStride + kWidth * l) * rows;
      }
    }
  }
  void write(Real* to) const {
    Lanes<Real> sum[4];
    for (int c = 0; c < 4; ++c) sum[c] = value[c][0] + value[c][1] + value[c][2];
    store_sums(to, sum[0], sum[1], sum[2], sum[3]);
  }
};

/// Calls body.operator()<rows>(): a strip has three, six, … up to all.
template <class Real, class Body>
inline void with_rows(int rows, const Body& body) {
  with_size<kStripNodes<Real>>(rows / 3, [&]<int Nodes>() { body.template operator()<3 * Nodes>(); });
}

}  // namespace

template <class Real>
void solve_forward(const Real* panel, const PanelShape<Real>& shape, Real* x, Real* below) {
  constexpr int kStride = kStripRows<Real>;
  const int own = shape.own_strips();
  for (int s = 0; s < own; ++s) {
    const Real* strip = panel + shape.strip(s);
    const int before = kStride * s;
    const Rows<Real> product = strip_times(strip, x, before);
    with_rows<Real>(shape.rows_in(s),
                    [&]<int Count>() { solve_block<Count>(strip + before * kStride, x + before, product); });
  }
  for (int s = own; s < shape.strips(); ++s, below += kStride) {
    const Rows<Real> product = strip_times(panel + shape.strip(s), x, shape.columns);
    for (int l = 0; l < 3; ++l) store_lanes(below + kLanes<Real> * l, -product.value[l]);
  }
}

template <class Real>
void solve_backward(const Real* panel, const PanelShape<Real>& shape, Real* x, const Real* below) {
  constexpr int kStride = kStripRows<Real>;
  const int own = shape.own_strips();
  for (int s = own - 1; s >= 0; --s) {
    const int begin = kStride * s, rows = shape.rows_in(s);
    alignas(32) Real product[kStride];
    for (int c = 0; c < rows; c += 4) {
      ColumnSums<Real> columns;
      columns.add(panel, shape, begin + c, s + 1, own, x + begin + kStride);
      columns.add(panel, shape, begin + c, own, shape.strips(), below);
      columns.write(product + c);
    }
    const Real* block = panel + shape.strip(s) + begin * kStride;
    with_rows<Real>(rows, [&]<int Count>() { solve_transposed_block<Count>(block, x + begin, product); });
  }
}

template void solve_forward(const double*, const PanelShape<double>&, double*, double*);
template void solve_forward(const float*, const PanelShape<float>&, float*, float*);
template void solve_backward(const double*, const PanelShape<double>&, double*, const double*);
template void solve_backward(const float*, const PanelShape<float>&, float*, const float*);

}  // namespace isocloth
