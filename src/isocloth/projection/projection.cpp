#include "isocloth/projection/projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "isocloth/core/require.hpp"
#include "isocloth/core/threads.hpp"
#include "isocloth/projection/newton_limits.hpp"
#include "isocloth/projection/projection_record.hpp"
#include "isocloth/projection/row_products.hpp"

namespace isocloth {
namespace {

/// How much too near two layers may be, as a share of the distance that they keep.
constexpr double kMostOfThickness = 5e-3, kAcceptedOfThickness = 1.5e-2;

/// Iterations in a row whose contacts contradict each other, after which they will not agree.
constexpr int kContradictions = 3;

/// A search is at its end where a whole Newton step moves no row by more than this share of what the worst
/// one has beyond the tolerance.
constexpr double kSettled = 0.1;

/// … and is given up where so many steps do not halve that; it is as good as at its end where no row is
/// further off than this many times the tolerance.
constexpr int kVainSteps = 5;
constexpr double kNearlyMet = 5;

/// Couplings in the matrix for each contact, beyond which it is asked whether so many are needed.
constexpr std::size_t kIdleCouplings = 100, kIdleShare = 20;

/// Groups worth handing to another thread.
constexpr int kGroupsPerPart = 512;

}  // namespace

std::optional<std::string> ProjectionOptions::problem() const {
  if (!(tolerance > 0 && tolerance < 1))
    return "tolerance must be between 0 and 1, got " + to_text(tolerance);
  if (max_iterations < 1) return "max_iterations must be at least 1, got " + std::to_string(max_iterations);
  return std::nullopt;
}

const char* to_text(StepStatus status) {
  switch (status) {
    case StepStatus::converged:
      return "converged";
    case StepStatus::infeasible:
      return "infeasible";
    case StepStatus::iteration_limit:
      return "iteration_limit";
    case StepStatus::not_finite:
      return "not_finite";
    case StepStatus::distorted:
      return "distorted";
  }
  return "";
}

Projection::Projection(const QuadraticRows& rows, const RowLaw& law, const NodeMatrix& metric,
                       Threads& threads)
    : rows_(rows),
      law_(law),
      metric_(metric),
      threads_(threads),
      system_(rows.pattern(), metric, threads),
      products_(rows.pattern(), static_cast<int>(metric.rows()), threads),
      values_(rows.pattern()),
      linear_(rows.pattern().row_count()),
      residual_(Points::Zero(metric.rows(), 3)),
      direction_(residual_),
      guess_(direction_),
      trial_(direction_),
      metric_x_(direction_),
      row_scratch_(Vector::Zero(rows.pattern().row_count())) {}

ProjectionReport Projection::project(const ProjectionOptions& options, const Points& load,
                                     const std::vector<char>& held, Contacts& contacts, Points& x,
                                     Vector& multipliers) {
  switch (options.method) {
    case ProjectionMethod::implicit:
      return project_implicit(options, load, held, contacts, x, multipliers);
    case ProjectionMethod::fast:
      return project_fast(options, load, held, x, multipliers);
    default:
      return project_reference(options, load, held, x, multipliers);
  }
}

namespace {

/// How far a search has brought the rows.
class SearchProgress {
 public:
  /// After a step that left the worst row `excess` beyond the tolerance: whether others may help.
  bool comes_nearer(double excess) {
    steps_ = excess <= 0.5 * marked_ ? 0 : steps_ + 1;
    if (steps_ == 0) marked_ = excess;
    return steps_ < kVainSteps;
  }

 private:
  double marked_ = std::numeric_limits<double>::infinity();
  int steps_ = 0;
};

/// H = A + JᵀKJ + T of an iteration, as contacts see it.
struct ImplicitSystem final : ContactSystem {
  ImplicitSystem(ProjectionSystem& matrix, const NodeMatrix& a, const RowValues& rows, const Vector& weights,
                 const std::vector<char>& held_nodes, const Contacts& all_contacts)
      : system(matrix), metric(a), values(rows), slope(weights), held(held_nodes), contacts(all_contacts) {}

