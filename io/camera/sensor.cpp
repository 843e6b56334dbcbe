#include "io/camera/sensor.hpp"

#include <cmath>
#include <numbers>

#include "io/cloud/point_list.hpp"
#include "isocloth/core/random.hpp"

namespace isocloth::io {
namespace {

bool beside_edge(const DepthImage& image, int x, int y, double jump) {
  const double depth = static_cast<double>(image.at(x, y).depth);
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (image.holds(x + dx, y + dy) &&
          !(std::abs(static_cast<double>(image.at(x + dx, y + dy).depth) - depth) < jump))
        return true;
  return false;
}

}  // namespace

double random_normal(std::mt19937& random) {
  return std::sqrt(-2 * std::log(random_unit(random))) * std::cos(2 * std::numbers::pi * random_unit(random));
}

std::vector<SensedPixel> sense(const DepthImage& image, const SensorOptions& options, std::mt19937& random) {
  std::vector<SensedPixel> list;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      // the patch that is matched lies a little aside
      const int px = static_cast<int>(std::lround(x + options.lateral_noise * random_normal(random)));
      const int py = static_cast<int>(std::lround(y + options.lateral_noise * random_normal(random)));
      const double noise = options.disparity_noise * random_normal(random);
      const double luck = random_unit(random);
      if (!image.holds(px, py)) continue;
      const DepthPixel& seen = image.at(px, py);
      const double depth = static_cast<double>(seen.depth);
      if (!(depth < options.farthest) || static_cast<double>(seen.facing) < options.least_facing) continue;
      if (luck < (beside_edge(image, px, py, options.jump) ? options.edge_dropout : options.dropout))
        continue;
      const double step = std::round(options.disparity_scale / depth + noise);
      SensedPixel pixel{x, y, options.disparity_scale / step};
      for (int k = 0; k < 3; ++k)
        pixel.color[k] = to_channel(seen.color[k] + options.color_noise * random_normal(random));
      list.push_back(pixel);
    }
  }
  return list;
}

}  // namespace isocloth::io
