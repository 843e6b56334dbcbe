#include "isocloth/session/rollout.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "isocloth/core/require.hpp"
#include "isocloth/core/threads.hpp"

namespace isocloth {
namespace {

/// What all threads share.
struct Batch {
  const RolloutPlan& plan;
  std::vector<Session*> sessions;  ///< one each; none where all runs are of one
  std::vector<std::vector<int>>
      led;  ///< indices of the grasps that are led, which are their numbers in a twin
  RolloutResults& results;
  std::atomic<int> next{0};
  std::atomic<bool> stopped{false};

  std::mutex guard{};
  int failed = -1;  ///< the first run that failed, by its number
  std::string message{};
  std::exception_ptr other{};  ///< not a matter of input

  void fail(int run, const char* what) {
    const std::lock_guard<std::mutex> lock(guard);
    next = plan.count;
    if (failed >= 0 && failed < run) return;
    failed = run;
    message = what;
  }
  void stop(std::exception_ptr why) {
    const std::lock_guard<std::mutex> lock(guard);
    other = std::move(why);
    stopped = true;
  }
};

/// One run after the other, on the twin of one thread.
class Runner {
 public:
  Runner(Session* twin, Batch& batch, const std::function<void()>& interrupted)
      : twin_(twin), batch_(batch), plan_(batch.plan), results_(batch.results), interrupted_(interrupted) {}

  void work() {
    for (int run = batch_.next++; run < plan_.count && !batch_.stopped; run = batch_.next++) {
      try {
        take(run);
      } catch (const InputError& error) {
        batch_.fail(run, error.what());
      } catch (...) {
        batch_.stop(std::current_exception());
      }
    }
  }

 private:
  void take(int run) {
    const auto i = static_cast<std::size_t>(run);
    if (!batch_.sessions.empty()) twin_ = batch_.sessions[i]->twins(1).front().get();
    led_ = batch_.led.size() == 1 ? batch_.led.data() : &batch_.led[i];
    restore_whole(*twin_, *plan_.states[plan_.states.size() == 1 ? 0 : i]);
    check_leads();
    StepTotals& totals = results_.totals[i];
    for (int k = 0; k < plan_.steps && !batch_.stopped; ++k) {
      lead(i, static_cast<std::size_t>(k));
      totals.add(twin_->step());
      if (interrupted_) interrupted_();
      if ((k + 1) % plan_.every == 0) record(i, static_cast<std::size_t>((k + 1) / plan_.every - 1));
    }
    if (results_.final) (*results_.final)[i] = twin_->save();
  }

  void check_leads() const {
    const std::vector<int>& led = *led_;
    for (const int g : twin_->grasp_numbers())
      require(!twin_->follows_function(g) || std::find(led.begin(), led.end(), g) != led.end(),
              "grasp \"" + twin_->simulation().grasps()[static_cast<std::size_t>(g)].name +
                  "\" follows a function, which a batch cannot call; give its path");
    for (int o = 0; o < static_cast<int>(twin_->simulation().obstacles().size()); ++o)
      require(twin_->state().obstacles[static_cast<std::size_t>(o)].removed ||
                  !twin_->obstacle_follows_function(o),
              "obstacle \"" + twin_->simulation().obstacles()[static_cast<std::size_t>(o)].name +
                  "\" follows a function, which a batch cannot call; give it a path of keys instead");
  }

  /// Leads the grasps through step k: as a person who calls move() before each step would.
  void lead(std::size_t run, std::size_t k) {
    const std::size_t row = (run * static_cast<std::size_t>(plan_.steps) + k) * led_->size();
    for (std::size_t g = 0; g < led_->size(); ++g)
      twin_->lead((*led_)[g], Eigen::Map<const Vec3>(plan_.paths + 3 * (row + g)));
  }

  void record(std::size_t run, std::size_t frame) {
    const std::size_t at = run * static_cast<std::size_t>(plan_.frames()) + frame;
    copy_nodes(twin_->state().x, results_.x, at);
    if (results_.v) copy_nodes(twin_->state().v, results_.v, at);
    if (!results_.force) return;
    double* to = results_.force + 3 * at * led_->size();
    for (std::size_t g = 0; g < led_->size(); ++g) Eigen::Map<Vec3>(to + 3 * g) = twin_->force((*led_)[g]);
  }

  void copy_nodes(const Points& from, double* array, std::size_t at) const {
    double* to = array + 3 * at * plan_.nodes.size();
    for (std::size_t i = 0; i < plan_.nodes.size(); ++i)
      Eigen::Map<Vec3>(to + 3 * i) = from.row(plan_.nodes[i]).transpose();
  }

