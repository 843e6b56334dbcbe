#pragma once

/// What tests of batches share.

#include <cstdlib>
#include <string>
#include <vector>

#include "dynamics/runs.hpp"
#include "isocloth/batch/cloth_batch.hpp"

namespace isocloth::test {

/// Where tests step their batches: on a CPU, or where ISOCLOTH_TEST_DEVICE is cuda, on a GPU.
inline BatchOptions on_test_device() {
  const char* device = std::getenv("ISOCLOTH_TEST_DEVICE");
  return {.device =
              device != nullptr && std::string(device) == "cuda" ? BatchDevice::cuda : BatchDevice::cpu};
}

/// Positions of every world.
inline std::vector<Points> all_positions(const ClothBatch& batch) {
  std::vector<double> all(static_cast<std::size_t>(3 * batch.worlds() * batch.nodes()));
  batch.read_positions(all.data());
  std::vector<Points> positions;
  for (int w = 0; w < batch.worlds(); ++w)
    positions.emplace_back(Eigen::Map<const Points>(
        all.data() + 3 * static_cast<std::ptrdiff_t>(w) * batch.nodes(), batch.nodes(), 3));
  return positions;
}

/// Positions of one world.
inline Points positions_of(const ClothBatch& batch, int world) {
  std::vector<double> all(static_cast<std::size_t>(3 * batch.worlds() * batch.nodes()));
  batch.read_positions(all.data());
  return Eigen::Map<const Points>(all.data() + 3 * static_cast<std::ptrdiff_t>(world) * batch.nodes(),
                                  batch.nodes(), 3);
}

inline double distance(const Points& a, const Points& b) { return (a - b).rowwise().norm().maxCoeff(); }

/// Where the hands of a batch have their nodes at the end of each of `steps` steps, the same in every world:
/// `path` of the step's end, from where the nodes are.
template <class Path>
std::vector<double> led_from(const ClothBatch& batch, const Points& x, int steps, const Path& path) {
  std::vector<double> paths;
  for (int step = 1; step <= steps; ++step)
    for (int w = 0; w < batch.worlds(); ++w)
      for (const int node : batch.held_nodes()) {
        const Vec3 at = x.row(node).transpose() + path(w, step * batch.dt());
        paths.insert(paths.end(), at.begin(), at.end());
      }
  return paths;
}

}  // namespace isocloth::test
