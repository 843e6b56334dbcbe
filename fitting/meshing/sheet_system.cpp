#include "fitting/meshing/sheet_system.hpp"

namespace isocloth::fitting {
namespace {

NodeGraph sheet_graph(const SheetShape& shape) {
  std::vector<std::vector<int>> sets;
  const auto [columns, rows] = shape.nodes;
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      if (c + 1 < columns && r + 1 < rows)
        sets.push_back(
            {shape.node(c, r), shape.node(c + 1, r), shape.node(c, r + 1), shape.node(c + 1, r + 1)});
      if (c + 2 < columns) sets.push_back({shape.node(c, r), shape.node(c + 1, r), shape.node(c + 2, r)});
      if (r + 2 < rows) sets.push_back({shape.node(c, r), shape.node(c, r + 1), shape.node(c, r + 2)});
    }
  }
  return graph_of_cliques(shape.count(), sets);
}

}  // namespace

SheetSystem::SheetSystem(const SheetShape& shape)
    : cholesky_(sheet_graph(shape)), rhs_(Points::Zero(shape.count(), 3)), cells_(shape.count()) {}

void SheetSystem::set_zero() {
  cholesky_.set_zero();
  rhs_.setZero();
  for (Cell& cell : cells_)
    if (!cell.empty) cell = Cell{};
}

void SheetSystem::add_at_spot(const SheetSpot& spot, const Vec3& direction, double residual, double weight) {
  Cell& cell = cells_[spot.corners[0]];
  cell.corners = spot.corners;
  cell.empty = false;
  CellVector gradient;
  for (int i = 0; i < 4; ++i) gradient.segment<3>(3 * i) = -spot.weights[i] * direction;
  cell.matrix.noalias() += (weight * gradient) * gradient.transpose();
  cell.rhs -= weight * residual * gradient;
}

void SheetSystem::add_cells() {
  for (const Cell& cell : cells_) {
    if (cell.empty) continue;
    for (int i = 0; i < 4; ++i) {
      rhs_.row(cell.corners[i]) += cell.rhs.segment<3>(3 * i).transpose();
      for (int j = 0; j <= i; ++j)
        add_block(cell.corners[i], cell.corners[j], cell.matrix.block<3, 3>(3 * i, 3 * j));
    }
  }
}

void SheetSystem::add_block(int i, int j, const Eigen::Matrix3d& block) {
  const bool is_later = cholesky_.position(i) >= cholesky_.position(j);
  const BlockSlot slot = is_later ? cholesky_.slot(i, j) : cholesky_.slot(j, i);
  double* values = cholesky_.values() + slot.offset;
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) values[r + c * slot.leading] += block(r, c);  // blocks here are symmetric
}

void SheetSystem::add(std::span<const int> nodes, std::span<const double> scales, const Vec3& direction,
                      double residual, double weight) {
  const Eigen::Matrix3d square = weight * direction * direction.transpose();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    rhs_.row(nodes[i]) -= (weight * residual * scales[i]) * direction.transpose();
    for (std::size_t j = 0; j <= i; ++j) add_block(nodes[i], nodes[j], scales[i] * scales[j] * square);
  }
}

void SheetSystem::add_vector(std::span<const int> nodes, std::span<const double> scales, const Vec3& residual,
                             double weight) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    rhs_.row(nodes[i]) -= (weight * scales[i]) * residual.transpose();
    for (std::size_t j = 0; j <= i; ++j)
      add_block(nodes[i], nodes[j], weight * scales[i] * scales[j] * Eigen::Matrix3d::Identity());
  }
}

Points SheetSystem::solve() {
  add_cells();
  if (!cholesky_.factor()) return Points::Zero(rhs_.rows(), 3);
  Points moves = rhs_;
  cholesky_.solve(moves);
  return moves;
}

}  // namespace isocloth::fitting
