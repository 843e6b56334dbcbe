#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "io/picture/frame_choice.hpp"
#include "io/picture/render.hpp"
#include "io/trajectory/export.hpp"
#include "io/trajectory/surface.hpp"
#include "io/trajectory/trajectory_reader.hpp"
#include "io/trajectory/trajectory_writer.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/mesh/pieces.hpp"
#include "isocloth/session/make_frame.hpp"
#include "meshes.hpp"
#include "module.hpp"

namespace isocloth::python {
namespace {

/// Steps on, and keeps a frame of where it starts and after every `every` steps; also in a .ict file where
/// one is named.
Trajectory record(BoundSimulation& self, std::int64_t steps, std::int64_t every,
                  const std::string& scene_text, const std::optional<std::string>& out) {
  require(steps >= 1, "a recording needs at least one step, got " + std::to_string(steps));
  require(every >= 1, "every must be at least 1 step, got " + std::to_string(every));
  const Claim claim(self);
  Trajectory trajectory{.info = trajectory_info(scene_text, self.session.simulation()), .frames = {}};
  std::optional<io::TrajectoryWriter> file;
  if (out) file.emplace(*out, trajectory.info);
  run_released(self, steps, {.steps_per_frame = every, .on_frame = [&](Frame frame) {
                               if (file) file->append(frame);
                               trajectory.frames.push_back(std::move(frame));
                             }});
  trajectory.info.grasps = grasp_infos(self.session.simulation());
  return trajectory;
}

/// The simulation as it is, with the grasps that hold.
Trajectory snapshot(BoundSimulation& self, const std::string& scene_text) {
  const Claim claim(self);
  const Simulation& simulation = self.session.simulation();
  Trajectory trajectory{.info = trajectory_info(scene_text, simulation),
                        .frames = {make_frame(simulation, {})}};
  Frame& frame = trajectory.frames.front();
  std::vector<GraspInfo> held;
  Eigen::Index row = 0;
  for (const Grasp& grasp : simulation.grasps()) {
    const double now = simulation.state().time;
    if (grasp.from <= now && now < grasp.until) {
      const auto to = static_cast<Eigen::Index>(held.size());
      frame.grasp_force.row(to) = frame.grasp_force.row(row).eval();
      frame.grasp_torque.row(to) = frame.grasp_torque.row(row).eval();
      frame.grasp_pose[held.size()] = frame.grasp_pose[static_cast<std::size_t>(row)];
      held.push_back({grasp.name, grasp.nodes});
    }
    ++row;
  }
  frame.grasp_force.conservativeResize(static_cast<Eigen::Index>(held.size()), 3);
  frame.grasp_torque.conservativeResize(static_cast<Eigen::Index>(held.size()), 3);
  frame.grasp_pose.resize(held.size());
  trajectory.info.grasps = std::move(held);
  return trajectory;
}

/// Options of a picture; without a size, panels are shaped by what they show.
io::PictureOptions picture_options(std::vector<double> times, int panels,
                                   std::optional<std::pair<int, int>> size, const Vec3In& camera,
                                   const std::string& color, std::optional<PointsIn> fitted) {
  io::PictureOptions options{
      .panels = panels, .times = std::move(times), .camera_direction = to_vec3(camera)};
  options.shape_panels = !size;
  if (size) std::tie(options.panel_width, options.panel_height) = *size;
  options.color_by_area_error = color == "area";
  options.color_by_contact_force = color == "contact";
  if (fitted) options.fitted = to_points(*fitted);
  return options;
}

io::Image draw(const Trajectory& trajectory, const io::PictureOptions& options) {
  const nb::gil_scoped_release others_run;
  return io::render_frames(trajectory, options);
}

std::size_t size_of(Eigen::Index n) { return static_cast<std::size_t>(n); }

/// A field of every frame that is a matrix of three columns, as one array (frames, rows, 3).
template <class Field>
NumbersOut stack(const Trajectory& t, Field field) {
  const std::size_t rows = t.frames.empty() ? 0 : size_of(field(t.frames.front()).rows());
  NumbersOut array = new_array<double>({t.frames.size(), rows, 3});
  double* to = array.data();
  for (const Frame& frame : t.frames) {
    const Points& points = field(frame);
    to = std::copy_n(points.data(), points.size(), to);
  }
  return array;
}

/// A number of every frame.
template <class Number, class Field>
nb::ndarray<nb::numpy, Number, nb::c_contig> column(const Trajectory& t, Field field) {
  auto array = new_array<Number>({t.frames.size()});
  for (std::size_t f = 0; f < t.frames.size(); ++f) array.data()[f] = static_cast<Number>(field(t.frames[f]));
  return array;
}

NumbersOut stack_poses(const Trajectory& t, std::size_t count, std::vector<RigidPose> Frame::* field) {
  NumbersOut array = new_array<double>({t.frames.size(), count, 7});
  double* to = array.data();
  for (const Frame& frame : t.frames)
    for (const RigidPose& pose : frame.*field) {
      const Vec3& p = pose.translation;
      const Eigen::Quaterniond& q = pose.rotation;
      for (const double value : {p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z()}) *to++ = value;
    }
  return array;
}

/// Everything as arrays, under the names of the .npz export.
Columns columns_of(const Trajectory& t) {
  Columns d;
  d["t"] = column<double>(t, [](const Frame& f) { return f.time; });
  d["positions"] = stack(t, [](const Frame& f) -> const Points& { return f.x; });
  d["velocities"] = stack(t, [](const Frame& f) -> const Points& { return f.v; });
  d["grasp_force"] = stack(t, [](const Frame& f) -> const Points& { return f.grasp_force; });
  d["grasp_torque"] = stack(t, [](const Frame& f) -> const Points& { return f.grasp_torque; });
  d["grasp_pose"] = stack_poses(t, t.info.grasps.size(), &Frame::grasp_pose);
  d["obstacle_force"] = stack(t, [](const Frame& f) -> const Points& { return f.obstacle_force; });
  d["obstacle_torque"] = stack(t, [](const Frame& f) -> const Points& { return f.obstacle_torque; });
  d["contact_force"] = stack(t, [](const Frame& f) -> const Points& { return f.contact_force; });
  d["obstacle_pose"] = stack_poses(t, t.info.obstacles.size(), &Frame::obstacle_pose);
  auto [rest, elements, parts] = arrays_of(t.info.rest);
  d["rest"] = rest;
  d["elements"] = elements;
  using D = StepTotals;
  const auto number = [&](const char* name, double D::* field) {
    d[name] = column<double>(t, [=](const Frame& f) { return f.diagnostics.*field; });
  };
  const auto count = [&](const char* name, std::int64_t D::* field) {
    d[name] = column<int>(t, [=](const Frame& f) { return f.diagnostics.*field; });
  };
  for (const auto& [name, part] : kEnergyParts)
    d[(std::string(name) + "_energy").c_str()] =
        column<double>(t, [field = part](const Frame& f) { return f.energy.*field; });
  count("steps", &D::steps);
  count("converged_steps", &D::converged_steps);
  count("iterations", &D::iterations);
  number("metric_error", &D::metric_error);
  number("area_total", &D::area_total);
  number("area_mean", &D::area_mean);
  number("area_dispersion", &D::area_dispersion);
  number("node_penetration", &D::node_penetration);
  number("surface_penetration", &D::surface_penetration);
  return d;
}

/// An obstacle, or a body that is only seen: name, nodes and elements of its surface, 0xRRGGBB, whether it is
/// only seen.
using SolidOut = std::tuple<std::string, NumbersOut, nb::ndarray<nb::numpy, int, nb::c_contig>,
                            std::optional<std::uint32_t>, bool>;

/// Corners of the triangles of a surface, three rows each, and their normals: smooth, but for creases.
std::pair<NumbersOut, NumbersOut> corners_of(const PointsIn& x, const ElementsIn& elements) {
  const Mesh mesh = to_mesh(x, elements);
  const std::vector<io::Triangle> triangles = io::triangulate(mesh.elements);
  Points corners(3 * static_cast<Eigen::Index>(triangles.size()), 3);
  Eigen::Index row = 0;
  for (const io::Triangle& triangle : triangles)
    for (const int node : triangle.nodes) corners.row(row++) = mesh.x.row(node);
  return {array_of(corners), array_of(io::corner_normals(mesh.x, triangles))};
}

}  // namespace

void bind_trajectory(nb::module_& m) {
  nb::class_<io::PictureOptions>(m, "PictureOptions")
      .def(nb::new_(&picture_options), "times"_a, "panels"_a, "size"_a.none(), "camera"_a, "color"_a,
           "fitted"_a.none());
  nb::class_<Trajectory>(m, "TrajectoryData")
      .def("arrays", &columns_of)
      .def(
          "save", [](const Trajectory& t, const std::string& path) { io::export_trajectory(path, t); },
          "path"_a)
      .def(
          "draw",
          [](const Trajectory& t, const io::PictureOptions& options) {
            const io::Image image = draw(t, options);
            auto pixels = new_array<std::uint8_t>({size_of(image.height), size_of(image.width), 3});
            std::copy(image.rgb.begin(), image.rgb.end(), pixels.data());
            return pixels;
          },
          "options"_a)
      .def(
          "save_picture",
          [](const Trajectory& t, const std::string& path, const io::PictureOptions& options) {
            io::write_png(path, draw(t, options));
          },
          "path"_a, "options"_a)
      .def(
          "held", [](const Trajectory& t, std::size_t frame) { return io::held_nodes(t, frame); }, "frame"_a)
      .def("solids",
           [](const Trajectory& t) {
             std::vector<SolidOut> solids;
             for (const ObstacleInfo& obstacle : t.info.obstacles) {
               const auto [x, elements, parts] = arrays_of(obstacle.surface);
               solids.emplace_back(obstacle.name, x, elements, obstacle.color, obstacle.seen_only);
             }
             return solids;
           })
      .def_prop_ro("scene", [](const Trajectory& t) { return t.info.scene; })
      .def_prop_ro("step", [](const Trajectory& t) { return t.info.step; })
      .def_prop_ro("cloths",
                   [](const Trajectory& t) {
                     std::vector<std::tuple<std::string, int, int>> cloths;
                     for (const MeshPiece& piece : pieces_of(t.info.rest))
                       cloths.emplace_back(piece.name, piece.first_node, piece.node_count);
                     return cloths;
                   })
      .def_prop_ro("grasps", [](const Trajectory& t) {
        std::vector<std::pair<std::string, std::vector<int>>> grasps;
        for (const GraspInfo& grasp : t.info.grasps) grasps.emplace_back(grasp.name, grasp.nodes);
        return grasps;
      });
  m.def(
      "node_normals",
      [](const PointsIn& x, const ElementsIn& elements) {
        const Mesh mesh = to_mesh(x, elements);
        return array_of(io::node_normals(mesh.x, io::triangulate(mesh.elements)));
      },
      "x"_a, "elements"_a);
  m.def("corners_of", &corners_of, "x"_a, "elements"_a);
  m.def(
      "read_trajectory",
      [](const std::string& path) {
        io::TrajectoryCondition condition;
        Trajectory trajectory = io::read_trajectory(path, &condition);
        return std::pair{std::move(trajectory), condition.reason};
      },
      "path"_a);
}

void bind_recording(nb::class_<BoundSimulation>& c) {
  c.def("_record", &record, "steps"_a, "every"_a, "scene"_a, "out"_a.none());
  c.def("_snapshot", &snapshot, "scene"_a);
}

}  // namespace isocloth::python
