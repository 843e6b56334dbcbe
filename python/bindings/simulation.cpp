#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <limits>

#include "arrays.hpp"
#include "bound_simulation.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/dynamics/energy.hpp"
#include "module.hpp"
#include "poses.hpp"
#include "run_totals.hpp"
#include "state.hpp"

namespace isocloth::python {
namespace {

using Self = BoundSimulation;

constexpr double kNever = std::numeric_limits<double>::infinity();

StepOptions options_of(double dt, const Vec3In& gravity, double tolerance, int max_iterations, int budget,
                       int threads) {
  StepOptions options{.dt = dt, .gravity = to_vec3(gravity)};
  options.projection.tolerance = tolerance;
  options.projection.max_iterations = max_iterations;
  options.iteration_budget = budget;
  options.threads = threads;
  return options;
}

/// Steps in a C++ loop; the GIL is released unless functions have to be asked.
RunTotals run(Self& self, std::int64_t steps) {
  require(steps >= 0, "steps must be at least 0, got " + std::to_string(steps));
  const Claim claim(self);
  RunTotals totals;
  Interruption interruption;
  if (!self.grasp_functions.empty() || !self.obstacle_functions.empty()) {
    while (totals.steps < steps) {
      totals.add(self.step());
      interruption.check();
    }
    return totals;
  }
  const nb::gil_scoped_release others_run;
  while (totals.steps < steps) {
    totals.add(self.stage.step());
    interruption.check();
  }
  return totals;
}

/// Adds a grasp whose motion is fixed, given or asked of a function; returns its number.
int add_grasp(Self& self, const std::string& name, std::vector<int> nodes, std::optional<double> from,
              double until, Motion motion, nb::object function) {
  const Claim claim(self);
  const double start = from.value_or(self.stage.state().time);
  require(std::isfinite(start), "start of grasp \"" + name + "\" must be a finite time [s]");
  require(!std::isnan(until), "until of grasp \"" + name + "\" must be a time [s], or nothing");
  Vec3 first = Vec3::Zero();
  if (!function.is_none()) first = to_vec3(nb::cast<Vec3In>(function(self.stage.state().time)));
  const int number = self.stage.grasp(
      {.name = name, .nodes = std::move(nodes), .motion = std::move(motion), .from = start, .until = until});
  if (!function.is_none()) {
    self.stage.lead_by_function(self.stage.index_of(number), first, first);
    self.grasp_functions.push_back({number, std::move(function)});
  }
  return number;
}

int add_obstacle(Self& self, const std::string& name, std::shared_ptr<Shape> shape, double friction,
                 PosePath path) {
  const Claim claim(self);
  return self.stage.add_obstacle(
      {.name = name, .shape = std::move(shape), .path = std::move(path), .friction = friction});
}

PosePath keyframes(const VectorIn& times, const NumbersIn<nb::shape<-1, 7>>& poses) {
  std::vector<RigidPose> keys;
  for (std::size_t i = 0; i < poses.shape(0); ++i) keys.push_back(to_pose(poses.data() + 7 * i));
  return keyframe_pose({times.data(), times.data() + times.shape(0)}, std::move(keys));
}

/// Lets Python's collector see what the functions refer to: they often refer back to the simulation.
int traverse(PyObject* object, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(object));
  if (!nb::inst_ready(object)) return 0;
  const Self* self = nb::inst_ptr<Self>(object);
  for (const auto& f : self->grasp_functions) Py_VISIT(f.call.ptr());
  for (const auto& f : self->obstacle_functions) Py_VISIT(f.call.ptr());
  return 0;
}

int clear(PyObject* object) {
  if (!nb::inst_ready(object)) return 0;
  Self* self = nb::inst_ptr<Self>(object);
  self->grasp_functions.clear();
  self->obstacle_functions.clear();
  return 0;
}

PyType_Slot kSlots[] = {{Py_tp_traverse, reinterpret_cast<void*>(traverse)},
                        {Py_tp_clear, reinterpret_cast<void*>(clear)},
                        {0, nullptr}};

void bind_state(nb::module_& m) {
  nb::class_<SavedState>(m, "State", "Everything that a simulation remembers, exactly; can be pickled.")
      .def_prop_ro(
          "time", [](const SavedState& s) { return s.cloth.time; }, "time of the simulation [s]")
      .def_prop_ro(
          "step", [](const SavedState& s) { return s.cloth.step; }, "steps taken")
      .def_prop_ro(
          "x", [](nb::handle_t<SavedState> s) { return view_of(nb::cast<SavedState&>(s).cloth.x, s); },
          "positions [m], shape (n, 3), read only")
      .def_prop_ro(
          "v", [](nb::handle_t<SavedState> s) { return view_of(nb::cast<SavedState&>(s).cloth.v, s); },
          "velocities [m/s], shape (n, 3), read only")
      .def_prop_ro(
          "grasp_ends",
          [](const SavedState& s) {
            std::vector<double> ends;
            for (const SavedGrasp& grasp : s.grasps) ends.push_back(grasp.until);
            return ends;
          },
          "when each grasp lets go [s]")
      .def(
          "to_bytes",
          [](const SavedState& s) {
            const std::string bytes = to_bytes(s);
            return nb::bytes(bytes.data(), bytes.size());
          },
          "The state as bytes: equal states have equal bytes.")
      .def_static(
          "from_bytes", [](const nb::bytes& bytes) { return from_bytes({bytes.c_str(), bytes.size()}); },
          "bytes"_a, "The state that to_bytes() wrote; ValueError for anything else.")
      .def("__getstate__",
           [](const SavedState& s) {
             const std::string bytes = to_bytes(s);
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def("__setstate__", [](SavedState& s, const nb::bytes& bytes) {
        new (&s) SavedState(from_bytes({bytes.c_str(), bytes.size()}));
      });
}

void bind_grasps(nb::class_<Self>& c) {
  c.def(
       "_grasp",
       [](Self& self, const std::string& name, std::vector<int> nodes, std::optional<double> from,
          double until, nb::object function, bool relative) {
         Motion motion = fixed_motion();
         motion.relative = function.is_none() || relative;
         return add_grasp(self, name, std::move(nodes), from, until, std::move(motion), std::move(function));
       },
       "name"_a, "nodes"_a, "start"_a.none(), "until"_a, "function"_a.none(), "relative"_a)
      .def(
          "_grasp_sine",
          [](Self& self, const std::string& name, std::vector<int> nodes, std::optional<double> from,
             double until, const Vec3In& direction, double amplitude, double frequency, double phase) {
            const double start = from.value_or(self.stage.state().time);
            return add_grasp(self, name, std::move(nodes), from, until,
                             sine_motion(to_vec3(direction), amplitude, frequency, phase, start), nb::none());
          },
          "name"_a, "nodes"_a, "start"_a.none(), "until"_a, "direction"_a, "amplitude"_a, "frequency"_a,
          "phase"_a)
      .def(
          "_grasp_path",
          [](Self& self, const std::string& name, std::vector<int> nodes, std::optional<double> from,
             double until, const VectorIn& times, const PointsIn& points, bool relative) {
            return add_grasp(
                self, name, std::move(nodes), from, until,
                polyline_motion({times.data(), times.data() + times.shape(0)}, to_vec3s(points), relative),
                nb::none());
          },
          "name"_a, "nodes"_a, "start"_a.none(), "until"_a, "times"_a, "points"_a, "relative"_a)
      .def(
          "_release",
          [](Self& self, int number) {
            const Claim claim(self);
            self.stage.release(self.stage.index_of(number));
          },
          "number"_a)
      .def(
          "_set_end",
          [](Self& self, int index, double until) {
            const Claim claim(self);
            self.stage.set_end(index, until);
          },
          "index"_a, "until"_a)
      .def(
          "_move",
          [](Self& self, int number, const Vec3In& to, double duration) {
            const Claim claim(self);
            self.stage.move(self.stage.index_of(number), to_vec3(to), duration);
          },
          "number"_a, "to"_a, "duration"_a)
      .def(
          "_grasp_target",
          [](Self& self, int number) {
            const Claim claim(self);
            return array_of(self.stage.target(self.stage.index_of(number)));
          },
          "number"_a)
      .def(
          "_grasp_force",
          [](Self& self, int number) {
            const Claim claim(self);
            return array_of(self.stage.simulation().grasp_force(self.stage.index_of(number)));
          },
          "number"_a)
      .def(
          "_grasp_holds",
          [](Self& self, int number) {
            const int i = self.stage.index_of(number);
            return self.stage.simulation().grasps()[static_cast<std::size_t>(i)].until >
                   self.stage.state().time;
          },
          "number"_a)
      .def("_grasp_list",
           [](const Self& self) {
             std::vector<std::pair<std::string, int>> list;
             for (int i = 0; i < self.stage.grasp_count(); ++i)
               list.emplace_back(self.stage.simulation().grasps()[static_cast<std::size_t>(i)].name,
                                 self.stage.number_at(i));
             return list;
           })
      .def(
          "_grasp_nodes",
          [](const Self& self, int number) {
            return self.stage.simulation()
                .grasps()[static_cast<std::size_t>(self.stage.index_of(number))]
                .nodes;
          },
          "number"_a);
}

void bind_obstacles(nb::class_<Self>& c) {
  using Pose7 = NumbersIn<nb::shape<7>>;
  c.def(
       "_add_obstacle",
       [](Self& self, const std::string& name, std::shared_ptr<Shape> shape, double friction,
          const Pose7& pose) {
         return add_obstacle(self, name, std::move(shape), friction, fixed_pose(to_pose(pose.data())));
       },
       "name"_a, "shape"_a, "friction"_a, "pose"_a)
      .def(
          "_add_obstacle_sine",
          [](Self& self, const std::string& name, std::shared_ptr<Shape> shape, double friction,
             const Pose7& pose, const Vec3In& direction, double amplitude, double frequency, double phase) {
            return add_obstacle(
                self, name, std::move(shape), friction,
                sine_pose(to_pose(pose.data()), to_vec3(direction), amplitude, frequency, phase));
          },
          "name"_a, "shape"_a, "friction"_a, "pose"_a, "direction"_a, "amplitude"_a, "frequency"_a, "phase"_a)
      .def(
          "_add_obstacle_keyframes",
          [](Self& self, const std::string& name, std::shared_ptr<Shape> shape, double friction,
             const VectorIn& times, const NumbersIn<nb::shape<-1, 7>>& poses) {
            return add_obstacle(self, name, std::move(shape), friction, keyframes(times, poses));
          },
          "name"_a, "shape"_a, "friction"_a, "times"_a, "poses"_a)
      .def(
          "_add_obstacle_function",
          [](Self& self, const std::string& name, std::shared_ptr<Shape> shape, double friction,
             nb::object function) {
            auto track = std::make_shared<PoseTrack>();
            track->from = track->to =
                to_pose(nb::cast<NumbersIn<nb::shape<7>>>(function(self.stage.state().time)).data());
            const int index = add_obstacle(self, name, std::move(shape), friction,
                                           [track](double t) { return track->at(t); });
            self.obstacle_functions.push_back({track, std::move(function)});
            return index;
          },
          "name"_a, "shape"_a, "friction"_a, "function"_a)
      .def(
          "_obstacle_load",
          [](Self& self, int index) {
            const Claim claim(self);
            const ObstacleLoad load = self.stage.simulation().obstacle_load(index);
            return std::pair{array_of(load.force), array_of(load.torque)};
          },
          "index"_a)
      .def("_obstacle_names",
           [](const Self& self) {
             std::vector<std::string> names;
             for (const Obstacle& obstacle : self.stage.simulation().obstacles())
               names.push_back(obstacle.name);
             return names;
           })
      .def("_has_functions", [](const Self& self) {
        return !self.grasp_functions.empty() || !self.obstacle_functions.empty();
      });
}

/// The contact points as columns.
Columns contact_columns(Self& self) {
  const Claim claim(self);
  const std::vector<ContactForce> list = self.stage.simulation().contacts();
  const std::size_t count = list.size();
  auto obstacle = new_array<int>({count});
  NumbersOut point = new_array<double>({count, 3}), normal = new_array<double>({count, 3}),
             normal_force = new_array<double>({count}), tangential_force = new_array<double>({count, 3});
  for (std::size_t i = 0; i < count; ++i) {
    obstacle.data()[i] = list[i].obstacle;
    normal_force.data()[i] = list[i].normal_force;
    Eigen::Map<Vec3>(point.data() + 3 * i) = list[i].point;
    Eigen::Map<Vec3>(normal.data() + 3 * i) = list[i].normal;
    Eigen::Map<Vec3>(tangential_force.data() + 3 * i) = list[i].tangential_force;
  }
  Columns columns;
  columns["obstacle"] = obstacle;
  columns["point"] = point;
  columns["normal"] = normal;
  columns["normal_force"] = normal_force;
  columns["tangential_force"] = tangential_force;
  return columns;
}

}  // namespace

void bind_simulation(nb::module_& m) {
  bind_reports(m);
  bind_state(m);
  nb::class_<Self> c(m, "Simulation", nb::type_slots(kSlots));
  c.def(
      "__init__",
      [](Self* self, std::shared_ptr<ClothModel> model, const PointsIn& start, double dt,
         const Vec3In& gravity, double tolerance, int max_iterations, int budget, int threads) {
        new (self) Self(Stage(std::move(model), to_points(start),
                              options_of(dt, gravity, tolerance, max_iterations, budget, threads)));
      },
      "model"_a, "start"_a, "dt"_a, "gravity"_a, "tolerance"_a, "max_iterations"_a, "budget"_a, "threads"_a);
  bind_scene(m, c);
  c.def(
       "step",
       [](Self& self) {
         const Claim claim(self);
         return self.step();
       },
       "Advance by one step of dt; the GIL is released meanwhile. Returns a StepReport.")
      .def("_run", &run, "steps"_a)
      .def_prop_ro(
          "x", [](nb::handle_t<Self> self) { return view_of(nb::cast<Self&>(self).stage.state().x, self); },
          "Positions [m], shape (n, 3): a read-only view that follows the simulation and keeps it alive.")
      .def_prop_ro(
          "v", [](nb::handle_t<Self> self) { return view_of(nb::cast<Self&>(self).stage.state().v, self); },
          "Velocities [m/s], shape (n, 3): a read-only view as x.")
      .def_prop_ro(
          "time", [](const Self& self) { return self.stage.state().time; }, "Time of the simulation [s].")
      .def_prop_ro(
          "steps", [](const Self& self) { return self.stage.state().step; }, "Steps taken so far.")
      .def_prop_ro(
          "dt", [](const Self& self) { return self.stage.dt(); }, "Time step [s].")
      .def(
          "_place",
          [](Self& self, const PointsIn& x, const PointsIn& v) {
            const Claim claim(self);
            self.stage.place(to_points(x), to_points(v));
          },
          "x"_a, "v"_a)
      .def(
          "save",
          [](Self& self) {
            const Claim claim(self);
            return self.stage.save();
          },
          "Everything the simulation remembers, as a State: restore() goes on from there bit by bit. Can be "
          "pickled.")
      .def(
          "_restore",
          [](Self& self, const SavedState& state) {
            const Claim claim(self);
            self.stage.restore(state);
          },
          "state"_a)
      .def("_energy",
           [](Self& self) {
             const Claim claim(self);
             const Simulation& s = self.stage.simulation();
             const Energy e = energy(s.model(), s.options().gravity, s.state().x, s.state().v);
             return std::vector<double>{e.kinetic, e.weight, e.bending, e.stretch};
           })
      .def("_contacts", &contact_columns)
      .def("_contact_force",
           [](Self& self) {
             const Claim claim(self);
             return array_of(self.stage.simulation().contact_force());
           })
      .def("_mesh", [](const Self& self) {
        const Mesh& mesh = self.stage.simulation().model().rest;
        auto elements = new_array<int>({mesh.elements.size(), 4});
        std::copy_n(mesh.elements.front().data(), 4 * mesh.elements.size(), elements.data());
        return std::pair{array_of(mesh.x), std::move(elements)};
      });
  bind_grasps(c);
  bind_obstacles(c);
  bind_recording(c);
  bind_rollout(c);
}

}  // namespace isocloth::python
