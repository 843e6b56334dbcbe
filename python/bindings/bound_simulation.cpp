#include "bound_simulation.hpp"

#include <chrono>

#include "arrays.hpp"
#include "poses.hpp"

namespace isocloth::python {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Only the pointer to the object is copied, which needs no GIL.
template <class Value, class Convert>
LeadFunction<Value> ask(BoundSimulation& self, nb::object call, Convert convert) {
  if (call.is_none()) return {};
  auto kept = std::make_shared<nb::object>(std::move(call));
  self.functions.push_back(kept);
  return [kept, convert](double t) -> Value {
    const nb::gil_scoped_acquire gil;
    if (!kept->is_valid()) throw std::runtime_error("the function that leads is not there any more");
    return convert((*kept)(t));
  };
}

}  // namespace

LeadFunction<Vec3> BoundSimulation::point_function(nb::object call) {
  return ask<Vec3>(*this, std::move(call),
                   [](const nb::object& answer) { return to_vec3(nb::cast<Vec3In>(answer)); });
}

LeadFunction<RigidPose> BoundSimulation::pose_function(nb::object call) {
  return ask<RigidPose>(*this, std::move(call), [](const nb::object& answer) {
    return to_pose(nb::cast<NumbersIn<nb::shape<7>>>(answer).data());
  });
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

RunReport run_released(BoundSimulation& simulation, std::int64_t steps, RunOptions options) {
  const nb::gil_scoped_release others_run;
  Interruption interruption;
  options.go_on = [&](const RunReport&) {
    interruption.check();
    return true;
  };
  return simulation.session.run(steps, options);
}

}  // namespace isocloth::python
