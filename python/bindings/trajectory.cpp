#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "io/trajectory/export.hpp"
#include "io/trajectory/trajectory_reader.hpp"
#include "io/trajectory/trajectory_writer.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/session/make_frame.hpp"
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
  return trajectory;
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

NumbersOut stack_poses(const Trajectory& t) {
  NumbersOut array = new_array<double>({t.frames.size(), t.info.obstacles.size(), 7});
  double* to = array.data();
  for (const Frame& frame : t.frames)
    for (const RigidPose& pose : frame.obstacle_pose) {
      const Vec3& p = pose.translation;
      const Eigen::Quaterniond& q = pose.rotation;
      for (const double value : {p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z()}) *to++ = value;
    }
  return array;
}

/// Everything as arrays, under the names of the .npz export.
Columns arrays_of(const Trajectory& t) {
  Columns d;
  d["t"] = column<double>(t, [](const Frame& f) { return f.time; });
  d["positions"] = stack(t, [](const Frame& f) -> const Points& { return f.x; });
  d["velocities"] = stack(t, [](const Frame& f) -> const Points& { return f.v; });
  d["grasp_force"] = stack(t, [](const Frame& f) -> const Points& { return f.grasp_force; });
  d["obstacle_force"] = stack(t, [](const Frame& f) -> const Points& { return f.obstacle_force; });
  d["obstacle_torque"] = stack(t, [](const Frame& f) -> const Points& { return f.obstacle_torque; });
  d["contact_force"] = stack(t, [](const Frame& f) -> const Points& { return f.contact_force; });
  d["obstacle_pose"] = stack_poses(t);
  d["rest"] = array_of(t.info.rest.x);
  auto elements = new_array<int>({t.info.rest.elements.size(), 4});
  if (!t.info.rest.elements.empty())
    std::copy_n(t.info.rest.elements.front().data(), 4 * t.info.rest.elements.size(), elements.data());
  d["elements"] = elements;
  using D = StepTotals;
  const auto number = [&](const char* name, double D::* field) {
    d[name] = column<double>(t, [=](const Frame& f) { return f.diagnostics.*field; });
  };
  const auto count = [&](const char* name, std::int64_t D::* field) {
    d[name] = column<int>(t, [=](const Frame& f) { return f.diagnostics.*field; });
  };
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

}  // namespace

void bind_trajectory(nb::module_& m) {
  nb::class_<Trajectory>(m, "TrajectoryData")
      .def("arrays", &arrays_of)
      .def(
          "save", [](const Trajectory& t, const std::string& path) { io::export_trajectory(path, t); },
          "path"_a)
      .def_prop_ro("scene", [](const Trajectory& t) { return t.info.scene; })
      .def_prop_ro("step", [](const Trajectory& t) { return t.info.step; })
      .def_prop_ro("grasps",
                   [](const Trajectory& t) {
                     std::vector<std::pair<std::string, std::vector<int>>> grasps;
                     for (const GraspInfo& grasp : t.info.grasps)
                       grasps.emplace_back(grasp.name, grasp.nodes);
                     return grasps;
                   })
      .def_prop_ro("obstacles", [](const Trajectory& t) {
        std::vector<std::string> names;
        for (const ObstacleInfo& obstacle : t.info.obstacles) names.push_back(obstacle.name);
        return names;
      });
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
}

}  // namespace isocloth::python
