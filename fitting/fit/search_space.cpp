#include "fitting/fit/search_space.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth::fitting {
namespace {

/// Factors on the starting values of the first two parameters; wide, as losses have side minima at other
/// periods.
constexpr double kStarts[kMostStarts][2] = {{1, 1}, {1.8, 0.35}, {0.5, 2.5}, {0.7, 0.35}, {1.8, 2.5}};

/// A coordinate this near to a bound, as a share of its range, has run into it.
constexpr double kNearBound = 0.02;

}  // namespace

SearchSpace::SearchSpace(const FitOptions& options) : options_(options) {
  for (const Parameter parameter : options.parameters) {
    const ParameterInfo& info = info_of(parameter);
    const double unit = info.of_material ? options.base.material.density : 1;
    low_.push_back(to_coordinate(parameter, info.low * unit));
    high_.push_back(to_coordinate(parameter, info.high * unit));
    start_.push_back(to_coordinate(parameter, info.start * unit));
    differences_.push_back(info.small);
    wide_.push_back(info.wide);
  }
}

TrialParameters SearchSpace::at(const std::vector<double>& point) const {
  TrialParameters parameters = options_.base;
  for (std::size_t k = 0; k < point.size(); ++k)
    set_value(parameters, options_.parameters[k], to_value(options_.parameters[k], point[k]));
  return parameters;
}

std::vector<double> SearchSpace::start(int number) const {
  std::vector<double> point = start_;
  for (std::size_t k = 0; k < std::min<std::size_t>(point.size(), 2); ++k)
    if (info_of(options_.parameters[k]).logarithmic) point[k] += std::log(kStarts[number][k]);
  return point;
}

bool SearchSpace::at_bound(const std::vector<double>& point, std::size_t k) const {
  return std::min(point[k] - low_[k], high_[k] - point[k]) < kNearBound * (high_[k] - low_[k]);
}

}  // namespace isocloth::fitting
