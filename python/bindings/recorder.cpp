#include "recorder.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <filesystem>

#include "isocloth/core/require.hpp"
#include "isocloth/session/make_frame.hpp"
#include "meshes.hpp"
#include "module.hpp"
#include "poses.hpp"

namespace isocloth::python {

Recorder::Recorder(const Simulation& simulation, const std::string& scene,
                   std::vector<std::pair<int, ObstacleInfo>> looks, std::vector<ObstacleInfo> bodies,
                   std::optional<std::string> out)
    : trajectory_{.info = trajectory_info(scene, simulation), .frames = {}},
      obstacles_(trajectory_.info.obstacles.size()),
      bodies_(bodies.size()),
      out_(std::move(out)) {
  std::vector<ObstacleInfo>& all = trajectory_.info.obstacles;
  for (auto& [index, look] : looks) {
    ObstacleInfo& obstacle = all.at(static_cast<std::size_t>(index));
    obstacle.surface = std::move(look.surface);
    obstacle.color = look.color;
  }
  all.insert(all.end(), std::make_move_iterator(bodies.begin()), std::make_move_iterator(bodies.end()));
  if (out_) file_.emplace(*out_, trajectory_.info);
}

void Recorder::keep(const Simulation& simulation, const std::vector<RigidPose>& body_poses) {
  Frame frame = make_frame(simulation, since_);
  require(trajectory_.frames.empty() || frame.time > trajectory_.frames.back().time,
          "the simulation is not later than the last frame that was kept; begin another recording");
  require(frame.obstacle_pose.size() == obstacles_,
          "an obstacle was added or removed since the recording began; begin another recording");
  require(frame.grasp_pose.size() >= trajectory_.info.grasps.size(),
          "a grasp was taken away since the recording began; begin another recording");
  require(body_poses.size() == bodies_, "there must be a pose for each body");
  const auto before = static_cast<Eigen::Index>(obstacles_),
             all = before + static_cast<Eigen::Index>(bodies_);
  for (Points* loads : {&frame.obstacle_force, &frame.obstacle_torque}) {
    loads->conservativeResize(all, 3);
    loads->bottomRows(all - before).setZero();
  }
  frame.obstacle_pose.insert(frame.obstacle_pose.end(), body_poses.begin(), body_poses.end());
  if (all > 0 && before == 0) frame.contact_force = Points::Zero(frame.x.rows(), 3);
  const bool more_grasps = frame.grasp_pose.size() > trajectory_.info.grasps.size();
  if (more_grasps) add_grasps(simulation, frame);
  trajectory_.info.grasps = grasp_infos(simulation);  // those by place have closed meanwhile
  if (file_ && !more_grasps) file_->append(frame);
  trajectory_.frames.push_back(std::move(frame));
  since_ = {};
  if (file_ && more_grasps) write_anew();
}

/// Gives the frames so far the grasps that came since.
void Recorder::add_grasps(const Simulation& simulation, const Frame& newest) {
  const auto known = static_cast<Eigen::Index>(trajectory_.info.grasps.size()),
             all = static_cast<Eigen::Index>(simulation.grasps().size());
  for (Frame& frame : trajectory_.frames) {
    for (Points* loads : {&frame.grasp_force, &frame.grasp_torque}) {
      loads->conservativeResize(all, 3);
      loads->bottomRows(all - known).setZero();
    }
    frame.grasp_pose.insert(frame.grasp_pose.end(), newest.grasp_pose.begin() + known,
                            newest.grasp_pose.end());
  }
}

void Recorder::write_anew() {
  const std::string beside = *out_ + ".new";
  file_.emplace(beside, trajectory_.info);
  for (const Frame& frame : trajectory_.frames) file_->append(frame);
  std::filesystem::rename(beside, *out_);
}

namespace {

using LookIn = std::tuple<PointsIn, ElementsIn, std::optional<std::uint32_t>>;
using BodyIn = std::tuple<std::string, LookIn, bool>;

ObstacleInfo look_of(const LookIn& look) {
  const auto& [x, elements, color] = look;
  return {.name = {}, .surface = to_mesh(x, elements), .color = color};
}

std::unique_ptr<Recorder> make_recorder(BoundSimulation& self, const std::string& scene,
                                        const std::vector<std::pair<int, LookIn>>& looks,
                                        const std::vector<BodyIn>& bodies, std::optional<std::string> out) {
  const Claim claim(self);
  std::vector<std::pair<int, ObstacleInfo>> drawn;
  for (const auto& [index, look] : looks) drawn.emplace_back(index, look_of(look));
  std::vector<ObstacleInfo> seen;
  for (const auto& [name, look, unbounded] : bodies) {
    seen.push_back(look_of(look));
    seen.back().name = name;
    seen.back().unbounded = unbounded;
    seen.back().seen_only = true;
  }
  return std::make_unique<Recorder>(self.session.simulation(), scene, std::move(drawn), std::move(seen),
                                    std::move(out));
}

}  // namespace

void bind_recorder(nb::module_& m) {
  nb::class_<Recorder>(m, "Recorder")
      .def(nb::new_(&make_recorder), "simulation"_a, "scene"_a, "looks"_a, "bodies"_a, "out"_a.none())
      .def("note", &Recorder::note, "report"_a)
      .def(
          "keep",
          [](Recorder& self, BoundSimulation& simulation, const PosesIn& poses) {
            const Claim claim(simulation);
            self.keep(simulation.session.simulation(), to_poses(poses));
          },
          "simulation"_a, "poses"_a)
      .def("trajectory", [](const Recorder& self) { return self.trajectory(); });
}

}  // namespace isocloth::python
