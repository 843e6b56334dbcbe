#include "rollout.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "isocloth/core/require.hpp"

namespace isocloth::python {
namespace {

/// One run, on a twin of its thread.
class Runner {
 public:
  Runner(Stage& stage, const RolloutPlan& plan, const std::function<void()>& interrupted,
         const std::atomic<bool>& stopped, RolloutResults& results)
      : stage_(stage), plan_(plan), interrupted_(interrupted), stopped_(stopped), results_(results) {}

  void run(int index) {
    const std::size_t i = static_cast<std::size_t>(index);
    restore_whole(stage_, *plan_.states[plan_.states.size() == 1 ? 0 : i]);
    for (int g = 0; g < stage_.grasp_count(); ++g) check_lead(g);
    RunTotals& totals = results_.totals[i];
    for (int k = 0; k < plan_.steps && !stopped_; ++k) {
      lead(index, k);
      totals.add(stage_.step());
      interrupted_();
      if ((k + 1) % plan_.every == 0) record(index, (k + 1) / plan_.every - 1);
    }
    if (results_.final) (*results_.final)[i] = stage_.save();
  }

 private:
  void check_lead(int grasp) const {
    const bool is_led = std::find(plan_.grasps.begin(), plan_.grasps.end(), grasp) != plan_.grasps.end();
    require(is_led || !stage_.follows_function(grasp),
            "grasp \"" + stage_.simulation().grasps()[static_cast<std::size_t>(grasp)].name +
                "\" follows a Python function, which a batch cannot call; give its path in grasp_paths");
  }

  /// Leads the grasps through step k: as a person who calls move() before each step would.
  void lead(int index, int k) {
    const std::size_t grasps = plan_.grasps.size();
    for (std::size_t g = 0; g < grasps; ++g) {
      const std::size_t row = (static_cast<std::size_t>(index) * static_cast<std::size_t>(plan_.steps) +
                               static_cast<std::size_t>(k)) *
                                  grasps +
                              g;
      stage_.lead_to(plan_.grasps[g], stage_.target(plan_.grasps[g]),
                     Eigen::Map<const Vec3>(plan_.paths + 3 * row));
    }
  }

  void record(int index, int frame) {
    const std::size_t at = static_cast<std::size_t>(index) * static_cast<std::size_t>(plan_.frames()) +
                           static_cast<std::size_t>(frame);
    copy_nodes(stage_.state().x, results_.x, at);
    if (results_.v) copy_nodes(stage_.state().v, results_.v, at);
    if (!results_.force) return;
    double* to = results_.force + 3 * at * plan_.grasps.size();
    for (std::size_t g = 0; g < plan_.grasps.size(); ++g)
      Eigen::Map<Vec3>(to + 3 * g) = stage_.simulation().grasp_force(plan_.grasps[g]);
  }

  void copy_nodes(const Points& from, double* array, std::size_t at) const {
    double* to = array + 3 * at * plan_.nodes.size();
    for (std::size_t i = 0; i < plan_.nodes.size(); ++i)
      Eigen::Map<Vec3>(to + 3 * i) = from.row(plan_.nodes[i]).transpose();
  }

  Stage& stage_;
  const RolloutPlan& plan_;
  const std::function<void()>& interrupted_;
  const std::atomic<bool>& stopped_;
  RolloutResults& results_;
};

/// The first run that failed, by its number.
struct Failure {
  std::mutex guard;
  int index = -1;
  std::string message;
  std::exception_ptr other;  ///< not a matter of input

  void note(int run, const char* what) {
    const std::lock_guard<std::mutex> lock(guard);
    if (index >= 0 && index < run) return;
    index = run;
    message = what;
  }
};

/// Takes one run after the other; what `interrupted` throws between them stops all.
void work(Stage& stage, const RolloutPlan& plan, const std::function<void()>& interrupted,
          std::atomic<int>& next, std::atomic<bool>& stopped, Failure& failure, RolloutResults& results) {
  Runner runner(stage, plan, interrupted, stopped, results);
  for (int index = next++; index < plan.count && !stopped; index = next++) {
    try {
      runner.run(index);
    } catch (const InputError& error) {
      failure.note(index, error.what());
      next = plan.count;
    } catch (...) {
      const std::lock_guard<std::mutex> lock(failure.guard);
      failure.other = std::current_exception();
      stopped = true;
    }
  }
}

}  // namespace

void restore_whole(Stage& twin, const SavedState& state) {
  const int saved = static_cast<int>(state.grasps.size());
  require(saved == twin.grasp_count(),
          "the state belongs to another simulation, or to another moment: it has " + std::to_string(saved) +
              " grasps, the simulation " + std::to_string(twin.grasp_count()));
  twin.restore(state);
}

void run_rollouts(std::vector<std::unique_ptr<Stage>>& twins, const RolloutPlan& plan, int threads,
                  const std::function<void()>& interrupted, RolloutResults& results) {
  results.totals.assign(static_cast<std::size_t>(plan.count), {});
  if (results.final) results.final->resize(static_cast<std::size_t>(plan.count));
  if (plan.count == 0) return;
  threads = std::min({threads, plan.count, static_cast<int>(twins.size())});

  std::atomic<int> next{0};
  std::atomic<bool> stopped{false};
  Failure failure;
  std::vector<std::thread> others;
  for (int t = 1; t < threads; ++t)
    others.emplace_back(
        [&, t] { work(*twins[static_cast<std::size_t>(t)], plan, [] {}, next, stopped, failure, results); });
  work(*twins[0], plan, interrupted, next, stopped, failure, results);
  for (std::thread& other : others) other.join();
  if (failure.other) std::rethrow_exception(failure.other);
  if (failure.index >= 0)
    throw InputError("rollout " + std::to_string(failure.index) + ": " + failure.message);
}

}  // namespace isocloth::python
