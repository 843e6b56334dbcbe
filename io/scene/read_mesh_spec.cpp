#include <algorithm>
#include <filesystem>

#include "io/scene/map_reader.hpp"
#include "io/scene/ranges.hpp"
#include "io/scene/scene_parts.hpp"
#include "isocloth/mesh/parts.hpp"

namespace isocloth::io {
namespace {

constexpr int kMaxIrregularNodes = 200'000;

const auto kElement = choice<ElementKind>({{"quad", ElementKind::quad}, {"triangle", ElementKind::triangle}});

RectangleSpec read_rectangle(Tree& tree, const std::string& path) {
  RectangleSpec spec;
  MapReader map(tree, path);
  map.take("size", spec.size, two_numbers(kLength), Need::required);
  map.take("nodes", spec.nodes, two_wholes({2, 2}, kMaxNodes), Need::required);
  map.take("element", spec.element, kElement);
  map.close();
  return spec;
}

IrregularSpec read_irregular(Tree& tree, const std::string& path) {
  IrregularSpec spec;
  MapReader map(tree, path);
  map.take("size", spec.size, two_numbers(kLength), Need::required);
  map.take("count", spec.count, whole(4, kMaxIrregularNodes), Need::required);
  map.take("seed", spec.seed, seed);
  map.close();
  return spec;
}

RingSpec read_ring(Tree& tree, const std::string& path) {
  RingSpec spec;
  MapReader map(tree, path);
  map.take("inner_radius", spec.inner_radius, number(kLength), Need::required);
  map.take("outer_radius", spec.outer_radius, number(kLength), Need::required);
  map.take("nodes", spec.nodes, two_wholes({3, 2}, kMaxNodes), Need::required);
  map.take("element", spec.element, kElement);
  map.close();
  if (spec.outer_radius <= spec.inner_radius) {
    fail(tree.place, path + ".outer_radius must be larger than inner_radius; change one of them");
  }
  return spec;
}

DiscSpec read_disc(Tree& tree, const std::string& path) {
  DiscSpec spec;
  MapReader map(tree, path);
  map.take("radius", spec.radius, number(kLength), Need::required);
  map.take("core", spec.core, whole(1, kMaxNodes), Need::required);
  map.take("rings", spec.rings, whole(1, kMaxNodes), Need::required);
  map.close();
  return spec;
}

TubeSpec read_tube(Tree& tree, const std::string& path) {
  TubeSpec spec;
  MapReader map(tree, path);
  map.take("radius", spec.radius, number(kLength), Need::required);
  map.take("height", spec.height, number(kLength), Need::required);
  map.take("nodes", spec.nodes, two_wholes({3, 2}, kMaxNodes), Need::required);
  map.take("element", spec.element, kElement);
  map.close();
  return spec;
}

struct CountNodes {
  using Count = std::optional<std::int64_t>;
  Count operator()(const IrregularSpec& mesh) const { return mesh.count; }
  Count operator()(const DiscSpec& mesh) const {
    const std::int64_t core = mesh.core;
    return (core + 1) * (core + 1) + 4 * core * mesh.rings;
  }
  template <class Other>
  Count operator()(const Other& mesh) const {
    if constexpr (requires { mesh.nodes; }) return std::int64_t{mesh.nodes[0]} * mesh.nodes[1];
    return std::nullopt;  // a garment or a file
  }
};

struct NameParts {
  using Names = std::vector<std::string>;
  Names operator()(const RectangleSpec&) const { return side_names(); }
  Names operator()(const IrregularSpec&) const { return side_names(); }
  Names operator()(const RingSpec&) const { return {"inner", "outer", "hem"}; }
  Names operator()(const DiscSpec&) const { return {"hem"}; }
  Names operator()(const TubeSpec&) const { return {"bottom", "top", "hem"}; }
  Names operator()(const FileSpec&) const { return {}; }
  template <class Cut>
  Names operator()(const Cut& cut) const {
    Names names = isocloth::part_names(cut);
    if (std::find(names.begin(), names.end(), "hem") == names.end()) names.emplace_back("hem");
    return names;
  }
};

}  // namespace

std::vector<std::string> part_names(const MeshSpec& mesh) { return std::visit(NameParts{}, mesh); }

std::optional<std::int64_t> node_count(const MeshSpec& mesh) { return std::visit(CountNodes{}, mesh); }

std::string beside_scene(const std::string& file, const SceneContext& context) {
  return (std::filesystem::path(context.scene_path).parent_path() / file).string();
}

FileSpec read_file_spec(Tree& tree, const std::string& path, const SceneContext& context) {
  FileSpec spec;
  MapReader map(tree, path);
  map.take("file", spec.path, read_text, Need::required);
  map.take("scale", spec.scale, number({1e-6, 1e6, ""}));
  map.close();
  spec.path = beside_scene(spec.path, context);
  return spec;
}

MeshSpec read_mesh_spec(Tree& tree, const std::string& path, const SceneContext& context) {
  MapReader map(tree, path);
  const Tree* scale = map.find("scale");
  Tree& shape = map.one_of({"rectangle", "irregular", "ring", "disc", "tube", "tank_top", "t_shirt", "skirt",
                            "trousers", "towel", "file"});
  const std::string shape_path = join_path(path, shape.key);
  if (shape.key == "file") return read_file_spec(tree, path, context);
  if (scale) fail(scale->place, map.path_of("scale") + " is for a file; change the sizes of " + shape_path);
  if (shape.key == "rectangle") return read_rectangle(shape, shape_path);
  if (shape.key == "irregular") return read_irregular(shape, shape_path);
  if (shape.key == "ring") return read_ring(shape, shape_path);
  if (shape.key == "disc") return read_disc(shape, shape_path);
  if (shape.key == "tube") return read_tube(shape, shape_path);
  if (shape.key == "tank_top") return read_garment<TankTop>(shape, shape_path);
  if (shape.key == "t_shirt") return read_garment<TShirt>(shape, shape_path);
  if (shape.key == "skirt") return read_garment<Skirt>(shape, shape_path);
  if (shape.key == "trousers") return read_garment<Trousers>(shape, shape_path);
  return read_garment<Towel>(shape, shape_path);
}

}  // namespace isocloth::io
