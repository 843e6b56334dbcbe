#pragma once

/// How thick a solid mesh is where it is thinnest.

#include "isocloth/obstacles/solid_mesh.hpp"
#include "isocloth/obstacles/triangle_tree.hpp"

namespace isocloth {

/// An estimate of half the thickness [m]. A ray goes inwards from the centre of each triangle; where it
/// leaves through a triangle that faces away, within 60° of the opposite direction, its length is a
/// thickness. Others cut off an edge or corner, where every solid is thin and a cloth is led out rightly all
/// the same. Never more than 3 V / A: the radius of the ball that all faces touch where there is one, and
/// above the largest ball within where the solid is convex.
double half_thickness(const SolidMesh& solid, const TriangleTree& tree);

}  // namespace isocloth
