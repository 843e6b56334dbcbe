#pragma once

/// Simulated time against real time.

#include <algorithm>
#include <chrono>
#include <deque>

namespace isocloth::cli {

class RealTime {
 public:
  using Clock = std::chrono::steady_clock;

  /// Real time runs from now on; a pause does not count.
  void resume() { last_ = Clock::now(); }

  /// Lets real time pass, and returns how far the simulation is behind it [s], negative where ahead. A debt
  /// of more than kMostDebt is forgotten: the run has fallen behind for good.
  double behind() {
    const Clock::time_point now = Clock::now();
    const double passed = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    real_ += passed;
    debt_ = std::min(kMostDebt, debt_ + passed);
    return debt_;
  }

  /// A step of dt [s] was made.
  void stepped(double dt) {
    simulated_ += dt;
    debt_ -= dt;
    window_.push_back({real_, simulated_});
    while (window_.size() > 2 && real_ - window_.front().real > 1) window_.pop_front();
  }

  /// Of real time the steps took so much [s].
  void worked(double seconds) { worked_ += seconds; }

  /// Simulated time over the time that steps took: how much faster than real time it could go.
  double engine_speed() const { return worked_ > 0 ? simulated_ / worked_ : 1; }

  double real() const { return real_; }            ///< [s] without pauses
  double simulated() const { return simulated_; }  ///< [s]

  /// Simulated over real time, of all and of the last second.
  double total_speed() const { return real_ > 0 ? simulated_ / real_ : 1; }
  double recent_speed() const {
    if (window_.size() < 2) return 1;
    const double real = window_.back().real - window_.front().real;
    return real > 0 ? (window_.back().simulated - window_.front().simulated) / real : 1;
  }

 private:
  static constexpr double kMostDebt = 1;  ///< [s]
  struct Moment {
    double real, simulated;
  };
  Clock::time_point last_ = Clock::now();
  double real_ = 0, simulated_ = 0, debt_ = 0, worked_ = 0;
  std::deque<Moment> window_;
};

}  // namespace isocloth::cli
