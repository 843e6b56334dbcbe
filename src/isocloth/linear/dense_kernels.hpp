#pragma once

/// Dense building blocks of the sparse factorisation, column-major.
///
/// Rows are processed in groups of four and may run up to three rows past the end: every panel has that much
/// room below (kRowPadding), filled with zeros, which stay zero. Entries above the diagonal of a panel are
/// scratch.

namespace isocloth {

inline constexpr int kRowPadding = 3;

/// Leading dimension for `rows` rows: padded, and a multiple of four.
inline int padded_rows(int rows) { return (rows + kRowPadding + 3) / 4 * 4; }

/// Factors the first `columns` columns of a panel with `rows` rows: [A₁₁; A₂₁] → [L₁₁; A₂₁ L₁₁⁻ᵀ].
/// False where a pivot is not positive (or not a number).
bool factor_panel(double* panel, int leading, int rows, int columns);

/// Lower triangle of U −= L₂₁ L₂₁ᵀ, with L₂₁ of size `rows` × `depth`.
void subtract_product(double* update, int update_leading, const double* l21, int leading, int rows,
                      int depth);

}  // namespace isocloth
