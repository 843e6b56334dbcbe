#pragma once

/// The surface as layers see it: triangles, quads split along the diagonal from their first to their third
/// node.
///
/// Every node and every edge is owned by one of its triangles, so that the pairs of what two triangles own
/// are all pairs of nodes and triangles, and of edges, each once.

#include <array>
#include <span>
#include <vector>

#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

using Triangle = std::array<int, 3>;

struct SurfaceTriangles {
  explicit SurfaceTriangles(const Mesh& mesh);

  int node_count = 0;
  std::vector<Triangle> triangles;
  std::vector<int> element;  ///< that each triangle is part of
  std::vector<int> piece;    ///< … and which connected piece of the surface
  std::vector<Edge> edges;   ///< every edge of a triangle once, diagonals included, smaller node first
  std::vector<std::array<int, 3>> triangle_edges;  ///< from each corner to the next
  std::vector<std::array<int, 2>> edge_triangles;  ///< on both sides; −1 beyond the boundary
  std::vector<char> on_boundary;                   ///< per node

  std::vector<std::array<bool, 3>> owns_node, owns_edge;  ///< per triangle and corner

  /// Triangles round a node: around[around_begin[node] … around_begin[node + 1]).
  std::vector<int> around_begin, around;

  /// Whether two nodes are corners of one element or of two that share a node: near each other however the
  /// cloth lies.
  bool are_near(int node, int other) const;
  std::span<const int> near(int node) const {
    return {near_.data() + near_begin_[node], near_.data() + near_begin_[node + 1]};
  }

 private:
  void find_pieces();

  std::vector<int> near_begin_, near_;  ///< nodes at most two elements away, sorted
};

}  // namespace isocloth
