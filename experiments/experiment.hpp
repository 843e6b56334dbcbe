#pragma once

/// An experiment: something the paper did, done again, with what the paper says of it.

#include <functional>
#include <string>
#include <vector>

#include "experiments/claim.hpp"
#include "io/report/report.hpp"

namespace isocloth::experiments {

struct Options {
  bool quick = false;           ///< fewer and coarser runs, an answer within a minute
  bool calibrate = false;       ///< find material constants anew instead of taking those of the claims
  int threads = 1;              ///< runs side by side; results do not depend on it
  std::string scenes_folder{};  ///< where the scenes are that come with the program
  std::string data_folder{};    ///< where recordings are; empty: none

  /// How much of the experiment is done, 0 to 1, and what was done last. Called from one thread at a time;
  /// may throw to end the experiment.
  std::function<void(double share, const std::string& what)> progress = [](double, const std::string&) {};
};

struct Result {
  std::vector<Claim> claims{};
  io::Section section{};  ///< its title is the experiment's; the table of claims is put in front of it
};

struct Experiment {
  std::string name;     ///< one word, on the command line
  std::string title;    ///< over its part of the report
  std::string summary;  ///< one line
  std::function<Result(const Options&)> run;
};

}  // namespace isocloth::experiments
