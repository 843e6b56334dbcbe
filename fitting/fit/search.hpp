#pragma once

/// What a search for the least loss is told, and what it found.

#include <vector>

namespace isocloth::fitting {

enum class SearchMethod {
  gauss_newton,  ///< gauss_newton.hpp
  nelder_mead,   ///< nelder_mead.hpp
};

struct SearchOptions {
  SearchMethod method = SearchMethod::gauss_newton;
  double step = 0.3;        ///< size of the first simplex, in every direction
  double tolerance = 1e-3;  ///< ends where simplex or step is smaller in every direction …
  double loss_tolerance =
      1e-9;  ///< … or the values of a simplex, or two that follow, differ by less than this share
  int max_evaluations = 200;
};

struct SearchResult {
  std::vector<double> x;
  double loss = 0;
  int evaluations = 0;
  bool converged = false;  ///< false: max_evaluations were reached
};

}  // namespace isocloth::fitting
