#pragma once

/// A sparse matrix with one number per pair of nodes, acting on x, y and z alike.

#include <Eigen/SparseCore>

namespace isocloth {

using NodeMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

}  // namespace isocloth
