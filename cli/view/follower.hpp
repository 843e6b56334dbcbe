#pragma once

/// A point that follows a hand: straight towards the last target, at a limited speed, as a function of time.

#include <algorithm>

#include "isocloth/core/types.hpp"

namespace isocloth::cli {

class Follower {
 public:
  explicit Follower(const Vec3& at) : from_(at), to_(at) {}

  Vec3 at(double t) const {
    if (t >= end_) return to_;
    if (t <= start_) return from_;
    return from_ + (t - start_) / (end_ - start_) * (to_ - from_);
  }

  /// From where it is at `now` [s] to `target`, not faster than kTopSpeed.
  void aim(double now, const Vec3& target) {
    from_ = at(now);
    to_ = target;
    start_ = now;
    end_ = now + std::max(kSmoothing, (to_ - from_).norm() / kTopSpeed);
  }

 private:
  static constexpr double kTopSpeed = 2.5;    ///< of a hand [m/s]
  static constexpr double kSmoothing = 0.05;  ///< mice report positions in jumps [s]

  Vec3 from_, to_;
  double start_ = 0, end_ = 0;  ///< [s]
};

}  // namespace isocloth::cli
