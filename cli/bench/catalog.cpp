#include "cli/bench/catalog.hpp"

namespace isocloth::cli::bench {
namespace {

/// The sheet of scenes/drop.yaml with n×n nodes; noise, so slack, in proportion to the distance of nodes.
Entry drop(int n, bool quick = true) {
  const std::string count = std::to_string(n);
  return {"drop" + count,
          "drop",
          {"cloth.mesh.rectangle.nodes=[" + count + "," + count + "]",
           "grasps.right.nodes=[" + std::to_string(n - 1) + "]",
           "cloth.rest_noise.std=" + std::to_string(0.064 / (n - 1)), "cloth.rest_noise.length=0"},
          quick,
          true};
}

}  // namespace

const std::vector<Entry>& catalog() {
  static const std::vector<Entry> entries{
      {"shake9", "shake"},
      {"shake17", "shake17"},
      {"locking23", "locking"},
      {"locking_triangles", "locking_triangles"},
      {"ring768", "ring"},
      {"tube", "tube"},
      drop(9),
      drop(17),
      drop(33),
      drop(65, false),
      {"garment1700", "garment1700", {}, false},
      {"contact_none", "rest", {"obstacles.table.plane.point=[0,0,-1000]"}},
      {"contact_some",
       "tablecloth",
       {"cloth.mesh.rectangle.nodes=[23,23]", "cloth.rest_noise.std=0.0005", "cloth.rest_noise.length=0"}},
      {"contact_all", "rest"},
  };
  return entries;
}

}  // namespace isocloth::cli::bench
