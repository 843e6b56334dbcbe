#pragma once

/// Independent runs side by side: each writes its own result, so that results do not depend on how many go at
/// once nor on which is done first.

#include <functional>
#include <string>

#include "experiments/experiment.hpp"

namespace isocloth::experiments {

/// One run of an experiment.
struct Task {
  std::string name;  ///< shown when it is done
  double work = 1;   ///< how long it takes compared with the others
  std::function<void()> body;
};

/// Does all of them on options.threads threads, the longest first, and reports progress from `from` to `to`.
/// What a run throws is thrown again when the others have stopped.
void run_all(std::vector<Task> tasks, const Options& options, double from = 0, double to = 1);

}  // namespace isocloth::experiments
