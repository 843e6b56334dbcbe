#pragma once

/// Recordings of a day: one camera, one robot, one cloth.
///
/// A folder holds pairs `DAY_…_cloth.csv` (tracked grids) and `DAY_…_tcp.csv` (poses of the tool). Those of
/// 23 June 2021 are named DAY_nN_MOTION_REPETITION (N×N nodes), those of 5 July DAY_MOTION_REPETITION, where
/// no two move alike.

#include "fitting/recording/recording.hpp"

namespace isocloth::experiments {

struct RecordedRun {
  std::string name;    ///< without the day
  std::string motion;  ///< runs with the same motion are repetitions
  fitting::Recording recording;
};

struct Day {
  std::string name;
  std::vector<RecordedRun> runs;  ///< sorted by name
};

/// All days in the folder, sorted by name; cloths of `side`×`side` [m]. InputError where there is none.
std::vector<Day> read_days(const std::string& folder, double side);

}  // namespace isocloth::experiments
