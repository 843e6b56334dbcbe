#pragma once

/// A four-sided patch laid out on the unit square.
///
/// The outline goes to the square's sides, each side of the patch by its length; every other node to the mean
/// of its neighbours with Floater's mean value weights
///
///   w_ij = (tan(γ/2) + tan(δ/2)) / |x_j − x_i|      γ, δ: angles beside the edge ij, at i
///
/// which are positive, so that no triangle turns over, and which leave a flat patch as it is. [Hormann and
/// Greiner 2000, "Quadrilateral remeshing"; Floater 2003, "Mean value coordinates"]

#include "fitting/meshing/patch.hpp"

namespace isocloth::fitting {

/// Place of each node in the unit square. The side from corner `first` to the next becomes v = 0, from (0, 0)
/// to (1, 0); nodes that no triangle has are left at 0.
std::vector<Vec2> parametrise(const Patch& patch, int first);

/// The patch at points (c/(columns − 1), r/(rows − 1)) of the square, in the order of a grid of nodes.
Points remesh(const Patch& patch, const std::vector<Vec2>& places, int columns, int rows);

}  // namespace isocloth::fitting
