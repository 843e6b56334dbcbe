#include "isocloth/obstacles/finger.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "isocloth/core/require.hpp"

namespace isocloth {

std::function<double(double)> keyframe_drive(std::vector<double> times, std::vector<double> values) {
  require(!times.empty() && times.size() == values.size(),
          "a drive of keys needs as many times as values, and at least one; got " +
              std::to_string(times.size()) + " times and " + std::to_string(values.size()) + " values");
  for (std::size_t k = 0; k < times.size(); ++k) {
    require(std::isfinite(times[k]) && std::isfinite(values[k]),
            "key " + std::to_string(k) + " of a drive must be finite");
    require(k == 0 || times[k] > times[k - 1],
            "times of a drive of keys must increase; they do not at key " + std::to_string(k));
  }
  return [times = std::move(times), values = std::move(values)](double t) {
    const auto next = std::upper_bound(times.begin(), times.end(), t) - times.begin();
    if (next == 0) return values.front();
    if (next == static_cast<std::ptrdiff_t>(times.size())) return values.back();
    const double share = (t - times[next - 1]) / (times[next] - times[next - 1]);
    return values[next - 1] + share * (values[next] - values[next - 1]);
  };
}

void check_finger(const Finger& finger, const std::string& name) {
  require(finger.axis.allFinite() && finger.axis.norm() > 0,
          "axis of the finger of " + name + " must be a direction");
  require(finger.force != nullptr || finger.position != nullptr,
          "the finger of " + name + " has no force; give it one, such as constant_force(5), or a position");
  require(finger.force == nullptr || finger.position == nullptr,
          "the finger of " + name + " has both a force and a position; keep one of them");
  require(finger.opening >= 0 && std::isfinite(finger.opening),
          "opening of the finger of " + name + " must be at least 0 m, got " + to_text(finger.opening));
  for (const auto& [what, value, unit] : {std::tuple{"stroke", finger.stroke, " m"},
                                          {"mass", finger.mass, " kg"},
                                          {"speed", finger.speed, " m/s"}})
    require(value > 0 && std::isfinite(value), std::string(what) + " of the finger of " + name +
                                                   " must be above 0" + unit + ", got " + to_text(value));
}

}  // namespace isocloth
