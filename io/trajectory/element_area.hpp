#pragma once

/// Area of an element by its parametrisation, A = ∫ |φ_ξ × φ_η| dξ dη.
///
/// Triangle: exact. Quad: bilinear φ on [−1, 1]², four Gauss points at ξ, η = ±1/√3 of weight 1; exact where
/// flat.

#include "isocloth/mesh/mesh.hpp"

namespace isocloth::io {

/// [m²]
double element_area(const Points& x, const Element& element);

/// A / A_rest − 1 per element, positive where the cloth is stretched; 0 for an element of no rest area.
Vector signed_area_errors(const Mesh& rest, const Points& x);

}  // namespace isocloth::io
