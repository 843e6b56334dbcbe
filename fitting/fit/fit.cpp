#include "fitting/fit/fit.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <mutex>

#include "fitting/fit/gauss_newton.hpp"
#include "fitting/fit/nelder_mead.hpp"
#include "fitting/fit/search_space.hpp"
#include "fitting/fit/uncertainty.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/core/threads.hpp"

namespace isocloth::fitting {
namespace {

/// Parameters known worse than this, relative to their value, are called not identifiable.
constexpr double kUnknownShare = 0.5;
/// The same for lengths and times that may be zero: in multiples of what is a small difference.
constexpr double kUnknownSteps = 25;
constexpr double kTiedCorrelation = 0.98;

/// Counts evaluations of all starts and tells the caller.
class Watch {
 public:
  explicit Watch(const FitOptions& options) : options_(options) {}

  void saw(const std::vector<double>& point, double loss) {
    const std::lock_guard lock(mutex_);
    ++progress_.evaluations;
    if (progress_.evaluations == 1 || loss < best_) {
      best_ = loss;
      progress_.best = std::sqrt(loss);
      progress_.values.clear();
      for (std::size_t k = 0; k < point.size(); ++k)
        progress_.values.push_back(to_value(options_.parameters[k], point[k]));
    }
    if (options_.on_progress) options_.on_progress(progress_);
  }
  int evaluations() const { return progress_.evaluations; }

 private:
  const FitOptions& options_;
  std::mutex mutex_;
  FitProgress progress_;
  double best_ = 0;
};

void check(const std::vector<const Trial*>& trials, const FitOptions& options) {
  require(!trials.empty(), "a fit needs at least one recording");
  require(!options.parameters.empty(), "a fit needs at least one parameter");
  require(options.starts >= 1 && options.starts <= kMostStarts,
          "starts must be 1 to " + std::to_string(kMostStarts) + ", got " + std::to_string(options.starts));
  require(options.share > 0 && options.share <= 1,
          "the share that is fitted must be above 0 and at most 1, got " + to_text(options.share));
  for (std::size_t k = 0; k < options.parameters.size(); ++k)
    require(std::find(options.parameters.begin(), options.parameters.begin() + static_cast<std::ptrdiff_t>(k),
                      options.parameters[k]) == options.parameters.begin() + static_cast<std::ptrdiff_t>(k),
            std::string(info_of(options.parameters[k]).name) + " is to be fitted twice; name it once");
  for (const Trial* trial : trials) {
    require(trial->frames_until(options.share) >= 3,
            trial->recording().name + ": the part that is fitted has fewer than three frames; record more");
    require(!options.offset || trial->hanger().has_value(),
            trial->recording().name + ": an offset is that of a tool; give the tool's motion");
    for (const Parameter parameter : options.parameters)
      require(info_of(parameter).of_material || trial->hanger().has_value(),
              trial->recording().name + ": " + info_of(parameter).name +
                  " is that of a tool; give the tool's motion");
  }
}

/// Starts end where steps are smaller than this; the best of them is then searched to the end.
constexpr double kRoughly = 0.1;

SearchResult search_from(const std::vector<const Trial*>& trials, const FitOptions& options,
                         const SearchSpace& space, Watch& watch, const std::vector<double>& start,
                         double tolerance) {
  SearchOptions search = options.search;
  search.tolerance = tolerance;
  const auto evaluate = [&](const std::vector<double>& point) {
    Evaluation found = evaluate_loss(trials, space.at(point), options.share, options.offset);
    watch.saw(point, found.loss);
    return found;
  };
  if (search.method == SearchMethod::nelder_mead)
    return minimize([&](const std::vector<double>& point) { return evaluate(point).loss; }, start,
                    space.low(), space.high(), search);
  return minimize_squares([&](const std::vector<double>& point) { return evaluate(point).residuals; }, start,
                          space.low(), space.high(), space.wide_differences(), search);
}

/// Every start to where it ends; a search that fails passes its error on.
std::vector<SearchResult> search_all(const std::vector<const Trial*>& trials, const FitOptions& options,
                                     const SearchSpace& space, Watch& watch, double tolerance) {
  std::vector<SearchResult> ends(options.starts);
  std::vector<std::exception_ptr> failures(options.starts);
  Threads threads(std::min(options.threads, options.starts));
  threads.each(options.starts, [&](int s) {
    try {
      ends[s] = search_from(trials, options, space, watch, space.start(s), tolerance);
    } catch (...) {
      failures[s] = std::current_exception();
    }
  });
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
  return ends;
}

void judge(FitResult& result, const FitOptions& options, const SearchSpace& space,
           const std::vector<double>& point, const Uncertainty& uncertainty) {
  for (std::size_t k = 0; k < result.parameters.size(); ++k) {
    FittedParameter& fitted = result.parameters[k];
    const ParameterInfo& info = info_of(fitted.parameter);
    const double error = uncertainty.standard_errors[k];
    fitted.standard_error = error * (info.logarithmic ? fitted.value : info.scale);
    const bool unknown = !(error < (info.logarithmic ? kUnknownShare : kUnknownSteps * info.small));
    fitted.identifiable = !unknown && !space.at_bound(point, k);
    if (space.at_bound(point, k))
      result.warnings.push_back(std::string(info.name) +
                                " ended at a bound of its search; the recording does not tell it.");
    else if (unknown)
      result.warnings.push_back(
          std::string(info.name) +
          " is not identifiable from this recording: the error hardly changes with it. Leave it out, or "
          "record a motion that shows it.");
  }
  for (std::size_t i = 0; i < uncertainty.correlation.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (std::abs(uncertainty.correlation[i][j]) > kTiedCorrelation)
        result.warnings.push_back(std::string(info_of(options.parameters[j]).name) + " and " +
                                  info_of(options.parameters[i]).name +
                                  " can only be told together (correlation " +
                                  to_text(std::round(1000 * uncertainty.correlation[i][j]) / 1000) + ").");
}

}  // namespace

FitResult fit(const std::vector<const Trial*>& trials, const FitOptions& options) {
  check(trials, options);
  const auto begin = std::chrono::steady_clock::now();
  const SearchSpace space(options);
  Watch watch(options);
  const double fine = options.search.tolerance;
  const bool in_two = options.search.method == SearchMethod::gauss_newton && fine < kRoughly;
  const std::vector<SearchResult> ends = search_all(trials, options, space, watch, in_two ? kRoughly : fine);
  SearchResult best = *std::min_element(ends.begin(), ends.end(),
                                        [](const auto& a, const auto& b) { return a.loss < b.loss; });
  if (in_two) best = search_from(trials, options, space, watch, best.x, fine);
  FitResult result{.best = space.at(best.x), .loss = best.loss};
  if (options.offset) result.best.shift += evaluate_loss(trials, result.best, options.share, true).shift;
  for (const SearchResult& end : ends) result.start_losses.push_back(end.loss);
  for (std::size_t k = 0; k < best.x.size(); ++k)
    result.parameters.push_back(
        {.parameter = options.parameters[k], .value = to_value(options.parameters[k], best.x[k])});
  if (!best.converged) result.warnings.emplace_back("The search was stopped at its limit of evaluations.");
  if (options.uncertainty) {
    const auto evaluate = [&](const std::vector<double>& point) {
      return evaluate_loss(trials, space.at(point), options.share, options.offset);
    };
    judge(result, options, space, best.x, find_uncertainty(evaluate, best.x, space.differences()));
  }
  result.evaluations = watch.evaluations();
  result.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace isocloth::fitting
