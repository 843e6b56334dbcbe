#pragma once

/// The rows that keep a surface inextensible, dimensionless.
///
/// RowsAt::elements, quads: the metric in the middle of each quad e,
///
///   E_e − 1,  F_e,  G_e − 1         E = |∂₁x|², F = ∂₁x·∂₂x, G = |∂₂x|²  there
///
/// which is that of its mid-edge parallelogram: both diagonals keep their lengths and their angle. [Jiang et
/// al. 2020, "Quad-mesh based isometric mappings and developable surfaces"] Diagonals join even nodes to even
/// and odd to odd ones (as on a chessboard); what holds both together are springs on all edges, which an
/// isometry leaves alone, see element_springs.hpp.
///
/// Hems: a node with one quad only, as at the corner of a sheet, hangs on one diagonal, and the two edges
/// there hold it. An edge of the boundary keeps the length that its quad has in the middle, along the edge:
///
///   |x_i − x_j|²/l² − (E cos²θ + 2F cosθ sinθ + G sin²θ)
///
/// Its own length, as below, would make a border that stretches less than the cloth beside it, which then
/// ripples. A fold through a node with one quad lengthens hems, so that they must be springs: they are, up to
/// two edges from it, where it is not among the corners.
///
/// RowsAt::nodes, as the paper does, and triangles (whose own metric would lock them):
///
///   interior node k:   E_k/E_k⁰ − 1,  (F_k − F_k⁰)/√(E_k⁰G_k⁰),  G_k/G_k⁰ − 1
///   corner node k:     (F_k − F_k⁰)/√(E_k⁰G_k⁰)
///   boundary edge ij:  |x_i − x_j|²/l² − 1
///
///   E_k = Σ_ij T_E^{kij} ⟨x_i, x_j⟩,   T_E^{kij} = 1/m_k ∫ N_k ∂₁N_i ∂₁N_j dA,
///   T_F^{kij} = 1/(2m_k) ∫ N_k (∂₁N_i ∂₂N_j + ∂₂N_i ∂₁N_j) dA,   T_G^{kij} = 1/m_k ∫ N_k ∂₂N_i ∂₂N_j dA
///
/// These hold averages over the elements around a node, so neighbouring elements may stretch and shrink
/// against each other unseen. The rows E, F, G in the middle of each element are added as springs: an
/// isometry leaves them alone, so they resist nothing but such motion. In a mesh of both, quads have rows of
/// their own, and so have nodes whose triangles are at least half of what is around them: averages over these
/// triangles.
///
/// With Frames::mean_tangents rows of interior nodes are changed, see mean_tangents.hpp.
///
/// The row of a corner holds the angle of its elements, which must give way where the cloth folds through
/// that corner: a cloth that is to fold sharply there has no corner at that node (ClothOptions::corners).
///
/// A woven cloth keeps the length of its threads, not the angle between them. ∂₁, ∂₂ go along warp and weft;
/// a quad has rows of its own only where its sides lie along them (within 22.5°); rows F are left out, and
/// springs' rows F carry the shear stiffness S. What an edge at an angle θ to the warp keeps, as row or
/// spring, is the part of its length that is not due to shear, in its middle:
///
///   edge ij:  E cos²θ + G sin²θ − 1  =  |x_i − x_j|²/l² − 1 − F sin 2θ
///
/// ∂₁, ∂₂: see node_derivatives.hpp. [Coltraro et al., "Constraint function", Algorithm 1, where the first
/// t_F is t_E]

#include <optional>

#include "isocloth/isometry/node_derivatives.hpp"
#include "isocloth/isometry/quadratic_rows.hpp"

namespace isocloth {

enum class RowsAt { elements, nodes };

/// A spring row on an edge.
struct EdgeSpring {
  int first = 0, second = 0;  ///< quads whose tension it follows; the same where it has one
  double area = 0;            ///< that it stands for [m²]: half of that of each of its quads
};

struct IsometryRows {
  /// Constraints; then springs: three rows for each of spring_elements, one row F for each of shear_quads,
  /// one row for each of edge_springs.
  QuadraticRows rows;
  /// Area that each row stands for [m²]: a row with stiffness Y·area/4 stores the energy of a membrane
  /// of stretch stiffness Y [N/m] under the Green strain ½c, ½ Y ∫ |ε|², whatever the mesh. Boundary rows
  /// count more, see kBoundaryShare.
  Vector area;
  Vector shear;  ///< of each spring: its stiffness over the S of a woven cloth [m²]; 0 where it is not woven
  Frames frames = Frames::aligned;
  bool woven = false;
  std::vector<int> row_of_node;     ///< first of the rows E, F, G of each node (E, G: woven); −1 where none
  std::vector<int> row_of_element;  ///< likewise of each quad that has rows; −1: others
  std::vector<int> row_of_edge;     ///< of each of Topology::boundary_edges; −1 where it is a spring
  std::vector<int> spring_elements;
  std::vector<EdgeSpring> edge_springs;
};

/// The seam along a boundary carries more than its area: boundary edges and corners are this much stiffer.
inline constexpr double kBoundaryShare = 10;
/// So are hems, which carry no pull of their own.
inline constexpr double kHemShare = 3;

/// Rows of a rest shape; `corners` are boundary nodes. `warp`, a unit vector, makes a woven cloth of it; its
/// threads lie along the warp's part in the tangent plane and across it.
IsometryRows make_isometry_rows(const Mesh& rest, const Topology& topology, const std::vector<int>& corners,
                                RowsAt rows, Frames frames, const std::optional<Vec3>& warp = {});

}  // namespace isocloth
