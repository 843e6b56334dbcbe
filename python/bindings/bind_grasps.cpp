#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "arrays.hpp"
#include "isocloth/core/require.hpp"
#include "module.hpp"

namespace isocloth::python {
namespace {

using Self = BoundSimulation;

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

}  // namespace

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

}  // namespace isocloth::python