  void assemble() override { system.assemble(metric, values, slope, true, held); }
  double inertia(int node) const override { return system.inertia(node); }
  double resistance(int node) const override { return metric.coeff(node, node); }
  Eigen::Matrix3d diagonal(int node) const override { return system.diagonal(node); }
  void add(int i, int j, const Eigen::Matrix3d& block) override { system.add(i, j, block); }
  bool has_place(const SurfacePoint& point) const override {
    for (int i = 0; i < point.count; ++i)
      for (int j = 0; j < i; ++j)
        if (!system.has_place(point.nodes[i], point.nodes[j])) return false;
    return true;
  }
  void make_places() override {
    std::vector<Edge> couplings;
    contacts.layers()->list_couplings_ahead(contacts.list(), couplings);
    system.couple(couplings);
  }
  bool factor() override { return system.factor(); }
  bool is_held(int node) const override { return held[node] != 0; }
  void clear_held(Points& x) const override { isocloth::clear_held(held, x); }
  void solve_inside(Points& x) override { system.solve_inside(x); }
  void multiply_outside(const Points& p, Points& out) override { system.multiply_outside(p, out); }
  void solve_lower(const Points& x, double* y) override { system.solve_lower(x, y); }
  void solve_lower(const SurfacePoint& point, int, double* y, std::ptrdiff_t leading,
                   BlockCholesky::Reach& reach) override {
    std::array<int, 4> nodes{};
    std::array<double, 4> weights{};
    int count = 0;
    for (int i = 0; i < point.count; ++i) {
      if (is_held(point.nodes[i])) continue;
      nodes[count] = point.nodes[i];
      weights[count++] = point.weights[i];
    }
    const auto size = static_cast<std::size_t>(count);
    system.solve_lower({nodes.data(), size}, {weights.data(), size}, y, leading, reach);
  }
  void solve_upper(const double* y, Points& x) override { system.solve_upper(y, x); }

