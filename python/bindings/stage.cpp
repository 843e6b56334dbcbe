#include "stage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "isocloth/core/require.hpp"

namespace isocloth::python {
namespace {

void check_finite(const Points& values, const Points& like, const char* what) {
  require(values.rows() == like.rows(), std::string(what) + " are of " + std::to_string(values.rows()) +
                                            " nodes, the cloth has " + std::to_string(like.rows()));
  for (Eigen::Index i = 0; i < values.rows(); ++i)
    require(values.row(i).allFinite(),
            std::string(what) + " of node " + std::to_string(i) + " are not finite");
}

}  // namespace

Vec3 Lead::at(double t) const {
  if (!by_hand) return given.path(t);
  if (t >= end) return to;
  if (t <= begin) return from;
  return from + (t - begin) / (end - begin) * (to - from);
}

Stage::Stage(std::shared_ptr<const ClothModel> model, const Points& start, const StepOptions& options)
    : simulation_(std::move(model), start, options) {}

Stage::Stage(Simulation&& simulation) : simulation_(std::move(simulation)) {
  for (Grasp& grasp : simulation_.edit_grasps()) wrap(grasp);
}

Grasp& Stage::grasp_at(int index) { return simulation_.edit_grasps()[static_cast<std::size_t>(index)]; }

void Stage::wrap(Grasp& grasp) {
  auto lead = std::make_shared<Lead>();
  lead->given = grasp.motion;
  grasp.motion.path = [lead](double t) { return lead->at(t); };
  leads_.push_back(std::move(lead));
  numbers_.push_back(next_number_++);
}

int Stage::grasp(Grasp grasp) {
  const int index = simulation_.add_grasp(std::move(grasp));
  wrap(grasp_at(index));
  ++edition_;
  return numbers_.back();
}

int Stage::add_obstacle(Obstacle obstacle) {
  ++edition_;
  return simulation_.add_obstacle(std::move(obstacle));
}

int Stage::index_of(int number) const {
  const auto found = std::find(numbers_.begin(), numbers_.end(), number);
  require(found != numbers_.end(),
          "this grasp is not there any more: the simulation was restored to before it began");
  return static_cast<int>(found - numbers_.begin());
}

void Stage::set_end(int index, double until) { grasp_at(index).until = until; }

void Stage::release(int index) { simulation_.release(index); }

Vec3 Stage::target(int index) const {
  const auto i = static_cast<std::size_t>(index);
  const Grasp& grasp = simulation_.grasps()[i];
  const GraspState& hold = state().grasps[i];
  const Vec3 at = leads_[i]->at(state().time);
  if (!grasp.motion.relative) return at;
  return at + (hold.holding ? Vec3(hold.anchor.row(0).transpose())
                            : Vec3(state().x.row(grasp.nodes.front()).transpose()));
}

void Stage::lead(int index, const Vec3& from, const Vec3& to) {
  Lead& lead = *leads_[static_cast<std::size_t>(index)];
  lead.by_hand = true;
  lead.by_function = false;
  lead.begin = state().time;
  lead.end = static_cast<double>(state().step + 1) * dt();
  lead.from = from;
  lead.to = to;
}

void Stage::lead_to(int index, const Vec3& from, const Vec3& to) {
  grasp_at(index).motion.relative = false;
  lead(index, from, to);
}

void Stage::lead_by_function(int index, const Vec3& from, const Vec3& to) {
  lead(index, from, to);
  leads_[static_cast<std::size_t>(index)]->by_function = true;
}

bool Stage::follows_function(int index) const {
  const auto i = static_cast<std::size_t>(index);
  return leads_[i]->by_function && simulation_.grasps()[i].until > state().time;
}

void Stage::move(int index, const Vec3& to, double duration) {
  require(to.allFinite(), "the position that a grasp is moved to must be finite");
  require(duration >= 0 && std::isfinite(duration),
          "duration of a move must be at least 0 s, got " + to_text(duration));
  require(simulation_.grasps()[static_cast<std::size_t>(index)].until > state().time,
          "grasp \"" + simulation_.grasps()[static_cast<std::size_t>(index)].name +
              "\" has let go and cannot be moved; grasp its nodes again");
  lead_to(index, target(index), to);
  Lead& lead = *leads_[static_cast<std::size_t>(index)];
  lead.end = std::max(lead.end, lead.begin + duration);
}

SavedState Stage::save() const {
  SavedState saved{.cloth = state(), .grasps = {}};
  for (std::size_t i = 0; i < leads_.size(); ++i) {
    const Grasp& grasp = simulation_.grasps()[i];
    const Lead& lead = *leads_[i];
    saved.grasps.push_back({grasp.nodes, grasp.from, grasp.until, grasp.motion.relative, lead.by_hand,
                            lead.by_function, lead.begin, lead.end, lead.from, lead.to});
  }
  return saved;
}

void Stage::restore(const SavedState& saved) {
  std::vector<Grasp>& grasps = simulation_.edit_grasps();
  require(saved.grasps.size() <= grasps.size() && saved.grasps.size() == saved.cloth.grasps.size(),
          "the state belongs to another simulation: it has " + std::to_string(saved.grasps.size()) +
              " grasps, this one " + std::to_string(grasps.size()));
  for (std::size_t i = 0; i < saved.grasps.size(); ++i)
    require(saved.grasps[i].nodes == grasps[i].nodes, "the state belongs to another simulation: grasp \"" +
                                                          grasps[i].name + "\" holds other nodes there");
  std::vector<Grasp> taken_away(grasps.begin() + static_cast<std::ptrdiff_t>(saved.grasps.size()),
                                grasps.end());
  grasps.resize(saved.grasps.size());
  try {
    simulation_.restore(saved.cloth);
  } catch (...) {
    grasps.insert(grasps.end(), taken_away.begin(), taken_away.end());
    throw;
  }
  if (leads_.size() != saved.grasps.size()) ++edition_;
  leads_.resize(saved.grasps.size());
  numbers_.resize(saved.grasps.size());
  for (std::size_t i = 0; i < saved.grasps.size(); ++i) {
    const SavedGrasp& from = saved.grasps[i];
    grasps[i].from = from.from;
    grasps[i].until = from.until;
    grasps[i].motion.relative = from.relative;
    Lead& lead = *leads_[i];
    lead.by_hand = from.by_hand;
    lead.by_function = from.by_function;
    lead.begin = from.begin;
    lead.end = from.end;
    lead.from = from.start;
    lead.to = from.goal;
  }
}

void Stage::place(const Points& x, const Points& v) {
  check_finite(x, state().x, "positions");
  check_finite(v, state().v, "velocities");
  ClothState placed = state();
  placed.x = x;
  placed.v = v;
  placed.multipliers.setZero();
  placed.tensions.setZero();
  placed.contacts.clear();
  for (std::size_t i = 0; i < leads_.size(); ++i) {
    const Grasp& grasp = simulation_.grasps()[i];
    Lead& lead = *leads_[i];
    placed.grasps[i] = {.anchor = Points::Zero(placed.grasps[i].anchor.rows(), 3)};
    if (lead.by_hand && !grasp.motion.relative) lead.from = lead.to = x.row(grasp.nodes.front()).transpose();
  }
  simulation_.restore(placed);
}

std::unique_ptr<Stage> Stage::twin() const {
  const std::shared_ptr<const ClothModel> model(std::shared_ptr<void>(),
                                                &simulation_.model());  // not an owner
  StepOptions options = simulation_.options();
  options.threads = 1;
  auto twin = std::make_unique<Stage>(model, state().x, options);
  for (std::size_t i = 0; i < leads_.size(); ++i) {
    Grasp grasp = simulation_.grasps()[i];
    const bool relative = grasp.motion.relative;
    const double until = grasp.until;
    grasp.motion = leads_[i]->given;
    grasp.until = std::numeric_limits<double>::infinity();
    twin->grasp(std::move(grasp));
    twin->set_end(static_cast<int>(i), until);
    twin->grasp_at(static_cast<int>(i)).motion.relative = relative;
  }
  for (const Obstacle& obstacle : simulation_.obstacles()) twin->add_obstacle(obstacle);
  return twin;
}

}  // namespace isocloth::python
