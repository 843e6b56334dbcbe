#pragma once

/// What we promise on real recordings (the paper's own are not public); all means of a node's distance [cm].

#include "experiments/claim.hpp"

namespace isocloth::experiments::recordings {

/// Unseen second halves of the 7×7 set of June, unseen motions of it, and of July.
inline Claim unseen_time(const std::string& name) {
  return {.name = name, .place = "–", .band = at_most(2.3), .unit = "cm"};
}
inline Claim unseen_motions_june(const std::string& name) {
  return {.name = name, .place = "–", .band = at_most(2.6), .unit = "cm"};
}
inline Claim unseen_motions_july(const std::string& name) {
  return {.name = name, .place = "–", .band = at_most(2.8), .unit = "cm"};
}

/// By how much another model is worse than ours.
inline Claim margin(const std::string& name) {
  return {.name = name, .place = "–", .band = at_least(0), .unit = "cm"};
}

inline Claim reported(const std::string& name, const std::string& unit) {
  return {.name = name, .place = "–", .band = anything(), .unit = unit};
}

}  // namespace isocloth::experiments::recordings
