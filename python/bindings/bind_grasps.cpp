#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "arrays.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/mesh/parts.hpp"
#include "module.hpp"
#include "poses.hpp"

namespace isocloth::python {
namespace {

using Self = BoundSimulation;

/// Stiffness [N/m], damping [N·s/m], force limit [N], and what happens there.
using GripIn = std::tuple<double, double, double, std::string>;

Grip to_grip(const GripIn& in) {
  const auto& [stiffness, damping, limit, slip] = in;
  require(slip == "hold" || slip == "slide" || slip == "release",
          "slip must be hold, slide or release, got \"" + slip + "\"");
  Grip grip{.stiffness = stiffness, .damping = damping, .force_limit = limit};
  if (slip != "hold") grip.slip = slip == "slide" ? Slip::slide : Slip::release;
  if (grip.is_rigid()) grip.damping = 0;
  return grip;
}

using Three = std::array<double, 3>;

/// By place: "near", "nearest" or "box", middle [m], radius [m], sizes of the box [m], its turn [°]; of which
/// cloth, −1: of any.
using PlaceIn = std::tuple<std::string, Three, double, Three, Three, int>;

/// What is held: nodes, or what is at a place.
using HeldIn = std::variant<std::vector<int>, PlaceIn>;

std::optional<Pick> to_pick(const HeldIn& held) {
  const auto* place = std::get_if<PlaceIn>(&held);
  if (!place) return std::nullopt;
  const auto& [kind, middle, radius, size, turn, cloth] = *place;
  const auto vec3 = [](const Three& v) { return Vec3(v[0], v[1], v[2]); };
  if (kind == "near") return PickNear{vec3(middle), radius};
  if (kind == "nearest") return PickNearest{vec3(middle), radius};
  return PickBox{rigid_pose({.rotate_deg = vec3(turn), .translate = vec3(middle)}), vec3(size)};
}

std::optional<int> to_piece(const HeldIn& held) {
  const auto* place = std::get_if<PlaceIn>(&held);
  return place && std::get<5>(*place) >= 0 ? std::optional(std::get<5>(*place)) : std::nullopt;
}

/// Adds a grasp whose motion is fixed, given or asked of a function; returns its number.
int add_grasp(Self& self, const std::string& name, const HeldIn& held, std::optional<double> from,
              double until, const GripIn& grip, Motion motion, nb::object function = nb::none()) {
  const Claim claim(self);
  const double start = from.value_or(self.session.state().time);
  require(std::isfinite(start), "start of grasp \"" + name + "\" must be a finite time [s]");
  require(!std::isnan(until), "until of grasp \"" + name + "\" must be a time [s], or nothing");
  return self.session.grasp({.name = name,
                             .nodes = to_pick(held) ? std::vector<int>{} : std::get<std::vector<int>>(held),
                             .motion = std::move(motion),
                             .from = start,
                             .until = until,
                             .grip = to_grip(grip),
                             .pick = to_pick(held),
                             .piece = to_piece(held)},
                            self.pose_function(std::move(function)));
}

}  // namespace

void bind_grasps(nb::class_<Self>& c) {
  c.def(
       "_grasp",
       [](Self& self, const std::string& name, const HeldIn& nodes, std::optional<double> from, double until,
          const GripIn& grip, nb::object function, bool relative, bool poses) {
         Motion motion = fixed_motion();
         motion.relative = function.is_none() || relative;
         if (poses && !motion.relative) motion.origin = HandOrigin::path;
         return add_grasp(self, name, nodes, from, until, grip, std::move(motion), std::move(function));
       },
       "name"_a, "nodes"_a, "start"_a.none(), "until"_a, "grip"_a, "function"_a.none(), "relative"_a,
       "poses"_a)
      .def(
          "_grasp_sine",
          [](Self& self, const std::string& name, const HeldIn& nodes, std::optional<double> from,
             double until, const GripIn& grip, const Vec3In& direction, double amplitude, double frequency,
             double phase) {
            const double start = from.value_or(self.session.state().time);
            return add_grasp(self, name, nodes, from, until, grip,
                             sine_motion(to_vec3(direction), amplitude, frequency, phase, start));
          },
          "name"_a, "nodes"_a, "start"_a.none(), "until"_a, "grip"_a, "direction"_a, "amplitude"_a,
          "frequency"_a, "phase"_a)
      .def(
          "_grasp_path",
          [](Self& self, const std::string& name, const HeldIn& nodes, std::optional<double> from,
             double until, const GripIn& grip, const VectorIn& times, const PointsIn& points, bool relative) {
            return add_grasp(
                self, name, nodes, from, until, grip,
                polyline_motion({times.data(), times.data() + times.shape(0)}, to_vec3s(points), relative));
          },
          "name"_a, "nodes"_a, "start"_a.none(), "until"_a, "grip"_a, "times"_a, "points"_a, "relative"_a)
      .def(
          "_grasp_keyframes",
          [](Self& self, const std::string& name, const HeldIn& nodes, std::optional<double> from,
             double until, const GripIn& grip, const VectorIn& times, const PosesIn& poses, bool relative) {
            return add_grasp(
                self, name, nodes, from, until, grip,
                keyframe_motion({times.data(), times.data() + times.shape(0)}, to_poses(poses), relative));
          },
          "name"_a, "nodes"_a, "start"_a.none(), "until"_a, "grip"_a, "times"_a, "poses"_a, "relative"_a)
      .def("_release", claimed([](Session& s, int number) { s.release(number); }), "number"_a)
      .def("_set_end", claimed([](Session& s, int number, double until) { s.set_end(number, until); }),
           "number"_a, "until"_a)
      .def("_move", claimed([](Session& s, int number, const Pose7& to, double duration) {
             s.move(number, to_pose(to.data()), duration);
           }),
           "number"_a, "to"_a, "duration"_a)
      .def("_grasp_pose", claimed([](Session& s, int number) { return array_of(s.pose(number)); }),
           "number"_a)
      .def("_grasp_force", claimed([](Session& s, int number) { return array_of(s.force(number)); }),
           "number"_a)
      .def("_grasp_torque", claimed([](Session& s, int number) { return array_of(s.wrench(number).torque); }),
           "number"_a)
      .def("_grasp_impulse", claimed([](Session& s, int number) { return array_of(s.impulse(number)); }),
           "number"_a)
      .def(
          "_grasp_holds", [](Self& self, int number) { return self.session.holds(number); }, "number"_a)
      .def(
          "_grasp_missed_by",
          [](const Self& self, int number) -> std::optional<double> {
            const Session& session = self.session;
            const GraspState& hold =
                session.state().grasps[static_cast<std::size_t>(session.index_of(number))];
            if (!hold.missed) return std::nullopt;
            return hold.missed_by;
          },
          "number"_a)
      .def(
          "_hem",
          [](const Self& self, int cloth) {
            const ClothModel& model = self.session.simulation().model();
            return nodes_of_parts({.x = model.rest.x, .elements = {}}, model.topology, {"hem"},
                                  model.pieces[static_cast<std::size_t>(cloth)]);
          },
          "cloth"_a)
      .def("_grasp_count", [](const Self& self) { return self.session.grasp_numbers().size(); })
      .def("_grasp_list",
           [](const Self& self) {
             std::vector<std::pair<std::string, int>> list;
             for (const int number : self.session.grasp_numbers())
               list.emplace_back(self.session.grasp_at(number).name, number);
             return list;
           })
      .def(
          "_grasp_nodes", [](const Self& self, int number) { return self.session.grasp_at(number).nodes; },
          "number"_a);
}

}  // namespace isocloth::python
