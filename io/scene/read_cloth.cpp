#include <algorithm>
#include <cmath>

#include "io/scene/map_reader.hpp"
#include "io/scene/scene_parts.hpp"

namespace isocloth::io {
namespace {

PoseSpec read_pose(Tree& tree, const std::string& path) {
  PoseSpec spec;
  MapReader map(tree, path);
  map.take("translate", spec.translate, vec3({-1e4, 1e4, "m"}));
  map.take("rotate_deg", spec.rotate_deg, vec3({-3600, 3600, "degrees"}));
  map.close();
  return spec;
}

RestNoiseSpec read_rest_noise(Tree& tree, const std::string& path) {
  RestNoiseSpec spec;
  MapReader map(tree, path);
  map.take("std", spec.std, number({0, 1, "m"}), Need::required);
  map.take("length", spec.length, number({0, 100, "m"}));
  map.take("seed", spec.seed, seed);
  map.close();
  return spec;
}

CornersSpec read_corners(Tree& tree, const std::string& path, const SceneContext& context) {
  CornersSpec spec;
  Tree& rule = MapReader(tree, path).one_of({"angle_deg", "nodes"});
  const std::string rule_path = join_path(path, rule.key);
  if (rule.key == "nodes") {
    spec.nodes = read_nodes(rule, rule_path, context);
  } else {
    spec.angle_deg = read_number(rule, rule_path, {1, 180, "degrees"});
  }
  return spec;
}

EdgeModelSpec read_model(Tree& tree, const std::string& path) {
  EdgeModelSpec spec;
  Tree& edges = MapReader(tree, path).one_of({"edges"});
  MapReader map(edges, join_path(path, "edges"));
  map.take("shear_stiffness", spec.shear_stiffness, number({0, 1e4, "N/m"}), Need::required);
  map.close();
  return spec;
}

SelfContact read_self_contact(Tree& tree, const std::string& path) {
  SelfContact spec;
  MapReader map(tree, path);
  map.take("friction", spec.friction, number({0, 10, ""}), Need::required);
  map.close();
  return spec;
}

/// A cloth that touches itself has a thickness.
void check_self_contact(const ClothSpec& spec, MapReader& map) {
  const Tree* contact = map.find("self_contact");
  if (!spec.self_contact || spec.material.thickness > 0) return;
  fail(contact->place, map.path_of("self_contact") + " needs a thickness; set " + map.path_of("material") +
                           ".thickness, in m");
}

/// What a woven cloth cannot be.
void check_woven(const ClothSpec& spec, MapReader& map) {
  if (!std::isfinite(spec.material.shear_stiffness)) return;
  const Tree* model = map.find("model");
  const Tree* frames = map.find("frames");
  if (model)
    fail(model->place, map.path_of("model") + " is no woven cloth; remove it or material.shear_stiffness");
  if (spec.frames == Frames::element)
    fail(frames->place,
         map.path_of("frames") +
             " must go along the threads of a woven cloth (material.shear_stiffness); use aligned "
             "or mean_tangents");
}

MeshSpec read_sized_mesh(Tree& tree, const std::string& path, SceneContext& context) {
  MeshSpec mesh = read_mesh_spec(tree, path, context);
  context.node_count = node_count(mesh);
  context.parts = part_names(mesh);
  if (context.node_count.value_or(0) > kMaxNodes) {
    fail(tree.place, path + " asks for " + std::to_string(*context.node_count) + " nodes; at most " +
                         std::to_string(kMaxNodes) + " are made, ask for fewer");
  }
  return mesh;
}

}  // namespace

std::vector<int> read_nodes(const Tree& tree, const std::string& path, const SceneContext& context) {
  require_list(tree, path, 0, "node indices");
  const std::int64_t count = context.node_count.value_or(kMaxNodes);
  const auto read_node = [&](const Tree& item, const std::string& item_path) {
    const auto node = read_whole(item, item_path, 0, kMaxNodes - 1);
    if (node < count) return static_cast<int>(node);
    fail(item.place, item_path + " names node " + std::to_string(node) + ", but the mesh has " +
                         std::to_string(count) + " nodes (0 to " + std::to_string(count - 1) + ")");
  };
  std::vector<int> nodes = read_list(tree, path, read_node);
  std::vector<int> sorted = nodes;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) {
    fail(tree.place, path + " names node " + std::to_string(*twice) + " twice; remove one");
  }
  return nodes;
}

ClothSpec read_cloth(Tree& tree, const std::string& path, SceneContext& context) {
  ClothSpec spec;
  MapReader map(tree, path);
  const auto mesh = [&](Tree& t, const std::string& p) { return read_sized_mesh(t, p, context); };
  const auto start = [&](Tree& t, const std::string& p) { return read_file_spec(t, p, context); };
  const auto corners = [&](Tree& t, const std::string& p) { return read_corners(t, p, context); };
  const auto material = [&](Tree& t, const std::string& p) { return read_material(t, p, context); };
  map.take("mesh", spec.mesh, mesh, Need::required);
  map.take("pose", spec.pose, read_pose);
  map.take("start", spec.start, start);
  map.take("material", spec.material, material);
  map.take("rest_noise", spec.rest_noise, read_rest_noise);
  map.take("corners", spec.corners, corners);
  map.take("rows", spec.rows, choice<RowsAt>({{"elements", RowsAt::elements}, {"nodes", RowsAt::nodes}}));
  map.take("frames", spec.frames,
           choice<Frames>({{"aligned", Frames::aligned},
                           {"element", Frames::element},
                           {"mean_tangents", Frames::mean_tangents}}));
  map.take("warp", spec.warp, direction);
  map.take("model", spec.edges, read_model);
  map.take("self_contact", spec.self_contact, read_self_contact);
  map.close();
  check_woven(spec, map);
  check_self_contact(spec, map);
  return spec;
}

}  // namespace isocloth::io
