#pragma once

/// How the dense front of a supernode is stored, in strips of twelve rows (four nodes).
///
/// A strip holds its rows column after column, twelve numbers each: what a kernel reads next always lies next
/// in memory, aligned for vectors, and a node's three rows never leave their strip. First come the strips of
/// the supernode's own rows, each as wide as the lower triangle needs, then those of the rows below, each as
/// wide as the panel. Rows that fill up a last strip are zero and stay zero; entries above the diagonal are
/// scratch.
///
///   own rows    ┌──┐
///               │ 0│──┐            strip 1 has 24 columns (or fewer where the panel has fewer)
///               │ 1   │──┐
///   rows below  │ 2      │         every strip below has all columns
///               └────────┘

#include <algorithm>
#include <cstddef>

namespace isocloth {

inline constexpr int kStripNodes = 4;
inline constexpr int kStripRows = 3 * kStripNodes;

/// Strips for so many rows.
constexpr int strips_of(int rows) { return (rows + kStripRows - 1) / kStripRows; }

struct PanelShape {
  int columns = 0;  ///< of the panel, which are its own rows too; three per node
  int below = 0;    ///< rows below

  constexpr int own_strips() const { return strips_of(columns); }
  constexpr int strips() const { return own_strips() + strips_of(below); }

  /// Where a strip begins.
  constexpr std::ptrdiff_t strip(int s) const {
    const std::ptrdiff_t own = std::min(s, own_strips());
    return kStripRows * (kStripRows * own * (own + 1) / 2 + (s - own) * columns);
  }
  constexpr std::ptrdiff_t size() const { return strip(strips()); }

  /// Rows in use in a strip.
  constexpr int rows_in(int s) const {
    const int own = own_strips();
    return std::min(kStripRows, s < own ? columns - kStripRows * s : below - kStripRows * (s - own));
  }
};

}  // namespace isocloth
