#include "fitting/cleaning/neighbour_filter.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "fitting/cleaning/nearest.hpp"

namespace isocloth::fitting {
namespace {

constexpr double kJoining = 3;  ///< neighbours nearer than this many median distances hang together [-]

/// The k nearest of each point, without itself.
struct Neighbourhood {
  std::size_t k = 0;
  std::vector<std::uint32_t> index;  ///< k a point
  std::vector<double> distance;      ///< [m]
  std::vector<double> mean;          ///< a point [m]
  double median = 0;                 ///< of the means [m]
};

Neighbourhood find_neighbourhood(const Points& points, std::size_t k) {
  Neighbourhood result;
  const auto count = static_cast<std::size_t>(points.rows());
  result.k = k;
  result.index.resize(count * k);
  result.distance.resize(count * k);
  result.mean.resize(count);
  const Nearest nearest(points);
  std::vector<std::uint32_t> index(k + 1);
  std::vector<double> squared(k + 1);
  for (std::size_t p = 0; p < count; ++p) {
    nearest.find(points.row(static_cast<Eigen::Index>(p)), index, squared);
    double sum = 0;
    for (std::size_t n = 0; n < k; ++n) {  // the nearest of all is the point itself
      result.index[p * k + n] = index[n + 1];
      sum += result.distance[p * k + n] = std::sqrt(squared[n + 1]);
    }
    result.mean[p] = sum / static_cast<double>(k);
  }
  std::vector<double> means = result.mean;
  const auto middle = means.begin() + static_cast<std::ptrdiff_t>(count / 2);
  std::nth_element(means.begin(), middle, means.end());
  result.median = *middle;
  return result;
}

class Groups {
 public:
  explicit Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0U); }
  std::uint32_t of(std::uint32_t p) {
    while (parent_[p] != p) p = parent_[p] = parent_[parent_[p]];
    return p;
  }
  void join(std::uint32_t p, std::uint32_t q) { parent_[of(p)] = of(q); }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace

std::vector<Company> find_lonely_points(const Points& points, const NeighbourFilter& filter) {
  const auto count = static_cast<std::size_t>(points.rows());
  std::vector<Company> company(count, Company::among_others);
  const auto k = static_cast<std::size_t>(filter.neighbours);
  if (count < k + 2) {  // too few to have a usual distance
    std::fill(company.begin(), company.end(), Company::outlier);
    return company;
  }
  const Neighbourhood around = find_neighbourhood(points, k);
  for (std::size_t p = 0; p < count; ++p)
    if (around.mean[p] > filter.factor * around.median) company[p] = Company::outlier;

  Groups groups(count);
  for (std::size_t p = 0; p < count; ++p)
    for (std::size_t n = p * k; n < (p + 1) * k; ++n)
      if (company[p] == Company::among_others && company[around.index[n]] == Company::among_others &&
          around.distance[n] <= kJoining * around.median)
        groups.join(static_cast<std::uint32_t>(p), around.index[n]);
  std::vector<std::size_t> size(count);
  for (std::size_t p = 0; p < count; ++p) ++size[groups.of(static_cast<std::uint32_t>(p))];
  const auto largest = static_cast<double>(*std::max_element(size.begin(), size.end()));
  for (std::size_t p = 0; p < count; ++p)
    if (company[p] == Company::among_others &&
        static_cast<double>(size[groups.of(static_cast<std::uint32_t>(p))]) < filter.least_share * largest)
      company[p] = Company::island;
  return company;
}

}  // namespace isocloth::fitting
