#include "isocloth/contact/contact_program.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace isocloth {
namespace {

/// Steps of the active set in one round.
constexpr int kMostPasses = 40;

/// In the first passes of a round, a contact that goes on pressing counts as unchanged while its friction's
/// stiffness is within a few times what it was (or what a hundredth of ρ is): steps are then less good, and
/// far cheaper.
constexpr int kQuickPasses = 6;
constexpr double kNearlySame = 3, kLoose = 0.01;

/// A contact slides where its friction would be this many times what Coulomb's law allows, if it stuck. One
/// that is at the brink slides by less in one step and sticks in the next: to begin with, it counts as
/// sticking.
constexpr double kSlides = 2;

/// … and while the stiffness of a law that is soft is within this many times what it was.
constexpr double kNearlyAsStiff = 2;

/// After this many rounds, contacts whose multipliers have not settled get a ρ larger by this factor where
/// the penetration no longer halves in two rounds. They nearly depend on each other, as contacts of
/// neighbours on a plane do, or contradict each other.
constexpr int kRoundsToTell = 4;
constexpr double kGrowth = 30;
constexpr int kMostGrowths = 4;

/// They contradict each other where after all growths a round leaves this much of the penetration.
constexpr double kStays = 0.99;

/// Directions in which the contact can push.
int directions(const Contact& contact) { return contact.friction > 0 ? 3 : 1; }

/// ρ from the stiffness of H against moving the contact's free nodes, as if they were not coupled.
void choose_penalty(const ContactSystem& system, Contact& contact) {
  double squares = 0, inertia = 0;
  Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
  for (int i = 0; i < contact.point.count; ++i) {
    const double w = contact.point.weights[i];
    if (system.is_held(contact.point.nodes[i])) continue;
    squares += w * w;
    sum += w * w * system.diagonal(contact.point.nodes[i]);
    inertia += w * w * system.inertia(contact.point.nodes[i]);
  }
  if (squares == 0 && contact.finger >= 0) {  // only the finger moves
    squares = 1;
    sum = system.diagonal(contact.finger);
    inertia = system.inertia(contact.finger);
  }
  if (squares <= 0) return;
  const Vec3 along = (contact.frame * sum * contact.frame.transpose()).diagonal() / (squares * squares);
  contact.penalty[0] = kPenaltyShare * along[0];
  contact.penalty[1] = contact.penalty[2] = kPenaltyShare * inertia / (squares * squares);
  const Compression& law = contact.compression;
  if (law.is_soft())
    contact.penalty[0] = std::max(law.force / law.range, squeeze_stiffness(law, -contact.offset[0]));
}

/// Whether the normal's stiffness may stay what it is in the factor.
bool is_nearly_as_stiff(const Contact& contact, double now, double then, bool is_met, bool is_quick) {
  if (!contact.compression.is_soft() || now == 0 || then == 0) return now == then;
  return is_met || (is_quick && now < kNearlyAsStiff * then && then < kNearlyAsStiff * now);
}

}  // namespace

Vec3 displacement(const Contact& contact, const Points& d) {
  Vec3 way = contact.point.at(d);
  if (contact.finger >= 0) way -= d.row(contact.finger).transpose();
  return contact.frame * way;
}

void add_force(const Contact& contact, const Vec3& force, Points& x) {
  const Vec3 world = contact.frame.transpose() * force;
  for (int i = 0; i < contact.point.count; ++i)
    x.row(contact.point.nodes[i]) += contact.point.weights[i] * world.transpose();
  if (contact.finger >= 0) x.row(contact.finger) -= world.transpose();
}

ContactProgram::ContactProgram(int node_count) : step_(Points::Zero(node_count, 3)), kept_d_(step_) {}

void ContactProgram::reserve(int contacts, int rows) {
  step_ = kept_d_ = Points::Zero(rows, 3);
  columns_.assign(kMostColumns, Points::Zero(step_.rows(), 3));
  sides_.reserve(contacts);
  changed_.reserve(contacts);
}

