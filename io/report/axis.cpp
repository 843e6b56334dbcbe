#include "io/report/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace isocloth::io {
namespace {

constexpr int kTicks = 5;       ///< about as many
constexpr double kRoom = 0.04;  ///< left free beyond the data, of its range

/// 1, 2 or 5 times a power of ten, at least `least`.
double round_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

}  // namespace

Axis::Axis(const std::vector<double>& values, bool logarithmic, double begin, double end)
    : logarithmic_(logarithmic), begin_(begin), end_(end) {
  bool any = false;
  for (const double value : values) {
    if (!shows(value)) continue;
    const double v = logarithmic_ ? std::log10(value) : value;
    low_ = any ? std::min(low_, v) : v;
    high_ = any ? std::max(high_, v) : v;
    any = true;
  }
  if (!any) low_ = 0, high_ = 1;
  const double least = logarithmic_ ? 0.3 : 1e-9 * std::max({1e-3, std::abs(low_), std::abs(high_)});
  if (high_ - low_ < least) low_ -= 0.5 * least, high_ += 0.5 * least;
  if (logarithmic_) {
    const double room = kRoom * (high_ - low_);
    low_ -= room, high_ += room;
    set_logarithmic_ticks();
  } else {
    set_linear_ticks();
  }
}

/// The axis begins and ends at the data or, where a tick is near, there.
void Axis::set_linear_ticks() {
  const double range = high_ - low_;
  tick_step_ = round_step(range / kTicks);
  const bool from_zero = low_ >= 0 && low_ < 0.35 * high_;
  low_ = from_zero ? 0 : low_ - kRoom * range;
  high_ += kRoom * range;
  for (double k = std::ceil(low_ / tick_step_ - 1e-9); k * tick_step_ <= high_ + 1e-9 * range; ++k)
    ticks_.push_back(k * tick_step_);
}

void Axis::set_logarithmic_ticks() {
  const bool few = high_ - low_ < 2.2;
  for (double e = std::floor(low_); e <= high_; ++e)
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double at = e + std::log10(factor);
      if (at >= low_ && at <= high_ && (few || factor == 1)) ticks_.push_back(std::pow(10.0, at));
    }
}

double Axis::place(double value) const {
  const double v = logarithmic_ ? std::log10(value) : value;
  return begin_ + (v - low_) / (high_ - low_) * (end_ - begin_);
}

bool Axis::shows(double value) const { return std::isfinite(value) && (!logarithmic_ || value > 0); }

std::string Axis::label(double tick) const {
  if (!logarithmic_ && std::abs(tick) < 1e-9 * tick_step_) return "0";
  const double size = std::abs(tick);
  if (size >= 1e5 || size < 1e-3) return fmt::format("{:.3g}", tick);
  if (logarithmic_) return fmt::format("{:g}", std::stod(fmt::format("{:.3g}", tick)));
  const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(tick_step_) - 1e-9)));
  return fmt::format("{:.{}f}", tick, digits);
}

}  // namespace isocloth::io
