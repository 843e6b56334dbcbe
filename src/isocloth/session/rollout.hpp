#pragma once

/// Many short runs of one session side by side.
///
/// Each thread has a twin of the session, its own state and workspace, and takes one run after the other:
/// from a saved state, with some grasps led along given paths. A run depends on nothing but its state and its
/// paths, so the results are the same bits for any number of threads.

#include "isocloth/session/session.hpp"

namespace isocloth {

struct RolloutPlan {
  int count = 0;
  int steps = 0;
  int every = 1;                            ///< steps between recorded frames
  std::vector<const SavedState*> states{};  ///< one for all, or one each
  std::vector<int> grasps{};                ///< numbers of those that are led
  const double* paths =
      nullptr;  ///< (count, steps, grasps, 3) [m]: first node of each grasp at the end of each step
  std::vector<int> nodes{};  ///< that are recorded

  int frames() const { return steps / every; }
};

/// Where results go: room for all runs, one after the other.
struct RolloutResults {
  double* x = nullptr;      ///< (count, frames, nodes, 3) [m]
  double* v = nullptr;      ///< likewise [m/s], or not wanted
  double* force = nullptr;  ///< (count, frames, grasps, 3) force of the led grasps [N], or not wanted
  std::vector<StepTotals> totals{};          ///< one each
  std::vector<SavedState>* final = nullptr;  ///< one each, or not wanted
};

/// InputError where a plan for this session cannot be.
void check_plan(const Session& session, const RolloutPlan& plan);

/// Puts a twin into a state; InputError also where the state has fewer grasps, of which restore() would rob
/// it.
void restore_whole(Session& twin, const SavedState& state);

/// Runs all on `threads` threads, the caller's included; on fewer where the system does not give as many.
/// `interrupted` is asked after every step of the caller's and may throw, which stops the runs. The first run
/// whose state or path cannot be used throws InputError, with its number in front. The session itself stays
/// as it is.
void run_rollouts(Session& session, const RolloutPlan& plan, int threads, RolloutResults& results,
                  const std::function<void()>& interrupted = {});

}  // namespace isocloth
