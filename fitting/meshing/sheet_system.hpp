#pragma once

/// Least squares over the nodes of a sheet: residuals are added one by one, then a step is solved for.
///
///   minimise  Σ (r + Σ_i g_i·δ_i)² w   over the moves δ of the nodes [m]
///
/// Every residual touches few nodes of one neighbourhood, so the normal matrix has the pattern of the grid
/// and goes to the block Cholesky factorisation of the simulator.

#include <span>

#include "fitting/meshing/sheet.hpp"
#include "isocloth/linear/block_cholesky.hpp"

namespace isocloth::fitting {

class SheetSystem {
 public:
  explicit SheetSystem(const SheetShape& shape);

  void set_zero();

  /// Adds (r + Σ_i scales[i] direction·δ_i)² weight for nodes of one cell, or of three in a line.
  void add(std::span<const int> nodes, std::span<const double> scales, const Vec3& direction, double residual,
           double weight);

  /// The same for many residuals at a point of the sheet, summed by cell before they go into the matrix:
  /// (r − direction·Σ weights δ)² weight.
  void add_at_spot(const SheetSpot& spot, const Vec3& direction, double residual, double weight);

  /// Adds |r + Σ_i scales[i] δ_i|² weight.
  void add_vector(std::span<const int> nodes, std::span<const double> scales, const Vec3& residual,
                  double weight);

  /// The moves that make the sum least; nothing (zero) where the matrix cannot be factored.
  Points solve();

 private:
  using CellMatrix = Eigen::Matrix<double, 12, 12>;
  using CellVector = Eigen::Matrix<double, 12, 1>;
  struct Cell {
    std::array<int, 4> corners{};
    CellMatrix matrix = CellMatrix::Zero();
    CellVector rhs = CellVector::Zero();
    bool empty = true;
  };

  void add_cells();
  void add_block(int i, int j, const Eigen::Matrix3d& block);

  BlockCholesky cholesky_;
  Points rhs_;
  std::vector<Cell> cells_;  ///< by their first corner
};

}  // namespace isocloth::fitting
