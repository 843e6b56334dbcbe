#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "io/camera/sensor.hpp"
#include "io/camera/sight.hpp"
#include "meshes.hpp"
#include "module.hpp"
#include "poses.hpp"

namespace isocloth::python {
namespace {

/// A closed mesh that is drawn often.
struct Look {
  Mesh mesh;
};

io::Paint one_color(const Vec3In& color) { return {.color = to_vec3(color).cast<float>()}; }

/// A buffer of the sight as an array of its picture.
template <class Scalar>
nb::ndarray<nb::numpy, Scalar, nb::c_contig> picture_of(const io::Sight& sight,
                                                        const std::vector<Scalar>& values) {
  auto picture = new_array<Scalar>(
      {static_cast<std::size_t>(sight.camera.height), static_cast<std::size_t>(sight.camera.width)});
  std::copy(values.begin(), values.end(), picture.data());
  return picture;
}

nb::ndarray<nb::numpy, std::uint8_t, nb::c_contig> colors_of(const io::Sight& sight,
                                                             const std::vector<std::uint8_t>& rgb) {
  auto picture = new_array<std::uint8_t>(
      {static_cast<std::size_t>(sight.camera.height), static_cast<std::size_t>(sight.camera.width), 3});
  std::copy(rgb.begin(), rgb.end(), picture.data());
  return picture;
}

/// The sight as the depth camera's model of noise takes it.
io::DepthImage to_image(const io::Sight& sight, const Vec3In& background) {
  const io::Pinhole& camera = sight.camera;
  io::DepthImage image(camera.width, camera.height);
  const std::vector<std::uint8_t> rgb = io::shade(sight, to_vec3(background).cast<float>());
  for (int y = 0; y < camera.height; ++y)
    for (int x = 0; x < camera.width; ++x) {
      const std::size_t at = sight.index(x, y);
      const Vec3 ray = camera.pose.rotation * camera.ray(x + 0.5, y + 0.5).normalized();
      image.pixels[at] = {sight.depth[at],
                          std::abs(sight.normal[at].dot(ray.cast<float>())),
                          {rgb[3 * at], rgb[3 * at + 1], rgb[3 * at + 2]}};
    }
  return image;
}

/// Depth, infinite where it is lost, and colour as the camera measures them.
std::pair<nb::ndarray<nb::numpy, float, nb::c_contig>, nb::ndarray<nb::numpy, std::uint8_t, nb::c_contig>>
sensed(const io::Sight& sight, const io::SensorOptions& options, std::uint32_t seed,
       const Vec3In& background) {
  std::mt19937 random(seed);
  std::vector<float> depth(sight.depth.size(), std::numeric_limits<float>::infinity());
  std::vector<std::uint8_t> rgb(3 * depth.size());
  for (const io::SensedPixel& pixel : io::sense(to_image(sight, background), options, random)) {
    const std::size_t at = sight.index(pixel.x, pixel.y);
    depth[at] = static_cast<float>(pixel.depth);
    std::copy(pixel.color.begin(), pixel.color.end(), rgb.begin() + static_cast<std::ptrdiff_t>(3 * at));
  }
  return {picture_of(sight, depth), colors_of(sight, rgb)};
}

void draw_cloth(io::Sight& self, BoundSimulation& sim, const ElementsIn& elements, const PointsIn& rest,
                const Vec3In& color, const Vec3In& other, double square, const PointsIn& colors, int label) {
  const Claim claim(sim);
  const io::Paint paint{.color = to_vec3(color).cast<float>(),
                        .other = to_vec3(other).cast<float>(),
                        .square = square,
                        .rest = square > 0 ? to_points(rest) : Points(0, 3),
                        .colors = to_points(colors)};
  io::draw_elements(sim.session.state().x, to_mesh(rest, elements).elements, paint, label, self);
}

void draw_obstacle(io::Sight& self, BoundSimulation& sim, int index, const Vec3In& color, int label) {
  const Claim claim(sim);
  const Simulation& simulation = sim.session.simulation();
  const Obstacle& obstacle = simulation.obstacles().at(static_cast<std::size_t>(index));
  RigidPose pose = sim.session.obstacle_pose(index);
  if (const auto& finger = obstacle.finger)
    pose.translation +=
        (sim.session.finger_position(index) - finger->opening) * (pose.rotation * finger->axis.normalized());
  io::draw_solid(*obstacle.shape, pose, one_color(color), label, self);
}

}  // namespace

void bind_camera(nb::module_& m) {
  nb::class_<io::SensorOptions>(m, "SensorOptions")
      .def(
          "__init__",
          [](io::SensorOptions* self, double disparity_scale, double disparity_noise, double lateral_noise,
             double jump, double edge_dropout, double dropout, double least_facing, double color_noise,
             double farthest) {
            new (self)
                io::SensorOptions{disparity_scale, disparity_noise, lateral_noise, jump,    edge_dropout,
                                  dropout,         least_facing,    color_noise,   farthest};
          },
          "disparity_scale"_a, "disparity_noise"_a, "lateral_noise"_a, "jump"_a, "edge_dropout"_a,
          "dropout"_a, "least_facing"_a, "color_noise"_a, "farthest"_a);
  nb::class_<Look>(m, "Look").def(
      "__init__",
      [](Look* self, const PointsIn& x, const ElementsIn& elements) {
        new (self) Look{to_mesh(x, elements)};
      },
      "x"_a, "elements"_a);
  using Self = io::Sight;
  nb::class_<Self>(m, "Sight")
      .def(
          "__init__",
          [](Self* self, int width, int height, double focal_x, double focal_y, double center_x,
             double center_y, const Pose7& pose, double nearest, double farthest) {
            new (self) Self({width, height, focal_x, focal_y, center_x, center_y, to_pose(pose.data()),
                             nearest, farthest});
          },
          "width"_a, "height"_a, "focal_x"_a, "focal_y"_a, "center_x"_a, "center_y"_a, "pose"_a, "nearest"_a,
          "farthest"_a)
      .def("draw_cloth", &draw_cloth, "sim"_a, "elements"_a, "rest"_a, "color"_a, "other"_a, "square"_a,
           "colors"_a, "label"_a)
      .def("draw_obstacle", &draw_obstacle, "sim"_a, "index"_a, "color"_a, "label"_a)
      .def(
          "draw_shape",
          [](Self& self, const Shape& shape, const Pose7& pose, const Vec3In& color, int label) {
            io::draw_solid(shape, to_pose(pose.data()), one_color(color), label, self);
          },
          "shape"_a, "pose"_a, "color"_a, "label"_a)
      .def(
          "draw_mesh",
          [](Self& self, const Look& look, const Pose7& pose, const Vec3In& color, int label) {
            io::draw_elements(look.mesh.x, look.mesh.elements, one_color(color), label, self,
                              to_pose(pose.data()), io::Sides::front);
          },
          "mesh"_a, "pose"_a, "color"_a, "label"_a)
      .def(
          "visible_nodes",
          [](const Self& self, const PointsIn& x, const ElementsIn& elements, int label) {
            return io::visible_nodes(to_points(x), to_mesh(x, elements).elements, label, self);
          },
          "x"_a, "elements"_a, "label"_a)
      .def("depth", [](const Self& self) { return picture_of(self, self.depth); })
      .def("label", [](const Self& self) { return picture_of(self, self.label); })
      .def(
          "rgb",
          [](const Self& self, const Vec3In& background) {
            return colors_of(self, io::shade(self, to_vec3(background).cast<float>()));
          },
          "background"_a)
      .def("sensed", &sensed, "options"_a, "seed"_a, "background"_a);
}

}  // namespace isocloth::python