void ContactProgram::enter(ContactSystem& assembled, std::vector<Contact>& contacts, Points& b) {
  sides_.assign(contacts.size(), {});
  for (std::size_t p = 0; p < contacts.size(); ++p) {
    choose_penalty(assembled, contacts[p]);
    const bool pressed = contacts[p].multiplier[0] > 0;
    sides_[p].wanted =
        pressed ? respond_as_before(contacts[p], sides_[p].u) : respond_from_rest(contacts[p], sides_[p].u);
  }
  add_to_base(assembled, contacts, b);
}

ContactProgramReport ContactProgram::settle(const ContactProgramOptions& options, ContactSystem& system,
                                            const Points& load, std::vector<Contact>& contacts, Points& d) {
  ContactProgramReport report;
  if (contacts.empty()) return report;
  step_ = d;
  follow_step(contacts);
  for (Side& side : sides_) {
    side.u = side.du;
    side.force = side.dforce;
  }
  int growths = 0;
  double before = 0, before_that = 0;  // penetrations
  while (report.rounds < options.max_rounds) {
    ++report.rounds;
    if (!reach_minimum(options, system, load, contacts, d, report)) return report;
    if (update_multipliers(options, contacts, report)) return report;
    const bool is_slow = report.rounds > kRoundsToTell && report.penetration > options.tolerance &&
                         report.penetration > 0.5 * (growths == 0 ? before_that : before);
    report.infeasible = is_slow && growths == kMostGrowths && report.penetration > kStays * before;
    if (report.infeasible) break;
    if (is_slow && growths < kMostGrowths) {
      if (growths == 0) keep(contacts, d, report);
      grow_penalties(options, contacts);
      ++growths;
    }
    before_that = before;
    before = report.penetration;
  }
  if (growths > 0 && report.penetration > 0.5 * kept_penetration_) go_back_to_kept(contacts, d, report);
  return report;
}

void ContactProgram::grow_penalties(const ContactProgramOptions& options, List& contacts) const {
  for (std::size_t p = 0; p < contacts.size(); ++p)
    if (sides_[p].change > options.tolerance) contacts[p].penalty[0] *= kGrowth;
}

/// Where contacts contradict each other, a large ρ tears the cloth: the compromise is that of the first ρ.
void ContactProgram::keep(const List& contacts, const Points& d, const ContactProgramReport& report) {
  kept_d_ = d;
  kept_penetration_ = report.penetration;
  for (std::size_t p = 0; p < contacts.size(); ++p) sides_[p].kept = contacts[p];
}

void ContactProgram::go_back_to_kept(List& contacts, Points& d, ContactProgramReport& report) const {
  d = kept_d_;
  report.penetration = report.kkt_residual = kept_penetration_;
  for (std::size_t p = 0; p < contacts.size(); ++p) contacts[p] = sides_[p].kept;
}

/// Makes H₀ of H, with the stiffnesses wanted now, and adds to b what the contacts push with at u = 0.
void ContactProgram::add_to_base(ContactSystem& system, const List& contacts, Points& b) {
  for (std::size_t p = 0; p < contacts.size(); ++p) {
    Side& side = sides_[p];
    side.stiffness = side.wanted.stiffness;
    side.column = -1;
    side.dforce = side.wanted.force + side.stiffness * side.u;  // f₀, at u = 0
    const SurfacePoint& point = contacts[p].point;
    if (side.stiffness(0, 0) == 0) continue;
    add_force(contacts[p], side.dforce, b);
    const Eigen::Matrix3d world = contacts[p].frame.transpose() * side.stiffness * contacts[p].frame;
    for (int i = 0; i < point.count; ++i)
      for (int j = 0; j <= i; ++j)
        if (!system.is_held(point.nodes[i]) && !system.is_held(point.nodes[j]))
          system.add(point.nodes[i], point.nodes[j], point.weights[i] * point.weights[j] * world);
    const int finger = contacts[p].finger;
    if (finger < 0) continue;
    system.add(finger, finger, world);
    for (int i = 0; i < point.count; ++i)
      if (!system.is_held(point.nodes[i])) system.add(finger, point.nodes[i], -point.weights[i] * world);
  }
  columns_used_ = 0;
}

/// u and F of every contact along the step, from what they push with without it.
void ContactProgram::follow_step(const List& contacts) {
  for (std::size_t p = 0; p < contacts.size(); ++p) {
    sides_[p].du = displacement(contacts[p], step_);
    sides_[p].dforce -= sides_[p].stiffness * sides_[p].du;
  }
}

