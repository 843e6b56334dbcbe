#include "time_rules.hpp"

#include <cmath>
#include <utility>

#include "isocloth/dynamics/step_stages.hpp"

namespace isocloth::bench {
namespace {

const double kStage = 2 - std::sqrt(2);  // g

}  // namespace

Integration::Integration(LedCloth cloth, double dt, const Method& method)
    : cloth_(std::move(cloth)),
      options_{.dt = dt},
      method_(method.kind),
      m_((method.radius - 1) / (method.radius + 1)),
      work_(*cloth_.model, options_),
      x_(cloth_.start),
      v_(Points::Zero(x_.rows(), 3)),
      a_(v_),
      x_before_(x_),
      v_before_(v_),
      multipliers_(Vector::Zero(cloth_.model->rows.pattern().row_count())),
      tensions_(Vector::Zero(cloth_.model->rest.element_count())) {}

void Integration::step() {
  const double dt = options_.dt, end = (steps_ + 1) * dt;
  const Points x0 = x_, v0 = v_;
  Rule rule = euler();
  Points next;
  if (steps_ > 0 && method_ == Method::bdf2) rule = bdf2();
  if (steps_ > 0 && method_ == Method::generalized_alpha) rule = generalized_alpha();
  if (steps_ > 0 && method_ == Method::tr_bdf2) {
    rule = trapezoidal(kStage * dt);
    x_ = project(rule, kStage * dt, time_ + kStage * dt);
    v_ = rule.rate * (x_ - rule.past);
    rule = second_stage(x0, v0);
    next = project(rule, (1 - kStage) * dt, end);
  } else {
    next = project(rule, dt, end);
  }
  v_ = rule.rate * (next - rule.past);
  const Points mean = rule.inertia * (next - rule.inertial);
  a_ = steps_ > 0 && method_ == Method::generalized_alpha ? Points((mean - m_ * a_) / (1 - m_)) : mean;
  x_ = next;
  x_before_ = x0;
  v_before_ = v0;
  time_ = end;
  ++steps_;
}

Integration::Rule Integration::euler() const {
  const double r = 1 / options_.dt;
  return {r, r * r, x_, x_ + options_.dt * v_};
}

Integration::Rule Integration::bdf2() const {
  const double r = 1.5 / options_.dt;
  const Points past = x_ + (x_ - x_before_) / 3;
  return {r, r * r, past, past + (v_ + (v_ - v_before_) / 3) / r};
}

Integration::Rule Integration::generalized_alpha() const {
  const double dt = options_.dt, beta = (1 - m_) * (1 - m_) / 4, gamma = 0.5 - m_;
  const double r = gamma / (beta * dt), s = (1 - m_) / (beta * dt * dt);
  return {r, s, x_ - ((1 - gamma / beta) * v_ + dt * (1 - gamma / (2 * beta)) * a_) / r,
          x_ + dt * v_ + ((1 - m_) * (1 / (2 * beta) - 1) - m_) / s * a_};
}

Integration::Rule Integration::trapezoidal(double dt) const {
  const double r = 2 / dt;
  const Points past = x_ + v_ / r;
  return {r, r * r, past, past + (v_ + a_ / r) / r};
}

Integration::Rule Integration::second_stage(const Points& x0, const Points& v0) const {
  const double r = 2 / (kStage * options_.dt), now = 1 / (kStage * (2 - kStage)),
               before = (1 - kStage) * (1 - kStage) * now;
  const Points past = now * x_ - before * x0;
  return {r, r * r, past, past + (now * v_ - before * v0) / r};
}

Points Integration::project(const Rule& rule, double dt, double end) {
  const ClothModel& model = *cloth_.model;
  const RowPattern& pattern = model.rows.pattern();
  Material material = model.pieces.front().material;
  material.density *= rule.inertia / (rule.rate * rule.rate);
  work_.set_metric(material, rule.rate);
  model.rows.measure_groups(pattern.constraint_groups, pattern.group_count(), x_, work_.row_errors);
  model.springs.update(dt, multipliers_, work_.row_errors, tensions_, work_.law);
  work_.load = work_.weight +
               rule.rate * (model.node_area.asDiagonal() *
                            (rule.rate * material.density * rule.inertial + material.damping * rule.past));
  work_.next = x_ + dt * v_;
  for (const int node : cloth_.led) {
    work_.held[static_cast<std::size_t>(node)] = 1;
    work_.next.row(node) = cloth_.start.row(node) + cloth_.way(end).transpose();
  }
  stiffen_around_held(model, work_);
  work_.contacts.begin_step(x_, end - dt, end, {});
  const ProjectionReport report = work_.projection.project(options_.projection, work_.load, work_.held,
                                                           work_.contacts, work_.next, multipliers_);
  systems_ += report.iterations;
  missed_ += report.status != StepStatus::converged;
  return work_.next;
}

}  // namespace isocloth::bench
