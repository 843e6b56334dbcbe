#include "fitting/fit/nelder_mead.hpp"

#include <nlopt.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>

#include "isocloth/core/require.hpp"

namespace isocloth::fitting {
namespace {

struct Search {
  const std::function<double(const std::vector<double>&)>& loss;
  nlopt_opt optimizer;
  std::exception_ptr failure{};
  int evaluations = 0;
};

/// NLopt is C: exceptions wait here until it has returned.
double evaluate(unsigned count, const double* x, double*, void* context) {
  Search& search = *static_cast<Search*>(context);
  ++search.evaluations;
  try {
    return search.loss(std::vector<double>(x, x + count));
  } catch (...) {
    search.failure = std::current_exception();
    nlopt_force_stop(search.optimizer);
    return HUGE_VAL;
  }
}

}  // namespace

SearchResult minimize(const std::function<double(const std::vector<double>&)>& loss,
                      std::vector<double> start, const std::vector<double>& low,
                      const std::vector<double>& high, const SearchOptions& options) {
  const std::unique_ptr<nlopt_opt_s, decltype(&nlopt_destroy)> optimizer(
      nlopt_create(NLOPT_LN_NELDERMEAD, static_cast<unsigned>(start.size())), nlopt_destroy);
  require(optimizer != nullptr, "a search needs at least one parameter");
  Search search{.loss = loss, .optimizer = optimizer.get()};
  for (std::size_t k = 0; k < start.size(); ++k) start[k] = std::clamp(start[k], low[k], high[k]);
  nlopt_set_lower_bounds(optimizer.get(), low.data());
  nlopt_set_upper_bounds(optimizer.get(), high.data());
  nlopt_set_min_objective(optimizer.get(), evaluate, &search);
  nlopt_set_initial_step1(optimizer.get(), options.step);
  nlopt_set_xtol_abs1(optimizer.get(), options.tolerance);
  nlopt_set_ftol_rel(optimizer.get(), options.loss_tolerance);
  nlopt_set_maxeval(optimizer.get(), options.max_evaluations);
  SearchResult result{.x = std::move(start)};
  const nlopt_result ended = nlopt_optimize(optimizer.get(), result.x.data(), &result.loss);
  if (search.failure) std::rethrow_exception(search.failure);
  // rounding may stop a search that has nothing left to gain
  require(ended > 0 || ended == NLOPT_ROUNDOFF_LIMITED,
          "the search cannot begin; check the bounds of the parameters");
  result.evaluations = search.evaluations;
  result.converged = ended != NLOPT_MAXEVAL_REACHED;
  return result;
}

}  // namespace isocloth::fitting
