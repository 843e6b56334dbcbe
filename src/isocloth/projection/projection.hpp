#pragma once

/// Brings positions back to the constraint rows c(x) = 0, in the metric of the implicit time step.
///
/// The step asks for the minimum of
///
///   Φ(x) = ½ xᵀAx − fᵀx + Σ_r ∫ f_r(c_r) dc_r
///
/// A: metric [N/m], f: load [N], f_r: law of the row (row_law.hpp) [N·m]. The constraints are so stiff that
/// they act as hard ones; but the minimum exists, and moves continuously with the data, also where hard
/// constraints have no solution or a jumping one: flat, taut, overstretched. With multipliers λ_r = f_r(c_r),
/// each law replaced by its tangent λ = p + kΔc, Newton's method reads
///
///   (A + JᵀKJ + T(λ)) Δx = f − Ax − Jᵀp,   λ ← p + KJΔx,   x ← x + Δx
///
/// T(λ) is the positive part of Σ λ_r ∇²c_r: the stiffness that tension gives against sideways motion.
/// Because λ is carried from step to step and linearised with x, one iteration a step is usually enough,
/// however stiff the rows are.
///
/// With obstacles near, the contacts that press enter this matrix and load, and the program of all of them
/// (contact/contact_program.hpp) goes on from its solution.
///
/// The fast projection of the paper is kept beside it: from the free step x₀ = A⁻¹f, repeat
/// Δx = −A⁻¹Jᵀ(JA⁻¹Jᵀ + ε)⁻¹ c until the rows are met. [Coltraro et al., "Fast projection algorithm"]

#include <vector>

#include "isocloth/contact/contacts.hpp"
#include "isocloth/isometry/quadratic_rows.hpp"
#include "isocloth/isometry/row_law.hpp"
#include "isocloth/projection/projection_options.hpp"
#include "isocloth/projection/projection_system.hpp"
#include "isocloth/projection/row_products.hpp"

namespace isocloth {

struct [[nodiscard]] ProjectionReport {
  StepStatus status = StepStatus::converged;
  int iterations = 0;
  bool searched = false;        ///< Newton's method had to go downhill step by step
  bool squeezed = false;        ///< the last contacts contradicted each other, or went beyond their law
  double largest_row = 0;       ///< max |c_r| at the result
  double contact_residual = 0;  ///< of the last contact program [m]
  Penetration penetration{};    ///< at the result

  /// Whether the way to it leads through another layer of the cloth.
  bool crosses() const { return penetration.layers.crosses; }
};

struct IterationAdjoint;
struct IterationRecord;
struct ProjectionRecord;

class Projection {
 public:
  /// Sizes everything for these rows, their law and the metric; all must outlive the object. The values of
  /// law and metric may change between calls.
  Projection(const QuadraticRows& rows, const RowLaw& law, const NodeMatrix& metric, Threads& threads);

  /// Moves x, from a guess, to the projected positions. Held nodes stay where x has them. `multipliers` are
  /// those of the last step on entry and of this one on return. `contacts` have begun the step.
  ProjectionReport project(const ProjectionOptions& options, const Points& load,
                           const std::vector<char>& held, Contacts& contacts, Points& x, Vector& multipliers);

  /// A⁻¹f for the nodes that are not held: where the step would go without rows.
  void free_motion(const Points& load, const std::vector<char>& held, Points& x);

  /// Force that must act on each node from outside for x and the multipliers of the last project() call [N]:
  /// zero, within the tolerance, for free nodes that touch nothing; what grasps and obstacles exert for
  /// others.
  void outside_force(const Points& load, const Points& x, const Vector& multipliers, Points& force);

  /// Whether a constraint of the last project() call ended below −tolerance: pressed, not stretched.
  bool is_crushed(double tolerance) const;

  /// Pairs of nodes that layers which touch couple in the matrix, beside those of rows: which they are is
  /// part of the state of a run, as the order in which the matrix is factorised depends on it.
  void couple(const std::vector<Edge>& pairs) { system_.couple(pairs); }
  const std::vector<Edge>& coupled() const { return system_.coupled(); }

  double factor_flops() const { return system_.factor_flops(); }

  /// From now on keeps a record of each implicit projection, or, with none, does not.
  void record_to(ProjectionRecord* record) { record_ = record; }

  /// Backwards through one recorded iteration that ended at `end`, with law and metric as they were then.
  void go_back(IterationRecord& step, const Points& end, const std::vector<char>& held,
               IterationAdjoint& adjoint);

 private:
  ProjectionReport project_implicit(const ProjectionOptions&, const Points& load,
                                    const std::vector<char>& held, Contacts& contacts, Points& x,
                                    Vector& multipliers);
  ProjectionReport project_fast(const ProjectionOptions&, const Points& load, const std::vector<char>& held,
                                Points& x, Vector& multipliers);
  ProjectionReport project_reference(const ProjectionOptions&, const Points& load,
                                     const std::vector<char>& held, Points& x, Vector& multipliers);
  double shift() const;
  void couple_layers(const Contacts& contacts);
  bool ends_at(const Points& x, const ProjectionOptions&, ProjectionReport&);
  void linearize_law(bool trusted, const Vector& multipliers);
  void find_residual(const Points& load, const Points& x);
  bool update(bool trusted, const Points& load, Contacts& contacts, Points& x, Vector& multipliers);
  void record_beginning(bool trusted, bool from_guess, const Points& x, const Vector& multipliers,
                        const Contacts& contacts);
  void record_end(bool has_factor, const Points& x);
  bool return_to_guess_if_lower(const Points& load, Points& x);
  bool step_downhill(const Points& load, Contacts& contacts, Points& x);
  double objective(const Points& load, const Points& x);
  void evaluate(const Points& x);
  void measure(const Points& x);
  void find_tension(const Vector& multipliers);
  double largest_constraint() const;
  double law_error(const Vector& multipliers) const;

  const QuadraticRows& rows_;
  const RowLaw& law_;
  const NodeMatrix& metric_;
  Threads& threads_;
  ProjectionSystem system_;
  RowProducts products_;
  RowValues values_;
  LinearLaw linear_;
  Points residual_, direction_, guess_, trial_, metric_x_;
  Vector row_scratch_;
  std::vector<Edge> couplings_;
  double length_ = 1;      ///< share of the last Newton step that was taken
  double row_change_ = 0;  ///< largest of a constraint in the last step of a search
  ProjectionRecord* record_ = nullptr;
};

}  // namespace isocloth
