#include "isocloth/gradient/step_adjoint.hpp"

#include <utility>

#include "isocloth/bending/bending_stiffness.hpp"
#include "isocloth/core/lanes.hpp"

namespace isocloth {
namespace {

Lane4 row(const Points& points, Eigen::Index node) { return load_three(points.data() + 3 * node); }
void add_to_row(Points& points, Eigen::Index node, Lane4 more) {
  double* to = points.data() + 3 * node;
  store_three(to, load_three(to) + more);
}
double sum_of(Lane4 a) { return a[0] + a[1] + a[2]; }

}  // namespace

StepAdjoint::StepAdjoint(const ClothModel& model, const StepOptions& options, StepWorkspace& work)
    : model_(model),
      options_(options),
      bending_(bending_stiffness(model.rest, model.topology)),
      work_(work),
      iteration_(model.rest.x.rows(), model.rows.pattern().row_count()),
      of_load_(Points::Zero(model.rest.x.rows(), 3)),
      of_pull_(of_load_),
      of_past_(of_load_),
      bent_(of_load_),
      guess_(of_load_),
      of_area_(Vector::Zero(model.rest.x.rows())),
      of_bending_(of_area_),
      of_c_(Vector::Zero(model.rows.pattern().row_count())) {}

void StepAdjoint::go_back(StepRecord& step, StateGradient& state, ParameterGradient& parameters,
                          TargetGradient& targets) {
  const auto parts = static_cast<double>(step.parts.size());
  for (std::size_t k = step.parts.size(); k > 0; --k)
    go_back(step.parts[k - 1], static_cast<double>(k - 1) / parts, static_cast<double>(k) / parts, state,
            parameters, targets);
}

/// The part from a share of the step, `first`, to another one.
void StepAdjoint::go_back(PartRecord& part, double first, double share, StateGradient& state,
                          ParameterGradient& parameters, TargetGradient& targets) {
  if (part.refused) return stand_still(state);
  set_up(part);
  commit(part, state);
  iterate(part, state.contacts, parameters);
  state.x += iteration_.x_start;
  add_to_obstacles(first, share, targets);
  load(part, state, parameters);
  springs(part, state, parameters);

  // the guess, and where hands had their nodes: from `begin` to `end` evenly
  guess_ = iteration_.x;
  for (Eigen::Index i = 0; i < guess_.rows(); ++i) {
    const auto node = static_cast<std::size_t>(i);
    if (!part.held[node] && !part.pulled[node]) continue;
    Eigen::RowVector3d of_target = Eigen::RowVector3d::Zero(), of_velocity = of_target;
    if (part.held[node]) {
      of_target = guess_.row(i);
      guess_.row(i).setZero();
    } else {
      of_target = part.spring[i] * of_pull_.row(i);
      of_velocity = part.damping[i] * of_pull_.row(i);
    }
    targets.end.row(i) += share * of_target + of_velocity / options_.dt;
    targets.begin.row(i) += (1 - share) * of_target - of_velocity / options_.dt;
  }
  state.x += guess_;
  if (part.guess == 0)
    state.v += part.dt * guess_;
  else
    state.dx += part.guess * guess_;
}

/// The cloth stayed where it was, with half of its multipliers and no motion.
void StepAdjoint::stand_still(StateGradient& state) {
  for (Points* of : {&state.v, &state.dx, &state.dx_before, &state.dv, &state.dv_before}) of->setZero();
  state.multipliers *= 0.5;
  state.contacts.clear();
}

/// Metric and law as they were.
void StepAdjoint::set_up(const PartRecord& part) {
  work_.set_metric(model_, part.rate);
  work_.held = part.held;
  work_.grips.holds = part.pulled;
  work_.grips.stiffness.setZero();
  stiffen_around_held(model_, work_);
  const RowPattern& pattern = model_.rows.pattern();
  model_.rows.measure_groups(pattern.constraint_groups, pattern.group_count(), part.x, work_.row_errors);
  for (const Piece& piece : model_.pieces)
    piece.springs.set_law(part.dt, work_.row_errors, part.tensions, work_.law);
}

void StepAdjoint::use_grips(const Vector& stiffness) {
  for (Eigen::Index i = 0; i < stiffness.size(); ++i)
    if (stiffness[i] != work_.grips.stiffness[i])
      work_.metric.coeffRef(i, i) += stiffness[i] - work_.grips.stiffness[i];
  work_.grips.stiffness = stiffness;
}

/// Obstacles go from where they begin the step to where they end it evenly.
void StepAdjoint::add_to_obstacles(double first, double share, TargetGradient& targets) const {
  for (std::size_t o = 0; o < iteration_.of_obstacles.size(); ++o) {
    const ObstacleGradient& of = iteration_.of_obstacles[o];
    targets.obstacles[o].end.add(share, of.end);
    targets.obstacles[o].end.add(first, of.begin);
    targets.obstacles[o].begin.add(1 - share, of.end);
    targets.obstacles[o].begin.add(1 - first, of.begin);
  }
}

namespace {

/// A vector that lost, or gained, what `by` has along a normal, a⁺ = a + n n·by: what a⁺ says of n.
Vec3 of_normal_along(const Vec3& normal, const Eigen::RowVector3d& by, const Eigen::RowVector3d& of_result) {
  return normal.dot(by.transpose()) * of_result.transpose() +
         of_result.dot(normal.transpose()) * by.transpose();
}

}  // namespace

/// Along the normal of a contact that is new, nodes have the velocity of this step alone, and have had it.
/// What it did to each node is done again, as the next contact of the node goes on from there, then undone.
void StepAdjoint::stop_at_impacts(const PartRecord& part, StateGradient& state) {
  struct Stop {
    Eigen::RowVector3d v, dx, dv, dv_before;  ///< what was added along the normal to each of them
  };
  iteration_.of_normals.clear();
  if (part.impacts.empty()) return;
  const Points dx = part.projection.end - part.x;
  Points v = part.rate * (part.projection.end - part.past), dv = v - part.v, dx_before = part.dx,
         dv_before = part.dv;
  std::vector<Stop> stops;
  for (const ContactRecord& contact : part.impacts) {
    const Eigen::RowVector3d normal = contact.normal.transpose();
    const auto add_along = [&](const Eigen::RowVector3d& by, Points& to, int node) {
      to.row(node) += normal.dot(by) * normal;
    };
    for (int i = 0; i < contact.point.count; ++i) {
      const int node = contact.point.nodes[i];
      const Stop stop{dx.row(node) / part.dt - v.row(node), dx.row(node) - dx_before.row(node), -dv.row(node),
                      -dv_before.row(node)};
      add_along(stop.v, v, node);
      add_along(stop.dx, dx_before, node);
      add_along(stop.dv, dv, node);
      add_along(stop.dv_before, dv_before, node);
      stops.push_back(stop);
    }
  }
  auto stop = stops.rbegin();
  for (auto contact = part.impacts.rbegin(); contact != part.impacts.rend(); ++contact) {
    const Eigen::RowVector3d normal = contact->normal.transpose();
    const auto along = [&](const Eigen::RowVector3d& vector) -> Eigen::RowVector3d {
      return normal.dot(vector) * normal;
    };
    NormalGradient of{.key = contact->key};
    for (int i = contact->point.count - 1; i >= 0; --i, ++stop) {
      const int node = contact->point.nodes[i];
      of.normal += of_normal_along(contact->normal, stop->v, state.v.row(node)) +
                   of_normal_along(contact->normal, stop->dx, state.dx_before.row(node)) +
                   of_normal_along(contact->normal, stop->dv, state.dv.row(node)) +
                   of_normal_along(contact->normal, stop->dv_before, state.dv_before.row(node));
      const Eigen::RowVector3d of_v = along(state.v.row(node)), of_dx = along(state.dx_before.row(node));
      state.dx.row(node) += of_v / part.dt + of_dx;
      state.v.row(node) -= of_v;
      state.dx_before.row(node) -= of_dx;
      state.dv.row(node) -= along(state.dv.row(node));
      state.dv_before.row(node) -= along(state.dv_before.row(node));
    }
    iteration_.of_normals.push_back(of);
  }
}

/// x⁺, v⁺ = r (x⁺ − x̂), and what they changed.
void StepAdjoint::commit(const PartRecord& part, StateGradient& state) {
  if (options_.integrator != Integrator::euler) stop_at_impacts(part, state);
  of_past_ = -part.rate * (state.v + state.dv);
  iteration_.x = state.x + state.dx - of_past_;
  iteration_.multipliers = state.multipliers;
  for (std::size_t r = 0; r < part.limited.size(); ++r)
    if (part.limited[r]) iteration_.multipliers[static_cast<Eigen::Index>(r)] = 0;
  state.x = -state.dx;
  state.v = -state.dv;
  state.dx = state.dx_before;
  state.dv = state.dv_before;
  state.dx_before.setZero();
  state.dv_before.setZero();
}

/// By load and metric, of an iteration that ended here: w and −w endᵀ.
void StepAdjoint::add_load_of_iteration(const PartRecord& part, const Points& end) {
  const int *begin = bending_.outerIndexPtr(), *node = bending_.innerIndexPtr();
  const double* value = bending_.valuePtr();
  for (Eigen::Index i = 0; i < end.rows(); ++i) {
    const Lane4 w = row(iteration_.w, i), x = row(end, i);
    Lane4 bent = {};
    for (int e = begin[i]; e < begin[i + 1]; ++e) bent += value[e] * row(iteration_.w, node[e]);
    add_to_row(of_load_, i, w);
    add_to_row(bent_, i, bent);
    of_area_[i] -= sum_of(w * x);
    of_bending_[i] -= sum_of(bent * x);
    if (part.pulled[static_cast<std::size_t>(i)])
      add_to_row(of_pull_, i, work_.grips.stiffness[i] / part.stiffness[i] * w);
  }
}

/// Newton's iterations, the last one first.
void StepAdjoint::iterate(PartRecord& part, std::vector<ContactGradient>& contacts,
                          ParameterGradient& parameters) {
  of_load_.setZero();
  of_pull_.setZero();
  bent_.setZero();
  iteration_.law.stiffness.setZero();
  iteration_.law.rest.setZero();
  iteration_.x_start.setZero();
  iteration_.of_safe.setZero();
  iteration_.diagonal.setZero();
  iteration_.of_memory.clear();
  iteration_.of_obstacles.clear();
  iteration_.of_kept.clear();
  iteration_.began = &part.x;
  iteration_.of_forces = std::exchange(contacts, {});
  guess_.setZero();
  of_area_.setZero();
  of_bending_.setZero();
  std::vector<IterationRecord>& steps = part.projection.iterations;
  for (std::size_t k = steps.size(); k > 0; --k) {
    const Points& end = k == steps.size() ? part.projection.end : steps[k].x;
    std::size_t limit = part.limits.size();
    while (limit > 0 && part.limits[limit - 1].first >= k) --limit;
    use_grips(limit == 0 ? part.stiffness : part.limits[limit - 1].second);
    work_.projection.go_back(steps[k - 1], end, part.held, iteration_);
    add_load_of_iteration(part, end);
    if (!steps[k - 1].from_guess) continue;
    guess_ += iteration_.x;
    iteration_.x.setZero();
  }
  iteration_.x += guess_;
  iteration_.x_start += iteration_.of_safe;
  contacts = iteration_.of_memory;
  of_area_ += iteration_.diagonal;
  of_bending_ += bending_.diagonal().cwiseProduct(iteration_.diagonal);
  for (std::size_t p = 0; p < model_.pieces.size(); ++p) {
    const Piece& piece = model_.pieces[p];
    MaterialGradient& of = parameters.materials[p];
    const auto own = [&](const Vector& all) { return all.segment(piece.first_node, piece.node_count); };
    const double by_area = own(model_.node_area).dot(own(of_area_)), by_bending = own(of_bending_).sum();
    of.density += part.rate * part.rate * by_area;
    of.damping += part.rate * by_area;
    of.bending += by_bending;
    of.bending_damping += part.rate * by_bending;
    const auto rows = [&](const Vector& all) {
      return all.segment(piece.first_constraint, piece.constraint_count);
    };
    of.density += rows(iteration_.law.stiffness).dot(rows(work_.law.stiffness)) / piece.material.density;
  }
}

/// f = r²ρM x̃ + r(αM + βK) x̂ + δMg + s y, and x̂, x̃ of the time rule.
void StepAdjoint::load(const PartRecord& part, StateGradient& state, ParameterGradient& parameters) {
  const double r = part.rate;
  for (std::size_t p = 0; p < model_.pieces.size(); ++p) {
    const Piece& piece = model_.pieces[p];
    const Material& m = piece.material;
    Lane4 sum = {}, by_density = {}, by_damping = {}, by_bending_damping = {};
    for (Eigen::Index i = piece.first_node; i < piece.first_node + piece.node_count; ++i) {
      const Lane4 of_weight = model_.node_area[i] * row(of_load_, i);  // by forces per area
      const Lane4 bent = row(bent_, i), past = row(part.past, i);
      sum += of_weight;
      by_density += of_weight * row(part.inertial, i);
      by_damping += of_weight * past;
      by_bending_damping += bent * past;
      const Lane4 of_inertial = r * m.density * of_weight;  // by x̃ = x̂ + v̂/r, over r
      Lane4 of_past = row(of_past_, i) + r * (of_inertial + m.damping * of_weight + m.bending_damping * bent);
      if (part.pulled[static_cast<std::size_t>(i)]) of_past += part.damping[i] * r * row(of_pull_, i);
      add_to_row(state.x, i, of_past);
      add_to_row(state.dx, i, part.one * of_past);
      add_to_row(state.dx_before, i, part.two * of_past);
      add_to_row(state.v, i, of_inertial);
      add_to_row(state.dv, i, part.one * of_inertial);
      add_to_row(state.dv_before, i, part.two * of_inertial);
    }
    const Vec3 of_gravity(sum[0], sum[1], sum[2]);
    MaterialGradient& of = parameters.materials[p];
    (m.virtual_mass ? of.virtual_mass : of.density) += of_gravity.dot(options_.gravity);
    parameters.gravity += m.gravitational_mass() * of_gravity;
    of.density += r * r * sum_of(by_density);
    of.damping += r * sum_of(by_damping);
    of.bending_damping += r * sum_of(by_bending_damping);
  }
}

/// Springs on edges and elements, and the tension that they follow.
void StepAdjoint::springs(const PartRecord& part, StateGradient& state, ParameterGradient& parameters) {
  of_c_.setZero();
  state.multipliers = iteration_.multipliers;
  for (std::size_t p = 0; p < model_.pieces.size(); ++p) {
    ElementSprings::Adjoint adjoint{part.multipliers, work_.row_errors, part.tensions_before, part.tensions};
    model_.pieces[p].springs.add_adjoint(part.dt, iteration_.law.stiffness, iteration_.law.rest, adjoint,
                                         of_c_, state.multipliers, state.tensions);
    parameters.materials[p].density += adjoint.density_gradient;
    parameters.materials[p].bending += adjoint.bending_gradient;
    parameters.materials[p].shear_stiffness += adjoint.shear_gradient;
  }
  model_.rows.add_gradients(model_.rows.pattern().constraint_groups, part.x, of_c_, state.x);
}

}  // namespace isocloth
