#pragma once

/// The physical parameters of the model. None depends on the mesh or the time step.

#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace isocloth {

struct Material {
  double density = 1.0;  ///< ρ, inertial mass per area [kg/m²]
  /// δ, gravitational mass per area [kg/m²]; below ρ it stands for the air. None: ρ.
  std::optional<double> virtual_mass{};
  double bending = 0.0;  ///< κ, bending rigidity [N·m]
  double damping = 0.0;  ///< α, damping of slow motion: force −α·area·v [kg/(m²·s)]; the decay rate is α/ρ
  double bending_damping = 0.0;  ///< β, damping of fast motion: force −βKv [N·m·s]
  double thickness = 0.0;        ///< t, of the cloth: its middle keeps half of it from obstacles [m]
  /// P, pressure that squeezes the cloth to ¾ of its thickness, half of what it gives way by at most
  /// (contact/compression.hpp) [Pa]. Infinite: a hard cloth.
  double compression = 1000.0;
  /// S, shear stiffness of a woven cloth, whose threads keep their length while the angle 90° − γ between
  /// warp and weft gives way: energy ½ S sin²γ per area [N/m]. Infinite: an inextensible surface.
  double shear_stiffness = std::numeric_limits<double>::infinity();

  double gravitational_mass() const { return virtual_mass.value_or(density); }  ///< δ [kg/m²]
  bool is_woven() const { return std::isfinite(shear_stiffness); }

  /// The first thing wrong with these numbers, or nothing.
  std::optional<std::string> problem() const;
};

}  // namespace isocloth
