#pragma once

/// Where the nodes of a recorded grid lie on a simulated mesh that may be finer or coarser: bilinear weights
/// of the four mesh nodes around each.

#include <array>
#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth::fitting {

class GridSamples {
 public:
  /// Both grids cover the same rectangle; {columns, rows}.
  GridSamples(std::array<int, 2> mesh, std::array<int, 2> grid);

  /// Positions of the grid's nodes, from those of the mesh [m].
  void take(const Points& mesh, Points& grid) const;

  /// The mesh node nearest to a node of the grid.
  int nearest(int node) const;

 private:
  struct Sample {
    std::array<int, 4> nodes;
    std::array<double, 4> weights;
  };
  std::vector<Sample> samples_;
};

/// Share of the cloth's area that belongs to each node of a grid {columns, rows}; they sum up to 1.
Vector area_shares(std::array<int, 2> grid);

}  // namespace isocloth::fitting
