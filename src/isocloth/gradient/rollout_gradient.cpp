#include "isocloth/gradient/rollout_gradient.hpp"

#include <algorithm>
#include <cmath>

#include "isocloth/core/require.hpp"
#include "isocloth/gradient/step_adjoint.hpp"

namespace isocloth {
namespace {

HeldPaths paths_to_follow(const Simulation& simulation, int steps, const std::vector<Points>* path) {
  require(steps >= 1, "steps must be at least 1, got " + std::to_string(steps));
  require(simulation.options().projection.method == ProjectionMethod::implicit,
          "gradients need the implicit projection; the printed one has none");
  HeldPaths paths = held_paths(simulation, steps);
  if (!path) return paths;
  require(
      path->size() == static_cast<std::size_t>(steps),
      "path has " + std::to_string(path->size()) + " steps, " + std::to_string(steps) + " are to be taken");
  for (const Points& places : *path) {
    require(places.rows() == paths.start.rows(), "path has " + std::to_string(places.rows()) + " nodes, " +
                                                     std::to_string(paths.start.rows()) + " are held");
    require(places.allFinite(), "path must be finite");
  }
  paths.steps = *path;
  return paths;
}

void check_points(const Points& points, Eigen::Index nodes, const char* name) {
  require(points.rows() == nodes, std::string(name) + " has " + std::to_string(points.rows()) +
                                      " nodes, the cloth " + std::to_string(nodes));
  require(points.allFinite(), std::string(name) + " must be finite");
}

}  // namespace

/// Records of steps that follow each other.
struct DifferentiableRollout::Segment {
  int first = 0;
  std::vector<StepRecord> records;
  std::size_t size = 0;  ///< [bytes]

  bool has(int step) const { return step >= first && step < first + static_cast<int>(records.size()); }
  void clear() {
    records.clear();
    size = 0;
  }
  void drop_factors() {
    size = 0;
    for (StepRecord& record : records) {
      for (PartRecord& part : record.parts)
        for (IterationRecord& step : part.projection.iterations) step.factor = {};
      size += record.size();
    }
  }
};

DifferentiableRollout::DifferentiableRollout(const Simulation& simulation, int steps,
                                             const RolloutInputs& inputs)
    : paths_(paths_to_follow(simulation, steps, inputs.path)),
      simulation_(led_along(simulation, paths_)),
      memory_(inputs.memory),
      per_checkpoint_(static_cast<int>(std::ceil(std::sqrt(steps)))),
      kept_(std::make_unique<Segment>()) {
  ClothState start = simulation_.state();
  if (inputs.x0) check_points(*inputs.x0, start.x.rows(), "x0");
  if (inputs.v0) check_points(*inputs.v0, start.v.rows(), "v0");
  if (inputs.x0) start.x = *inputs.x0;
  if (inputs.v0) start.v = *inputs.v0;
  if (inputs.x0 || inputs.v0) simulation_.restore(start);
  x_.push_back(simulation_.state().x);
  bool keeps_records = true;
  for (int k = 0; k < steps; ++k) {
    if (k % per_checkpoint_ == 0) checkpoints_.push_back(simulation_.state());
    StepRecord record = take_step();
    x_.push_back(simulation_.state().x);
    iterations_.push_back(last_iterations_);
    exact_.push_back(record.exact);
    decisions_.push_back(record.decisions());
    if (keeps_records) keeps_records = keep(std::move(record));
  }
}

DifferentiableRollout::~DifferentiableRollout() = default;
DifferentiableRollout::DifferentiableRollout(DifferentiableRollout&&) noexcept = default;

StepRecord DifferentiableRollout::take_step() {
  StepRecord record;
  record.projection.keeps_factors = keeps_factors_;
  const StepReport report = simulation_.step(record);
  require(report.status != StepStatus::not_finite,
          "the run has no gradient: numbers overflowed in the step that ends at " +
              to_text(simulation_.state().time) + " s");
  last_iterations_ = report.iterations;
  return record;
}

/// False where the records do not fit, and none is kept.
bool DifferentiableRollout::keep(StepRecord record) {
  kept_->size += record.size();
  kept_->records.push_back(std::move(record));
  if (kept_->size > memory_ && keeps_factors_) {
    keeps_factors_ = false;
    kept_->drop_factors();
  }
  if (kept_->size <= memory_) return true;
  kept_->clear();
  return false;
}

/// The steps from one checkpoint to the next once more.
void DifferentiableRollout::take_again(int checkpoint) {
  const int first = checkpoint * per_checkpoint_, last = std::min(steps(), first + per_checkpoint_);
  simulation_.restore(checkpoints_[static_cast<std::size_t>(checkpoint)]);
  kept_->clear();
  kept_->first = first;
  keeps_factors_ = true;
  for (int k = first; k < last; ++k) {
    kept_->records.push_back(take_step());
    kept_->size += kept_->records.back().size();
    if (kept_->size > memory_ && keeps_factors_) {
      keeps_factors_ = false;
      kept_->drop_factors();
    }
  }
  require(simulation_.state().x == x_[static_cast<std::size_t>(last)],
          "an obstacle was led elsewhere since the run; take it again");
}

std::size_t DifferentiableRollout::memory() const { return kept_->size; }

RolloutGradient DifferentiableRollout::backward(const std::vector<Points>& dx) {
  require(dx.size() == x_.size(), "the derivatives are by " + std::to_string(dx.size()) +
                                      " positions, the run has " + std::to_string(x_.size()));
  for (const Points& d : dx)
    require(d.rows() == x_[0].rows(), "the derivatives are by " + std::to_string(d.rows()) +
                                          " nodes, the cloth has " + std::to_string(x_[0].rows()));
  const ClothModel& model = simulation_.model();
  const Eigen::Index nodes = x_[0].rows();
  if (!adjoint_)
    adjoint_ = std::make_unique<StepAdjoint>(model, simulation_.options(), simulation_.workspace());
  StateGradient state(nodes, model.rows.pattern().row_count(), model.rest.element_count());
  RolloutGradient gradient(model.pieces.size());
  gradient.path.assign(paths_.steps.size(), Points::Zero(paths_.start.rows(), 3));
  gradient.exact = std::all_of(exact_.begin(), exact_.end(), [](char exact) { return exact != 0; });
  gradient.obstacles.resize(simulation_.obstacles().size());
  for (auto& poses : gradient.obstacles) poses.resize(x_.size());
  state.x = dx.back();
  TargetGradient targets(nodes, gradient.obstacles.size());
  for (int k = steps() - 1; k >= 0; --k) {
    if (!kept_->has(k)) take_again(k / per_checkpoint_);
    targets.set_zero();
    adjoint_->go_back(kept_->records[static_cast<std::size_t>(k - kept_->first)], state, gradient.parameters,
                      targets);
    const auto step = static_cast<std::size_t>(k);
    for (std::size_t i = 0; i < paths_.nodes.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      gradient.path[step].row(row) += targets.end.row(paths_.nodes[i]);
      if (k > 0) gradient.path[step - 1].row(row) += targets.begin.row(paths_.nodes[i]);
    }
    for (std::size_t o = 0; o < gradient.obstacles.size(); ++o) {
      gradient.obstacles[o][step + 1].add(1, targets.obstacles[o].end);
      gradient.obstacles[o][step].add(1, targets.obstacles[o].begin);
    }
    state.x += dx[step];
  }
  gradient.x0 = state.x;
  gradient.v0 = state.v;
  return gradient;
}

}  // namespace isocloth
