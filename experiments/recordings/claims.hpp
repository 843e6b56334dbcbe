#pragma once

/// What we promise on real recordings (the paper's own are not public); all means of a node's distance [cm].

#include "experiments/claim.hpp"

namespace isocloth::experiments::recordings {

/// Unseen second halves of the 7×7 set of June, unseen motions of it, and of July.
inline Claim unseen_time(const std::string& name) { return {name, "–", {}, at_most(2.3), "cm"}; }
inline Claim unseen_motions_june(const std::string& name) { return {name, "–", {}, at_most(2.6), "cm"}; }
inline Claim unseen_motions_july(const std::string& name) { return {name, "–", {}, at_most(2.8), "cm"}; }

/// By how much another model is worse than ours.
inline Claim margin(const std::string& name) { return {name, "–", {}, at_least(0), "cm"}; }

inline Claim reported(const std::string& name, const std::string& unit) {
  return {name, "–", {}, anything(), unit};
}

}  // namespace isocloth::experiments::recordings
