#pragma once

/// Keeps what has nearly the colour of the cloth, by distance in CIELAB
///
///   ΔE = √((w ΔL)² + Δa² + Δb²),   w = 0.3
///
/// where equal steps look equally large. Lightness counts little: it changes with the light on each fold.
/// [CIE 15:2004, D65 white]

#include "io/cloud/cloud.hpp"

namespace isocloth::fitting {

/// L from 0 to 100, a and b about −100 to 100.
Vec3 to_lab(const io::Rgb& color);

struct ColorFilter {
  io::Rgb color{};       ///< of the cloth
  double distance = 25;  ///< largest ΔE that is kept [-]
};

/// One answer for each of the points: whether its colour is near.
std::vector<bool> near_color(const std::vector<io::Rgb>& colors, const ColorFilter& filter);

}  // namespace isocloth::fitting