  ProjectionSystem& system;
  const NodeMatrix& metric;
  const RowValues& values;
  const Vector& slope;
  const std::vector<char>& held;
  const Contacts& contacts;
};

}  // namespace

ProjectionReport Projection::project_implicit(const ProjectionOptions& options, const Points& load,
                                              const std::vector<char>& held, Contacts& contacts, Points& x,
                                              Vector& multipliers) {
  ProjectionReport report{.status = StepStatus::iteration_limit};
  ImplicitSystem system(system_, metric_, values_, linear_.slope, held, contacts);
  guess_ = x;
  report.penetration = contacts.find(x, held);
  int contradictions = 0;
  SearchProgress progress;
  while (report.iterations < options.max_iterations) {
    const bool trusted = report.iterations < kTrustedIterations;
    bool from_guess = false;
    if (report.iterations == kTrustedIterations) {
      from_guess = return_to_guess_if_lower(load, x);
      report.penetration = contacts.find(x, held);
    }
    evaluate(x);                          // c, J
    linearize_law(trusted, multipliers);  // λ ≈ p + KΔc
    find_tension(multipliers);            // T(λ)
    find_residual(load, x);               // b = f − Ax − Jᵀp
    couple_layers(contacts);
    system.assemble();  // H = A + JᵀKJ + T
    contacts.enter(system);
    if (!system.factor()) break;
    const bool touches_nothing = std::as_const(contacts).list().empty();
    clear_held(held, residual_);
    ContactProgramReport program;
    direction_ = residual_;
    if (touches_nothing)
      system_.solve(direction_, record_ ? kExactTolerance : trusted ? kStepTolerance : kFineTolerance);
    else
      program = contacts.settle(system, residual_, direction_);  // Δx = H⁻¹b
    if (!program.solved) break;
    if (record_) record_beginning(trusted, from_guess, x, multipliers, contacts);
    const bool lower = update(trusted, load, contacts, x, multipliers);  // x ← x + Δx, λ ← p + KJΔx
    if (record_) record_end(touches_nothing, x);
    report.penetration = contacts.find(x, held);

    ++report.iterations;
    report.searched = !trusted;
    report.squeezed = program.infeasible || program.squeezed;
    report.contact_residual = program.kkt_residual;
    report.largest_row = largest_constraint();
    if (!lower) {  // at the minimum, and the rows are not met there
      report.status = StepStatus::infeasible;
      break;
    }
    const bool is_early = report.iterations <= kExactIterations;
    const bool is_outside =
        report.penetration.beyond <= (is_early ? kMostPenetration : kAcceptedPenetration) &&
        report.penetration.layers.beyond <= (is_early ? kMostOfThickness : kAcceptedOfThickness) &&
        !report.penetration.layers.crosses;
    if (report.largest_row <= options.tolerance && is_outside) {
      report.status = StepStatus::converged;
      return report;
    }
    if (!trusted && is_outside) {
      const double excess = report.largest_row - options.tolerance;
      const bool is_settled = length_ == 1 && row_change_ <= kSettled * excess;
      if (is_settled || !progress.comes_nearer(excess)) {
        const bool is_at_end = is_settled || report.largest_row <= kNearlyMet * options.tolerance;
        if (is_at_end) report.status = StepStatus::infeasible;
        break;
      }
    }
    contradictions = program.infeasible ? contradictions + 1 : 0;
    const bool rows_are_settled =
        report.largest_row <= options.tolerance || law_error(multipliers) <= kLawShare * options.tolerance;
    if (trusted && rows_are_settled && (is_outside || contradictions >= kContradictions)) {
      report.status = StepStatus::infeasible;
      return report;
    }
  }
  report.largest_row = largest_constraint();
  if (!x.allFinite() || !std::isfinite(report.largest_row)) report.status = StepStatus::not_finite;
  return report;
}

/// Sees to it from time to time that the matrix has not many more blocks for layers than touch; and, where
/// derivatives go back, that it has them all. Otherwise the program asks for those that it needs.
void Projection::couple_layers(const Contacts& contacts) {
  if (contacts.layers() == nullptr) return;
  const LayerContacts& layers = *contacts.layers();
  const auto& has = system_.coupled();
  bool lacks = false;
  if (record_ != nullptr) {
    layers.list_couplings(contacts.list(), couplings_);
    lacks = !std::includes(has.begin(), has.end(), couplings_.begin(), couplings_.end());
  }
  if (!lacks && has.size() <= kIdleCouplings + kIdleShare * layers.count()) return;
  layers.list_couplings_ahead(contacts.list(), couplings_);
  if (lacks || 2 * couplings_.size() < has.size()) system_.couple(couplings_);
}

/// The rows' law along its tangent: where λ is as long as Newton's method is trusted, where c is after that.
void Projection::linearize_law(bool trusted, const Vector& multipliers) {
  const int constraints = rows_.pattern().constraint_rows;
  if (trusted)
    linearize_at_multipliers(law_, constraints, values_.c, multipliers, linear_);
  else
    linearize_at_errors(law_, constraints, values_.c, linear_);
}

/// residual ← f − Ax − Jᵀp.
void Projection::find_residual(const Points& load, const Points& x) {
  residual_ = load;
  residual_.noalias() -= metric_ * x;
  row_scratch_ = -linear_.pull;
  products_.add_transposed(values_, row_scratch_, residual_);
}

/// The whole Newton step, or, where it is not trusted, as much of it as goes downhill; false where none does.
bool Projection::update(bool trusted, const Points& load, Contacts& contacts, Points& x,
                        Vector& multipliers) {
  if (trusted) {
    products_.multiply(values_, direction_, row_scratch_);
    multipliers = linear_.pull + linear_.slope.cwiseProduct(row_scratch_);
    x += direction_;
    contacts.move_fingers(1);
    measure(x);
    return true;
  }
  row_scratch_ = values_.c;
  const bool lower = step_downhill(load, contacts, x);
  const int constraints = rows_.pattern().constraint_rows;
  row_change_ = constraints == 0 ? 0.0 : (values_.c - row_scratch_).head(constraints).cwiseAbs().maxCoeff();
  linearize_at_errors(law_, constraints, values_.c, linear_);
  multipliers = linear_.pull;
  return lower;
}

/// Where trust was not justified, starts again from the guess; whether it did.
bool Projection::return_to_guess_if_lower(const Points& load, Points& x) {
  const double here = objective(load, x);
  trial_ = x;
  x = guess_;
  measure(x);
  if (!(here < objective(load, x))) return true;  // also where `here` is not a number
  x = trial_;
  return false;
}

/// Halves the step until Φ, with the contacts as they were found, falls; leaves the rows measured at the new
/// x.
bool Projection::step_downhill(const Points& load, Contacts& contacts, Points& x) {
  const auto contact_energies = [&](double length) {
    double sum = contacts.finger_energy(length);
    for (const Contact& c : std::as_const(contacts).list())
      sum += contact_energy(c, length * contacts.displacement(c, direction_));
    return sum;
  };
  const double before = objective(load, x) + contact_energies(0);
  trial_ = x;
  for (double length = 1; length > 1e-6; length /= 2) {
    x = trial_ + length * direction_;
    measure(x);
    if (objective(load, x) + contact_energies(length) < before) {
      contacts.move_fingers(length);
      length_ = length;
      return true;
    }
  }
  x = trial_;
  length_ = 0;
  measure(x);
  return false;
}

/// Of an iteration whose Newton step is known but not yet taken.
void Projection::record_beginning(bool trusted, bool from_guess, const Points& x, const Vector& multipliers,
                                  const Contacts& contacts) {
  record_->iterations.push_back(
      {.x = x, .multipliers = multipliers, .trusted = trusted, .from_guess = from_guess});
  IterationRecord& now = record_->iterations.back();
  contacts.record(x, direction_, now.contacts);
  if (system_.coupled().empty()) return;
  if (!record_->couplings || *record_->couplings != system_.coupled())
    record_->couplings = std::make_shared<const std::vector<Edge>>(system_.coupled());
  now.couplings = record_->couplings;
}

void Projection::record_end(bool has_factor, const Points& x) {
  IterationRecord& last = record_->iterations.back();
  if (!last.trusted) last.length = length_;
  if (has_factor && record_->keeps_factors) system_.hand_out_factor(last.factor);
  record_->end = x;
}

/// Φ at x, where the rows have been measured.
double Projection::objective(const Points& load, const Points& x) {
  metric_x_.noalias() = metric_ * x;
  return (0.5 * metric_x_ - load).cwiseProduct(x).sum() +
         energy(law_, rows_.pattern().constraint_rows, values_.c);
}

void Projection::evaluate(const Points& x) {
  threads_.each_range(rows_.pattern().group_count(), kGroupsPerPart,
                      [&](int first, int last) { rows_.evaluate_groups(first, last, x, values_); });
}

/// c alone; the gradients stay those of the last evaluation.
void Projection::measure(const Points& x) {
  threads_.each_range(rows_.pattern().group_count(), kGroupsPerPart,
                      [&](int first, int last) { rows_.measure_groups(first, last, x, values_.c); });
}

void Projection::find_tension(const Vector& multipliers) {
  threads_.each_range(rows_.pattern().group_count(), kGroupsPerPart, [&](int first, int last) {
    rows_.tension_of_groups(first, last, multipliers, values_);
  });
}

double Projection::largest_constraint() const {
  const int count = rows_.pattern().constraint_rows;
  return count == 0 ? 0.0 : values_.c.head(count).cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

bool Projection::is_crushed(double tolerance) const {
  const int count = rows_.pattern().constraint_rows;
  return count > 0 && values_.c.head(count).minCoeff() < -tolerance;
}

/// max |c − f⁻¹(λ)| over the constraints: how far the multipliers are from the rows' own law.
double Projection::law_error(const Vector& multipliers) const {
  double largest = 0;
  for (int r = 0; r < rows_.pattern().constraint_rows; ++r) {
    const double error =
        std::abs(values_.c[r] - error_of(multipliers[r], law_.stiffness[r], law_.stiffening));
    if (!(error <= largest)) largest = error;  // also where it is not a number
  }
  return largest;
}

void Projection::free_motion(const Points& load, const std::vector<char>& held, Points& x) {
  // A x_free = f − A x_held: move the held columns to the right-hand side, then solve with the rows left out
  trial_ = x;
  for (std::size_t i = 0; i < held.size(); ++i)
    if (!held[i]) trial_.row(static_cast<Eigen::Index>(i)).setZero();
  direction_.noalias() = metric_ * trial_;
  direction_ = load - direction_;
  clear_held(held, direction_);
  row_scratch_.setZero();
  system_.assemble(metric_, values_, row_scratch_, false, held);
  if (!system_.factor()) return;
  system_.solve(direction_);
  x = trial_ + direction_;
}

void Projection::outside_force(const Points& load, const Points& x, const Vector& multipliers,
                               Points& force) {
  evaluate(x);
  force.noalias() = metric_ * x;
  force -= load;
  products_.add_transposed(values_, multipliers, force);
}

}  // namespace isocloth
