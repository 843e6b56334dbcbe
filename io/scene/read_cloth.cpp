#include <algorithm>
#include <cmath>
#include <set>

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

CornersSpec read_corners(Tree& tree, const std::string& path, const ClothNames& cloth) {
  CornersSpec spec;
  Tree& rule = MapReader(tree, path).one_of({"angle_deg", "nodes"});
  const std::string rule_path = join_path(path, rule.key);
  if (rule.key == "nodes") {
    spec.nodes = read_nodes(rule, rule_path, cloth);
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

MeshSpec read_sized_mesh(Tree& tree, const std::string& path, const SceneContext& context,
                         ClothNames& cloth) {
  MeshSpec mesh = read_mesh_spec(tree, path, context);
  cloth.node_count = node_count(mesh);
  cloth.parts = part_names(mesh);
  std::int64_t all = cloth.node_count.value_or(0);
  for (const ClothNames& other : context.cloths) all += other.node_count.value_or(0);
  if (all > kMaxNodes) {
    fail(tree.place, path + " asks for " + std::to_string(*cloth.node_count) + " nodes; at most " +
                         std::to_string(kMaxNodes) + " are made" +
                         (context.cloths.empty() ? "" : " of all cloths") + ", ask for fewer");
  }
  return mesh;
}

/// One of several has a name of its own, which is `name` before it is read.
ClothSpec read_named_cloth(Tree& tree, const std::string& path, const std::string& name, bool of_several,
                           SceneContext& context) {
  ClothSpec spec;
  spec.name = name;
  spec.key = path;
  ClothNames own;
  MapReader map(tree, path);
  const auto mesh = [&](Tree& t, const std::string& p) { return read_sized_mesh(t, p, context, own); };
  const auto start = [&](Tree& t, const std::string& p) { return read_file_spec(t, p, context); };
  const auto corners = [&](Tree& t, const std::string& p) { return read_corners(t, p, own); };
  const auto material = [&](Tree& t, const std::string& p) { return read_material(t, p, context); };
  if (of_several) map.take("name", spec.name, read_name);
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
  own.name = spec.name;
  context.cloths.push_back(std::move(own));
  return spec;
}

}  // namespace

std::vector<int> read_nodes(const Tree& tree, const std::string& path, const ClothNames& cloth) {
  require_list(tree, path, 0, "node indices");
  const std::int64_t count = cloth.node_count.value_or(kMaxNodes);
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
  return read_named_cloth(tree, path, ClothSpec().name, false, context);
}

std::vector<ClothSpec> read_cloths(Tree& tree, const std::string& path, SceneContext& context) {
  require_list(tree, path, 0, "cloths");
  if (tree.items.empty()) fail(tree.place, path + " is empty; give at least one cloth");
  if (tree.items.size() > kMaxCloths)
    fail(tree.place, path + " has " + std::to_string(tree.items.size()) + " cloths; at most " +
                         std::to_string(kMaxCloths) + " are possible");
  std::vector<ClothSpec> cloths;
  std::set<std::string> names;
  for (Tree& item : tree.items) {
    const std::string index = std::to_string(cloths.size());
    cloths.push_back(read_named_cloth(item, join_path(path, index), "cloth" + index, true, context));
    if (names.insert(cloths.back().name).second) continue;
    fail(item.place, "a second cloth is named " + quote(cloths.back().name) + "; names must differ");
  }
  return cloths;
}

}  // namespace isocloth::io
