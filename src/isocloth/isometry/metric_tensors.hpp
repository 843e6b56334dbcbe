#pragma once

/// E, F, G as quadratic forms in the positions: at a point of an element, and averaged at a node.
///
///   E = Σ_ij T_E^{ij} ⟨x_i, x_j⟩,  likewise F and G      T_E^{ij} = ∂₁N_i ∂₁N_j,
///   T_F^{ij} = ½ (∂₁N_i ∂₂N_j + ∂₂N_i ∂₁N_j),            T_G^{ij} = ∂₂N_i ∂₂N_j
///
/// At a node k they are averages with the weight N_k over elements around it, relative to their values at
/// rest. [Coltraro et al., Algorithm 1]

#include <Eigen/Core>
#include <vector>

#include "isocloth/isometry/node_derivatives.hpp"

namespace isocloth {

/// T_E, T_F, T_G, over these nodes.
struct MetricTensors {
  std::vector<int> support;
  std::vector<Eigen::MatrixXd> efg;
};

/// At a point of an element with rest tangents t, in a frame there.
MetricTensors metric_at(const Element& element, const ShapeValues& shape, const Tangents& t,
                        const NodeFrame& frame);

/// Algorithm 1 for one node: over the elements `around`. With Frames::mean_tangents the spread of these is
/// exchanged, see mean_tangents.hpp.
MetricTensors metric_at_node(const Mesh& rest, int node, const std::vector<int>& around, Frames frames,
                             const NodeFrame& frame);

}  // namespace isocloth
