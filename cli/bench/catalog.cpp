#include "cli/bench/catalog.hpp"

namespace isocloth::cli::bench {
namespace {

/// The sheet of scenes/drop.yaml with n×n nodes; noise, so slack, in proportion to the distance of nodes.
Entry drop(int n, bool quick = true) {
  const std::string count = std::to_string(n);
  return {"drop" + count,
          "drop",
          {"cloth.mesh.rectangle.nodes=[" + count + "," + count + "]",
           "cloth.rest_noise.std=" + std::to_string(0.064 / (n - 1)), "cloth.rest_noise.length=0"},
          quick,
          true};
}

/// The same with rows at nodes, with bending, with both: what rows in the middle of quads gain.
void add_drop_variants(int n, std::vector<Entry>& entries) {
  const Entry plain = drop(n, false);
  const auto add = [&](const std::string& suffix, const std::vector<std::string>& overrides) {
    Entry entry = plain;
    entry.name += suffix;
    entry.overrides.insert(entry.overrides.end(), overrides.begin(), overrides.end());
    entry.drop = false;
    entries.push_back(entry);
  };
  add("_nodes", {"cloth.rows=nodes"});
  add("_bending", {"cloth.material.bending=1e-5"});
  add("_bending_nodes", {"cloth.material.bending=1e-5", "cloth.rows=nodes"});
}

/// The sheet of scenes/rest.yaml between two plates at 0.7 of its thickness.
const std::vector<std::string> kPlates{
    "cloth.material.thickness=0.001",
    "obstacles=[{plane: {point: [0, 0, -0.00035]}, friction: 0.3}, {plane: {point: [0, 0, 0.00035], normal: "
    "[0, 0, -1]}, friction: 0.3}]"};

/// A sheet of n×n nodes that falls on a table from 2 cm and is dragged to and fro by two corners: sticks and
/// slips.
Entry table(int n) {
  const std::string count = std::to_string(n);
  const std::string drag = ", motion: {sine: {direction: [0, 1, 0], amplitude: 0.075, frequency: 0.6}}}";
  return {
      "table" + count,
      "rest",
      {"cloth.mesh.rectangle.size=[0.3,0.3]", "cloth.mesh.rectangle.nodes=[" + count + "," + count + "]",
       "cloth.pose.translate=[-0.15,-0.15,0.02]", "cloth.material.bending=0",
       "cloth.rest_noise={std: 0.001, length: 0.1, seed: 1}",
       "grasps=[{name: left, nodes: bottom_left" + drag + ", {name: right, nodes: bottom_right" + drag + "]"},
      false};
}

/// A sheet of n×n nodes that falls from 2 cm on an obstacle, which stands on a floor 0.3 m below.
Entry fall(const std::string& name, int n, const std::string& obstacle) {
  const std::string count = std::to_string(n);
  return {name + count,
          "rest",
          {"cloth.mesh.rectangle.size=[0.3,0.3]", "cloth.mesh.rectangle.nodes=[" + count + "," + count + "]",
           "cloth.pose.translate=[-0.15,-0.15,0.02]", "cloth.material.bending=0",
           "cloth.rest_noise={std: 0.001, length: 0.1, seed: 1}",
           "obstacles=[" + obstacle + ", {name: floor, plane: {point: [0, 0, -0.3]}, friction: 0.4}]"},
          false};
}

/// … with its middle on a sphere, on a capsule, or lying on a table with a sixth of it beyond the edge.
Entry on_sphere(int n) {
  return fall("on_sphere", n,
              "{name: sphere, sphere: {radius: 0.1}, pose: {translate: [0.01, 0.02, -0.1]}, friction: 0.4}");
}
Entry on_capsule(int n) {
  return fall("on_capsule", n,
              "{name: capsule, capsule: {radius: 0.05, length: 0.2}, pose: {translate: [0.01, 0.01, -0.05], "
              "rotate_deg: [90, 0, 20]}, friction: 0.5}");
}
Entry over_edge(int n) {
  return fall("over_edge", n,
              "{name: table, box: {size: [1, 1, 0.04]}, pose: {translate: [-0.4, 0, -0.02]}, friction: 0.6}");
}

/// … of cloth 1 mm thick that can be squeezed.
Entry soft(Entry entry) {
  entry.name = "soft_" + entry.name;
  entry.overrides.emplace_back("cloth.material.thickness=0.001");
  return entry;
}

std::vector<Entry> make_catalog() {
  std::vector<Entry> entries{
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
      table(9),
      table(17),
      on_sphere(9),
      on_capsule(9),
      over_edge(9),
      soft(on_sphere(9)),
      soft(on_capsule(9)),
      soft(over_edge(9)),
      {"pinch", "pinch", {"time.duration=2.7"}},
      {"pinch_air", "pinch", {"time.duration=2.7", "obstacles=[]", "grasps.line.until=10"}},
      {"plates", "rest", kPlates},
      {"plates_air", "rest", {"cloth.material.thickness=0.001", "obstacles.table.plane.point=[0,0,-1000]"}},
  };
  for (const int n : {9, 17, 33, 65}) add_drop_variants(n, entries);
  return entries;
}

}  // namespace

const std::vector<Entry>& catalog() {
  static const std::vector<Entry> entries = make_catalog();
  return entries;
}

}  // namespace isocloth::cli::bench
