#pragma once

/// What can be said of any mesh whose indices are valid, and what only of one that can be simulated.

#include <optional>
#include <string>

#include "isocloth/mesh/mesh.hpp"
#include "isocloth/mesh/topology.hpp"

namespace isocloth::cli {

struct Connections {
  std::vector<double> loop_lengths;  ///< of each boundary loop [m]
  std::vector<int> loop_nodes;
  std::vector<int> corners;
  int edges = 0;
  int pieces = 0;
  int euler_characteristic =
      0;  ///< nodes − edges + elements: 1 for a disc, 0 for a ring or tube, 2 for a ball
};

struct MeshFacts {
  int nodes = 0;
  int triangles = 0;
  int quads = 0;
  double area = 0;  ///< [m²]
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
  double shortest_edge = 0, longest_edge = 0;    ///< [m]
  double smallest_angle = 0, largest_angle = 0;  ///< of an element at one of its corners [degrees]
  std::optional<Connections> connections;        ///< nothing where the mesh is no surface
  std::string problem;  ///< why it cannot be simulated, one sentence; empty where it can
};

MeshFacts facts_of(const Mesh& mesh);

}  // namespace isocloth::cli
