#pragma once

/// H = L Lᵀ inside the envelope of H, and the solution with it, of 3×3 blocks, column by column:
///
///   L_ip = (H_ip − Σ_k L_ik L_pkᵀ) L_pp⁻ᵀ        k = first(i), first(p) … p − 1, in this order
///
/// The right-hand side is one more row of H: y = L⁻¹b comes with the factor. Rows that are not yet whole are
/// kept where an engine likes: the `leaving(p)` numbers of row p leave with column p, to be read once more,
/// from behind, for Lᵀx = y.

#include "isocloth/batch/world.hpp"

namespace isocloth::batch {

/// Rows of the factor in the scratch of a world, from where they are never moved.
template <class E>
struct RowsInPlace {
  using Real = typename E::Real;
  const World<E>& world;

  ISOCLOTH_ANYWHERE Real* row(int p) const { return world.factor() + 9 * world.tables.row_begin[p]; }
  ISOCLOTH_ANYWHERE int leaving(int) const { return 0; }
  ISOCLOTH_ANYWHERE void leave(int, int) const {}
};

/// to[r][c] ← h[r][c] − Σ_k a_rk b_ckᵀ over `count` blocks, for Rows rows; a: blocks of stride `stride`.
template <class E, int Rows>
ISOCLOTH_ANYWHERE inline void subtract_products(const typename E::Real* a, int stride,
                                                const typename E::Real* b, int count,
                                                typename E::Real (&sum)[Rows][3]) {
  using Real = typename E::Real;
  for (int k = 0; k < count; ++k, a += stride, b += 9)
    for (int m = 0; m < 3; ++m) {
      const Real b0 = b[m], b1 = b[3 + m], b2 = b[6 + m];
      for (int r = 0; r < Rows; ++r) {
        const Real minus = -a[3 * r + m];
        sum[r][0] = E::fma(minus, b0, sum[r][0]);
        sum[r][1] = E::fma(minus, b1, sum[r][1]);
        sum[r][2] = E::fma(minus, b2, sum[r][2]);
      }
    }
}

/// The factor of a block on the diagonal: what is below its own diagonal, and 1 over that.
template <class E>
struct DiagonalFactor {
  using Real = typename E::Real;
  Real l10, l20, l21, i0, i1, i2;

