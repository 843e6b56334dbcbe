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
  require(options.projection.method == ProjectionMethod::implicit || !model_->material.is_woven(),
          "a woven cloth (shear_stiffness) needs the implicit projection; the printed one has no springs");
  require(start.rows() == model_->rest.x.rows(), "the start has " + std::to_string(start.rows()) +
                                                     " nodes, the cloth " +
                                                     std::to_string(model_->rest.x.rows()));
  for (Eigen::Index i = 0; i < start.rows(); ++i)
    require(start.row(i).allFinite(), "start position of node " + std::to_string(i) + " is not finite");
  state_.x = start;
  state_.v = Points::Zero(start.rows(), 3);
  state_.multipliers = Vector::Zero(model_->rows.pattern().row_count());
  state_.tensions = Vector::Zero(model_->rest.element_count());
  work_ = std::make_unique<StepWorkspace>(*model_, options_);
}

int Simulation::add_grasp(Grasp grasp) {
  check_grasp(grasp, model_->rest.node_count());
  for (const Grasp& other : grasps_) {
    const int node = shared_node(grasp, other);
    require(node < 0, "grasps \"" + other.name + "\" and \"" + grasp.name + "\" both hold node " +
                          std::to_string(node) + "; release one first");
  }
  state_.grasps.push_back({.anchor = Points::Zero(static_cast<Eigen::Index>(grasp.nodes.size()), 3)});
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

int Simulation::add_obstacle(Obstacle obstacle) {
  check_obstacle(obstacle);
  require(options_.projection.method == ProjectionMethod::implicit,
          "obstacle \"" + obstacle.name + "\" needs the implicit projection; the printed one has no contact");
  obstacles_.push_back(std::move(obstacle));
  work_->contacts.set_obstacles(obstacles_);
  state_.contacts.reserve(work_->contacts.most());
  work_->before.contacts.reserve(work_->contacts.most());
  return static_cast<int>(obstacles_.size()) - 1;
}

void Simulation::restore(const ClothState& state) {
  require(state.x.rows() == state_.x.rows() && state.v.rows() == state_.v.rows() &&
              state.multipliers.size() == state_.multipliers.size() &&
              state.tensions.size() == state_.tensions.size() && state.grasps.size() == grasps_.size(),
          "the state belongs to another simulation: its nodes, rows or grasps differ in number");
  for (std::size_t g = 0; g < grasps_.size(); ++g)
    require(state.grasps[g].anchor.rows() == state_.grasps[g].anchor.rows(),
            "the state belongs to another simulation: grasp \"" + grasps_[g].name + "\" differs");
  for (const ContactMemory& c : state.contacts)
    require(c.obstacle >= 0 && c.obstacle < static_cast<int>(obstacles_.size()) && c.site >= 0 &&
                c.site < work_->contacts.most() / static_cast<int>(obstacles_.size()),
            "the state belongs to another simulation: it touches an obstacle that is not here");
  state_ = state;
  work_->contacts.restart();
  work_->outside_force.setZero();
  work_->force_is_known = true;
}

Vec3 Simulation::grasp_force(int grasp) const {
  require(grasp >= 0 && grasp < static_cast<int>(grasps_.size()),
          "there is no grasp " + std::to_string(grasp));
  return isocloth::grasp_force(grasps_[grasp], grasp, state_, *work_);
}

ObstacleLoad Simulation::obstacle_load(int obstacle) const {
  require(obstacle >= 0 && obstacle < static_cast<int>(obstacles_.size()),
          "there is no obstacle " + std::to_string(obstacle));
  return isocloth::obstacle_load(obstacle, state_, *work_);
}

const Points& Simulation::contact_force() const {
  work_->contact_force.setZero();
  work_->contacts.add_forces(1, work_->contact_force);
  return work_->contact_force;
}

std::vector<ContactForce> Simulation::contacts() const {
  std::vector<ContactForce> list;
  list_contact_forces(state_, *work_, list);
  return list;
}

}  // namespace isocloth
