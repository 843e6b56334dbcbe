#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "coupler.hpp"
#include "module.hpp"
#include "poses.hpp"

namespace isocloth::python {
namespace {

using GeomIn = std::tuple<int, int, int, bool>;  ///< geom, body, obstacle, whether the body can move
using HandIn =
    std::tuple<int, int, bool, bool, Pose7>;  ///< grasp, body, whether it can move, is stiff; place

std::vector<CoupledGeom> to_geoms(const std::vector<GeomIn>& list) {
  std::vector<CoupledGeom> geoms;
  for (const auto& [geom, body, obstacle, feels] : list) geoms.push_back({geom, body, obstacle, feels});
  return geoms;
}

std::vector<CoupledHand> to_hands(const std::vector<HandIn>& list) {
  std::vector<CoupledHand> hands;
  for (const auto& [grasp, body, feels, is_stiff, place] : list)
    hands.push_back({grasp, body, feels, is_stiff, to_pose(place.data())});
  return hands;
}

}  // namespace

void bind_coupler(nb::module_& m) {
  nb::class_<RobotArrays>(m, "RobotArrays")
      .def(nb::init<Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers,
                    Numbers>(),
           "qpos"_a, "qvel"_a, "ctrl"_a, "body_position"_a, "body_quaternion"_a, "centre_of_mass"_a,
           "geom_position"_a, "geom_matrix"_a, "mocap_position"_a, "mocap_quaternion"_a, "applied"_a);
  nb::class_<Coupler>(m, "Coupler")
      .def(
          "__init__",
          [](Coupler* self, BoundSimulation& simulation, const RobotArrays& robot, const RobotArrays& ahead,
             const WarningCounts& warnings, const std::vector<GeomIn>& geoms) {
            new (self) Coupler(simulation, robot, ahead, warnings, to_geoms(geoms));
          },
          "simulation"_a, "robot"_a, "ahead"_a, "warnings"_a, "geoms"_a, nb::keep_alive<1, 2>())
      .def(
          "set_hands",
          [](Coupler& self, const std::vector<HandIn>& hands) { self.set_hands(to_hands(hands)); }, "hands"_a)
      .def_prop_ro("has_turning_joints", &Coupler::has_turning_joints)
      .def_prop_ro("must_agree", &Coupler::must_agree)
      .def("begin", &Coupler::begin, "start"_a)
      .def("guess", &Coupler::guess, "acceleration"_a, "velocity"_a)
      .def("step", &Coupler::step)
      .def("end", &Coupler::end, "way"_a, "acceleration"_a)
      .def("mismatch", &Coupler::mismatch)
      .def("go_back", &Coupler::go_back)
      .def("unload", &Coupler::unload);
}

}  // namespace isocloth::python
