#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "module.hpp"
#include "poses.hpp"

namespace isocloth::python {
namespace {

using Self = BoundSimulation;

/// What all obstacles have; `finger` may be none.
struct Solid {
  const std::string& name;
  std::shared_ptr<Shape> shape;
  double friction;
  const Finger* finger;
};

int add_obstacle(Self& self, Solid solid, PosePath path, PosePath function = {}) {
  const Claim claim(self);
  Obstacle obstacle{.name = solid.name,
                    .shape = std::move(solid.shape),
                    .path = std::move(path),
                    .friction = solid.friction};
  if (solid.finger != nullptr) obstacle.finger = *solid.finger;
  return self.session.add_obstacle(std::move(obstacle), std::move(function), self.check);
}

/// The contact points as columns.
Columns contact_columns(Self& self) {
  const Claim claim(self);
  const std::vector<ContactForce> list = self.session.simulation().contacts();
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

void bind_obstacles(nb::class_<Self>& c) {
  c.def(
       "_add_obstacle",
       [](Self& self, const std::string& name, std::shared_ptr<Shape> shape, double friction,
          const Finger* finger, const Pose7& pose) {
         return add_obstacle(self, {name, std::move(shape), friction, finger},
                             fixed_pose(to_pose(pose.data())));
       },
       "name"_a, "shape"_a, "friction"_a, "finger"_a.none(), "pose"_a)
      .def(
          "_add_obstacle_sine",
          [](Self& self, const std::string& name, std::shared_ptr<Shape> shape, double friction,
             const Finger* finger, const Pose7& pose, const Vec3In& direction, double amplitude,
             double frequency, double phase) {
            return add_obstacle(
                self, {name, std::move(shape), friction, finger},
                sine_pose(to_pose(pose.data()), to_vec3(direction), amplitude, frequency, phase));
          },
          "name"_a, "shape"_a, "friction"_a, "finger"_a.none(), "pose"_a, "direction"_a, "amplitude"_a,
          "frequency"_a, "phase"_a)
      .def(
          "_add_obstacle_keyframes",
          [](Self& self, const std::string& name, std::shared_ptr<Shape> shape, double friction,
             const Finger* finger, const VectorIn& times, const PosesIn& poses) {
            return add_obstacle(
                self, {name, std::move(shape), friction, finger},
                keyframe_pose({times.data(), times.data() + times.shape(0)}, to_poses(poses)));
          },
          "name"_a, "shape"_a, "friction"_a, "finger"_a.none(), "times"_a, "poses"_a)
      .def(
          "_add_obstacle_function",
          [](Self& self, const std::string& name, std::shared_ptr<Shape> shape, double friction,
             const Finger* finger, nb::object function) {
            return add_obstacle(self, {name, std::move(shape), friction, finger}, fixed_pose({}),
                                self.pose_function(std::move(function)));
          },
          "name"_a, "shape"_a, "friction"_a, "finger"_a.none(), "function"_a)
      .def("_move_obstacle", claimed([](Session& s, int index, const Pose7& to, double duration) {
             s.move_obstacle(index, to_pose(to.data()), duration);
           }),
           "index"_a, "to"_a, "duration"_a)
      .def("_obstacle_impulse",
           claimed([](Session& s, int index) { return array_of(s.simulation().obstacle_impulse(index)); }),
           "index"_a)
      .def("_obstacle_pose", claimed([](Session& s, int index) { return array_of(s.obstacle_pose(index)); }),
           "index"_a)
      .def(
          "_check_starts", [](Self& self, bool on) { self.check = on ? StartCheck::now : StartCheck::none; },
          "on"_a)
      .def("_contacts", &contact_columns)
      .def("_obstacle_load", claimed([](Session& s, int index) {
             const ObstacleLoad load = s.simulation().obstacle_load(index);
             return std::pair{array_of(load.force), array_of(load.torque)};
           }),
           "index"_a)
      .def("_obstacle_count", [](const Self& self) { return self.session.simulation().obstacles().size(); })
      .def("_obstacle_list",
           [](const Self& self) {
             std::vector<std::pair<std::string, int>> list;
             const std::vector<Obstacle>& obstacles = self.session.simulation().obstacles();
             for (int i = 0; i < static_cast<int>(obstacles.size()); ++i)
               if (!self.session.simulation().obstacle_state(i).removed)
                 list.emplace_back(obstacles[static_cast<std::size_t>(i)].name, i);
             return list;
           })
      .def("_remove_obstacle", claimed([](Session& s, int index) { s.remove_obstacle(index); }), "index"_a)
      .def("_finger_position", claimed([](Session& s, int index) { return s.finger_position(index); }),
           "index"_a)
      .def("_push_finger", claimed([](Session& s, int index, double force) { s.push_finger(index, force); }),
           "index"_a, "force"_a)
      .def("_close_finger", claimed([](Session& s, int index, double position, double duration) {
             s.close_finger(index, position, duration);
           }),
           "index"_a, "position"_a, "duration"_a);
}

void bind_finger(nb::module_& m) {
  nb::class_<Finger>(m, "Finger")
      .def(
          "__init__",
          [](Finger* self, const Vec3In& axis, bool by_position, const VectorIn& times,
             const VectorIn& values, double opening, double stroke, double mass, double speed) {
            const auto list = [](const VectorIn& v) {
              return std::vector<double>(v.data(), v.data() + v.shape(0));
            };
            auto drive = keyframe_drive(list(times), list(values));
            new (self) Finger{
                .axis = to_vec3(axis), .opening = opening, .stroke = stroke, .mass = mass, .speed = speed};
            (by_position ? self->position : self->force) = std::move(drive);
          },
          "axis"_a, "by_position"_a, "times"_a, "values"_a, "opening"_a, "stroke"_a, "mass"_a, "speed"_a);
}

}  // namespace isocloth::python
