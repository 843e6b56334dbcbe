#pragma once

/// From a value to a value between two times; before and after it stands still.

#include "isocloth/obstacles/rigid_pose.hpp"

namespace isocloth {

inline double between(double from, double to, double share) { return from + share * (to - from); }

/// Straight and with constant turn, the short way.
inline RigidPose between(const RigidPose& from, const RigidPose& to, double share) {
  return {from.rotation.slerp(share, to.rotation).normalized(),
          from.translation + share * (to.translation - from.translation)};
}

template <class Value>
struct Track {
  double begin = 0, end = 0;  ///< [s]
  Value from{}, to{};

  Value at(double t) const {
    if (t >= end) return to;
    if (t <= begin) return from;
    return between(from, to, (t - begin) / (end - begin));
  }
};

}  // namespace isocloth
