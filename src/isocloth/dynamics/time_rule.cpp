#include "isocloth/dynamics/time_rule.hpp"

namespace isocloth {
namespace {

/// BDF2 is stable where no step is more than 1 + √2 times as long as the one before.
constexpr double kMostGrowth = 2.01;

/// θ of calm motion: with ½ nothing would be damped, with more it would grow.
constexpr double kThirdOrder = 0.48;

/// Steps in a row that one iteration was enough for, after which motion counts as calm.
constexpr int kCalmSteps = 10;

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
