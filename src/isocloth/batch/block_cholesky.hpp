#pragma once

/// The factor and solutions with it on the threads of a block, to the bits of envelope_cholesky.hpp.
///
/// Threads read what they need of the GPU's memory a column ahead, and where that lies another one: it is on
/// its way while they sum the column at hand.

#include "isocloth/batch/block_engine.hpp"
#include "isocloth/batch/envelope_cholesky.hpp"

namespace isocloth::batch {

/// Numbers from row to row of a window over a band so wide: 9 modulo 16, so that rows begin in different
/// banks.
__host__ __device__ constexpr int window_stride(int band) {
  return 9 * band + (16 - 9 * (band - 1) % 16) % 16;
}

/// Rows of the factor in shared memory until they are whole: each leaves to the world's scratch as its column
/// is done, and its place is that of the row a band further on.
template <class E>
struct RowsInWindow {
  const World<E>& world;
  double* window;
  int stride;             ///< from row to row
  unsigned inverse_band;  ///< 2³²/band, rounded up

  __device__ static RowsInWindow of(const World<E>& world, double* window) {
    const int band = world.tables.band;
    return {world, window, window_stride(band), ~0u / static_cast<unsigned>(band) + 1};
  }

  __device__ int size() const { return world.tables.band * stride; }
  __device__ double* row(int p) const {
    const int turns = static_cast<int>(__umulhi(static_cast<unsigned>(p), inverse_band));
    return window + (p - turns * world.tables.band) * stride;
  }
  __device__ int leaving(int p) const { return 9 * (p - world.tables.first[p]); }
  __device__ void leave(int p, int k) const { world.factor()[9 * world.tables.row_begin[p] + k] = row(p)[k]; }
};

/// Where a row of the factor begins: at which place, and after how many blocks; of none, nowhere.
struct RowPlace {
  int first, begin;

  __device__ static RowPlace of(const Tables& t, int p) {
    return p < 0 || p >= t.nodes ? RowPlace{t.nodes, 0} : RowPlace{t.first[p], t.row_begin[p]};
  }
};

/// What a thread adds its products of a column to: the part of H in row `r` of a block of row `first …`.
struct PartOfH {
  int first, block;
  double h[3];

