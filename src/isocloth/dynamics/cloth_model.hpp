#pragma once

/// A cloth as it is made: everything that stays the same during a run.

#include <memory>

#include "isocloth/core/node_matrix.hpp"
#include "isocloth/dynamics/material.hpp"
#include "isocloth/isometry/element_springs.hpp"
#include "isocloth/isometry/isometry_rows.hpp"

namespace isocloth {

/// A cloth whose edges keep their length, see edge_rows.hpp: the model that others use, to compare with.
struct EdgeModel {
  double shear_stiffness = 0;  ///< S, of a mesh of quads [N/m]
};

/// A cloth that touches itself: no layer passes through another, and they keep its thickness apart.
struct SelfContact {
  double friction = 0;  ///< µ between layers

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

struct ClothModel {
  Mesh rest;
  Topology topology;
  std::vector<int> corners;
  Material material;
  ClothOptions options;    ///< that it was made with
  QuadraticRows rows;      ///< inextensibility, or lengths of edges
  RowLaw law;              ///< of the constraints: k = ¼ Y · area of the row, Y = ρ·(wave speed)²; of
                           ///< springs: what resists shear; ElementSprings sets all of
                           ///< it for a step
  ElementSprings springs;  ///< none in an EdgeModel
  Vector node_area;        ///< m_k [m²]
  Vector element_area;     ///< at rest [m²]
  Vector edge_squares;     ///< squared length of each edge of the topology at rest [m²]
  Vector unevenness;   ///< how far each node gives way to its front side when a flat sheet is pressed, see
                       ///< take_step.cpp [m]
  NodeMatrix bending;  ///< K [1/m²]; no entries where neither κ nor β needs it
};

/// Throws InputError where mesh, material or corners cannot be used.
std::shared_ptr<const ClothModel> make_cloth_model(const Mesh& rest, const Material& material,
                                                   const ClothOptions& options = {});

}  // namespace isocloth
