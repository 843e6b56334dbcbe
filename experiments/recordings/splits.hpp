#pragma once

/// Which recordings are fitted, and which are predicted.

#include "experiments/recordings/contest.hpp"
#include "experiments/recordings/day.hpp"

namespace isocloth::experiments {

/// One way to divide a day.
struct Split {
  std::string name;               ///< what is left out
  std::vector<Stretch> hanger;    ///< from which the hanger is found
  std::vector<Stretch> training;  ///< from which the parameters are
  std::vector<Stretch> unseen;
  std::vector<std::string> unseen_names;
};

/// First halves of all runs together, second halves predicted.
Split shared_time_split(const Day& day);

/// First half of each run alone (the hanger, which the day shares, from all first halves).
std::vector<Split> own_time_splits(const Day& day);

/// Whole motions left out: with up to `few` motions each of them in turn, with more the first five runs
/// predict all others.
std::vector<Split> motion_splits(const Day& day, int few = 6);

}  // namespace isocloth::experiments
