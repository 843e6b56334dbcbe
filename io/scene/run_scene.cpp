#include "io/scene/run_scene.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth::io {
namespace {

/// duration / step is a whole number within this, although neither is exact in binary.
constexpr double kStepRounding = 1e-9;

}  // namespace

std::int64_t step_count(const TimeSpec& time) {
  const double steps = time.duration / time.step;
  return std::max<std::int64_t>(1, std::llround(std::ceil(steps * (1 - kStepRounding))));
}

std::int64_t frame_steps(const TimeSpec& time) {
  return std::max<std::int64_t>(1, std::llround(time.frame / time.step));
}

RunReport run_scene(const Scene& scene, Session& session, RunOptions options) {
  options.steps_per_frame = frame_steps(scene.time);
  return session.run(step_count(scene.time), options);
}

}  // namespace isocloth::io
