#pragma once

/// A cloth as it is made: everything that stays the same during a run.

#include <memory>

#include "isocloth/bending/bending_stiffness.hpp"
#include "isocloth/dynamics/material.hpp"
#include "isocloth/isometry/isometry_rows.hpp"

namespace isocloth {

struct ClothOptions {
  Frames frames = Frames::aligned;
  double corner_angle = kCornerAngle;         ///< the boundary turns by more than this at a corner [rad]
  std::optional<std::vector<int>> corners{};  ///< corner nodes by hand, instead of by angle

  /// Speed of a stretch wave √(Y/ρ) [m/s], which makes the constraints stiff instead of infinitely hard. At
  /// 2,500 m/s a cloth that hangs by its own weight lengthens by about 10⁻⁶ of itself per metre; no result
  /// depends on it visibly, but every state has one answer. Tied to ρ so that cloths that differ by a factor
  /// in all of ρ, δ, κ, α, β move alike.
  double stretch_wave_speed = 2500;

  /// Each element's own metric is held by a spring and a damper beside the constraints, which hold averages
  /// only. Spring: speed of its stretch wave [m/s]; damper: viscosity over ρ [m²/s]. Weak enough not to lock
  /// (docs/method.md); 0 and 0 leave the paper's rows alone.
  double element_wave_speed = 1;
  double element_viscosity = 8;
};

struct ClothModel {
  Mesh rest;
  Topology topology;
  std::vector<int> corners;
  Material material;
  QuadraticRows rows;    ///< inextensibility
  Vector row_stiffness;  ///< k_r = ¼ Y · area of the row, Y = ρ·(wave speed)² [N·m]
  Vector row_viscosity;  ///< ¼ ρ · viscosity · area of the row; 0 for constraints [N·m·s]
  Vector node_area;      ///< m_k [m²]
  Vector element_area;   ///< at rest [m²]
  Vector unevenness;     ///< how far each node gives way to its front side when a flat sheet is pressed, see
                         ///< step.cpp [m]
  NodeMatrix bending;    ///< K [1/m²]; no entries where neither κ nor β needs it
};

/// Throws InputError where mesh, material or corners cannot be used.
std::shared_ptr<const ClothModel> make_cloth_model(const Mesh& rest, const Material& material,
                                                   const ClothOptions& options = {});

}  // namespace isocloth
