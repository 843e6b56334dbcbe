#include "fitting/cleaning/clean_cloud.hpp"

#include <cmath>

#include "isocloth/core/require.hpp"

namespace isocloth::fitting {
namespace {

Fate fate_by_place(const Vec3& point, const CleaningOptions& options, const std::optional<Box>& region) {
  for (const HalfSpace& half_space : options.half_spaces)
    if (!half_space.holds(point)) return Fate::half_space;
  if (region && ((point.array() < region->low.array()).any() || (point.array() > region->high.array()).any()))
    return Fate::region;
  return Fate::kept;
}

/// Points that are still kept, as a cloud of their own, and which they are.
struct Rest {
  std::vector<int> index;
  io::Cloud cloud;
};

Rest rest_of(const io::Cloud& cloud, const std::vector<Fate>& fates) {
  Rest rest;
  for (int k = 0; k < cloud.size(); ++k)
    if (fates[k] == Fate::kept) rest.index.push_back(k);
  rest.cloud.points.resize(static_cast<Eigen::Index>(rest.index.size()), 3);
  for (std::size_t k = 0; k < rest.index.size(); ++k) {
    rest.cloud.points.row(static_cast<Eigen::Index>(k)) = cloud.points.row(rest.index[k]);
    if (cloud.has_colors()) rest.cloud.colors.push_back(cloud.colors[rest.index[k]]);
  }
  return rest;
}

}  // namespace

std::optional<std::string> CleaningOptions::problem() const {
  for (const HalfSpace& half_space : half_spaces)
    if (!(half_space.normal.norm() > 0) || !half_space.normal.allFinite() ||
        !std::isfinite(half_space.offset))
      return "the normal of a half-space must be finite and not 0";
  if (color && !(color->distance > 0))
    return "the distance of colours must be > 0, got " + to_text(color->distance);
  if (neighbours.neighbours < 1 || neighbours.neighbours > 100) return "neighbours must be from 1 to 100";
  if (!(neighbours.factor >= 1))
    return "the factor of outliers must be >= 1, got " + to_text(neighbours.factor);
  if (!(neighbours.least_share >= 0 && neighbours.least_share <= 1))
    return "the least share of an island must be from 0 to 1";
  return std::nullopt;
}

const char* name_of(Fate fate) {
  constexpr std::array<const char*, kFates> kNames{"kept",   "half-spaces", "region",
                                                   "colour", "outliers",    "islands"};
  return kNames[static_cast<std::size_t>(fate)];
}

CleanedCloud clean_cloud(const io::Cloud& cloud, const CleaningOptions& options,
                         const std::optional<Box>& region) {
  CleanedCloud result;
  result.fates.resize(cloud.size());
  for (int k = 0; k < cloud.size(); ++k)
    result.fates[k] = fate_by_place(cloud.points.row(k), options, region);

  Rest rest = rest_of(cloud, result.fates);
  if (options.color && cloud.has_colors()) {
    const std::vector<bool> near = near_color(rest.cloud.colors, *options.color);
    for (std::size_t k = 0; k < near.size(); ++k)
      if (!near[k]) result.fates[rest.index[k]] = Fate::color;
    rest = rest_of(cloud, result.fates);
  }
  const std::vector<Company> company = find_lonely_points(rest.cloud.points, options.neighbours);
  for (std::size_t k = 0; k < company.size(); ++k)
    if (company[k] != Company::among_others)
      result.fates[rest.index[k]] = company[k] == Company::outlier ? Fate::outlier : Fate::island;
  for (const Fate fate : result.fates) ++result.counts[static_cast<std::size_t>(fate)];
  result.cloud = rest_of(cloud, result.fates).cloud;
  return result;
}

}  // namespace isocloth::fitting
