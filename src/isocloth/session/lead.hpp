#pragma once

/// What leads a grasp or an obstacle: the path it was given, a hand, or a function.

#include <cstdint>
#include <functional>

#include "isocloth/session/track.hpp"

namespace isocloth {

/// A value for a time [s]: where a grasp's first node is [m], or an obstacle's pose.
template <class Value>
using LeadFunction = std::function<Value(double t)>;

enum class LedBy : std::uint8_t {
  path,      ///< as it was given, at any time within a step
  hand,      ///< from where it was to where it was told to go
  function,  ///< asked before every step for both its ends; in between as by hand
};

template <class Value>
struct Lead {
  LeadFunction<Value> path;        ///< that was given
  LeadFunction<Value> function{};  ///< none where it cannot be led by one
  LedBy by = LedBy::path;
  Track<Value> track{};  ///< of hand and function
  Track<Value> asked{};  ///< what the function answered, until all have

  Value at(double t) const { return by == LedBy::path ? path(t) : track.at(t); }
};

}  // namespace isocloth
