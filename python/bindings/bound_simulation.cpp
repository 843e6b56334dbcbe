#include "bound_simulation.hpp"

#include <chrono>

#include "arrays.hpp"
#include "isocloth/core/require.hpp"
#include "poses.hpp"

namespace isocloth::python {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

PosePath BoundSimulation::pose_function(nb::object call) {
  if (call.is_none()) return {};
  auto kept = std::make_shared<nb::object>(std::move(call));  // only the pointer is copied: needs no GIL
  functions.push_back(kept);
  return [kept](double t) {
    const nb::gil_scoped_acquire gil;
    if (!kept->is_valid()) throw std::runtime_error("the function that leads is not there any more");
    return to_pose(nb::cast<Pose7>((*kept)(t)).data());
  };
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

void check_that_nothing_asks_python(const Session& session, const char* who_cannot) {
  for (const int number : session.grasp_numbers())
    require(!session.follows_function(number), "a function leads grasp \"" + session.grasp_at(number).name +
                                                   "\", which " + who_cannot + "; give path instead");
  for (std::size_t o = 0; o < session.simulation().obstacles().size(); ++o)
    require(session.simulation().obstacle_state(static_cast<int>(o)).removed ||
                !session.obstacle_follows_function(static_cast<int>(o)),
            "a function leads obstacle \"" + session.simulation().obstacles()[o].name + "\", which " +
                who_cannot + "; give it a motion by keyframes");
}

}  // namespace isocloth::python
