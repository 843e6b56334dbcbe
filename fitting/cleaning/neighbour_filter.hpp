#pragma once

/// Points that stand alone, and small groups of them, by the distance to their nearest neighbours.
///
///   outlier:  mean distance to the k nearest  >  factor · median of that distance over the cloud
///   island:   a group joined by neighbours nearer than 3 times that median, with less than `least_share` of
///             the points of the largest group

#include "isocloth/core/types.hpp"

#include <cstdint>
#include <vector>

namespace isocloth::fitting {

struct NeighbourFilter {
  int neighbours = 8;        ///< k
  double factor = 2.5;       ///< [-]
  double least_share = 0.2;  ///< of the largest group [-]
};

enum class Company : std::uint8_t { among_others, outlier, island };

/// One answer for each point.
std::vector<Company> find_lonely_points(const Points& points, const NeighbourFilter& filter);

}  // namespace isocloth::fitting
