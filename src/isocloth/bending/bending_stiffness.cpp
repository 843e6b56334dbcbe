#include "isocloth/bending/bending_stiffness.hpp"

namespace isocloth {

NodeMatrix bending_stiffness(const Mesh& rest, const Topology& topology) {
  const Laplacian laplacian = make_laplacian(rest, topology);
  const NodeMatrix transposed = laplacian.rows.transpose();
  NodeMatrix weighted = laplacian.rows;
  for (Eigen::Index sample = 0; sample < weighted.rows(); ++sample)
    for (NodeMatrix::InnerIterator entry(weighted, sample); entry; ++entry)
      entry.valueRef() *= laplacian.area[sample];
  return transposed * weighted;
}

double bending_energy(const NodeMatrix& stiffness, const Eigen::Ref<const Points>& x) {
  const Points centred = x.rowwise() - x.row(0);
  return 0.5 * (centred.transpose() * (stiffness * centred)).trace();
}

}  // namespace isocloth
