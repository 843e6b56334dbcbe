#pragma once

/// Which part of H = A + JᵀWJ + T is factorised: all of it, or what lies in the pattern of the rows
/// (outside_metric.hpp), whose factor is smaller but takes several solves instead of one
/// (conjugate_gradients.hpp). The metric's values decide, by an estimate of the cost of both.

#include "isocloth/core/rows.hpp"
#include "isocloth/linear/block_cholesky.hpp"
#include "isocloth/projection/outside_metric.hpp"

namespace isocloth {

/// ε of conjugate_gradients.hpp for Newton's step where nothing touches: a shaken sheet with rows on elements
/// then stays within 1e-6 of its size of the direct solution, one with the softer rows of edges within 4e-6.
inline constexpr double kStepTolerance = 1e-4;

/// … for everything else: with less, contacts of a stiff cloth need more passes to agree.
inline constexpr double kFineTolerance = 1e-8;

/// … where derivatives are to go back through the solution: to rounding.
inline constexpr double kExactTolerance = 1e-14;

struct MatrixSplit {
  BlockCholesky cholesky;
  OutsideMetric outside{};  ///< empty where all is factorised
  int solves = 1;           ///< with the factor, expected for one with H
};

MatrixSplit split_matrix(const RowPattern& pattern, const NodeMatrix& metric, Threads& threads);

/// The nodes that are coupled by rows; where `whole`, by the metric too.
NodeGraph coupled_nodes(const RowPattern& pattern, const NodeMatrix& metric, bool whole);

}  // namespace isocloth