  ISOCLOTH_ANYWHERE static DiagonalFactor of(const Real* a) {
    DiagonalFactor l;
    l.i0 = inverse_root<E>(a[0]);
    l.l10 = a[3] * l.i0;
    l.l20 = a[6] * l.i0;
    l.i1 = inverse_root<E>(E::fma(-l.l10, l.l10, a[4]));
    l.l21 = E::fma(-l.l20, l.l10, a[7]) * l.i1;
    l.i2 = inverse_root<E>(E::fma(-l.l21, l.l21, E::fma(-l.l20, l.l20, a[8])));
    return l;
  }
  /// row ← row · L⁻ᵀ.
  ISOCLOTH_ANYWHERE void solve(Real* row) const {
    const Real r0 = row[0] * i0, r1 = E::fma(-r0, l10, row[1]) * i1;
    row[0] = r0;
    row[1] = r1;
    row[2] = E::fma(-r1, l21, E::fma(-r0, l20, row[2])) * i2;
  }
  /// L⁻ᵀ y.
  ISOCLOTH_ANYWHERE Three<Real> solve_back(const Real* y) const {
    const Real x2 = y[2] * i2, x1 = E::fma(-l21, x2, y[1]) * i1;
    return {E::fma(-l20, x2, E::fma(-l10, x1, y[0])) * i0, x1, x2};
  }
};

/// y_p, up to its division by L_pp; own: row p of L.
template <class E>
ISOCLOTH_ANYWHERE inline void sum_right_hand_side(const World<E>& w, int p, const typename E::Real* own) {
  using Real = typename E::Real;
  Real* const y = w.solution();
  const int first = w.tables.first[p];
  Real sum[1][3] = {{y[3 * p], y[3 * p + 1], y[3 * p + 2]}};
  subtract_products<E, 1>(y + 3 * first, 3, own, p - first, sum);
  for (int k = 0; k < 3; ++k) y[3 * p + k] = sum[0][k];
}

/// Column p of L, up to its division by L_pp: of the rows below it, tile by tile, and of the right-hand side.
template <class E, class Rows>
ISOCLOTH_ANYWHERE void sum_column(const World<E>& w, const Rows& rows, int p) {
  using Real = typename E::Real;
  constexpr int kTiles = 3 / E::kTile;
  const Tables& t = w.tables;
  const int below = kTiles * (t.last[p] - p + 1), first_p = t.first[p];
  const Real* const own = rows.row(p);
  E::each(below + 1, [&](int tile) {
    if (tile == below) return sum_right_hand_side(w, p, own);
    const int i = p + tile / kTiles, r = tile % kTiles * E::kTile, first_i = t.first[i];
    if (first_i > p) return;
    const int block = t.block_at[t.row_begin[i] + p - first_i], begin = first_i > first_p ? first_i : first_p;
    Real sum[E::kTile][3] = {};
    if (block >= 0)
      for (int k = 0; k < 3 * E::kTile; ++k) sum[k / 3][k % 3] = w.blocks()[9 * block + 3 * r + k];
    Real* const row = rows.row(i) + 3 * r;
    subtract_products<E, E::kTile>(row + 9 * (begin - first_i), 9, own + 9 * (begin - first_p), p - begin,
                                   sum);
    for (int k = 0; k < 3 * E::kTile; ++k) row[9 * (p - first_i) + k] = sum[k / 3][k % 3];
  });
}

/// Column p and y_p divided by L_pp.
template <class E, class Rows>
ISOCLOTH_ANYWHERE void divide_column(const World<E>& w, const Rows& rows, int p) {
  const Tables& t = w.tables;
  const auto diagonal = DiagonalFactor<E>::of(rows.row(p) + 9 * (p - t.first[p]));
  const int below = 3 * (t.last[p] - p), leaving = rows.leaving(p);
  E::each(below + 2 + leaving, [&](int k) {
    const int i = p + 1 + k / 3;
    if (k == below)
      diagonal.solve(w.solution() + 3 * p);
    else if (k == below + 1)
      reinterpret_cast<DiagonalFactor<E>*>(w.diagonal_factors())[p] = diagonal;
    else if (k > below)
      rows.leave(p, k - below - 2);
    else if (t.first[i] <= p)
      diagonal.solve(rows.row(i) + 9 * (p - t.first[i]) + 3 * (k % 3));
  });
}

/// The factor, and y in w.solution(), which holds the right-hand side.
template <class E>
ISOCLOTH_ANYWHERE void factorize(const World<E>& w, const RowsInPlace<E>& rows) {
  for (int p = 0; p < w.tables.nodes; ++p) {
    sum_column(w, rows, p);
    divide_column(w, rows, p);
  }
}

/// w.solution() ← L⁻¹ of itself, with the factor at hand; to the bits of factorize().
template <class E>
ISOCLOTH_ANYWHERE void solve_forward(const World<E>& w, const RowsInPlace<E>& rows) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const auto* const diagonals = reinterpret_cast<const DiagonalFactor<E>*>(w.diagonal_factors());
  Real* const y = w.solution();
  for (int p = 0; p < t.nodes; ++p) {
    E::each(1, [&](int) { diagonals[p].solve(y + 3 * p); });
    E::each(3 * (t.last[p] - p), [&](int k) {
      const int i = p + 1 + k / 3, c = k % 3;
      if (t.first[i] > p) return;
      const Real* const l = rows.row(i) + 9 * (p - t.first[i]) + 3 * c;
      Real& at = y[3 * i + c];
      for (int m = 0; m < 3; ++m) at = E::fma(-y[3 * p + m], l[m], at);
    });
  }
}

/// w.move() ← L⁻ᵀ y.
template <class E>
ISOCLOTH_ANYWHERE void solve_back(const World<E>& w, const RowsInPlace<E>& rows) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const auto* const diagonals = reinterpret_cast<const DiagonalFactor<E>*>(w.diagonal_factors());
  for (int p = t.nodes - 1; p >= 0; --p) {
    const int first = t.first[p], before = 3 * (p - first);
    const Real* const l = rows.row(p);
    Real* const y = w.solution();
    const Three<Real> x = diagonals[p].solve_back(y + 3 * p);
    E::each(before + 1, [&](int k) {
      if (k == before) return put_three(w.move(), p, x);
      const Real* column = l + 9 * (k / 3) + k % 3;
      Real& at = y[3 * first + k];
      at = E::fma(-column[0], x.x, E::fma(-column[3], x.y, E::fma(-column[6], x.z, at)));
    });
  }
}

}  // namespace isocloth::batch
