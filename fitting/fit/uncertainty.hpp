#pragma once

/// How well fitted parameters are known, from the shape of the loss about its minimum.
///
///   Cov θ = H⁻¹ Ω H⁻¹,   H = ∂²L/∂θ²,   Ω = Σ_ij k(t_i − t_j) w_i w_j g_i g_jᵀ,   g_i = ∂e_i²/∂θ
///
/// Both by differences. The residuals of neighbouring nodes and frames are not independent: frames enter as
/// wholes, and those less than a second apart enter together (k falls from 1 to 0 over it), as Newey and West
/// do. θ are the coordinates of the search, logarithms for most.

#include "fitting/fit/fit.hpp"

namespace isocloth::fitting {

struct Uncertainty {
  std::vector<double> standard_errors;           ///< per coordinate; NaN where L is not curved there
  std::vector<std::vector<double>> correlation;  ///< empty where H is not positive definite
};

/// `evaluate` gives L and its frames at coordinates.
Uncertainty find_uncertainty(const std::function<Evaluation(const std::vector<double>&)>& evaluate,
                             const std::vector<double>& at, const std::vector<double>& differences);

}  // namespace isocloth::fitting
