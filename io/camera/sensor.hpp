#pragma once

/// From an ideal depth image to what a Kinect-class camera makes of it.
///
/// A structured-light camera measures disparity d = k / z in steps of one, from patches that do not end where
/// objects end:
///
///   z' = k / round(k / z(x + σ_s ξ₁, y + σ_s ξ₂) + σ_d ξ₃),   ξ normal
///
/// With k = 351.3 m steps are z²/k = 2.8 mm at 1 m and 6.4 mm at 1.5 m, σ_d = 1/6 gives the measured noise.
/// [Handa et al. 2014, "A benchmark for RGB-D visual odometry"; Khoshelham and Elberink 2012] Besides, pixels
/// near jumps of depth are lost, and on slanted surfaces, and a few anywhere.

#include <random>

#include "io/camera/depth_image.hpp"

namespace isocloth::io {

struct SensorOptions {
  double disparity_scale = 351.3;    ///< k [m]
  double disparity_noise = 1.0 / 6;  ///< σ_d [steps]
  double lateral_noise = 0.5;        ///< σ_s [pixels]
  double jump = 0.03;                ///< neighbours this much apart in depth make an edge [m]
  double edge_dropout = 0.5;         ///< share of pixels lost beside an edge [-]
  double dropout = 0.01;             ///< share lost anywhere [-]
  double least_facing = 0.17;        ///< lost where the surface is slanted more (80°), cosine [-]
  double color_noise = 6;            ///< standard deviation of each channel [of 255]
  double farthest = 4;               ///< [m]
};

/// Normal, of mean 0 and standard deviation 1 (Box and Muller).
double random_normal(std::mt19937& random);

/// A pixel that the camera has a depth for.
struct SensedPixel {
  int x = 0, y = 0;
  double depth = 0;  ///< z' [m]
  Rgb color{};
};

/// Row by row from the top; pixels without depth are left out. The same for the same state of `random`.
std::vector<SensedPixel> sense(const DepthImage& image, const SensorOptions& options, std::mt19937& random);

}  // namespace isocloth::io
