#pragma once

/// Cloths as they are made: everything that stays the same during a run.
///
/// Several cloths are pieces of one mesh: the nodes of the first, then of the second, … Each has its own
/// material and options; rows are the constraints of all of them, then the springs of all of them.

#include <memory>

#include "isocloth/core/node_matrix.hpp"
#include "isocloth/dynamics/material.hpp"
#include "isocloth/isometry/element_springs.hpp"
#include "isocloth/isometry/isometry_rows.hpp"
#include "isocloth/mesh/pieces.hpp"

namespace isocloth {

/// A cloth whose edges keep their length, see edge_rows.hpp: the model that others use, to compare with.
struct EdgeModel {
  double shear_stiffness = 0;  ///< S, of a mesh of quads [N/m]
};

/// A cloth that touches itself, and others: no layer passes through another, and they keep its thickness
/// apart, half of each side.
struct SelfContact {
  double friction = 0;  ///< µ between layers; of two cloths, the geometric mean

  bool operator==(const SelfContact&) const = default;
};

struct ClothOptions {
  std::optional<EdgeModel> edges{};           ///< set: this model, instead of the inextensible surface
  RowsAt rows = RowsAt::elements;             ///< of quads; triangles have nodal rows
  Frames frames = Frames::aligned;            ///< of nodal rows
  double corner_angle = kCornerAngle;         ///< the boundary turns by more than this at a corner [rad]
  std::optional<std::vector<int>> corners{};  ///< corner nodes by hand, instead of by angle
  Vec3 warp{1, 0, 0};  ///< direction of the threads of a woven cloth, in the rest shape; of any length

  /// Speed of a stretch wave √(Y/ρ) [m/s], which makes the constraints stiff instead of infinitely hard: a
  /// cloth that hangs by its own weight lengthens by 0.003 % per metre. Tied to ρ so that cloths that differ
  /// by a factor in all of ρ, δ, κ, α, β move alike.
  double stretch_wave_speed = 600;

  /// Relative error of the first fundamental form from which the constraints stiffen [-], see row_law.hpp:
  /// loads hundreds of times the cloth's weight stretch it by less than 0.1 %.
  double stiffening_strain = 2e-4;

  std::optional<SelfContact> self_contact{};  ///< none: it passes through itself

  ElementSpringOptions element_springs{};  ///< all 0 leaves rows alone: of nodes, the paper's
};

/// One of the cloths, as it was asked for.
struct ClothPiece {
  Mesh rest;  ///< its rest shape
  std::string name = kClothName;
  Material material{};
  ClothOptions options{};
};

/// One of the cloths, as it is made.
struct Piece : MeshPiece {
  Material material{};
  ClothOptions options{};              ///< that it was made with; corners are counted from its first node
  double area = 0;                     ///< at rest [m²]
  ElementSprings springs{};            ///< on its elements; none in an EdgeModel
  int first_edge = 0, edge_count = 0;  ///< of the topology's
  int first_constraint = 0, constraint_count = 0;  ///< of the rows'

  double weight(double gravity) const { return gravity * material.gravitational_mass() * area; }  ///< [N]
};

struct ClothModel {
  Mesh rest;
  Topology topology;
  std::vector<int> corners;
  std::vector<Piece> pieces;  ///< the cloths, one at least
  QuadraticRows rows;         ///< inextensibility, or lengths of edges
  RowLaw law;                 ///< of the constraints: k = ¼ Y · area of the row, Y = ρ·(wave speed)²; of
                              ///< springs: what resists shear; ElementSprings sets all of
                              ///< it for a step
  Vector node_area;           ///< m_k [m²]
  Vector element_area;        ///< at rest [m²]
  Vector edge_squares;        ///< squared length of each edge of the topology at rest [m²]
  Vector unevenness;  ///< how far each node gives way to its front side when a flat sheet is pressed, see
                      ///< take_step.cpp [m]
  Vector node_half_thickness;  ///< half of the thickness of the cloth there [m]
  Vector node_compression;     ///< of the cloth there [Pa]
  NodeMatrix bending;          ///< K [1/m²]; no entries where neither κ nor β of a cloth needs it

  /// The cloth that a node is of.
  const Piece& piece_of(int node) const;

  /// "node 7", or, of one of several cloths, by its own number: "node 7 of cloth "shirt"".
  std::string node_text(int node) const;

  bool has_woven() const;

  /// Whether no layer passes through another; of several cloths, all or none do so.
  bool touches_itself() const { return pieces.front().options.self_contact.has_value(); }
};

/// One cloth. Throws InputError where mesh, material or corners cannot be used.
std::shared_ptr<const ClothModel> make_cloth_model(const Mesh& rest, const Material& material,
                                                   const ClothOptions& options = {});

/// Several, in this order. InputError also where names are alike, or a number differs that they must share
/// (stiffening_strain), or one touches itself and another does not.
std::shared_ptr<const ClothModel> make_cloth_model(const std::vector<ClothPiece>& pieces);

}  // namespace isocloth
