#pragma once

/// One axis of a plot: which numbers it shows, and where each of them stands.

#include <string>
#include <vector>

namespace isocloth::io {

/// Numbers, on a linear or a logarithmic scale, drawn from `begin` to `end`.
class Axis {
 public:
  /// Holds all finite `values` (on a logarithmic scale, those above zero) and a little more.
  Axis(const std::vector<double>& values, bool logarithmic, double begin, double end);

  double place(double value) const;                            ///< [px]
  bool shows(double value) const;                              ///< whether the value has a place
  const std::vector<double>& ticks() const { return ticks_; }  ///< round numbers inside the axis
  std::string label(double tick) const;

  double begin() const { return begin_; }
  double end() const { return end_; }

 private:
  void set_linear_ticks();
  void set_logarithmic_ticks();

  bool logarithmic_;
  double begin_, end_;  ///< [px]
  double low_ = 0, high_ = 1;
  double tick_step_ = 1;
  std::vector<double> ticks_;
};

}  // namespace isocloth::io
