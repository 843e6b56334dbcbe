#include <algorithm>

#include "io/scene/map_reader.hpp"
#include "io/scene/ranges.hpp"
#include "io/scene/scene_parts.hpp"

namespace isocloth::io {
namespace {

constexpr Range kRounding{0, 100, "m"};

PlaneSpec read_plane(Tree& tree, const std::string& path) {
  PlaneSpec spec;
  MapReader map(tree, path);
  map.take("point", spec.point, vec3({-1e4, 1e4, "m"}));
  map.take("normal", spec.normal, vec3({-1e6, 1e6, ""}));
  map.close();
  if (spec.normal.norm() < 1e-6)
    fail(tree.place, path + ".normal has no length; give the direction out of the solid, such as [0, 0, 1]");
  return spec;
}

SphereSpec read_sphere(Tree& tree, const std::string& path) {
  SphereSpec spec;
  MapReader map(tree, path);
  map.take("radius", spec.radius, number(kLength), Need::required);
  map.close();
  return spec;
}

CapsuleSpec read_capsule(Tree& tree, const std::string& path) {
  CapsuleSpec spec;
  MapReader map(tree, path);
  map.take("radius", spec.radius, number(kLength), Need::required);
  map.take("length", spec.length, number(kLength), Need::required);
  map.close();
  return spec;
}

/// Without a rounding, a millimetre: over an edge without any a contact has no one direction.
void check_rounding(double& rounding, double smallest, const Tree& tree, const std::string& path) {
  if (rounding < 0) rounding = std::min(0.001, smallest / 4);
  if (2 * rounding <= smallest) return;
  fail(tree.place, path + ".rounding must be at most half the smallest size; make it smaller");
}

CylinderSpec read_cylinder(Tree& tree, const std::string& path) {
  CylinderSpec spec;
  MapReader map(tree, path);
  map.take("radius", spec.radius, number(kLength), Need::required);
  map.take("length", spec.length, number(kLength), Need::required);
  spec.rounding = -1;
  map.take("rounding", spec.rounding, number(kRounding));
  map.close();
  check_rounding(spec.rounding, std::min(2 * spec.radius, spec.length), tree, path);
  return spec;
}

BoxSpec read_box(Tree& tree, const std::string& path) {
  BoxSpec spec;
  MapReader map(tree, path);
  map.take("size", spec.size, vec3(kLength), Need::required);
  spec.rounding = -1;
  map.take("rounding", spec.rounding, number(kRounding));
  map.close();
  check_rounding(spec.rounding, spec.size.minCoeff(), tree, path);
  return spec;
}

TorusSpec read_torus(Tree& tree, const std::string& path) {
  TorusSpec spec;
  MapReader map(tree, path);
  map.take("radius", spec.radius, number(kLength), Need::required);
  map.take("tube_radius", spec.tube_radius, number(kLength), Need::required);
  map.close();
  if (spec.tube_radius >= spec.radius)
    fail(tree.place, path + ".tube_radius must be smaller than radius; change one of them");
  return spec;
}

EllipsoidSpec read_ellipsoid(Tree& tree, const std::string& path) {
  EllipsoidSpec spec;
  MapReader map(tree, path);
  map.take("radii", spec.radii, vec3(kLength), Need::required);
  map.close();
  return spec;
}

}  // namespace

ShapeSpec read_shape(Tree& tree, const std::string& path, const SceneContext& context) {
  if (tree.key == "plane") return read_plane(tree, path);
  if (tree.key == "sphere") return read_sphere(tree, path);
  if (tree.key == "capsule") return read_capsule(tree, path);
  if (tree.key == "cylinder") return read_cylinder(tree, path);
  if (tree.key == "box") return read_box(tree, path);
  if (tree.key == "torus") return read_torus(tree, path);
  if (tree.key == "ellipsoid") return read_ellipsoid(tree, path);
  return read_file_spec(tree, path, context);
}

}  // namespace isocloth::io
