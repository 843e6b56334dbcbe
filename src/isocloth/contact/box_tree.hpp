#pragma once

/// Which triangles of the surface may come near each other: a tree of boxes over them.
///
/// The tree follows the rest shape and is made once; its boxes are fitted to where the nodes may be. A leaf
/// has a few triangles, most of them neighbours. Within a leaf, and between it and one that shares a node
/// with it, nothing can come near anything else while all normals around are within 30° of each other: so
/// small a piece of an inextensible surface then lies open. Likewise of two triangles around one node. Not so
/// where the boundary turns inwards, as at the end of a cut: both sides of it may slide over each other,
/// however flat they lie.

#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "isocloth/contact/surface_triangles.hpp"

namespace isocloth {

/// In single precision, rounded outwards, so that one comparison of a register tells whether two meet.
struct Box {
  typedef float Eight __attribute__((vector_size(32)));
  Eight ends = {};  ///< low x y z, 0, −high x y z, 0

  static Box around(const Vec3& low, const Vec3& high) {
    Box box;
    for (int i = 0; i < 3; ++i) {
      box.ends[i] = just_below(low[i]);
      box.ends[4 + i] = just_below(-high[i]);
    }
    return box;
  }
  bool meets(const Box& other) const {
    const Eight gaps = ends + __builtin_shufflevector(other.ends, other.ends, 4, 5, 6, 7, 0, 1, 2, 3);
    const auto apart = reinterpret_cast<Flags>(~(gaps <= 0));
    return (apart[0] | apart[1] | apart[2] | apart[3]) == 0;
  }
  void add(const Box& other) { ends = ends < other.ends ? ends : other.ends; }

 private:
  typedef long long Flags __attribute__((vector_size(32)));

  static float just_below(double a) {
    const auto nearest = static_cast<float>(a);
    return nearest - std::abs(nearest) * std::numeric_limits<float>::epsilon();
  }
};

class BoxTree {
 public:
  BoxTree(const SurfaceTriangles& surface, const Points& rest);

  /// Fits the boxes to a box for each node; normals are those at both ends of the nodes' ways, x and y.
  void fit(const std::vector<Box>& node_boxes, const Points& x, const Points& y);

  /// Of a triangle.
  const Box& box_of(int triangle) const { return triangle_boxes_[triangle]; }

  /// The pairs of triangles whose boxes meet, but for those that lie open with all around them. One triangle
  /// with itself is none.
  void find_pairs(std::vector<std::array<int, 2>>& pairs) const;

 private:
  static constexpr int kLeafSize = 4;

  struct Node {
    int left = -1, right = -1;  ///< children; −1: a leaf
    int first = 0, count = 0;   ///< into order_
    int leaf = -1;              ///< number of the leaf
  };

  int build(const std::vector<Vec3>& middle, int first, int count);
  bool is_connected(const Node& leaf) const;
  bool has_any(const Node& leaf, const std::vector<char>& nodes) const;
  void find_normals(const Points& x);
  void keep_open_leaves();
  void keep_open_nodes();
  void find_neighbours();
  void pair_up(int a, int b, std::vector<std::array<int, 2>>& pairs) const;
  void pair_leaves(int a, int b, std::vector<std::array<int, 2>>& pairs) const;
  bool lie_open(int a, int b) const;
  bool lie_open_around_a_node(int triangle, int other) const;

  const SurfaceTriangles& surface_;
  std::vector<int> order_;  ///< triangles, leaf by leaf
  std::vector<Node> nodes_;
  std::vector<int> leaf_node_;
  std::vector<Box> boxes_, triangle_boxes_;
  std::vector<Vec3> normal_;       ///< per triangle
  std::vector<Vec3> leaf_normal_;  ///< mean of a leaf's, or zero where they differ, or it never lies open
  std::vector<char> never_open_;   ///< per leaf: in pieces, or where the boundary turns inwards
  std::vector<char> lies_open_;    ///< per leaf: with all neighbours
  std::vector<char> inward_,
      opens_;  ///< per node: where the boundary turns inwards; triangles around lie open
  std::vector<std::vector<int>> neighbours_;  ///< of a leaf: leaves that share a node, sorted
};

}  // namespace isocloth
