#include <algorithm>
#include <cstdlib>

#include "experiments/cusick/claims.hpp"
#include "experiments/cusick/cusick.hpp"
#include "experiments/drape/drape.hpp"

namespace isocloth::experiments::cusick {

std::vector<std::array<int, 2>> ring_meshes(int count) {
  constexpr double kFewest = 250, kMost = 1300;
  std::vector<std::array<int, 2>> meshes;
  for (int k = 0; k < count; ++k) meshes.push_back(ring_nodes(kFewest + (kMost - kFewest) * k / (count - 1)));
  const auto distance = [](const std::array<int, 2>& m) {
    return std::abs(m[0] * m[1] - kCalibrationNodes[0] * kCalibrationNodes[1]);
  };
  *std::min_element(meshes.begin(), meshes.end(), [&](const auto& a, const auto& b) {
    return distance(a) < distance(b);
  }) = kCalibrationNodes;
  return meshes;
}

}  // namespace isocloth::experiments::cusick
