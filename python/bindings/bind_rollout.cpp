#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "isocloth/core/require.hpp"
#include "module.hpp"
#include "rollout.hpp"

namespace isocloth::python {
namespace {

using PathsIn = NumbersIn<nb::shape<-1, -1, -1, 3>>;

std::size_t size_of(int n) { return static_cast<std::size_t>(n); }

RolloutPlan plan_of(const Stage& stage, std::vector<const SavedState*> states, const std::vector<int>& grasps,
                    const PathsIn& paths, int every, std::vector<int> nodes) {
  RolloutPlan plan{.count = static_cast<int>(paths.shape(0)),
                   .steps = static_cast<int>(paths.shape(1)),
                   .every = every,
                   .states = std::move(states),
                   .grasps = {},
                   .paths = paths.data(),
                   .nodes = std::move(nodes)};
  require(every >= 1, "every must be at least 1 step, got " + std::to_string(every));
  require(paths.shape(2) == grasps.size(), "grasp_paths hold another number of grasps than are named");
  require(plan.states.size() == 1 || plan.states.size() == paths.shape(0),
          "there are " + std::to_string(plan.states.size()) + " states for " +
              std::to_string(paths.shape(0)) + " rollouts; give one for all, or one each");
  for (const int index : grasps) {
    require(index >= 0 && index < stage.grasp_count(), "there is no grasp " + std::to_string(index));
    plan.grasps.push_back(index);
  }
  for (const int node : plan.nodes)
    require(node >= 0 && node < stage.state().x.rows(),
            "nodes names node " + std::to_string(node) + ", but the cloth has " +
                std::to_string(stage.state().x.rows()) + " (indices start at 0)");
  return plan;
}

/// Counts and worst errors of all runs as columns.
Columns columns_of(const std::vector<RunTotals>& totals) {
  auto converged = new_array<std::int64_t>({totals.size()});
  auto iterations = new_array<std::int64_t>({totals.size()});
  NumbersOut metric_error = new_array<double>({totals.size()}), slip = new_array<double>({totals.size()}),
             penetration = new_array<double>({totals.size()});
  for (std::size_t i = 0; i < totals.size(); ++i) {
    converged.data()[i] = totals[i].converged_steps;
    iterations.data()[i] = totals[i].iterations;
    metric_error.data()[i] = totals[i].metric_error;
    slip.data()[i] = totals[i].grasp_slip;
    penetration.data()[i] = totals[i].surface_penetration;
  }
  Columns d;
  d["converged_steps"] = converged;
  d["iterations"] = iterations;
  d["metric_error"] = metric_error;
  d["grasp_slip"] = slip;
  d["penetration"] = penetration;
  return d;
}

Columns rollout(BoundSimulation& self, std::vector<const SavedState*> states, const std::vector<int>& grasps,
                const PathsIn& paths, int every, std::vector<int> nodes, int threads, bool velocities,
                bool forces, bool final_states) {
  const Claim claim(self);
  require(
      threads >= 1 && threads <= Threads::kMost,
      "threads must be between 1 and " + std::to_string(Threads::kMost) + ", got " + std::to_string(threads));
  require(self.obstacle_functions.empty(),
          "an obstacle follows a Python function, which a batch cannot call; give it Keyframes instead");
  const RolloutPlan plan = plan_of(self.stage, std::move(states), grasps, paths, every, std::move(nodes));
  const std::size_t count = size_of(plan.count), frames = size_of(plan.frames());
  NumbersOut x = new_array<double>({count, frames, plan.nodes.size(), 3});
  NumbersOut v = new_array<double>({velocities ? count : 0, frames, plan.nodes.size(), 3});
  NumbersOut force = new_array<double>({forces ? count : 0, frames, grasps.size(), 3});
  std::vector<SavedState> final;
  RolloutResults results{.x = x.data(),
                         .v = velocities ? v.data() : nullptr,
                         .force = forces ? force.data() : nullptr,
                         .totals = {},
                         .final = final_states ? &final : nullptr};
  {
    const nb::gil_scoped_release others_run;
    Interruption interruption;
    run_rollouts(
        self.twins(std::min(threads, plan.count)), plan, threads, [&] { interruption.check(); }, results);
  }
  Columns d = columns_of(results.totals);
  d["x"] = x;
  if (velocities) d["v"] = v;
  if (forces) d["grasp_force"] = force;
  nb::list saved;
  for (SavedState& state : final) saved.append(nb::cast(std::move(state)));
  if (final_states) d["states"] = saved;
  return d;
}

/// Where grasps want their first nodes in each state [m], (states, grasps, 3).
NumbersOut targets(BoundSimulation& self, const std::vector<const SavedState*>& states,
                   const std::vector<int>& indices) {
  const Claim claim(self);
  Stage& twin = *self.twins(1).front();
  NumbersOut array = new_array<double>({states.size(), indices.size(), 3});
  double* to = array.data();
  for (const SavedState* state : states) {
    restore_whole(twin, *state);
    for (const int index : indices) {
      const Vec3 target = twin.target(index);
      to = std::copy_n(target.data(), 3, to);
    }
  }
  return array;
}

}  // namespace

void bind_rollout(nb::class_<BoundSimulation>& c) {
  c.def("_targets", &targets, "states"_a, "indices"_a);
  c.def("_rollout", &rollout, "states"_a, "grasps"_a, "paths"_a, "every"_a, "nodes"_a, "threads"_a,
        "velocities"_a, "forces"_a, "final_states"_a);
}

}  // namespace isocloth::python
