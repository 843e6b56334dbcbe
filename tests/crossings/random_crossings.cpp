/// Runs random scenes (random_scenes.hpp) and judges every step by exact predicates: a line for each that
/// crosses or is worth a look, and a table of all in Markdown by their kinds.
///
///   random_crossings [COUNT [FIRST]]        seeds FIRST, FIRST + 1, …; 200 from 1, unless said otherwise
///
/// Ends with 1 where a step crosses, or comes nearer than half of what is asked though it began further
/// apart.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "crossings/least_distance.hpp"
#include "crossings/random_scenes.hpp"
#include "dynamics/exact_crossings.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::test {
namespace {

/// Linear systems of an ordinary step; ten times as many a step make a scene a hard one.
constexpr double kNominal = 3;

constexpr double kRowBar = 1e-3;     ///< that rows of converged steps are held to [-]
constexpr double kMostSeconds = 60;  ///< of a scene, which is then left

/// What all scenes of a kind came to.
struct Outcome {
  int scenes = 0, steps = 0, crossed = 0, converged = 0, beyond_rows = 0;
  int near = 0, hard = 0, fast = 0, left = 0;  ///< scenes
  double least = 1;                            ///< distance over what is asked
  double least_hard = 1;                       ///< … in converged steps of cloths without compression
};

bool are_hard(const ClothModel& model) {
  return std::all_of(model.pieces.begin(), model.pieces.end(),
                     [](const Piece& piece) { return std::isinf(piece.material.compression); });
}

class Run {
 public:
  explicit Run(unsigned seed)
      : scene_(random_scene(seed)), least_(scene_.sim->model()), asked_(std::min(1.0, 2 * distance())) {}

  void go(Outcome& outcome);
  const std::string& kind() const { return scene_.kind; }

 private:
  double distance() { return least_.of(scene_.sim->state().x); }
  void happen();
  void judge(const StepReport& report, Outcome& outcome);

  RandomScene scene_;
  LeastDistance least_;
  double asked_;  ///< what pairs begin with, of half of what is asked
  bool is_hard_ = are_hard(scene_.sim->model());
  std::size_t next_ = 0;
  double fastest_ = 0, nearest_ = 1;
  int iterations_ = 0, steps_ = 0, crossed_ = 0;
};

void Run::happen() {
  for (; next_ < scene_.events.size() && scene_.events[next_].step <= steps_; ++next_) try {
      scene_.events[next_].what(*scene_.sim);
    } catch (const InputError&) {  // hands have been released since that state was kept
    }
}

void Run::judge(const StepReport& report, Outcome& outcome) {
  const Simulation& sim = *scene_.sim;
  const bool converged = report.status == StepStatus::converged;
  outcome.converged += converged;
  outcome.beyond_rows += converged && report.metric_error > kRowBar;
  iterations_ += report.iterations;
  fastest_ = std::max(fastest_, sim.state().v.rowwise().norm().maxCoeff());
  const double now = distance();
  nearest_ = std::min(nearest_, now);
  if (converged && is_hard_) outcome.least_hard = std::min(outcome.least_hard, now / asked_);
  crossed_ += exact_crossings(sim.model().rest, sim.state().x) > 0;
}

void Run::go(Outcome& outcome) {
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  const int count = static_cast<int>(scene_.duration / scene_.sim->options().dt);
  for (; steps_ < count && seconds() < kMostSeconds; ++steps_) {
    happen();
    judge(scene_.sim->step(), outcome);
  }
  ++outcome.scenes;
  outcome.steps += steps_;
  outcome.crossed += crossed_;
  outcome.left += steps_ < count;
  outcome.near += nearest_ < 0.5 * asked_ * (1 - 1e-6);
  outcome.hard += iterations_ > 10 * kNominal * steps_;
  outcome.fast += !(fastest_ <= 3 * scene_.plausible);
  outcome.least = std::min(outcome.least, nearest_);
}

void print(const std::string& kind, const Outcome& o) {
  std::printf("| %s | %d | %d | %d | %.3f | %d | %.3f | %.1f %% | %d | %d | %d | %d |\n", kind.c_str(),
              o.scenes, o.steps, o.crossed, o.least, o.near, o.least_hard,
              100.0 * o.converged / std::max(1, o.steps), o.beyond_rows, o.hard, o.fast, o.left);
}

void add(const Outcome& o, Outcome& sum) {
  for (int Outcome::* count :
       {&Outcome::scenes, &Outcome::steps, &Outcome::crossed, &Outcome::converged, &Outcome::beyond_rows,
        &Outcome::near, &Outcome::hard, &Outcome::fast, &Outcome::left})
    sum.*count += o.*count;
  sum.least = std::min(sum.least, o.least);
  sum.least_hard = std::min(sum.least_hard, o.least_hard);
}

int main(int count, unsigned first) {
  std::map<std::string, Outcome> kinds;
  int refused = 0;
  for (unsigned seed = first; seed < first + static_cast<unsigned>(count); ++seed) try {
      Run run(seed);
      Outcome own;
      run.go(own);
      if (own.crossed > 0 || own.near + own.hard + own.fast + own.left > 0)
        print("seed " + std::to_string(seed), own);
      std::fflush(stdout);
      add(own, kinds[run.kind()]);
    } catch (const InputError&) {
      ++refused;
    }
  std::printf(
      "\n| kind | scenes | steps | that cross | least distance / t | scenes nearer than half | hard, "
      "converged | converged | "
      "of them beyond 0.1 %% | > 10 × the work | > 3 × plausible speed | left after %g s |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|\n",
      kMostSeconds);
  Outcome all;
  for (const auto& [kind, outcome] : kinds) {
    print(kind, outcome);
    add(outcome, all);
  }
  print("all", all);
  std::printf("\n%d scenes were refused as they began\n", refused);
  return all.crossed == 0 && all.near == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace isocloth::test

int main(int argc, char** argv) {
  return isocloth::test::main(argc > 1 ? std::atoi(argv[1]) : 200,
                              argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1);
}
