#pragma once

/// Central differences of runs, to compare gradients with.

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>

#include "isocloth/core/random.hpp"
#include "isocloth/dynamics/simulation.hpp"
#include "isocloth/gradient/rollout_gradient.hpp"

namespace isocloth::test {

inline Points random_points(Eigen::Index rows, std::mt19937& random) {
  Points points(rows, 3);
  for (Eigen::Index i = 0; i < points.size(); ++i) points.data()[i] = 2 * random_unit(random) - 1;
  return points;
}

/// What a run depends on.
struct RunInputs {
  std::vector<Material> materials;  ///< of each cloth
  Points x0, v0;
  Vec3 gravity;
  std::vector<Points> path;
  Vec3 shift = Vec3::Zero(), turn = Vec3::Zero();  ///< of the obstacles
};

/// A run from a state of a simulation, and a loss: Σ_k ⟨g_k, x_k⟩ with random g.
struct LossOfRun {
  std::function<Simulation(const RunInputs&)> make;  ///< without the state
  ClothState from;
  int steps = 0;
  std::vector<Points> g{};

  Simulation at(const RunInputs& inputs) const {
    Simulation simulation = make(inputs);
    ClothState state = from;
    state.x = inputs.x0;
    state.v = inputs.v0;
    simulation.go_on_from(state);
    return simulation;
  }
  DifferentiableRollout run(const RunInputs& inputs) const {
    return {at(inputs), steps, {.path = &inputs.path}};
  }
  double loss(const DifferentiableRollout& rollout) const {
    double sum = 0;
    for (std::size_t k = 0; k < g.size(); ++k) sum += g[k].cwiseProduct(rollout.x()[k]).sum();
    return sum;
  }
};

/// A change of the inputs by a number, and what a gradient says of it.
struct Direction {
  std::string name;
  std::function<void(RunInputs&, double)> change;
  double predicted = 0;
  double step = 0;
};

struct Compared {
  double derivative = 0, error = 0;  ///< by differences, and how far the gradient is from it [-]
  bool same_decisions = true;        ///< of all steps: iterations, which contacts press, stick and slide
};

/// Central differences of fourth order at a ladder of lengths. Where rows turn from taut to slack, or tension
/// from rising to falling, a loss has kinks: long differences cross them, short ones drown in rounding, and
/// which length is best is not known. The one counts that agrees best with the gradient: with a wrong one
/// none does, along many directions.
inline Compared compare(const LossOfRun& problem, const RunInputs& inputs,
                        const std::vector<std::uint64_t>& decisions, const Direction& direction) {
  constexpr int kLengths = 8;
  constexpr double kRatio = 5;
  std::array<Compared, kLengths> at;
  double h = std::min(direction.step, 1e-3 / std::max(std::abs(direction.predicted), 1e-300));
  for (Compared& now : at) {
    const auto loss = [&](double length) {
      RunInputs changed = inputs;
      direction.change(changed, length);
      const DifferentiableRollout rollout = problem.run(changed);
      now.same_decisions = now.same_decisions && rollout.decisions() == decisions;
      return problem.loss(rollout);
    };
    now.derivative = (loss(h) - loss(-h)) / (2 * h);
    h /= kRatio;
  }
  Compared best{.error = std::numeric_limits<double>::infinity(), .same_decisions = false};
  for (std::size_t i = 0; i + 1 < at.size(); ++i) {
    const double finer = at[i + 1].derivative;
    const double derivative = finer + (finer - at[i].derivative) / (kRatio * kRatio - 1);
    const double error = std::abs(direction.predicted - derivative) / std::abs(derivative);
    if (at[i].same_decisions && at[i + 1].same_decisions && error < best.error)
      best = {.derivative = derivative, .error = error, .same_decisions = true};
  }
  return best;
}

inline double inner(const Points& a, const Points& b) { return a.cwiseProduct(b).sum(); }

/// Relative changes of each parameter of a cloth's material that is above 0.
inline void add_material_directions(const RunInputs& inputs, const RolloutGradient& gradient,
                                    std::size_t cloth, double step, std::vector<Direction>& directions) {
  const auto add = [&](const char* name, double value, double of, auto parameter) {
    if (value > 0 && std::isfinite(value))
      directions.push_back(
          {name, [cloth, parameter](RunInputs& to, double h) { parameter(to.materials[cloth]) *= 1 + h; },
           of * value, step});
  };
  const Material& m = inputs.materials[cloth];
  const MaterialGradient& p = gradient.parameters.materials[cloth];
  add("density", m.density, p.density, [](Material& to) -> double& { return to.density; });
  if (m.virtual_mass)
    add("virtual_mass", *m.virtual_mass, p.virtual_mass,
        [](Material& to) -> double& { return *to.virtual_mass; });
  add("bending", m.bending, p.bending, [](Material& to) -> double& { return to.bending; });
  add("damping", m.damping, p.damping, [](Material& to) -> double& { return to.damping; });
  add("bending_damping", m.bending_damping, p.bending_damping,
      [](Material& to) -> double& { return to.bending_damping; });
  add("shear_stiffness", m.shear_stiffness, p.shear_stiffness,
      [](Material& to) -> double& { return to.shear_stiffness; });
}

/// A random direction in each of path, x0, v0, gravity, and each material parameter that is above 0.
inline std::vector<Direction> random_directions(const RunInputs& inputs, const RolloutGradient& gradient,
                                                std::mt19937& random, double scale = 1) {
  std::vector<Direction> directions;
  std::vector<Points> along;
  double predicted = 0;
  for (const Points& of : gradient.path) {
    along.push_back(random_points(of.rows(), random));
    predicted += inner(of, along.back());
  }
  if (!inputs.path.empty() && inputs.path[0].rows() > 0)
    directions.push_back({"path",
                          [along](RunInputs& to, double h) {
                            for (std::size_t k = 0; k < along.size(); ++k) to.path[k] += h * along[k];
                          },
                          predicted, 1e-5 * scale});
  const Points dx = random_points(inputs.x0.rows(), random), dv = random_points(inputs.x0.rows(), random);
  directions.push_back(
      {"x0", [dx](RunInputs& to, double h) { to.x0 += h * dx; }, inner(gradient.x0, dx), 1e-6 * scale});
  directions.push_back(
      {"v0", [dv](RunInputs& to, double h) { to.v0 += h * dv; }, inner(gradient.v0, dv), 1e-4 * scale});
  if (!gradient.obstacles.empty()) {
    const Vec3 shift = random_points(1, random).row(0).transpose(), turn = shift.reverse();
    PoseGradient of;
    for (const auto& poses : gradient.obstacles)
      for (const PoseGradient& pose : poses) of.add(1, pose);
    directions.push_back({"place of obstacles", [shift](RunInputs& to, double h) { to.shift += h * shift; },
                          of.place.dot(shift), 1e-6 * scale});
    directions.push_back({"turn of obstacles", [turn](RunInputs& to, double h) { to.turn += h * turn; },
                          of.turn.dot(turn), 1e-5 * scale});
  }
  const Vec3 dg = random_points(1, random).row(0).transpose();
  directions.push_back({"gravity", [dg](RunInputs& to, double h) { to.gravity += h * dg; },
                        gradient.parameters.gravity.dot(dg), 1e-2 * scale});
  for (std::size_t cloth = 0; cloth < inputs.materials.size(); ++cloth)
    add_material_directions(inputs, gradient, cloth, 1e-3 * scale, directions);
  return directions;
}

}  // namespace isocloth::test
