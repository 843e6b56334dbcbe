#pragma once

/// How the dense front of a supernode is stored, in strips of rows that fill three vector registers: twelve
/// numbers (four nodes) in double precision, 24 (eight nodes) in single.
///
/// A strip holds its rows column after column: what a kernel reads next always lies next in memory, aligned
/// for vectors, and a node's three rows never leave their strip. First come the strips of the supernode's own
/// rows, each as wide as the lower triangle needs, then those of the rows below, each as wide as the panel.
/// Rows that fill up a last strip are zero and stay zero; entries above the diagonal are scratch.
///
///   own rows    ┌──┐
///               │ 0│──┐            strip 1 has twice the columns of strip 0 (or fewer where the panel has
///               fewer) │ 1   │──┐
///   rows below  │ 2      │         every strip below has all columns
///               └────────┘

#include <algorithm>
#include <cstddef>

namespace isocloth {

/// Numbers in one vector register.
template <class Real>
inline constexpr int kLanes = 32 / static_cast<int>(sizeof(Real));

template <class Real>
inline constexpr int kStripNodes = kLanes<Real>;
template <class Real>
inline constexpr int kStripRows = 3 * kStripNodes<Real>;

/// Strips for so many rows.
template <class Real>
constexpr int strips_of(int rows) {
  return (rows + kStripRows<Real> - 1) / kStripRows<Real>;
}

template <class Real>
struct PanelShape {
  int columns = 0;  ///< of the panel, which are its own rows too; three per node
  int below = 0;    ///< rows below

  static constexpr int kRows = kStripRows<Real>;

  constexpr int own_strips() const { return strips_of<Real>(columns); }
  constexpr int strips() const { return own_strips() + strips_of<Real>(below); }

  /// Where a strip begins.
  constexpr std::ptrdiff_t strip(int s) const {
    const std::ptrdiff_t own = std::min(s, own_strips());
    return kRows * (kRows * own * (own + 1) / 2 + (s - own) * columns);
  }
  constexpr std::ptrdiff_t size() const { return strip(strips()); }

  /// Rows in use in a strip.
  constexpr int rows_in(int s) const {
    const int own = own_strips();
    return std::min(kRows, s < own ? columns - kRows * s : below - kRows * (s - own));
  }
};

}  // namespace isocloth
