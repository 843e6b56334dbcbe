#include "isocloth/linear/dense_kernels.hpp"

#include <cmath>

#include "isocloth/linear/four_rows.hpp"

// This file is compiled with -ffp-contract=fast: the kernels below are not inlined elsewhere, so fused
// multiply-adds give the same bits wherever they are called from.

namespace isocloth {
namespace {

/// 4·Lanes rows and Columns columns in registers.
template <int Lanes, int Columns>
struct Tile {
  FourRows value[Columns][Lanes];

  /// Σ_k a_k b_kᵀ over `depth` columns of two strips.
  void multiply(const double* a, const double* b, int depth) {
    for (int j = 0; j < Columns; ++j)
      for (int l = 0; l < Lanes; ++l) value[j][l] = FourRows{};
#pragma GCC unroll 2
    for (int k = 0; k < depth; ++k, a += kStripRows, b += kStripRows) {
      FourRows rows[Lanes];
      for (int l = 0; l < Lanes; ++l) rows[l] = load_rows(a + 4 * l);
      for (int j = 0; j < Columns; ++j)
        for (int l = 0; l < Lanes; ++l) value[j][l] += rows[l] * b[j];
    }
  }
  /// value ← c − value
  void subtract_from(const double* c) {
    for (int j = 0; j < Columns; ++j)
      for (int l = 0; l < Lanes; ++l) value[j][l] = load_rows(c + j * kStripRows + 4 * l) - value[j][l];
  }
  void write(double* c) const {
    for (int j = 0; j < Columns; ++j)
      for (int l = 0; l < Lanes; ++l) store_rows(c + j * kStripRows + 4 * l, value[j][l]);
  }
  void write_negative(double* c, int leading) const {
    for (int j = 0; j < Columns; ++j)
      for (int l = 0; l < Lanes; ++l) store_rows(c + j * leading + 4 * l, -value[j][l]);
  }
  /// value ← value L⁻ᵀ; `diagonal` points at L's first entry, whose diagonal holds inverses.
  void solve(const double* diagonal) {
    for (int j = 0; j < Columns; ++j) {
      for (int d = 0; d < j; ++d)
        for (int l = 0; l < Lanes; ++l) value[j][l] -= value[d][l] * diagonal[d * kStripRows + j];
      for (int l = 0; l < Lanes; ++l) value[j][l] *= diagonal[j * kStripRows + j];
    }
  }
  /// Factors the tile, whose first rows are those of the diagonal; two columns at a time, whose roots and
  /// divisions need not wait for each other.
  bool factor() {
    bool definite = true;
    for (int j = 0; j + 1 < Columns; j += 2) definite = definite && factor_pair(j);
    return Columns % 2 == 0 ? definite : definite && factor_column(Columns - 1);
  }

 private:
  /// 1/√pivot by a root and a division at the same time; what is no pivot gives what is no number.
  static double inverse_root(double pivot) { return std::sqrt(pivot) * (1 / pivot); }
  static bool is_pivot(double value) { return value > 0 && std::isfinite(value); }