  /// That in column p of the row at `place`.
  __device__ static PartOfH in(const Tables& t, int p, RowPlace place) {
    return {place.first, place.first <= p ? t.block_at[place.begin + p - place.first] : -1, {}};
  }
  __device__ void read(const double* blocks, int r) {
    for (int k = 0; k < 3; ++k) h[k] = block >= 0 ? blocks[9 * block + 3 * r + k] : 0;
  }
};

/// The factor, and y in w.solution(), which holds the right-hand side.
template <class E>
__device__ void factorize(const World<E>& w, const RowsInWindow<E>& rows) {
  const Tables& t = w.tables;
  const double* const blocks = w.blocks();
  const int own = static_cast<int>(threadIdx.x), below_by = own / 3;
  PartOfH now = PartOfH::in(t, 0, RowPlace::of(t, below_by)),
          next = PartOfH::in(t, 1, RowPlace::of(t, 1 + below_by));
  RowPlace place = RowPlace::of(t, 2 + below_by);
  now.read(blocks, own % 3);
  for (int p = 0; p < t.nodes; ++p) {
    const PartOfH here = now;
    now = next;
    now.read(blocks, own % 3);
    next = PartOfH::in(t, p + 2, place);
    place = RowPlace::of(t, p + 3 + below_by);
    const int below = 3 * (t.last[p] - p + 1), first_p = t.first[p];
    const double* const row_p = rows.row(p);
    E::each(below + 1, [&](int k) {
      if (k == below) return sum_right_hand_side(w, p, row_p);
      const int i = p + k / 3, r = k % 3;
      PartOfH part = here;
      if (k != own) {
        part = PartOfH::in(t, p, RowPlace::of(t, i));
        part.read(blocks, r);
      }
      if (part.first > p) return;
      const int begin = part.first > first_p ? part.first : first_p;
      double sum[1][3] = {{part.h[0], part.h[1], part.h[2]}};
      double* const row = rows.row(i) + 3 * r;
      subtract_products<E, 1>(row + 9 * (begin - part.first), 9, row_p + 9 * (begin - first_p), p - begin,
                              sum);
      for (int m = 0; m < 3; ++m) row[9 * (p - part.first) + m] = sum[0][m];
    });
    divide_column(w, rows, p);
  }
}

/// w.solution() ← L⁻¹ of itself. Meanwhile the right-hand side is in the window, where it fits.
template <class E>
__device__ void solve_forward(const World<E>& w, const RowsInWindow<E>& rows) {
  const Tables& t = w.tables;
  if (rows.size() < 3 * t.nodes) return solve_forward(w, RowsInPlace<E>{w});
  const auto* const diagonals = reinterpret_cast<const DiagonalFactor<E>*>(w.diagonal_factors());
  const double* const factor = w.factor();
  double* const y = rows.window;
  E::each(3 * t.nodes, [&](int k) { y[k] = w.solution()[k]; });
  const int own = static_cast<int>(threadIdx.x), below_by = 1 + own / 3, c = own % 3;
  struct Ahead {
    DiagonalFactor<E> diagonal;
    double l[3];
    bool is_one;
  };
  const auto look_ahead = [&](int p, RowPlace place) {
    Ahead ahead = {};
    if (p >= t.nodes) return ahead;
    ahead.diagonal = diagonals[p];
    ahead.is_one = p + below_by <= t.last[p] && place.first <= p;
    const double* const l = factor + 9 * (place.begin + p - place.first) + 3 * c;
    for (int m = 0; m < 3 && ahead.is_one; ++m) ahead.l[m] = l[m];
    return ahead;
  };
  Ahead next = look_ahead(0, RowPlace::of(t, below_by));
  RowPlace place = RowPlace::of(t, 1 + below_by);
  for (int p = 0; p < t.nodes; ++p) {
    const Ahead now = next;
    next = look_ahead(p + 1, place);
    place = RowPlace::of(t, p + 2 + below_by);
    double solved[3] = {y[3 * p], y[3 * p + 1], y[3 * p + 2]};
    now.diagonal.solve(solved);
    const int below = 3 * (t.last[p] - p);
    E::each(below + 1, [&](int k) {
      if (k == below) return put_three(w.solution(), p, three_at(solved, 0));
      const int i = p + 1 + k / 3;
      double l[3] = {now.l[0], now.l[1], now.l[2]};
      bool is_one = now.is_one;
      if (k != own) {
        const RowPlace at = RowPlace::of(t, i);
        is_one = at.first <= p;
        for (int m = 0; m < 3 && is_one; ++m) l[m] = factor[9 * (at.begin + p - at.first) + 3 * (k % 3) + m];
      }
      if (!is_one) return;
      double& at = y[3 * i + k % 3];
      for (int m = 0; m < 3; ++m) at = E::fma(-solved[m], l[m], at);
    });
  }
}

/// w.move() ← L⁻ᵀ y, likewise.
template <class E>
__device__ void solve_back(const World<E>& w, const RowsInWindow<E>& rows) {
  const Tables& t = w.tables;
  if (rows.size() < 3 * t.nodes) return solve_back(w, RowsInPlace<E>{w});
  const auto* const diagonals = reinterpret_cast<const DiagonalFactor<E>*>(w.diagonal_factors());
  const double* const factor = w.factor();
  double* const y = rows.window;
  E::each(3 * t.nodes, [&](int k) { y[k] = w.solution()[k]; });
  const int own = static_cast<int>(threadIdx.x);
  struct Ahead {
    DiagonalFactor<E> diagonal;
    double l[3];
    int first;
  };
  const auto of_column = [&](RowPlace place, int k, double(&l)[3]) {
    const double* const column = factor + 9 * (place.begin + k / 3) + k % 3;
    for (int m = 0; m < 3; ++m) l[m] = column[3 * m];
  };
  const auto look_ahead = [&](int p, RowPlace place) {
    Ahead ahead = {};
    if (p < 0) return ahead;
    ahead.diagonal = diagonals[p];
    ahead.first = place.first;
    if (own < 3 * (p - place.first)) of_column(place, own, ahead.l);
    return ahead;
  };
  Ahead next = look_ahead(t.nodes - 1, RowPlace::of(t, t.nodes - 1));
  RowPlace place = RowPlace::of(t, t.nodes - 2);
  for (int p = t.nodes - 1; p >= 0; --p) {
    const Ahead now = next;
    next = look_ahead(p - 1, place);
    place = RowPlace::of(t, p - 2);
    const int before = 3 * (p - now.first);
    const Three<double> x = now.diagonal.solve_back(y + 3 * p);
    E::each(before + 1, [&](int k) {
      if (k == before) return put_three(w.move(), p, x);
      double l[3] = {now.l[0], now.l[1], now.l[2]};
      if (k != own) of_column(RowPlace::of(t, p), k, l);
      double& at = y[3 * now.first + k];
      at = E::fma(-l[0], x.x, E::fma(-l[1], x.y, E::fma(-l[2], x.z, at)));
    });
  }
}

}  // namespace isocloth::batch
