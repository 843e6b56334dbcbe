#pragma once

/// What the paper says of other meshes of the shaken sheet, and what we accept.

#include <array>

#include "experiments/claim.hpp"
#include "isocloth/mesh/generators.hpp"

namespace isocloth::experiments::shake {

/// A mesh of the A3 sheet.
struct SheetMesh {
  const char* name;
  std::array<int, 2> nodes;
  ElementKind element;
  std::optional<double> paper;  ///< mean error against the recorded cotton, fast [cm]
};

/// The first is what all are compared with.
inline const std::array<SheetMesh, 8> kMeshes{{{"17×17 quads", {17, 17}, ElementKind::quad, 0.35},
                                               {"9×9 quads", {9, 9}, ElementKind::quad, 0.31},
                                               {"9×17 quads", {9, 17}, ElementKind::quad, 0.37},
                                               {"17×9 quads", {17, 9}, ElementKind::quad, 0.34},
                                               {"17×17 triangles", {17, 17}, ElementKind::triangle, {}},
                                               {"9×9 triangles", {9, 9}, ElementKind::triangle, {}},
                                               {"9×17 triangles", {9, 17}, ElementKind::triangle, {}},
                                               {"17×9 triangles", {17, 9}, ElementKind::triangle, {}}}};

/// The paper's numbers are distances to a recording; ours are distances to the finest mesh.
inline Claim distance_claim(const SheetMesh& mesh) {
  return {std::string(mesh.name) + " to 17×17 quads, mean distance",
          "Discussion of the results, mesh resolutions", mesh.paper, at_most(0.5), "cm"};
}

}  // namespace isocloth::experiments::shake
