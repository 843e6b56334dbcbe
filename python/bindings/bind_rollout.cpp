#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/session/rollout.hpp"
#include "module.hpp"

namespace isocloth::python {
namespace {

using PathsIn = NumbersIn<nb::shape<-1, -1, -1, 3>>;

std::size_t size_of(int n) { return static_cast<std::size_t>(n); }

/// Numbers of the grasps at these places.
std::vector<int> numbers_at(const Session& session, const std::vector<int>& places) {
  std::vector<int> numbers;
  for (const int place : places) {
    require(place >= 0 && size_of(place) < session.grasp_numbers().size(),
            "there is no grasp " + std::to_string(place));
    numbers.push_back(session.grasp_numbers()[size_of(place)]);
  }
  return numbers;
}

/// Counts and worst errors of all runs as columns.
Columns columns_of(const std::vector<StepTotals>& totals) {
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

/// Runs of one simulation, or of one each.
Columns rollout(const std::vector<BoundSimulation*>& simulations, std::vector<const SavedState*> states,
                const std::vector<int>& grasps, const PathsIn& paths, int every, std::vector<int> nodes,
                int threads, bool velocities, bool forces, bool final_states) {
  std::vector<std::unique_ptr<Claim>> claims;
  std::vector<Session*> sessions;
  for (BoundSimulation* simulation : simulations) {
    claims.push_back(std::make_unique<Claim>(*simulation));
    sessions.push_back(&simulation->session);
  }
  Session& first = *sessions.front();
  require(paths.shape(2) == grasps.size(), "grasp_paths hold another number of grasps than are named");
  const RolloutPlan plan{.count = static_cast<int>(paths.shape(0)),
                         .steps = static_cast<int>(paths.shape(1)),
                         .every = every,
                         .states = std::move(states),
                         .grasps = numbers_at(first, grasps),
                         .paths = paths.data(),
                         .nodes = std::move(nodes)};
  check_plan(first, plan);
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
    const auto check = [&] { interruption.check(); };
    if (sessions.size() == 1)
      run_rollouts(first, plan, threads, results, check);
    else
      run_rollouts(sessions, plan, threads, results, check);
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
  Session& twin = *self.session.twins(1).front();
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

void bind_rollout(nb::module_& m, nb::class_<BoundSimulation>& c) {
  c.def("_targets", &targets, "states"_a, "indices"_a);
  m.def("rollout", &rollout, "simulations"_a, "states"_a, "grasps"_a, "paths"_a, "every"_a, "nodes"_a,
        "threads"_a, "velocities"_a, "forces"_a, "final_states"_a);
}

}  // namespace isocloth::python
