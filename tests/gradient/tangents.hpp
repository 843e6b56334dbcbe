#pragma once

/// The derivative of a run along a direction of its inputs, carried from step to step by twins of the steps
/// (step_twin.hpp).

#include "gradient/differences.hpp"
#include "gradient/step_twin.hpp"

namespace isocloth::test {

/// A run that touches nothing, with what each of its steps began from and decided.
class TangentRun {
 public:
  TangentRun(const LossOfRun& problem, const RunInputs& inputs)
      : problem_(problem), inputs_(inputs), simulation_(led(problem, inputs)) {
    for (int k = 0; k < problem.steps; ++k) {
      states_.push_back(simulation_.state());
      records_.emplace_back();
      static_cast<void>(simulation_.step(records_.back()));
    }
    states_.push_back(simulation_.state());
  }

  struct Result {
    double derivative = 0;  ///< of the loss
    double off = 0;         ///< how far a twin's step ended from the step, at most [m]
  };
  Result along(const Direction& direction) const {
    RunInputs changed = inputs_;
    direction.change(changed, 1);  // inputs change evenly
    DualInputs inputs = dual_inputs(changed);
    StepTwin twin(simulation_.model(), simulation_.options().dt);
    DualState now(states_[0]);
    put_slopes(changed.x0 - inputs_.x0, now.x);
    put_slopes(changed.v0 - inputs_.v0, now.v);
    Result result;
    for (std::size_t k = 0;; ++k) {
      for (std::size_t i = 0; i < now.x.size(); ++i)
        result.derivative += problem_.g[k].data()[i] * now.x[i].slope;
      if (k == records_.size()) return result;
      inputs.begin = k == 0 ? places(start_, start_) : places(inputs_.path[k - 1], changed.path[k - 1]);
      inputs.end = places(inputs_.path[k], changed.path[k]);
      const std::vector<PartRecord>& parts = records_[k].parts;
      for (std::size_t p = 0; p < parts.size(); ++p)
        twin.take(parts[p], static_cast<double>(p + 1) / static_cast<double>(parts.size()), inputs, now);
      const double off = go_on_from(states_[k + 1], now);
      if (!(off <= result.off)) result.off = off;
    }
  }

 private:
  static Simulation led(const LossOfRun& problem, const RunInputs& inputs) {
    const Simulation simulation = problem.at(inputs);
    HeldPaths paths = held_paths(simulation, problem.steps);
    paths.steps = inputs.path;
    return led_along(simulation, paths);
  }

  static void put_slopes(const Points& slopes, Duals& to) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i].slope = slopes.data()[i];
  }

  /// The values of the run itself, whose rounding the twin does not share, with the slopes of the twin; how
  /// far apart positions were.
  static double go_on_from(const ClothState& state, DualState& now) {
    const DualState run(state);
    double off = 0;
    for (std::size_t i = 0; i < run.x.size(); ++i) {
      const double here = std::abs(run.x[i].value - now.x[i].value);
      if (!(here <= off)) off = here;  // also where it is not a number
    }
    const auto take = [](const Duals& from, Duals& to) {
      for (std::size_t i = 0; i < to.size(); ++i) to[i].value = from[i].value;
    };
    take(run.x, now.x);
    take(run.v, now.v);
    take(run.dx, now.dx);
    take(run.dx_before, now.dx_before);
    take(run.dv, now.dv);
    take(run.dv_before, now.dv_before);
    take(run.multipliers, now.multipliers);
    take(run.tensions, now.tensions);
    return off;
  }

  DualInputs dual_inputs(const RunInputs& changed) const {
    DualInputs inputs;
    for (std::size_t p = 0; p < inputs_.materials.size(); ++p) {
      const Material &a = inputs_.materials[p], &b = changed.materials[p];
      const auto dual = [](double from, double to) { return Dual{from, std::isfinite(to) ? to - from : 0}; };
      inputs.materials.push_back({.density = dual(a.density, b.density),
                                  .gravitational_mass = dual(a.gravitational_mass(), b.gravitational_mass()),
                                  .bending = dual(a.bending, b.bending),
                                  .damping = dual(a.damping, b.damping),
                                  .bending_damping = dual(a.bending_damping, b.bending_damping),
                                  .shear_stiffness = dual(a.shear_stiffness, b.shear_stiffness)});
    }
    for (int a = 0; a < 3; ++a)
      inputs.gravity[static_cast<std::size_t>(a)] = {inputs_.gravity[a],
                                                     changed.gravity[a] - inputs_.gravity[a]};
    return inputs;
  }

  /// Of the held nodes among all, with those of a changed path beside them.
  Duals places(const Points& held, const Points& changed) const {
    Duals all(static_cast<std::size_t>(3 * inputs_.x0.rows()));
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      for (int a = 0; a < 3; ++a) {
        const auto row = static_cast<Eigen::Index>(i);
        all[static_cast<std::size_t>(3 * nodes_[i] + a)] = {held(row, a), changed(row, a) - held(row, a)};
      }
    return all;
  }

  const LossOfRun& problem_;
  const RunInputs& inputs_;
  Simulation simulation_;
  std::vector<int> nodes_ = held_paths(problem_.at(inputs_), problem_.steps).nodes;
  Points start_ = held_paths(problem_.at(inputs_), problem_.steps).start;
  std::vector<ClothState> states_;
  std::vector<StepRecord> records_;
};

}  // namespace isocloth::test
