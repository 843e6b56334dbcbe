#pragma once

/// Whether a cloth begins where it can go on from.
///
/// A cloth that begins a little inside an obstacle is let out. One that begins deeper than half of what the
/// obstacle is thick, as where a rod passes through a sheet, has no side to go to. Nor has one that passes
/// through itself.

#include "isocloth/contact/deepest_point.hpp"
#include "isocloth/dynamics/cloth_model.hpp"

namespace isocloth {

/// InputError where the cloth at x [m] is too deep inside the obstacle: how deep, where, and
/// near which node.
void check_start(const PosedShape& obstacle, const std::string& name, const ClothModel& cloth,
                 const Points& x);

/// InputError where a cloth that touches itself passes through itself at x [m]: which elements, and where.
void check_layers(const ClothModel& cloth, const Points& x);

}  // namespace isocloth
