#pragma once

/// Dense building blocks of the sparse factorisation, on panels stored in strips (panel.hpp).
///
/// All of them exist for double and float. Every entry is computed by one call, from sums taken in one order:
/// calls may be shared among threads in any way that respects what they say they need, and the bits stay the
/// same.

#include "isocloth/linear/panel.hpp"

namespace isocloth {

/// Factors the diagonal block of own strip j. Needs that strip done in all columns before it. The diagonal
/// then holds 1 / L_jj. False where a pivot is not positive (or not a number).
template <class Real>
bool factor_diagonal(Real* panel, const PanelShape<Real>& shape, int j);

/// Columns of strip j in strip i > j: L_ij ← (A_ij − Σ_k L_ik L_jkᵀ) L_jj⁻ᵀ. Needs the diagonal of strip j,
/// and both strips done in all columns before it.
template <class Real>
void solve_strip(Real* panel, const PanelShape<Real>& shape, int j, int i);

/// [A₁₁; A₂₁] → [L₁₁; A₂₁ L₁₁⁻ᵀ]: all of the above, in order.
template <class Real>
bool factor_panel(Real* panel, const PanelShape<Real>& shape);

/// Leading dimension of an update matrix with `rows` rows, which is stored column by column.
template <class Real>
constexpr int update_leading(int rows) {
  return (rows + kLanes<Real> - 1) / kLanes<Real> * kLanes<Real>;
}

/// Columns of strip j in the lower triangle of U = −L₂₁ L₂₁ᵀ. Needs L₂₁.
template <class Real>
void multiply_strip(Real* update, const Real* panel, const PanelShape<Real>& shape, int j);

/// target += source, a block of rows within one strip.
template <class Real>
void add_block(Real* target, std::ptrdiff_t target_leading, const Real* source, std::ptrdiff_t source_leading,
               int row_nodes, int columns);

/// x ← L₁₁⁻¹ x; below ← −L₂₁ x. Both have room for whole strips; x is zero where there are no rows.
template <class Real>
void solve_forward(const Real* panel, const PanelShape<Real>& shape, Real* x, Real* below);

/// x ← L₁₁⁻ᵀ (x − L₂₁ᵀ below), with the same room. May read up to four columns past the panel.
template <class Real>
void solve_backward(const Real* panel, const PanelShape<Real>& shape, Real* x, const Real* below);

}  // namespace isocloth
