#pragma once

/// Point-wise Laplacian of the positions on the rest shape: one row per sample node,
///
///   (Lφ)_k = Σ_j L_kj φ_j ≈ Δφ at node k,   and an area w_k that the sample stands for, Σ w_k = area of the
///   surface.
///
/// A row starts from finite elements, L_kj = −1/m_k ∫ ∇N_k·∇N_j dA, which is exact for quadratic functions on
/// regular meshes only. It is then changed as little as possible, so that it is exact for linear and, where
/// the nodes around allow it, for quadratic functions on every mesh. Hence a flat sheet has no curvature
/// however it is moved, and a rolled one has the curvature of its cylinder, on irregular triangles too.
///
/// Samples are the interior nodes. At the boundary the finite element row would measure the slope ∂φ/∂n
/// instead of a curvature, so a boundary node gives its area to the interior nodes near it; where there are
/// none (a strip one element wide) it gets a one-sided row of its own.

#include "isocloth/core/node_matrix.hpp"
#include "isocloth/mesh/topology.hpp"

namespace isocloth {

struct Laplacian {
  NodeMatrix rows;  ///< samples × nodes [1/m²]
  Vector area;      ///< w_k per sample [m²]
};

Laplacian make_laplacian(const Mesh& rest, const Topology& topology);

}  // namespace isocloth