/// Moves d to where every contact's force is what its law asks for.
bool ContactProgram::reach_minimum(const ContactProgramOptions& options, ContactSystem& system,
                                   const Points& load, const List& contacts, Points& d,
                                   ContactProgramReport& report) {
  for (int pass = 0; pass < kMostPasses; ++pass) {
    double largest = 0;
    for (std::size_t p = 0; p < contacts.size(); ++p) {
      Side& side = sides_[p];
      side.wanted = side.force[0] > 0 ? respond(contacts[p], side.u) : respond_from_rest(contacts[p], side.u);
      largest = std::max(largest, sides_[p].wanted.force.cwiseAbs().maxCoeff());
    }
    bool done = true;
    for (std::size_t p = 0; p < contacts.size(); ++p) {
      const Vec3 missing = sides_[p].wanted.force - sides_[p].force;
      sides_[p].is_met =
          missing.cwiseAbs().maxCoeff() <= options.force_tolerance * largest &&
          missing.cwiseQuotient(contacts[p].penalty).cwiseAbs().maxCoeff() <= options.tolerance;
      done = done && sides_[p].is_met;
    }
    if (done) return true;
    report.solved = find_step(system, load, contacts, d, report, pass);
    if (!report.solved) return false;
    const double length = step_length(contacts);
    d += length * step_;
    for (Side& side : sides_) {
      side.u += length * side.du;
      side.force += length * side.dforce;
    }
  }
  return true;
}

/// Newton step of the round: on the Schur complement of what changed, or with a new base.
bool ContactProgram::find_step(ContactSystem& system, const Points& load, const List& contacts,
                               const Points& d, ContactProgramReport& report, int pass) {
  const int most = std::max(3, kMostColumns / system.solves());  // those of one contact at least
  if (columns_used_ + find_changed(contacts, pass) <= most) {
    find_columns(system, contacts);
    step_on_complement(system, contacts);
    return true;
  }
  ++report.factorizations;
  system.assemble();
  step_ = load;
  add_to_base(system, contacts, step_);
  if (!system.factor()) return false;
  system.solve(step_);
  follow_step(contacts);
  step_ -= d;
  for (Side& side : sides_) {
    side.du -= side.u;
    side.dforce -= side.force;
  }
  return true;
}

/// Lists the contacts whose stiffness is not that in the factor; returns how many columns they lack.
int ContactProgram::find_changed(const List& contacts, int pass) {
  changed_.clear();
  int lacking = 0;
  for (std::size_t p = 0; p < contacts.size(); ++p) {
    const auto &now = sides_[p].wanted.stiffness, &then = sides_[p].stiffness;
    const bool is_met = sides_[p].is_met, is_quick = pass < kQuickPasses;
    const bool presses_alike = is_nearly_as_stiff(contacts[p], now(0, 0), then(0, 0), is_met, is_quick);
    if (now == then || (is_met && presses_alike)) continue;
    const double limit = kNearlySame * std::max(then(1, 1) + then(2, 2), kLoose * contacts[p].penalty[1]);
    Eigen::Matrix3d change = now - then;
    if (presses_alike) change(0, 0) = 0;
    if (is_quick && presses_alike && change.norm() <= limit) continue;
    changed_.push_back(static_cast<int>(p));
    if (sides_[p].column < 0) lacking += directions(contacts[p]);
  }
  return lacking;
}

void ContactProgram::find_columns(ContactSystem& system, const List& contacts) {
  for (const int p : changed_) {
    if (sides_[p].column >= 0) continue;
    sides_[p].column = columns_used_;
    for (int a = 0; a < directions(contacts[p]); ++a) {
      Points& column = columns_[columns_used_++];
      column.setZero();
      add_force(contacts[p], Vec3::Unit(a), column);
      system.solve(column);
    }
  }
}

