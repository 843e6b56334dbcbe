#pragma once

/// Triangles in boxes within boxes: the nearest one to a point, and the first one along a ray, without
/// looking at most of them.
///
/// A binary tree, halved at the median along the longest side of each box, so that it is never deeper than
/// log₂ of the number of triangles. A search goes to the nearer of two boxes first and leaves out each box
/// that is farther away than what it has found.

#include <vector>

#include "isocloth/solids/flat_triangle.hpp"
#include "isocloth/solids/solid_mesh.hpp"

namespace isocloth {

/// Where a ray first meets a triangle.
struct RayHit {
  double distance = 0;  ///< along the ray [m]; infinite where it meets none
  int triangle = -1;
};

class TriangleTree {
 public:
  explicit TriangleTree(const SolidMesh& solid);

  /// The same for the same point, whatever was asked before. |p| must be below 1e100 m.
  Nearest nearest(const Vec3& p) const;

  /// From a point along a unit vector; triangle `except` is not seen.
  RayHit first_hit(const Vec3& from, const Vec3& direction, int except) const;

 private:
  /// Triangles first … first + count − 1, or the node `first` where count is 0.
  struct Branch {
    int first = 0, count = 0;
  };
  struct Box {
    Eigen::Array4d low, high;  ///< x, y, z, 0 [m]
  };
  struct Node {
    Box box[2];
    Branch branch[2];
  };

  static Box box_of(const FlatTriangle& triangle);
  Branch grow(int begin, int end, Box& box);

  std::vector<Node> nodes_;  ///< the first is the root
  std::vector<FlatTriangle> triangles_;
  double margin_ = 0;  ///< rays see triangles and boxes larger by this, so that none slips between two [m]
};

}  // namespace isocloth