  Session* twin_;  ///< of this thread, or of the run
  const std::vector<int>* led_ = nullptr;
  Batch& batch_;
  const RolloutPlan& plan_;
  RolloutResults& results_;
  const std::function<void()>& interrupted_;
};

}  // namespace

void check_plan(const Session& session, const RolloutPlan& plan) {
  require(plan.count >= 0 && plan.steps >= 0, "a rollout cannot have fewer than no runs or steps");
  require(plan.every >= 1, "every must be at least 1 step, got " + std::to_string(plan.every));
  const auto count = static_cast<std::size_t>(plan.count);
  require(plan.states.size() == 1 || plan.states.size() == count,
          "there are " + std::to_string(plan.states.size()) + " states for " + std::to_string(plan.count) +
              " rollouts; give one for all, or one each");
  for (const int number : plan.grasps) session.index_of(number);
  for (const int node : plan.nodes)
    require(node >= 0 && node < session.state().x.rows(),
            "nodes names node " + std::to_string(node) + ", but the cloth has " +
                std::to_string(session.state().x.rows()) + " (indices start at 0)");
}

void restore_whole(Session& twin, const SavedState& state) {
  const std::size_t saved = state.grasps.size(), here = twin.grasp_numbers().size();
  require(saved == here, "the state belongs to another simulation, or to another moment: it has " +
                             std::to_string(saved) + " grasps, the simulation " + std::to_string(here));
  twin.restore(state);
}

namespace {

/// All runs of a batch, with a twin for each thread, or none where each run has its own.
void run_batch(Batch& batch, int threads, const std::vector<Session*>& twins,
               const std::function<void()>& interrupted) {
  const std::function<void()> never;
  const auto twin = [&](std::size_t thread) { return twins.empty() ? nullptr : twins[thread]; };
  {
    std::vector<std::jthread> others;
    others.reserve(static_cast<std::size_t>(threads));
    try {
      for (std::size_t t = 1; t < static_cast<std::size_t>(threads); ++t)
        others.emplace_back([&, t] { Runner(twin(t), batch, never).work(); });
    } catch (const std::system_error&) {
      // no more threads to be had: those that there are do all the runs
    }
    Runner(twin(0), batch, interrupted).work();
  }
  if (batch.other) std::rethrow_exception(batch.other);
  if (batch.failed >= 0) throw InputError("rollout " + std::to_string(batch.failed) + ": " + batch.message);
}

/// Makes room for the results; how many threads there is work for.
int prepare(const RolloutPlan& plan, int threads, RolloutResults& results) {
  require(
      threads >= 1 && threads <= Threads::kMost,
      "threads must be between 1 and " + std::to_string(Threads::kMost) + ", got " + std::to_string(threads));
  results.totals.assign(static_cast<std::size_t>(plan.count), {});
  if (results.final) results.final->resize(static_cast<std::size_t>(plan.count));
  return std::min(threads, plan.count);
}

/// Indices of the grasps that have these names.
std::vector<int> places_of(const Session& session, const std::vector<std::string>& names) {
  std::vector<int> places;
  const std::vector<Grasp>& grasps = session.simulation().grasps();
  for (const std::string& name : names) {
    const auto last =
        std::find_if(grasps.rbegin(), grasps.rend(), [&](const Grasp& g) { return g.name == name; });
    require(last != grasps.rend(), "there is no grasp \"" + name + "\" in its simulation");
    places.push_back(static_cast<int>(grasps.rend() - last) - 1);
  }
  return places;
}

void check_alike(const Session& one, const Session& first) {
  require(one.dt() == first.dt(), "its simulation has another time step than that of rollout 0");
  require(one.state().x.rows() == first.state().x.rows(),
          "its simulation has another number of nodes than that of rollout 0");
}

}  // namespace

void run_rollouts(Session& session, const RolloutPlan& plan, int threads, RolloutResults& results,
                  const std::function<void()>& interrupted) {
  check_plan(session, plan);
  threads = prepare(plan, threads, results);
  if (plan.count == 0) return;
  Batch batch{.plan = plan, .sessions = {}, .led = {{}}, .results = results};
  for (const int number : plan.grasps) batch.led.front().push_back(session.index_of(number));
  std::vector<Session*> twins;
  for (const auto& twin : session.twins(threads)) twins.push_back(twin.get());
  run_batch(batch, threads, twins, interrupted);
}

void run_rollouts(const std::vector<Session*>& sessions, const RolloutPlan& plan, int threads,
                  RolloutResults& results, const std::function<void()>& interrupted) {
  require(static_cast<int>(sessions.size()) == plan.count,
          "there are " + std::to_string(sessions.size()) + " simulations for " + std::to_string(plan.count) +
              " rollouts; give one for all, or one each");
  threads = prepare(plan, threads, results);
  if (sessions.empty()) return;
  check_plan(*sessions.front(), plan);
  std::vector<std::string> names;
  for (const int number : plan.grasps) names.push_back(sessions.front()->grasp_at(number).name);
  Batch batch{.plan = plan, .sessions = sessions, .led = {}, .results = results};
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    try {
      check_alike(*sessions[i], *sessions.front());
      batch.led.push_back(places_of(*sessions[i], names));
    } catch (const InputError& error) {
      throw InputError("rollout " + std::to_string(i) + ": " + error.what());
    }
  }
  run_batch(batch, threads, {}, interrupted);
}

}  // namespace isocloth
