#include "isocloth/dynamics/material.hpp"

#include <cmath>

#include "isocloth/core/require.hpp"

namespace isocloth {

std::optional<std::string> Material::problem() const {
  if (!(density > 0) || !std::isfinite(density))
    return "density must be above 0 kg/m², got " + to_text(density);
  if (!std::isfinite(gravitational_mass()))
    return "virtual_mass must be finite, got " + to_text(gravitational_mass());
  if (!(bending >= 0) || !std::isfinite(bending))
    return "bending must be at least 0 N·m, got " + to_text(bending);
  if (!(damping >= 0) || !std::isfinite(damping))
    return "damping must be at least 0 kg/(m²·s), got " + to_text(damping);
  if (!(bending_damping >= 0) || !std::isfinite(bending_damping))
    return "bending_damping must be at least 0 N·m·s, got " + to_text(bending_damping);
  if (!(thickness >= 0) || !std::isfinite(thickness))
    return "thickness must be at least 0 m, got " + to_text(thickness);
  if (!(compression > 0)) return "compression must be above 0 Pa, got " + to_text(compression);
  if (!(shear_stiffness > 0)) return "shear_stiffness must be above 0 N/m, got " + to_text(shear_stiffness);
  return std::nullopt;
}

}  // namespace isocloth
