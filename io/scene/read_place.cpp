#include "io/scene/map_reader.hpp"
#include "io/scene/ranges.hpp"
#include "io/scene/scene_parts.hpp"

namespace isocloth::io {
namespace {

constexpr Range kWhere{-1e4, 1e4, "m"};
constexpr Range kTurn{-3600, 3600, "degrees"};

}  // namespace

PlaceSpec read_place(Tree& tree, const std::string& path) {
  PlaceSpec spec;
  MapReader map(tree, path);
  const Tree* nearest = map.find("nearest");
  const Tree* radius = map.find("radius");
  const Tree* box = map.find("box");
  const Tree* turn = map.find("rotate_deg");
  map.take("point", spec.point, vec3(kWhere), nearest ? Need::optional : Need::required);
  map.close();
  const auto ways = [&] { return path + " must be {point, radius}, {nearest} or {point, box}"; };
  if (nearest && (map.find("point") || box)) fail(tree.place, ways() + "; nearest stands for the point");
  if (!nearest && (radius != nullptr) == (box != nullptr))
    fail(tree.place, ways() + "; give a radius [m] or the sizes of a box [m]");
  if (turn && !box) fail(turn->place, map.path_of("rotate_deg") + " turns a box; give one, or remove it");
  if (nearest) spec.point = vec3(kWhere)(*nearest, map.path_of("nearest"));
  spec.nearest = nearest != nullptr;
  if (radius) spec.radius = read_number(*radius, map.path_of("radius"), {0, 1e4, "m"});
  if (box) spec.box = vec3({1e-6, 1e4, "m"})(*box, map.path_of("box"));
  if (turn) spec.rotate_deg = vec3(kTurn)(*turn, map.path_of("rotate_deg"));
  return spec;
}

}  // namespace isocloth::io
