#include "isocloth/contact/contact_program.hpp"

#include <algorithm>
#include <cmath>

#include "isocloth/contact/soft_limits.hpp"

namespace isocloth {
namespace {

/// The pass with what entered the matrix, before all others.
constexpr int kBefore = -1;

/// By what ρ grows where multipliers do not settle.
constexpr double kGrowth = 30;
constexpr int kMostGrowths = 4;

/// They contradict each other where after all growths a round leaves this much of the penetration.
constexpr double kStays = 0.99;

/// Directions in which the contact can push.
int directions(const Contact& contact) { return contact.friction > 0 ? 3 : 1; }

/// Tolerance of a pass.
constexpr double kPassTolerance = 1e-2;

/// Share of the tolerance by which all nodes may be off because of what is missing in the balance.
constexpr double kUnnoticedShare = 1e-3;

/// ρ from the stiffness of H against moving the contact's free nodes, as if they were not coupled.
void choose_penalty(const ContactSystem& system, Contact& contact) {
  double squares = 0, inertia = 0;
  Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
  for (int i = 0; i < contact.point.count; ++i) {
    const double w = contact.point.weights[i];
    if (system.is_held(contact.point.nodes[i])) continue;
    squares += w * w;
    sum += w * w * system.diagonal(contact.point.nodes[i]);
    inertia += w * w * system.resistance(contact.point.nodes[i]);
  }
  if (squares == 0 && contact.finger >= 0) {  // only the finger moves
    squares = 1;
    sum = system.diagonal(contact.finger);
    inertia = system.resistance(contact.finger);
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

ContactProgram::ContactProgram(int node_count)
    : gradients_(node_count),
      inertia_(node_count),
      missing_(Points::Zero(node_count, 3)),
      step_(missing_),
      kept_d_(missing_) {}

void ContactProgram::reserve(int contacts, int rows) {
  missing_ = step_ = kept_d_ = Points::Zero(rows, 3);
  columns_.reserve(contacts, rows);
  gradients_ = ConjugateGradients(rows);
  inertia_ = RowInertia(rows);
  sides_.reserve(contacts);
  kept_.reserve(contacts);
  changed_.reserve(contacts);
  pressing_.reserve(contacts);
}

void ContactProgram::enter(ContactSystem& assembled, std::vector<Contact>& contacts) {
  sides_.assign(contacts.size(), {});
  for (std::size_t p = 0; p < contacts.size(); ++p) {
    choose_penalty(assembled, contacts[p]);
    const bool pressed = contacts[p].multiplier[0] > 0;
    if (!pressed && contacts[p].is_of_layers()) continue;  // most that the guess leads too near will not
    sides_[p].wanted =
        pressed ? respond_as_before(contacts[p], sides_[p].u) : respond_from_rest(contacts[p], sides_[p].u);
    if (pressed && sides_[p].wanted.force[0] < -kMostPull * contacts[p].multiplier[0]) sides_[p].wanted = {};
  }
  find_places(assembled, contacts);
  find_changed(contacts, kBefore);
  make_base(assembled, contacts);
}

ContactProgramReport ContactProgram::settle(const ContactProgramOptions& options, ContactSystem& system,
                                            const Points& load, std::vector<Contact>& contacts, Points& d) {
  ContactProgramReport report;
  d.setZero(load.rows(), 3);
  missing_ = load;
  limits_left_ = kLimitChanges;
  inertia_.read(system);
  columns_.forget(contacts.size());
  (void)find_step(options, system, contacts, d, report, kBefore);
  take_step(1, d);
  int growths = 0;
  double before = 0, before_that = 0;  // penetrations
  while (report.rounds < options.max_rounds) {
    ++report.rounds;
    if (!reach_minimum(options, system, contacts, d, report)) return report;
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
  kept_.resize(contacts.size());
  for (std::size_t p = 0; p < contacts.size(); ++p) kept_[p] = contacts[p];
}

void ContactProgram::go_back_to_kept(List& contacts, Points& d, ContactProgramReport& report) const {
  d = kept_d_;
  report.penetration = report.kkt_residual = kept_penetration_;
  for (std::size_t p = 0; p < contacts.size(); ++p) contacts[p] = kept_[p];
}

/// Layers touch where the factor need not have blocks for them.
void ContactProgram::find_places(const ContactSystem& system, const List& contacts) {
  for (std::size_t p = 0; p < contacts.size(); ++p)
    sides_[p].has_place = !contacts[p].is_of_layers() || system.has_place(contacts[p].point);
}

/// Makes H₀ of H, with the stiffnesses wanted now of all that have a place in it.
void ContactProgram::make_base(ContactSystem& assembled, const List& contacts) {
  if (has_too_many_without_place(contacts)) {
    assembled.make_places();
    find_places(assembled, contacts);
    assembled.assemble();
  }
  for (std::size_t p = 0; p < contacts.size(); ++p) add_to_base(assembled, contacts[p], sides_[p]);
}

void ContactProgram::add_to_base(ContactSystem& system, const Contact& contact, Side& side) const {
  side.stiffness = side.has_place ? side.wanted.stiffness : Eigen::Matrix3d::Zero();
  const SurfacePoint& point = contact.point;
  if (side.stiffness(0, 0) == 0) return;
  const Eigen::Matrix3d world = contact.frame.transpose() * side.stiffness * contact.frame;
  for (int i = 0; i < point.count; ++i)
    for (int j = 0; j <= i; ++j)
      if (!system.is_held(point.nodes[i]) && !system.is_held(point.nodes[j]))
        system.add(point.nodes[i], point.nodes[j], point.weights[i] * point.weights[j] * world);
  const int finger = contact.finger;
  if (finger < 0) return;
  system.add(finger, finger, world);
  for (int i = 0; i < point.count; ++i)
    if (!system.is_held(point.nodes[i])) system.add(finger, point.nodes[i], -point.weights[i] * world);
}

/// The limits of friction from the forces found; where none changes noticeably, all stay.
void ContactProgram::follow_limits(const ContactProgramOptions& options, List& contacts) {
  double change = 0, largest = 0;
  for (std::size_t p = 0; p < contacts.size(); ++p) {
    const double limit = contacts[p].friction * std::max(0.0, sides_[p].force[0]);
    change = std::max(change, std::abs(limit - contacts[p].slip_limit));
    largest = std::max(largest, limit);
  }
  if (change <= options.force_tolerance * largest) return;
  --limits_left_;
  for (std::size_t p = 0; p < contacts.size(); ++p)
    contacts[p].slip_limit = contacts[p].friction * std::max(0.0, sides_[p].force[0]);
}

/// What every contact's law asks for at u, or, where all go on, of those that press as if they went on doing
/// so; the largest force [N].
double ContactProgram::find_wanted(const List& contacts, bool all_go_on) {
  double largest = 0;
  for (std::size_t p = 0; p < contacts.size(); ++p) {
    Side& side = sides_[p];
    const bool presses = side.force[0] > 0;
    side.wanted = !presses    ? respond_from_rest(contacts[p], side.u)
                  : all_go_on ? respond_pressing(contacts[p], side.u)
                              : respond(contacts[p], side.u);
    largest = std::max(largest, side.wanted.force.cwiseAbs().maxCoeff());
  }
  return largest;
}

bool ContactProgram::is_met(const ContactProgramOptions& options, const List& contacts, double largest) {
  bool all = true;
  for (std::size_t p = 0; p < contacts.size(); ++p) {
    Vec3 missing = sides_[p].wanted.force - sides_[p].force;
    if (contacts[p].friction > 0) missing.tail<2>() *= std::max(1.0, kSmallFriction / contacts[p].friction);
    sides_[p].is_met = missing.cwiseAbs().maxCoeff() <= options.force_tolerance * largest &&
                       missing.cwiseQuotient(contacts[p].penalty).cwiseAbs().maxCoeff() <= options.tolerance;
    all = all && sides_[p].is_met;
  }
  return all;
}

/// √(Σ |r_i|²/m_i) that may be missing: a share of d's own size, or what moves the cloth unnoticeably.
double ContactProgram::may_be_missing(const ContactProgramOptions& options, const Points& d) const {
  return std::max(options.balance_tolerance * std::sqrt(inertia_.squared_way(d)),
                  kUnnoticedShare * options.tolerance * std::sqrt(inertia_.sum()));
}

/// Moves d to where every contact's force is what its law asks for. New multipliers ask for twice the change
/// of force that the round before found, which would open contacts that hardly press only to close them
/// again: the first pass with them goes all the way with those that press.
bool ContactProgram::reach_minimum(const ContactProgramOptions& options, ContactSystem& system,
                                   List& contacts, Points& d, ContactProgramReport& report) {
  for (int pass = 0; pass < kMostPasses; ++pass) {
    if (limits_left_ > 0) follow_limits(options, contacts);
    const bool all_go_on = report.rounds > 1 && pass == 0;
    const double largest = find_wanted(contacts, all_go_on);
    const bool is_all_met = is_met(options, contacts, largest);
    const double may_be = may_be_missing(options, d);
    if (is_all_met && inertia_.squared_force(missing_) <= may_be * may_be) return true;
    report.solved = find_step(options, system, contacts, d, report, is_all_met ? kMostPasses : pass);
    if (!report.solved) return false;
    take_step(all_go_on ? 1.0 : step_length(contacts), d);
  }
  return true;
}

/// H + Σ NᵀKN, as the factor of H₀, columns of what changed since, and what is outside of both.
struct ContactProgram::Changed final : SplitMatrix {
  Changed(ContactSystem& h, ContactColumns& c) : system(h), columns(c) {}

  void solve_inside(Points& x) override { columns.solve(system, x); }
  double inertia(int row) const override { return system.inertia(row); }
  void multiply_outside(const Points& p, Points& out) override { system.multiply_outside(p, out); }

  ContactSystem& system;
  ContactColumns& columns;
};

/// Columns for the contacts whose stiffness is not that in the factor.
void ContactProgram::use_columns(ContactSystem& system, const List& contacts) {
  for (const int p : changed_) {
    const Contact& contact = contacts[p];
    const Eigen::Matrix3d change = sides_[p].wanted.stiffness - sides_[p].stiffness;
    columns_.add(system, p, contact.point, contact.finger,
                 contact.frame.transpose() * change * contact.frame);
  }
  columns_.finish();
}

/// Newton step of the round, with the factor at hand or, where too much changed, with a new one. Before the
/// first pass all is as enter() left it.
bool ContactProgram::find_step(const ContactProgramOptions& options, ContactSystem& system,
                               const List& contacts, const Points& d, ContactProgramReport& report,
                               int pass) {
  find_changed(contacts, kQuickPasses);
  if (has_too_many_changed()) find_changed(contacts, pass);
  if (pass != kBefore && (has_too_many_changed() || has_too_many_without_place(contacts))) {
    ++report.factorizations;
    system.assemble();
    make_base(system, contacts);
    if (!system.factor()) return false;
    columns_.forget(contacts.size());
    find_changed(contacts, pass);
  }
  use_columns(system, contacts);
  step_ = missing_;
  for (std::size_t p = 0; p < contacts.size(); ++p) {
    sides_[p].dforce = sides_[p].wanted.force - sides_[p].force;
    add_force(contacts[p], sides_[p].dforce, step_);
  }
  system.clear_held(step_);
  Changed matrix(system, columns_);
  const double tolerance = pass >= kMostPasses ? 0 : kPassTolerance;
  gradients_.solve(matrix, std::max(tolerance, options.balance_tolerance), 0.5 * may_be_missing(options, d),
                   step_);
  pull_ = step_.cwiseProduct(missing_).sum();
  for (std::size_t p = 0; p < contacts.size(); ++p) {
    sides_[p].du = displacement(contacts[p], step_);
    const bool is_changed = std::binary_search(changed_.begin(), changed_.end(), static_cast<int>(p));
    sides_[p].dforce -= (is_changed ? sides_[p].wanted.stiffness : sides_[p].stiffness) * sides_[p].du;
  }
  return true;
}

void ContactProgram::take_step(double length, Points& d) {
  d += length * step_;
  missing_ = (1 - length) * missing_ + length * gradients_.left();
  for (Side& side : sides_) {
    side.u += length * side.du;
    side.force += length * side.dforce;
  }
}

/// Lists the contacts whose stiffness is not that in the factor.
void ContactProgram::find_changed(const List& contacts, int pass) {
  changed_.clear();
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
  }
}

/// Whether they and those before are more than columns are worth finding for.
bool ContactProgram::has_too_many_changed() const {
  const auto is_new = [&](int p) { return !columns_.has(p); };
  return columns_.count() + std::count_if(changed_.begin(), changed_.end(), is_new) > kMostColumns;
}

/// Whether the factor should have places for more layers that touch.
bool ContactProgram::has_too_many_without_place(const List& contacts) const {
  int count = 0;
  for (const int p : changed_)
    if (!sides_[p].has_place) count += directions(contacts[p]);
  return count > kMostWithoutPlace;
}

/// Lists the contacts that press somewhere along the step: as forces along normals only rise or only fall,
/// those that do at one of its ends.
void ContactProgram::find_pressing(const List& contacts) {
  pressing_.clear();
  for (std::size_t p = 0; p < contacts.size(); ++p) {
    const Side& side = sides_[p];
    const bool presses = !side.force.isZero(0) || !side.dforce.isZero(0) || side.wanted.force[0] > 0 ||
                         uncut_force(contacts[p], side.u + side.du)[0] > 0;
    if (presses) pressing_.push_back(static_cast<int>(p));
  }
}

/// Derivative of the round's function along the step.
double ContactProgram::slope(const List& contacts, double length) const {
  double sum = (length - 1) * pull_;
  for (const int p : pressing_) {
    const Side& side = sides_[p];
    const Vec3 missing =
        respond_force(contacts[p], side.u + length * side.du) - side.force - length * side.dforce;
    sum -= missing.dot(side.du);
  }
  return sum;
}

/// Where along the step the round's function is least; 1 where it falls all the way.
double ContactProgram::step_length(const List& contacts) {
  find_pressing(contacts);
  const double start = slope(contacts, 0), small = kSlopeLeft * std::abs(start);
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
