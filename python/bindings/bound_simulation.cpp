#include "bound_simulation.hpp"

#include <algorithm>
#include <chrono>

#include "arrays.hpp"
#include "poses.hpp"

namespace isocloth::python {
namespace {

Vec3 ask_point(const nb::object& call, double t) { return to_vec3(nb::cast<Vec3In>(call(t))); }

RigidPose ask_pose(const nb::object& call, double t) {
  return to_pose(nb::cast<NumbersIn<nb::shape<7>>>(call(t)).data());
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

RigidPose PoseTrack::at(double t) const {
  if (t >= end) return to;
  if (t <= begin) return from;
  const double share = (t - begin) / (end - begin);
  return {from.rotation.slerp(share, to.rotation),
          from.translation + share * (to.translation - from.translation)};
}

void BoundSimulation::ask_functions() {
  const double begin = stage.state().time, end = static_cast<double>(stage.state().step + 1) * stage.dt();
  struct Answer {
    int index;
    Vec3 from, to;
  };
  std::vector<Answer> leads;
  for (const GraspFunction& f : grasp_functions)
    for (int i = 0; i < stage.grasp_count(); ++i)  // restore() may have taken it away
      if (stage.number_at(i) == f.number && stage.follows_function(i))
        leads.push_back({i, ask_point(f.call, begin), ask_point(f.call, end)});
  std::vector<std::pair<RigidPose, RigidPose>> poses;
  for (const ObstacleFunction& f : obstacle_functions)
    poses.emplace_back(ask_pose(f.call, begin), ask_pose(f.call, end));

  // all functions have answered: from here on nothing fails
  for (const Answer& lead : leads) stage.lead_by_function(lead.index, lead.from, lead.to);
  for (std::size_t i = 0; i < poses.size(); ++i)
    *obstacle_functions[i].track = {begin, end, poses[i].first, poses[i].second};
}

std::vector<std::unique_ptr<Stage>>& BoundSimulation::twins(int count) {
  if (twins_edition_ != stage.edition()) twins_.clear();
  twins_edition_ = stage.edition();
  while (static_cast<int>(twins_.size()) < count) twins_.push_back(stage.twin());
  return twins_;
}

StepReport BoundSimulation::step() {
  if (!grasp_functions.empty() || !obstacle_functions.empty()) ask_functions();
  const nb::gil_scoped_release others_run;
  return stage.step();
}

void Interruption::check() {
  constexpr double kBetween = 0.1;  // [s]
  const double t = now();
  if (last_ == 0) last_ = t;
  if (t - last_ < kBetween) return;
  last_ = t;
  const nb::gil_scoped_acquire gil;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace isocloth::python
