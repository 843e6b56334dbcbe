#include "isocloth/dynamics/simulation.hpp"

#include <algorithm>

#include "isocloth/core/require.hpp"

namespace isocloth {
namespace {

/// A node that both hold at the same time, or −1.
int shared_node(const Grasp& a, const Grasp& b) {
  if (a.until <= b.from || b.until <= a.from) return -1;
  for (const int node : a.nodes)
    if (std::find(b.nodes.begin(), b.nodes.end(), node) != b.nodes.end()) return node;
  return -1;
}

}  // namespace

Simulation::Simulation(std::shared_ptr<const ClothModel> model, const Points& start,
                       const StepOptions& options)
    : model_(std::move(model)), options_(options) {
  require(model_ != nullptr, "a simulation needs a cloth model");
  if (const auto problem = options.problem()) throw InputError(*problem);
  require(start.rows() == model_->rest.x.rows(), "the start has " + std::to_string(start.rows()) +
                                                     " nodes, the cloth " +
                                                     std::to_string(model_->rest.x.rows()));
  for (Eigen::Index i = 0; i < start.rows(); ++i)
    require(start.row(i).allFinite(), "start position of node " + std::to_string(i) + " is not finite");
  state_.x = start;
  state_.v = Points::Zero(start.rows(), 3);
  state_.multipliers = Vector::Zero(model_->rows.pattern().row_count());
  work_ = std::make_unique<StepWorkspace>(*model_, options_);
}

int Simulation::add_grasp(Grasp grasp) {
  check_grasp(grasp, model_->rest.node_count());
  for (const Grasp& other : grasps_) {
    const int node = shared_node(grasp, other);
    require(node < 0, "grasps \"" + other.name + "\" and \"" + grasp.name + "\" both hold node " +
                          std::to_string(node) + "; release one first");
  }
  state_.grasps.push_back({false, false, Points::Zero(static_cast<Eigen::Index>(grasp.nodes.size()), 3)});
  grasps_.push_back(std::move(grasp));
  return static_cast<int>(grasps_.size()) - 1;
}

int Simulation::grasp(const std::string& name, std::vector<int> nodes, Motion motion) {
  return add_grasp(
      {.name = name, .nodes = std::move(nodes), .motion = std::move(motion), .from = state_.time});
}

void Simulation::release(int grasp) {
  require(grasp >= 0 && grasp < static_cast<int>(grasps_.size()),
          "there is no grasp " + std::to_string(grasp));
  grasps_[grasp].until = std::min(grasps_[grasp].until, state_.time);
}

void Simulation::restore(const ClothState& state) {
  require(state.x.rows() == state_.x.rows() && state.v.rows() == state_.v.rows() &&
              state.multipliers.size() == state_.multipliers.size() && state.grasps.size() == grasps_.size(),
          "the state belongs to another simulation: its nodes, rows or grasps differ in number");
  for (std::size_t g = 0; g < grasps_.size(); ++g)
    require(state.grasps[g].anchor.rows() == state_.grasps[g].anchor.rows(),
            "the state belongs to another simulation: grasp \"" + grasps_[g].name + "\" differs");
  state_ = state;
  work_->outside_force.setZero();
  work_->force_is_known = true;
}

Vec3 Simulation::grasp_force(int grasp) const {
  require(grasp >= 0 && grasp < static_cast<int>(grasps_.size()),
          "there is no grasp " + std::to_string(grasp));
  return isocloth::grasp_force(grasps_[grasp], grasp, state_, *work_);
}

}  // namespace isocloth
