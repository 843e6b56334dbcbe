#include "isocloth/linear/dense_kernels.hpp"

#include <cmath>

#include "isocloth/linear/real_lanes.hpp"

// This file is compiled with -ffp-contract=fast: the kernels below are not inlined elsewhere, so fused
// multiply-adds give the same bits wherever they are called from.

namespace isocloth {
namespace {

/// Some vector registers of rows and Columns columns.
template <class Real, int Registers, int Columns>
struct Tile {
  static constexpr int kWidth = kLanes<Real>, kStride = kStripRows<Real>;
  using Lane = Lanes<Real>;
  Lane value[Columns][Registers];

  /// Σ_k a_k b_kᵀ over `depth` columns of two strips.
  void multiply(const Real* a, const Real* b, int depth) {
    for (int j = 0; j < Columns; ++j)
      for (int l = 0; l < Registers; ++l) value[j][l] = Lane{};
#pragma GCC unroll 2
    for (int k = 0; k < depth; ++k, a += kStride, b += kStride) {
      Lane rows[Registers];
      for (int l = 0; l < Registers; ++l) rows[l] = load_lanes(a + kWidth * l);
      for (int j = 0; j < Columns; ++j)
        for (int l = 0; l < Registers; ++l) value[j][l] += rows[l] * b[j];
    }
  }
  /// value ← c − value
  void subtract_from(const Real* c) {
    for (int j = 0; j < Columns; ++j)
      for (int l = 0; l < Registers; ++l)
        value[j][l] = load_lanes(c + j * kStride + kWidth * l) - value[j][l];
  }
  void write(Real* c) const {
    for (int j = 0; j < Columns; ++j)
      for (int l = 0; l < Registers; ++l) store_lanes(c + j * kStride + kWidth * l, value[j][l]);
  }
  void write_negative(Real* c, int leading) const {
    for (int j = 0; j < Columns; ++j)
      for (int l = 0; l < Registers; ++l) store_lanes(c + j * leading + kWidth * l, -value[j][l]);
  }
  /// value ← value L⁻ᵀ; `diagonal` points at L's first entry, whose diagonal holds inverses.
  void solve(const Real* diagonal) {
    for (int j = 0; j < Columns; ++j) {
      for (int d = 0; d < j; ++d)
        for (int l = 0; l < Registers; ++l) value[j][l] -= value[d][l] * diagonal[d * kStride + j];
      for (int l = 0; l < Registers; ++l) value[j][l] *= diagonal[j * kStride + j];
    }
  }
  /// Factors the tile, whose row `First` is that of the first diagonal entry.
  template <int First>
  bool factor() {
    for (int j = 0; j < Columns; ++j) {
      const Real pivot = value[j][0][First + j];
      if (!(pivot > 0) || !std::isfinite(pivot)) return false;
      const Real inverse = std::sqrt(pivot) * (1 / pivot);  // root and division at the same time
      for (int l = 0; l < Registers; ++l) value[j][l] *= inverse;
      for (int right = j + 1; right < Columns; ++right) {
        const Real factor = value[j][0][First + right];
        for (int l = 0; l < Registers; ++l) value[right][l] -= value[j][l] * factor;
      }
      value[j][0][First + j] = inverse;
    }
    return true;
  }
};

constexpr int kTileColumns = 4;

template <class Real>
constexpr int registers_of(int rows) {
  return (rows + kLanes<Real> - 1) / kLanes<Real>;
}

/// Columns of a block in tiles of four, or of three where they do not fill the block.
template <class Real, class Body>
inline void for_tiles(int columns, const Body& body) {
  if (columns == kStripRows<Real>)
    for (int first = 0; first < columns; first += 4) body.template operator()<4>(first);
  else
    for (int first = 0; first < columns; first += 3) body.template operator()<3>(first);
}

/// Columns from `first` of the diagonal block, whose row First + kLanes · n is that of the first column.
template <int First, class Real>
bool factor_columns(Real* strip, int before, int columns, int first) {
  const int skipped = first - First;  // rows above, in whole registers
  Real* target = strip + (before + first) * kStripRows<Real> + skipped;
  return with_size<3>(registers_of<Real>(columns - skipped), [&]<int Registers>() {
    return with_size<kTileColumns>(columns - first, [&]<int Columns>() {
      Tile<Real, Registers, Columns> tile;
      tile.multiply(strip + skipped, strip + first, before + first);
      tile.subtract_from(target);
      const bool is_definite = tile.template factor<First>();
      tile.write(target);
      return is_definite;
    });
  });
}

}  // namespace

template <class Real>
bool factor_diagonal(Real* panel, const PanelShape<Real>& shape, int j) {
  Real* strip = panel + shape.strip(j);
  const int before = kStripRows<Real> * j, columns = shape.rows_in(j);
  for (int first = 0; first < columns; first += kTileColumns) {
    const bool definite = first % kLanes<Real> == 0
                              ? factor_columns<0>(strip, before, columns, first)
                              : factor_columns<kLanes<Real> - kTileColumns>(strip, before, columns, first);
    if (!definite) return false;
  }
  return true;
}

template <class Real>
void solve_strip(Real* panel, const PanelShape<Real>& shape, int j, int i) {
  const Real* upper = panel + shape.strip(j);
  Real* strip = panel + shape.strip(i);
  const int before = kStripRows<Real> * j;
  with_size<3>(registers_of<Real>(shape.rows_in(i)), [&]<int Registers>() {
    for_tiles<Real>(shape.rows_in(j), [&]<int Columns>(int first) {
      Tile<Real, Registers, Columns> tile;
      tile.multiply(strip, upper + first, before + first);
      tile.subtract_from(strip + (before + first) * kStripRows<Real>);
      tile.solve(upper + (before + first) * kStripRows<Real> + first);
      tile.write(strip + (before + first) * kStripRows<Real>);
    });
  });
}

template <class Real>
bool factor_panel(Real* panel, const PanelShape<Real>& shape) {
  for (int j = 0; j < shape.own_strips(); ++j) {
    if (!factor_diagonal(panel, shape, j)) return false;
    for (int i = j + 1; i < shape.strips(); ++i) solve_strip(panel, shape, j, i);
  }
  return true;
}

template <class Real>
void multiply_strip(Real* update, const Real* panel, const PanelShape<Real>& shape, int j) {
  const int own = shape.own_strips(), leading = update_leading<Real>(shape.below);
  const Real* right = panel + shape.strip(own + j);
  Real* columns = update + static_cast<std::ptrdiff_t>(leading) * kStripRows<Real> * j;
  const int width = shape.rows_in(own + j);
  const auto block = [&](int i) {
    const Real* strip = panel + shape.strip(own + i);
    Real* target = columns + kStripRows<Real> * i;
    const int registers = registers_of<Real>(shape.rows_in(own + i));
    for_tiles<Real>(width, [&]<int Columns>(int first) {
      const int skip = i == j ? first / kLanes<Real> : 0;  // rows above the diagonal
      with_size<3>(registers - skip, [&]<int Registers>() {
        Tile<Real, Registers, Columns> tile;
        tile.multiply(strip + kLanes<Real> * skip, right + first, shape.columns);
        tile.write_negative(target + first * leading + kLanes<Real> * skip, leading);
      });
    });
  };
  for (int i = j; own + i < shape.strips(); ++i) block(i);
}

namespace {

/// target += source for Count numbers, in the largest pieces that a register holds.
template <int Count, class Real>
inline void add_numbers(Real* target, const Real* source) {
  constexpr int kPiece = Count >= kLanes<Real> ? kLanes<Real> : Count >= 4 ? 4 : Count >= 2 ? 2 : 1;
  typedef Real Piece __attribute__((vector_size(kPiece * sizeof(Real))));
  Piece sum, more;
  std::memcpy(&sum, target, sizeof sum);
  std::memcpy(&more, source, sizeof more);
  sum += more;
  std::memcpy(target, &sum, sizeof sum);
  if constexpr (Count > kPiece) add_numbers<Count - kPiece>(target + kPiece, source + kPiece);
}

template <int Nodes, class Real>
inline void add_rows(Real* target, std::ptrdiff_t target_leading, const Real* source,
                     std::ptrdiff_t source_leading, int columns) {
  for (int c = 0; c < columns; ++c, target += target_leading, source += source_leading)
    add_numbers<3 * Nodes>(target, source);
}

}  // namespace

template <class Real>
void add_block(Real* target, std::ptrdiff_t target_leading, const Real* source, std::ptrdiff_t source_leading,
               int row_nodes, int columns) {
  with_size<kStripNodes<Real>>(row_nodes, [&]<int Nodes>() {
    add_rows<Nodes>(target, target_leading, source, source_leading, columns);
  });
}

#define ISOCLOTH_INSTANTIATE(Real)                                                \
  template bool factor_diagonal(Real*, const PanelShape<Real>&, int);             \
  template void solve_strip(Real*, const PanelShape<Real>&, int, int);            \
  template bool factor_panel(Real*, const PanelShape<Real>&);                     \
  template void multiply_strip(Real*, const Real*, const PanelShape<Real>&, int); \
  template void add_block(Real*, std::ptrdiff_t, const Real*, std::ptrdiff_t, int, int);
ISOCLOTH_INSTANTIATE(double)
ISOCLOTH_INSTANTIATE(float)
#undef ISOCLOTH_INSTANTIATE

}  // namespace isocloth
