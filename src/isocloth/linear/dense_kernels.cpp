#include "isocloth/linear/dense_kernels.hpp"

#include <cmath>
#include <cstring>

// This file is compiled with -ffp-contract=fast: the kernels below are not inlined elsewhere, so fused
// multiply-adds give the same bits wherever they are called from.

namespace isocloth {
namespace {

typedef double Lane4 __attribute__((vector_size(32)));

inline Lane4 load(const double* from) {
  Lane4 value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
inline void store(double* to, Lane4 value) { std::memcpy(to, &value, sizeof value); }

/// C −= A Bᵀ on 4·Lanes rows and Columns columns; A and B are columns of panels, `depth` of them.
template <int Lanes, int Columns>
inline void tile(double* c, int c_leading, const double* a, int a_leading, const double* b, int b_leading,
                 int depth) {
  Lane4 sum[Columns][Lanes] = {};
  for (int k = 0; k < depth; ++k, a += a_leading, b += b_leading) {
    Lane4 rows[Lanes];
    for (int l = 0; l < Lanes; ++l) rows[l] = load(a + 4 * l);
    for (int j = 0; j < Columns; ++j)
      for (int l = 0; l < Lanes; ++l) sum[j][l] += rows[l] * b[j];
  }
  for (int j = 0; j < Columns; ++j)
    for (int l = 0; l < Lanes; ++l) {
      double* target = c + j * c_leading + 4 * l;
      store(target, load(target) - sum[j][l]);
    }
}

/// C −= A Bᵀ for `rows` rows (rounded up to four) and Columns columns.
template <int Columns>
void strip(double* c, int c_leading, const double* a, int a_leading, const double* b, int b_leading, int rows,
           int depth) {
  int i = 0;
  for (; i + 8 < rows; i += 12) tile<3, Columns>(c + i, c_leading, a + i, a_leading, b, b_leading, depth);
  if (i + 4 < rows)
    tile<2, Columns>(c + i, c_leading, a + i, a_leading, b, b_leading, depth);
  else if (i < rows)
    tile<1, Columns>(c + i, c_leading, a + i, a_leading, b, b_leading, depth);
}

void strip_of(int columns, double* c, int c_leading, const double* a, int a_leading, const double* b,
              int b_leading, int rows, int depth) {
  switch (columns) {
    case 1:
      return strip<1>(c, c_leading, a, a_leading, b, b_leading, rows, depth);
    case 2:
      return strip<2>(c, c_leading, a, a_leading, b, b_leading, rows, depth);
    case 3:
      return strip<3>(c, c_leading, a, a_leading, b, b_leading, rows, depth);
    default:
      return strip<4>(c, c_leading, a, a_leading, b, b_leading, rows, depth);
  }
}

/// Factors `columns` ≤ 4 columns whose updates from the left are done; p points at the diagonal.
bool factor_columns(double* p, int leading, int rows, int columns) {
  for (int j = 0; j < columns; ++j) {
    double* column = p + j * leading;
    const double pivot = column[j];
    if (!(pivot > 0) || !std::isfinite(pivot)) return false;
    const double root = std::sqrt(pivot), inverse = 1 / root;
    column[j] = root;
    for (int i = j + 1; i < rows; ++i) column[i] *= inverse;
    for (int right = j + 1; right < columns; ++right) {
      double* other = p + right * leading;
      const double factor = column[right];
      for (int i = right; i < rows; ++i) other[i] -= factor * column[i];
    }
  }
  return true;
}

}  // namespace

bool factor_panel(double* panel, int leading, int rows, int columns) {
  for (int j = 0; j < columns; j += 4) {
    const int width = columns - j < 4 ? columns - j : 4;
    double* diagonal = panel + j * leading + j;
    strip_of(width, diagonal, leading, panel + j, leading, panel + j, leading, rows - j, j);
    if (!factor_columns(diagonal, leading, rows - j, width)) return false;
  }
  return true;
}

void subtract_product(double* update, int update_leading, const double* l21, int leading, int rows,
                      int depth) {
  for (int j = 0; j < rows; j += 4) {
    const int width = rows - j < 4 ? rows - j : 4;
    strip_of(width, update + j * update_leading + j, update_leading, l21 + j, leading, l21 + j, leading,
             rows - j, depth);
  }
}

}  // namespace isocloth
