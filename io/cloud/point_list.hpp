#pragma once

/// A cloud that grows point by point while a file is read.

#include "io/cloud/cloud.hpp"

namespace isocloth::io {

struct PointList {
  std::vector<double> coordinates;  ///< x, y, z of each point [m]
  std::vector<Rgb> colors;

  void add(double x, double y, double z) { coordinates.insert(coordinates.end(), {x, y, z}); }

  Cloud to_cloud() && {
    const auto count = static_cast<Eigen::Index>(coordinates.size() / 3);
    return {Eigen::Map<const Points>(coordinates.data(), count, 3), std::move(colors), 0};
  }
};

/// A colour channel from a number: 0…255, clamped; not a number is 0.
inline std::uint8_t to_channel(double value) {
  return static_cast<std::uint8_t>(value >= 255 ? 255 : value >= 0 ? value + 0.5 : 0);
}

}  // namespace isocloth::io
