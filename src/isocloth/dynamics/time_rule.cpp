#include "isocloth/dynamics/time_rule.hpp"

#include "isocloth/dynamics/step_limits.hpp"

namespace isocloth {
namespace {

bool is_calm(double dt, const StepPast& past) {
  return past.calm >= kCalmSteps && past.dt == dt && past.dt_before == dt;
}

}  // namespace

void TimeRule::set(Integrator integrator, double dt, const ClothState& state) {
  const StepPast& last = state.past;
  if (integrator == Integrator::euler || last.dt == 0 || last.rough > 0 || dt > kMostGrowth * last.dt) {
    rate = 1 / dt;
    one = two = 0;
    past = state.x;
    inertial = state.x + dt * state.v;
    return;
  }
  const double w = dt / last.dt, theta = is_calm(dt, last) ? kThirdOrder : 0;
  const double now = (1 + 2 * w) / (1 + w) + theta / 3;
  one = (w * w / (1 + w) + 2 * theta / 3) / now;
  two = -theta / 3 / now;
  rate = now / dt;
  past = state.x + one * last.dx + two * last.dx_before;
  inertial = past + (state.v + one * last.dv + two * last.dv_before) / rate;
}

}  // namespace isocloth
