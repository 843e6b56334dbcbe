#include "fitting/cleaning/neighbour_filter.hpp"

#include <algorithm>
#include <cmath>
#include <nanoflann.hpp>

#include "fitting/recording/quantiles.hpp"
#include "isocloth/mesh/disjoint_sets.hpp"

namespace isocloth::fitting {
namespace {

constexpr double kJoining = 3;  ///< neighbours nearer than this many median distances hang together [-]

/// A cloud as nanoflann asks for it.
struct TreePoints {
  const Points& points;

  std::size_t kdtree_get_point_count() const { return static_cast<std::size_t>(points.rows()); }
  double kdtree_get_pt(std::size_t k, std::size_t axis) const {
    return points(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(axis));
  }
  template <class BoundingBox>
  bool kdtree_get_bbox(BoundingBox&) const {
    return false;
  }
};

using KdTree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, TreePoints>,
                                                   TreePoints, 3, std::uint32_t>;

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
  const TreePoints tree_points{points};
  const KdTree tree(3, tree_points);
  std::vector<std::uint32_t> index(k + 1);
  std::vector<double> squared(k + 1);
  for (std::size_t p = 0; p < count; ++p) {
    const Vec3 x = points.row(static_cast<Eigen::Index>(p));
    tree.knnSearch(x.data(), k + 1, index.data(), squared.data());
    double sum = 0;
    for (std::size_t n = 0; n < k; ++n) {  // the nearest of all is the point itself
      result.index[p * k + n] = index[n + 1];
      sum += result.distance[p * k + n] = std::sqrt(squared[n + 1]);
    }
    result.mean[p] = sum / static_cast<double>(k);
  }
  result.median = middle_of(result.mean);
  return result;
}

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

  DisjointSets groups(count);
  for (std::size_t p = 0; p < count; ++p)
    for (std::size_t n = p * k; n < (p + 1) * k; ++n)
      if (company[p] == Company::among_others && company[around.index[n]] == Company::among_others &&
          around.distance[n] <= kJoining * around.median)
        groups.unite(p, around.index[n]);
  std::vector<std::size_t> size(count);
  for (std::size_t p = 0; p < count; ++p) ++size[groups.root(p)];
  const auto largest = static_cast<double>(*std::max_element(size.begin(), size.end()));
  for (std::size_t p = 0; p < count; ++p)
    if (company[p] == Company::among_others &&
        static_cast<double>(size[groups.root(p)]) < filter.least_share * largest)
      company[p] = Company::island;
  return company;
}

}  // namespace isocloth::fitting
