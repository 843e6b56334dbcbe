#pragma once

/// Dense building blocks of the sparse factorisation, on panels stored in strips (panel.hpp).
///
/// Every entry is computed by one call, from sums taken in one order: calls may be shared among threads in
/// any way that respects what they say they need, and the bits stay the same.

#include "isocloth/linear/panel.hpp"

namespace isocloth {

/// Factors the diagonal block of own strip j. Needs that strip done in all columns before it. The diagonal
/// then holds 1 / L_jj. False where a pivot is not positive (or not a number).
bool factor_diagonal(double* panel, const PanelShape& shape, int j);

/// Columns of strip j in strip i > j: L_ij ← (A_ij − Σ_k L_ik L_jkᵀ) L_jj⁻ᵀ. Needs the diagonal of strip j,
/// and both strips done in all columns before it.
void solve_strip(double* panel, const PanelShape& shape, int j, int i);

/// [A₁₁; A₂₁] → [L₁₁; A₂₁ L₁₁⁻ᵀ]: all of the above, in order.
bool factor_panel(double* panel, const PanelShape& shape);

/// Leading dimension of an update matrix with `rows` rows, which is stored column by column.
constexpr int update_leading(int rows) { return (rows + 3) / 4 * 4; }

/// Columns of strip j in the lower triangle of U = −L₂₁ L₂₁ᵀ. Needs L₂₁.
void multiply_strip(double* update, const double* panel, const PanelShape& shape, int j);

/// target += source, a block of up to four nodes of rows.
void add_block(double* target, std::ptrdiff_t target_leading, const double* source,
               std::ptrdiff_t source_leading, int row_nodes, int columns);

/// x ← L₁₁⁻¹ x; below ← −L₂₁ x. Both have room for whole strips; x is zero where there are no rows.
void solve_forward(const double* panel, const PanelShape& shape, double* x, double* below);

/// x ← L₁₁⁻ᵀ (x − L₂₁ᵀ below), with the same room. May read up to four columns past the panel.
void solve_backward(const double* panel, const PanelShape& shape, double* x, const double* below);

}  // namespace isocloth
