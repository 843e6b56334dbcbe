#pragma once

/// Rows that are products of tangents, as those in the middle of an element and of an edge are:
///
///   x₁ = Σ d1_i x_i,   x₂ = Σ d2_i x_i                      Σ d1_i = Σ d2_i = 0
///   E = |x₁|²,         F = ⟨x₁, x₂⟩,       G = |x₂|²        T_E = d1 d1ᵀ,  T_F = ½ (d1 d2ᵀ + d2 d1ᵀ),  T_G =
///   d2 d2ᵀ ∂E/∂x_i = 2 d1_i x₁,   ∂F/∂x_i = d1_i x₂ + d2_i x₁,   ∂G/∂x_i = 2 d2_i x₂
///
/// Two sums over the nodes take the place of a double sum per row (quadratic_rows.hpp).

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "isocloth/core/lanes.hpp"
#include "isocloth/core/rows.hpp"

namespace isocloth {

/// d1 of one tensor T_E, or d1 then d2 of T_E, T_F, T_G; nothing where they are no such products.
std::optional<std::vector<double>> tangents_of(const std::vector<Eigen::MatrixXd>& tensors);

/// x₁ and x₂ of a group, or x₁ alone. Positions are taken relative to the first node.
template <int Count>
struct GroupTangents {
  Lane4 x[Count] = {};

  template <class Size>
  GroupTangents(const double* d, const Points& positions, const int* nodes, Size size) {
    const Lane4 origin = load_three(positions.data() + 3 * nodes[0]);
    for (int i = 1; i < size; ++i) {
      const Lane4 p = load_three(positions.data() + 3 * nodes[i]) - origin;
      for (int k = 0; k < Count; ++k) x[k] += d[k * size + i] * p;
    }
  }
  /// c of the group's rows, which are one or three.
  void measure(const double* rest, double* c) const {
    if constexpr (Count == 1) {
      const Lane4 square = x[0] * x[0];
      c[0] = square[0] + square[1] + square[2] - rest[0];
    } else {
      store_three(c, sums(x[0] * x[0], x[0] * x[1], x[1] * x[1], Lane4{}) - load_three(rest));
    }
  }
  /// Gradients of the group's rows, as RowValues keeps them.
  template <class Size>
  void differentiate(const double* d, Size size, double* gradient) const {
    const auto to = [&](int row, int i) { return gradient + kGradientStride * (row * size + i); };
    for (int i = 0; i < size; ++i) {
      store_lanes(to(0, i), 2 * d[i] * x[0]);
      if constexpr (Count == 2) {
        store_lanes(to(1, i), d[i] * x[1] + d[size + i] * x[0]);
        store_lanes(to(2, i), 2 * d[size + i] * x[1]);
      }
    }
  }
};

/// Groups of products that follow each other, with as many rows and nodes each.
struct TangentGroups {
  int count = 0;
  const int* nodes = nullptr;
  const double* derivatives = nullptr;
  const double* rest = nullptr;  ///< c⁰

  /// c and ∂c/∂x, or, without a place for the gradients, c alone.
  template <int Count, class Size>
  void evaluate(Size size, const Points& x, double* gradient, double* c) const {
    constexpr int kRows = Count == 1 ? 1 : 3;
    for (int g = 0; g < count; ++g) {
      const double* d = derivatives + g * Count * size;
      const GroupTangents<Count> tangents(d, x, nodes + g * size, size);
      tangents.measure(rest + g * kRows, c + g * kRows);
      if (gradient) tangents.differentiate(d, size, gradient + g * kGradientStride * kRows * size);
    }
  }
};

}  // namespace isocloth