/// step ← the solution of (H + Σ NᵀKN) step = Nᵀe. The forces z of the contacts that changed are
/// found as a whole: e of one that comes is ρ times how deep it is, and most of it would cancel.
void ContactProgram::step_on_complement(ContactSystem& system, const List& contacts) {
  for (Side& side : sides_) side.dforce = side.wanted.force - side.force;  // e
  SmallVector z(kMostColumns);
  int size = 0;
  for (const int p : changed_) {
    for (int a = 0; a < directions(contacts[p]); ++a) z[size++] = sides_[p].dforce[a];
    sides_[p].dforce.setZero();
  }
  z.conservativeResize(size);
  step_.setZero();
  for (std::size_t p = 0; p < contacts.size(); ++p) add_force(contacts[p], sides_[p].dforce, step_);
  system.solve(step_);
  solve_complement(contacts, z);
  int row = 0;
  for (const int q : changed_)
    for (int a = 0; a < directions(contacts[q]); ++a, ++row) {
      step_ += z[row] * columns_[sides_[q].column + a];
      sides_[q].dforce[a] = z[row];
    }
  follow_step(contacts);
}

/// z ← (1 + (K − K₀)G)⁻¹ (z − (K − K₀) N step).
void ContactProgram::solve_complement(const List& contacts, SmallVector& z) const {
  const auto size = z.size();
  if (size == 0) return;
  using SmallMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostColumns, kMostColumns>;
  SmallMatrix matrix = SmallMatrix::Identity(size, size);
  int row = 0;
  for (const int p : changed_) {
    const int rows = directions(contacts[p]);
    const auto change = (sides_[p].wanted.stiffness - sides_[p].stiffness).topLeftCorner(rows, rows).eval();
    z.segment(row, rows) -= change * displacement(contacts[p], step_).head(rows);
    int column = 0;
    for (const int q : changed_)
      for (int a = 0; a < directions(contacts[q]); ++a, ++column)
        matrix.block(row, column, rows, 1) +=
            change * displacement(contacts[p], columns_[sides_[q].column + a]).head(rows);
    row += rows;
  }
  z = Eigen::PartialPivLU<SmallMatrix>(matrix).solve(z);
}

/// Derivative of the round's function along the step.
double ContactProgram::slope(const List& contacts, double length) const {
  double sum = 0;
  for (std::size_t p = 0; p < contacts.size(); ++p) {
    const Side& side = sides_[p];
    const Vec3 missing =
        respond_force(contacts[p], side.u + length * side.du) - side.force - length * side.dforce;
    sum -= missing.dot(side.du);
  }
  return sum;
}

/// Where along the step the round's function is least; 1 where it falls all the way.
double ContactProgram::step_length(const List& contacts) const {
  const double start = slope(contacts, 0), small = 0.05 * std::abs(start);
  double low = 0, high = 1;
  if (!(start < 0) || slope(contacts, 1) <= small) return 1;
  for (int halving = 0; halving < 40; ++halving) {
    const double middle = 0.5 * (low + high), here = slope(contacts, middle);
    if (std::abs(here) <= small) return middle;
    (here < 0 ? low : high) = middle;
  }
  return low > 0 ? low : high;
}

/// γ ← f_n; true where they hardly changed.
bool ContactProgram::update_multipliers(const ContactProgramOptions& options, List& contacts,
                                        ContactProgramReport& report) {
  report.kkt_residual = report.penetration = 0;
  report.squeezed = false;
  double limit_change = 0, largest_limit = 0;
  for (std::size_t p = 0; p < contacts.size(); ++p) {
    Contact& c = contacts[p];
    const Vec3& force = sides_[p].wanted.force;
    const double depth = -(c.offset[0] + sides_[p].u[0]);
    const bool is_soft = c.compression.is_soft();
    sides_[p].change = is_soft ? 0.0 : std::abs(force[0] - c.multiplier[0]) / c.penalty[0];
    report.kkt_residual = std::max(report.kkt_residual, sides_[p].change);
    report.penetration = std::max(report.penetration, is_soft ? 0.0 : depth);
    report.squeezed = report.squeezed || is_beyond_law(c.compression, depth);
    const double limit = c.friction * force[0];
    limit_change = std::max(limit_change, std::abs(limit - c.slip_limit));
    largest_limit = std::max(largest_limit, limit);
    c.multiplier[0] = force[0];
    c.force = force;
    c.slip_limit = limit;
    c.slides = uncut_force(c, sides_[p].u).tail<2>().norm() > kSlides * limit;
  }
  return report.kkt_residual <= options.tolerance && limit_change <= options.force_tolerance * largest_limit;
}

}  // namespace isocloth
