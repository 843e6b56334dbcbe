#pragma once

/// Lets a coarse cloth fold: the metric of a node counts less of what its elements differ by.
///
/// Elements are flat, or nearly so. With its nodes on a cylinder of curvature κ, an element is tilted against
/// the axis, so the mean of E, F, G over the elements around a node says that bent cloth is longer than flat
/// cloth *along the axis*: by κ²h²/48 on squares bent about their diagonal. Where an axis is held at both
/// ends, that keeps the cloth from folding more sharply than r ≈ 2.3 h. (Across the axis the mean is that of
/// chords, shorter than arcs: harmless, the cloth slides by a trifle.)
///
/// The tilts cancel in the mean tangents x̄₁, x̄₂ of the node, whose metric is free of that error; but they do
/// not see elements that zigzag, nor how much shorter the chord of two elements is than that of one. So the
/// share θ of the difference, the spread, is exchanged for a form in the second derivatives x_ab, which a
/// quadratic fitted to the nodes around tells:
///
///   E = (1 − θ) mean |∂₁x|² + θ |x̄₁|² + f (|x₁₁|² + |x₁₂|²),   likewise F and G
///
/// On a cylinder x_ab = κ w_a w_b n, w across the axis: the last term is f κ² w⊗w and vanishes along the
/// axis. f is such that across the axis nothing changes, in the mean over directions. All terms are sums of
/// squares, so tension always straightens.

#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth {

/// Nodes with fewer around them, themselves included, do not tell second derivatives.
inline constexpr int kLeastSupport = 6;

/// Mean derivatives at a node: weights of the nodes around it that give x̄₁ and x̄₂.
struct MeanTangents {
  Vector d1, d2;
};

/// Exchanges the spread in T_E, T_F, T_G of a node. `position`: the nodes around it, itself at the origin, in
/// its tangent plane [m]; at least kLeastSupport.
void exchange_spread(const Eigen::MatrixX2d& position, const MeanTangents& mean,
                     std::vector<Eigen::MatrixXd>& efg);

}  // namespace isocloth
