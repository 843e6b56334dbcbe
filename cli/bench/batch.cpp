#include "cli/bench/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <thread>

#include "io/scene/build_simulation.hpp"

namespace isocloth::cli::bench {
namespace {

constexpr int kRepetitions = 5;

/// What nodes are moved by [m]: rounding, and what a few sums in another order make of it.
constexpr double kRounding = 1e-15, kMore = 1e-13;

/// Steps of a repetition: so many of all worlds together, and of each world at least; and of the plain
/// simulations of a thread, which take the same steps as worlds do: what a step takes changes on the way.
constexpr int kStepsOfAll = 20000, kStepsOfEach = 10, kStepsOfPlain = 600;

double seconds(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Plain simulations, those of each thread one after the other.
void step_all(std::vector<std::vector<Simulation>>& of_threads, int steps) {
  std::vector<std::thread> threads;
  for (std::vector<Simulation>& simulations : of_threads)
    threads.emplace_back([&simulations, steps] {
      for (Simulation& simulation : simulations)
        for (int k = 0; k < steps; ++k) static_cast<void>(simulation.step());
    });
  for (std::thread& thread : threads) thread.join();
}

/// All worlds but the first by up to a tenth.
void vary_damping_and_friction(const Simulation& base, ClothBatch& batch) {
  const Material& material = base.model().pieces.front().material;
  Material varied = material;
  for (int w = 1; w < batch.worlds(); ++w) {
    const double share = 0.9 + 0.2 * std::fmod(0.618 * w, 1.0);
    varied.damping = share * material.damping;
    batch.set_material(w, varied);
    for (int o = 0; o < batch.obstacles(); ++o)
      batch.set_friction(w, o, share * base.obstacles()[static_cast<std::size_t>(o)].friction);
  }
}

double distance_of(const Points& a, const Points& b) { return (a - b).rowwise().norm().maxCoeff(); }

int steps_of_a_second(const Simulation& base) { return static_cast<int>(std::lround(1 / base.options().dt)); }

/// After a second of the scene, in a batch of its own.
double distance_after_a_second(const Simulation& base, const BatchOptions& options) {
  Simulation plain = base.twin();
  ClothBatch batch(base, 1, options);
  const int steps = steps_of_a_second(base);
  batch.step(steps);
  for (int k = 0; k < steps; ++k) static_cast<void>(plain.step());
  Points x(batch.nodes(), 3);
  batch.read_positions(x.data());
  return distance_of(x, plain.state().x);
}

/// How far two plain simulations are apart after a second of which one began with its nodes moved by as much
/// as rounding [m]: what no engine that rounds in another order can be nearer than.
double growth_of(double rounding, const Simulation& base) {
  Simulation plain = base.twin(), moved = base.twin();
  ClothState state = moved.state();
  for (Eigen::Index k = 0; k < state.x.size(); ++k)
    state.x.data()[k] += static_cast<double>(k % 7 - 3) * rounding;
  moved.go_on_from(state);
  for (int k = 0; k < steps_of_a_second(base); ++k) {
    static_cast<void>(plain.step());
    static_cast<void>(moved.step());
  }
  return distance_of(moved.state().x, plain.state().x);
}

}  // namespace

BatchResult measure_batch(const std::string& name, const io::Scene& scene, int worlds,
                          const BatchOptions& options) {
  const Simulation base = io::make_simulation(scene);
  ClothBatch batch(base, worlds, options);
  BatchResult result{.scene = name,
                     .nodes = batch.nodes(),
                     .worlds = worlds,
                     .steps = std::max(kStepsOfEach, kStepsOfAll / worlds),
                     .options = options};
  vary_damping_and_friction(base, batch);
  const int plain_count = std::max(1, kStepsOfPlain / result.steps);
  std::vector<std::vector<Simulation>> plain(static_cast<std::size_t>(options.threads));
  for (std::vector<Simulation>& of_thread : plain)
    for (int k = 0; k < plain_count; ++k) of_thread.push_back(base.twin());
  double best = 1e300, best_plain = 1e300;
  for (int k = 0; k <= kRepetitions; ++k) {  // the first warms up
    const double taken = seconds([&] { batch.step(result.steps); }),
                 by_plain = seconds([&] { step_all(plain, result.steps); });
    if (k == 0) continue;
    best = std::min(best, taken);
    best_plain = std::min(best_plain, by_plain);
  }
  result.steps_per_s = static_cast<double>(worlds) * result.steps / best;
  result.plain_steps_per_s = static_cast<double>(options.threads) * plain_count * result.steps / best_plain;
  result.redone_share = static_cast<double>(batch.steps_redone()) / static_cast<double>(batch.steps_taken());
  result.distance_to_plain = distance_after_a_second(base, options);
  result.growth_of_rounding = growth_of(kRounding, base);
  result.growth_of_more = growth_of(kMore, base);
  return result;
}

Json to_json(const BatchResult& result) {
  return {{"scene", result.scene},
          {"nodes", result.nodes},
          {"worlds", result.worlds},
          {"device", result.options.device == BatchDevice::cuda ? "cuda" : "cpu"},
          {"threads", result.options.threads},
          {"steps", result.steps},
          {"steps_per_s", result.steps_per_s},
          {"plain_steps_per_s", result.plain_steps_per_s},
          {"redone_share", result.redone_share},
          {"distance_to_plain_m", result.distance_to_plain},
          {"growth_of_rounding_m", result.growth_of_rounding},
          {"growth_of_1e-13_m", result.growth_of_more}};
}

std::string text_of(const BatchResult& result) {
  return fmt::format(
      "{}, {} nodes, {} worlds on {}: {:.0f} steps/s, {:.2f} times plain simulations on {} thread{} "
      "({:.0f}); "
      "{:.2f} % redone; {:.1e} m from a plain simulation after 1 s, which rounding moves by {:.1e} m, and "
      "1e-13 m by {:.1e} m",
      result.scene, result.nodes, result.worlds, result.options.device == BatchDevice::cuda ? "cuda" : "cpu",
      result.steps_per_s, result.steps_per_s / result.plain_steps_per_s, result.options.threads,
      result.options.threads == 1 ? "" : "s", result.plain_steps_per_s, 100 * result.redone_share,
      result.distance_to_plain, result.growth_of_rounding, result.growth_of_more);
}

}  // namespace isocloth::cli::bench
