#pragma once

/// Drape coefficient of a ring over a round table, by raster.
///
///   D = (area of table and cloth seen from above − area of the table) / (area of the flat ring)
///
/// Folds that lie over each other, or under the table, count once or not at all: a cell of the raster counts
/// where its centre is outside the table and below some element.

#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

/// `x` are the positions of the nodes of the flat ring `rest`, both about the z axis; table_radius [m].
double drape_coefficient(const Mesh& rest, const Points& x, double table_radius);

}  // namespace isocloth
