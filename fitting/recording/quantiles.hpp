#pragma once

/// Numbers that a few wild values do not change.

#include <algorithm>
#include <vector>

namespace isocloth::fitting {

/// The value below which `share` of the values lie; there must be some.
inline double quantile(std::vector<double>& values, double share) {
  const auto at =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// The middle one; of an even number the greater of the two. There must be some.
inline double middle_of(std::vector<double> values) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

inline double median(std::vector<double> values) { return quantile(values, 0.5); }

/// Standard deviation of a normal distribution with these sizes of errors; by two quantiles, as depths come
/// in steps and the median alone may see one step only.
inline double robust_scale(std::vector<double> sizes) {
  return std::max(quantile(sizes, 0.5) / 0.6745, quantile(sizes, 0.9) / 1.645);
}

}  // namespace isocloth::fitting
