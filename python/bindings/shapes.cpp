#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "isocloth/core/require.hpp"
#include "isocloth/obstacles/obstacle.hpp"
#include "isocloth/solids/convex_hull.hpp"
#include "meshes.hpp"
#include "module.hpp"
#include "poses.hpp"

namespace isocloth::python {
namespace {

using Solid = std::shared_ptr<Shape>;

/// Shapes are constant in the library; Python cannot change them either.
Solid solid(std::shared_ptr<const Shape> shape) { return std::const_pointer_cast<Shape>(std::move(shape)); }

}  // namespace

RigidPose to_pose(const double* p) {
  RigidPose pose;
  pose.translation = Vec3(p[0], p[1], p[2]);
  const Eigen::Quaterniond rotation(p[3], p[4], p[5], p[6]);
  const double length = rotation.norm();
  require(pose.translation.allFinite() && std::isfinite(length), "a pose must be of finite numbers");
  require(std::abs(length - 1) <= 0.01,
          "a quaternion (w, x, y, z) must have length 1, got " + to_text(length));
  pose.rotation = rotation.normalized();
  return pose;
}

void bind_shapes(nb::module_& m) {
  nb::class_<Shape>(m, "Shape")
      .def(
          "surface", [](const Shape& shape, double side) { return arrays_of(shape.surface(side)); }, "side"_a)
      .def_prop_ro("unbounded", [](const Shape& shape) { return !std::isfinite(shape.outer_radius()); });
  m.def(
      "make_plane",
      [](const Vec3In& point, const Vec3In& normal) {
        return solid(make_half_space(to_vec3(point), to_vec3(normal)));
      },
      "point"_a, "normal"_a);
  m.def("make_sphere", [](double radius) { return solid(make_sphere(radius)); }, "radius"_a);
  m.def(
      "make_capsule", [](double radius, double length) { return solid(make_capsule(radius, length)); },
      "radius"_a, "length"_a);
  m.def(
      "make_cylinder",
      [](double radius, double length, double rounding) {
        return solid(make_cylinder(radius, length, rounding));
      },
      "radius"_a, "length"_a, "rounding"_a);
  m.def(
      "make_box",
      [](const Vec3In& size, double rounding) { return solid(make_box(to_vec3(size), rounding)); }, "size"_a,
      "rounding"_a);
  m.def(
      "make_torus", [](double radius, double tube_radius) { return solid(make_torus(radius, tube_radius)); },
      "radius"_a, "tube_radius"_a);
  m.def(
      "make_ellipsoid", [](const Vec3In& radii) { return solid(make_ellipsoid(to_vec3(radii))); }, "radii"_a);
  m.def(
      "convex_hull", [](const PointsIn& points) { return arrays_of(convex_hull(to_points(points))); },
      "points"_a);
  m.def(
      "make_solid",
      [](const PointsIn& x, const ElementsIn& elements, double growth) {
        return solid(make_mesh_shape(to_mesh(x, elements), growth));
      },
      "x"_a, "elements"_a, "growth"_a);
  m.def(
      "pose_of_angles",
      [](const Vec3In& rotate_deg, const Vec3In& translate) {
        const RigidPose pose =
            rigid_pose({.rotate_deg = to_vec3(rotate_deg), .translate = to_vec3(translate)});
        NumbersOut array = new_array<double>({7});
        const double values[7] = {pose.translation.x(), pose.translation.y(), pose.translation.z(),
                                  pose.rotation.w(),    pose.rotation.x(),    pose.rotation.y(),
                                  pose.rotation.z()};
        std::copy_n(values, 7, array.data());
        return array;
      },
      "rotate_deg"_a, "translate"_a);
}

}  // namespace isocloth::python
