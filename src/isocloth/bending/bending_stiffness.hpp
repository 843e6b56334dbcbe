#pragma once

/// Quadratic bending: the energy of a surface that moves by isometries,
///
///   ½ κ φᵀKφ = ½ κ ∫ |Δφ|² dA,   K = Lᵀ W L,   W = diag(w)      (L, w: see laplacian.hpp)
///
/// κ: bending rigidity [N·m]. |Δφ| is twice the mean curvature, 1/R on a cylinder of radius R, so a rolled
/// sheet of area A stores ½ κ A/R². The rest shape of the cloth is taken to be flat. [Coltraro et al.,
/// "Equations of motion"; Bergou et al. 2006]

#include "isocloth/bending/laplacian.hpp"

namespace isocloth {

/// K [1/m²], acting on x, y and z alike.
NodeMatrix bending_stiffness(const Mesh& rest, const Topology& topology);

/// ½ φᵀKφ, the energy per unit of κ [-].
double bending_energy(const NodeMatrix& stiffness, const Eigen::Ref<const Points>& x);

}  // namespace isocloth
