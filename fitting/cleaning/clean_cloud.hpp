#pragma once

/// From all that a camera saw to the points of the cloth, step by step:
///
///   half-spaces   points behind a plane go (wall, table, robot)
///   region        points far from where the cloth was in the last frame go
///   colour        points of another colour go
///   outliers      points whose neighbours are far away go
///   islands       groups of points that hang together with few others go
///
/// Each point of the cloud keeps its fate, so that every step can be counted and looked at.

#include <array>
#include <optional>

#include "fitting/cleaning/color_filter.hpp"
#include "fitting/cleaning/neighbour_filter.hpp"
#include "io/cloud/cloud.hpp"

namespace isocloth::fitting {

/// One side of a plane: points with normal·x ≥ offset are kept.
struct HalfSpace {
  Vec3 normal{0, 0, 1};  ///< of any length but 0, into the side that is kept
  double offset = 0;     ///< [m] for a unit normal

  bool holds(const Vec3& point) const { return normal.dot(point) >= offset; }
};

struct CleaningOptions {
  std::vector<HalfSpace> half_spaces{};
  std::optional<ColorFilter> color{};
  NeighbourFilter neighbours{};

  /// The first thing wrong with these options, or nothing.
  std::optional<std::string> problem() const;
};

/// What became of a point.
enum class Fate : std::uint8_t { kept, half_space, region, color, outlier, island };
inline constexpr int kFates = 6;

/// The name of a step, for reports: "half-spaces", …
const char* name_of(Fate fate);

/// A box with sides along the axes [m].
struct Box {
  Vec3 low, high;
};

struct CleanedCloud {
  io::Cloud cloud;                   ///< what is left
  std::vector<Fate> fates;           ///< of each point of the cloud before
  std::array<int, kFates> counts{};  ///< points by fate
};

/// `region`: where the cloth can be, if it is known. Without colours in the cloud the colour filter does
/// nothing.
CleanedCloud clean_cloud(const io::Cloud& cloud, const CleaningOptions& options,
                         const std::optional<Box>& region = std::nullopt);

}  // namespace isocloth::fitting
