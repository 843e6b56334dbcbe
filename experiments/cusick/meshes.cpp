#include <algorithm>
#include <cmath>

#include "experiments/cusick/claims.hpp"
#include "experiments/cusick/cusick.hpp"

namespace isocloth::experiments::cusick {

/// The cells of 96 × 8 nodes: 96 around for 7 across. With q across, n ≈ (q + 1) · q · 96/7.
std::vector<std::array<int, 2>> ring_meshes(int count) {
  constexpr double kFewest = 250, kMost = 1300;
  const double ratio = static_cast<double>(kCalibrationNodes[0]) / (kCalibrationNodes[1] - 1);
  std::vector<std::array<int, 2>> meshes;
  for (int k = 0; k < count; ++k) {
    const double nodes = kFewest + (kMost - kFewest) * k / (count - 1);
    const int across = static_cast<int>(std::lround(0.5 + std::sqrt(0.25 + nodes / ratio)));
    meshes.push_back({static_cast<int>(std::lround(nodes / across)), across});
  }
  const auto distance = [](const std::array<int, 2>& m) {
    return std::abs(m[0] * m[1] - kCalibrationNodes[0] * kCalibrationNodes[1]);
  };
  *std::min_element(meshes.begin(), meshes.end(), [&](const auto& a, const auto& b) {
    return distance(a) < distance(b);
  }) = kCalibrationNodes;
  return meshes;
}

}  // namespace isocloth::experiments::cusick
