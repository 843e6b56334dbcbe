#pragma once

/// Many short runs side by side, of one session or of one each.
///
/// Each thread has a twin of the session, its own state and workspace, and takes one run after the other:
/// from a saved state, with some grasps led along given paths. A run depends on nothing but its state and its
/// paths, so the results are the same bits for any number of threads. Sessions that differ, in material,
/// grips, grasps or obstacles, run one each: each on a twin of its own.

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

/// The same with a session for each run, no two the same, of one time step and as many nodes. The numbers of
/// led grasps are those in the first session; in the others, grasps of the same names are led.
void run_rollouts(const std::vector<Session*>& sessions, const RolloutPlan& plan, int threads,
                  RolloutResults& results, const std::function<void()>& interrupted = {});

}  // namespace isocloth
