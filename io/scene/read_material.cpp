#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "io/file.hpp"
#include "io/scene/map_reader.hpp"
#include "io/scene/material_presets.hpp"
#include "io/scene/scene_parts.hpp"

namespace isocloth::io {
namespace {

/// A number, or `inf`: an inextensible surface.
double read_shear_stiffness(const Tree& tree, const std::string& path) {
  if (tree.kind == Tree::Kind::scalar && tree.text == "inf") return std::numeric_limits<double>::infinity();
  return read_number(tree, path, {1e-3, 1e6, "N/m"});
}

double read_compression(const Tree& tree, const std::string& path) {
  if (tree.kind == Tree::Kind::scalar && tree.text == "inf") return std::numeric_limits<double>::infinity();
  return read_number(tree, path, {1, 1e9, "Pa"});
}

void take_values(MapReader& map, MaterialSpec& spec) {
  map.take("density", spec.density, number({1e-3, 100, "kg/m²"}));
  spec.virtual_mass = spec.density;
  map.take("virtual_mass", spec.virtual_mass, number({0, 100, "kg/m²"}));
  map.take("bending", spec.bending, number({0, 100, "N·m"}));
  map.take("damping", spec.damping, number({0, 1e4, "kg/(m²·s)"}));
  map.take("bending_damping", spec.bending_damping, number({0, 100, "N·m·s"}));
  map.take("thickness", spec.thickness, number({0, 0.1, "m"}));
  map.take("compression", spec.compression, read_compression);
  map.take("shear_stiffness", spec.shear_stiffness, read_shear_stiffness);
}

bool has_key(const Tree& tree, const std::string& key) {
  return std::any_of(tree.items.begin(), tree.items.end(), [&](const Tree& item) { return item.key == key; });
}

/// The values of the preset or file where the map itself says nothing, for its density.
void fill_in(Tree& tree, const MaterialSpec& base, double density, const Place& place) {
  const double factor = density / base.density;
  for (const auto& [key, value] : {std::pair{"density", density},
                                   {"virtual_mass", factor * base.virtual_mass},
                                   {"bending", factor * base.bending},
                                   {"damping", factor * base.damping},
                                   {"bending_damping", factor * base.bending_damping},
                                   {"thickness", base.thickness},
                                   {"compression", base.compression},
                                   {"shear_stiffness", factor * base.shear_stiffness}}) {
    if (has_key(tree, key) || (value == 0 && std::string(key) != "virtual_mass") || std::isinf(value))
      continue;
    Tree item;
    item.kind = Tree::Kind::scalar;
    item.key = key;
    item.text = exact_text(value);
    item.place = place;
    tree.items.push_back(item);
  }
}

/// `preset: cotton` or `file: cotton.yaml` becomes the values that they stand for: a scene as it is run names
/// none.
void put_base_in_place(Tree& tree, const std::string& path, const SceneContext& context) {
  MapReader map(tree, path);
  const Tree* preset = map.find("preset");
  const Tree* file = map.find("file");
  if (!preset && !file) return;
  if (preset && file) fail(file->place, path + " has both preset and file; keep one");
  const Tree& named = preset ? *preset : *file;
  const Place place = named.place;
  const std::string word = read_text(named, map.path_of(named.key));
  const std::string at = beside_scene(word, context);
  if (file && !std::filesystem::is_regular_file(at))
    fail(place, map.path_of("file") + " names " + quote(at) + ", which cannot be read; check the path");
  const MaterialSpec base = preset ? find_preset(word, place).material : read_material_file(at);
  double density = base.density;
  map.take("density", density, number({1e-3, 100, "kg/m²"}));
  std::erase_if(tree.items, [](const Tree& item) { return item.key == "preset" || item.key == "file"; });
  fill_in(tree, base, density, place);
}

}  // namespace

MaterialSpec read_material(Tree& tree, const std::string& path, const SceneContext& context) {
  put_base_in_place(tree, path, context);
  MaterialSpec spec;
  MapReader map(tree, path);
  take_values(map, spec);
  map.find("preset");  // no longer there, but valid
  map.find("file");
  map.close();
  return spec;
}

MaterialSpec read_material_file(const std::string& path) {
  Tree tree = parse_tree(read_text_file(path), path);
  MaterialSpec spec;
  MapReader map(tree, "");
  take_values(map, spec);
  map.close();
  return spec;
}

}  // namespace isocloth::io
