#include "fitting/recording/grid_samples.hpp"

#include <algorithm>

namespace isocloth::fitting {
namespace {

/// Cell of a line of `mesh` nodes in which node `k` of `grid` lies, and how far into it, from 0 to 1.
std::pair<int, double> cell_of(int k, int grid, int mesh) {
  const double at = static_cast<double>(k) * (mesh - 1) / (grid - 1);
  const int cell = std::clamp(static_cast<int>(at), 0, mesh - 2);
  return {cell, at - cell};
}

}  // namespace

GridSamples::GridSamples(std::array<int, 2> mesh, std::array<int, 2> grid) {
  for (int row = 0; row < grid[1]; ++row)
    for (int column = 0; column < grid[0]; ++column) {
      const auto [c, u] = cell_of(column, grid[0], mesh[0]);
      const auto [r, v] = cell_of(row, grid[1], mesh[1]);
      const int corner = r * mesh[0] + c;
      samples_.push_back({{corner, corner + 1, corner + mesh[0], corner + mesh[0] + 1},
                          {(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v}});
    }
}

void GridSamples::take(const Points& mesh, Points& grid) const {
  grid.resize(static_cast<Eigen::Index>(samples_.size()), 3);
  for (std::size_t k = 0; k < samples_.size(); ++k) {
    Vec3 x = Vec3::Zero();
    for (int c = 0; c < 4; ++c)
      if (samples_[k].weights[c] != 0)
        x += samples_[k].weights[c] * mesh.row(samples_[k].nodes[c]).transpose();
    grid.row(static_cast<Eigen::Index>(k)) = x.transpose();
  }
}

int GridSamples::nearest(int node) const {
  const Sample& sample = samples_[static_cast<std::size_t>(node)];
  const auto most = std::max_element(sample.weights.begin(), sample.weights.end());
  return sample.nodes[static_cast<std::size_t>(most - sample.weights.begin())];
}

Vector area_shares(std::array<int, 2> grid) {
  Vector shares(grid[0] * grid[1]);
  const auto along = [](int k, int count) { return (k == 0 || k == count - 1 ? 0.5 : 1.0) / (count - 1); };
  for (int row = 0; row < grid[1]; ++row)
    for (int column = 0; column < grid[0]; ++column)
      shares[row * grid[0] + column] = along(column, grid[0]) * along(row, grid[1]);
  return shares;
}

}  // namespace isocloth::fitting