  bool factor_column(int j) {
    const double pivot = value[j][0][j], inverse = inverse_root(pivot);
    for (int l = 0; l < Lanes; ++l) value[j][l] *= inverse;
    subtract_column(j, j + 1);
    set_row(value[j][0], j, inverse);
    return is_pivot(pivot);
  }
  /// [a b; b c] = L Lᵀ with L₁₁ = √a, L₂₂ = √(c − b²/a) = √(d/a), d = ac − b².
  bool factor_pair(int j) {
    const double a = value[j][0][j], b = value[j][0][j + 1], c = value[j + 1][0][j + 1], d = a * c - b * b;
    const double first = inverse_root(a), second = std::sqrt(a * d) * (1 / d), ratio = b * (1 / a);
    for (int l = 0; l < Lanes; ++l) {
      value[j + 1][l] = (value[j + 1][l] - value[j][l] * ratio) * second;
      value[j][l] *= first;
    }
    subtract_column(j, j + 2);
    subtract_column(j + 1, j + 2);
    set_row(value[j][0], j, first);
    set_row(value[j + 1][0], j + 1, second);
    return is_pivot(a) && is_pivot(d);
  }
  /// From the columns at `begin` and to the right of it.
  void subtract_column(int j, int begin) {
    for (int right = begin; right < Columns; ++right) {
      const double factor = value[j][0][right];
      for (int l = 0; l < Lanes; ++l) value[right][l] -= value[j][l] * factor;
    }
  }
};

constexpr int lanes_of(int rows) { return (rows + 3) / 4; }

/// Columns of a block in tiles of four, or of three where they do not fill the block.
template <class Body>
inline void for_tiles(int columns, const Body& body) {
  if (columns == kStripRows)
    for (int first = 0; first < columns; first += 4) body.template operator()<4>(first);
  else
    for (int first = 0; first < columns; first += 3) body.template operator()<3>(first);
}

}  // namespace

bool factor_diagonal(double* panel, const PanelShape& shape, int j) {
  double* strip = panel + shape.strip(j);
  const int before = kStripRows * j, columns = shape.rows_in(j);
  for (int first = 0; first < columns; first += 4) {
    const int lanes = lanes_of(columns) - first / 4;
    double* target = strip + (before + first) * kStripRows + first;
    const bool definite = with_size<3>(lanes, [&]<int Lanes>() {
      return with_size<4>(columns - first, [&]<int Columns>() {
        Tile<Lanes, Columns> tile;
        tile.multiply(strip + first, strip + first, before + first);
        tile.subtract_from(target);
        const bool is_definite = tile.factor();
        tile.write(target);
        return is_definite;
      });
    });
    if (!definite) return false;
  }
  return true;
}

void solve_strip(double* panel, const PanelShape& shape, int j, int i) {
  const double* upper = panel + shape.strip(j);
  double* strip = panel + shape.strip(i);
  const int before = kStripRows * j;
  with_size<3>(lanes_of(shape.rows_in(i)), [&]<int Lanes>() {
    for_tiles(shape.rows_in(j), [&]<int Columns>(int first) {
      Tile<Lanes, Columns> tile;
      tile.multiply(strip, upper + first, before + first);
      tile.subtract_from(strip + (before + first) * kStripRows);
      tile.solve(upper + (before + first) * kStripRows + first);
      tile.write(strip + (before + first) * kStripRows);
    });
  });
}

bool factor_panel(double* panel, const PanelShape& shape) {
  for (int j = 0; j < shape.own_strips(); ++j) {
    if (!factor_diagonal(panel, shape, j)) return false;
    for (int i = j + 1; i < shape.strips(); ++i) solve_strip(panel, shape, j, i);
  }
  return true;
}

void multiply_strip(double* update, const double* panel, const PanelShape& shape, int j) {
  const int own = shape.own_strips(), leading = update_leading(shape.below);
  const double* right = panel + shape.strip(own + j);
  double* columns = update + static_cast<std::ptrdiff_t>(leading) * kStripRows * j;
  const int width = shape.rows_in(own + j);
  const auto block = [&](int i) {
    const double* strip = panel + shape.strip(own + i);
    double* target = columns + kStripRows * i;
    const int lanes = lanes_of(shape.rows_in(own + i));
    for_tiles(width, [&]<int Columns>(int first) {
      const int skip = i == j ? first / 4 : 0;  // rows above the diagonal
      with_size<3>(lanes - skip, [&]<int Lanes>() {
        Tile<Lanes, Columns> tile;
        tile.multiply(strip + 4 * skip, right + first, shape.columns);
        tile.write_negative(target + first * leading + 4 * skip, leading);
      });
    });
  };
  for (int i = j; own + i < shape.strips(); ++i) block(i);
}

namespace {

template <int Nodes>
inline void add_rows(double* target, std::ptrdiff_t target_leading, const double* source,
                     std::ptrdiff_t source_leading, int columns) {
  constexpr int kRows = 3 * Nodes, kLanes = kRows / 4;
  for (int c = 0; c < columns; ++c, target += target_leading, source += source_leading) {
    for (int l = 0; l < kLanes; ++l)
      store_rows(target + 4 * l, load_rows(target + 4 * l) + load_rows(source + 4 * l));
    for (int i = 4 * kLanes; i < kRows; ++i) target[i] += source[i];
  }
}

}  // namespace

void add_block(double* target, std::ptrdiff_t target_leading, const double* source,
               std::ptrdiff_t source_leading, int row_nodes, int columns) {
  with_size<kStripNodes>(row_nodes, [&]<int Nodes>() {
    add_rows<Nodes>(target, target_leading, source, source_leading, columns);
  });
}

}  // namespace isocloth
