#pragma once

/// One line on stderr that is written over again and again, and only where stderr is a terminal:
///
///   [#######-------------]  35 %  t = 3.50 of 10 s  56× real time  0:12 left

#include <chrono>
#include <string>

#include "io/scene/run_scene.hpp"

namespace isocloth::cli {

class ProgressBar {
 public:
  ProgressBar();
  ~ProgressBar();  ///< wipes the line
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Cheap to call after each step: draws at most ten times a second.
  void show(const RunReport& so_far);

  /// The same for other work: how much of it is done, 0 to 1, and what.
  void show(double share, const std::string& what);

 private:
  /// Whether it is time to draw again.
  bool is_due();
  void draw(const std::string& line);
  double elapsed() const;  ///< [s]

  using Clock = std::chrono::steady_clock;

  bool on_terminal_;
  bool drawn_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_;
};

}  // namespace isocloth::cli
