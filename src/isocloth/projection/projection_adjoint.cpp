/// One iteration of the projection backwards. Forwards it is, with J = ∇c(x) and the law λ ≈ p + KΔc,
///
///   H d = f − Ax − Jᵀp,   H = A + JᵀKJ + T(λ),   x⁺ = x + d,   λ⁺ = p + KJd
///
/// Given the derivatives x̄⁺, λ̄⁺ of a loss by its results,
///
///   w = H⁻¹(x̄⁺ + JᵀKλ̄⁺), zero at held nodes       p̄ = λ̄⁺ − Jw       K̄ = p̄ ∘ Jd
///   x̄ = x̄⁺ − Aw − ∇c(w)ᵀλ⁺ + ∇c(d)ᵀKp̄ + Jᵀc̄      c̄, λ̄: from p̄ and K̄ through the law, λ̄ also from T
///
/// Rows are quadratic, so ∇c is linear: what a loss says of the entries of J goes back to x through ∇c at w
/// and at d, and nothing about rows is needed that going forwards does not need. An iteration that is not
/// trusted goes a share of d, and its multipliers are the law's own at its end.

#include "isocloth/projection/contact_adjoint.hpp"
#include "isocloth/projection/projection.hpp"
#include "isocloth/projection/projection_record.hpp"

namespace isocloth {

void Projection::go_back(IterationRecord& step, const Points& end, const std::vector<char>& held,
                         IterationAdjoint& adjoint) {
  const int constraints = rows_.pattern().constraint_rows;
  LawGradient& of_law = adjoint.law;
  Vector& of_multipliers = adjoint.multipliers;
  LinearLaw& of_linear = adjoint.linear;
  if (!step.trusted) {
    measure(end);
    linearize_at_errors(law_, constraints, values_.c, linear_);
    of_linear.pull = of_multipliers;
    of_linear.slope.setZero();
    of_law.c.setZero();
    add_law_adjoint(law_, constraints, values_.c, nullptr, linear_, of_linear, of_law);
    rows_.add_gradients(0, end, of_law.c, adjoint.x);
    of_multipliers.setZero();
  }
  adjoint.w.setZero();
  if (step.length == 0) return;  // nothing was downhill
  const std::vector<Edge> none, &couplings = step.couplings ? *step.couplings : none;
  if (couplings != system_.coupled()) system_.couple(couplings);
  const bool has_factor = !step.factor.empty();
  if (!has_factor || !step.trusted) evaluate(step.x);
  if (step.trusted) measure(step.x);  // the same c with a factor and without
  linearize_law(step.trusted, step.multipliers);

  // w = H⁻¹(x̄⁺ + JᵀKλ̄⁺)
  ContactAdjoint contacts(step.contacts, held, adjoint.of_forces, adjoint.of_normals);
  adjoint.of_forces.clear();
  adjoint.of_normals.clear();
  if (!has_factor) {
    find_tension(step.multipliers);
    system_.assemble(metric_, values_, linear_.slope, true, held);
    contacts.enter(system_);
    system_.factor();
  } else {
    system_.borrow_factor(metric_, held, step.factor);
  }
  adjoint.w = step.length * adjoint.x;
  row_scratch_ = linear_.slope.cwiseProduct(of_multipliers);
  rows_.add_gradients(0, step.x, row_scratch_, adjoint.w);
  clear_held(held, adjoint.w);
  if (step.contacts.list.empty())
    system_.solve(adjoint.w, kExactTolerance);
  else
    contacts.solve(system_, adjoint.w);
  if (has_factor) system_.give_back_factor(step.factor);

  // p̄, K̄, and through the law
  direction_ = (end - step.x) / step.length;
  QuadraticRows::Forms& forms = adjoint.forms;
  rows_.find_forms(step.x, direction_, adjoint.w, forms);
  of_linear.pull = of_multipliers - forms.xw;
  of_linear.slope = of_linear.pull.cwiseProduct(forms.xd);
  of_law.c.setZero();
  of_law.multipliers.setZero();
  add_law_adjoint(law_, constraints, values_.c, step.trusted ? &step.multipliers : nullptr, linear_,
                  of_linear, of_law);
  adjoint.x.noalias() -= metric_ * adjoint.w;
  contacts.add_to(step.x, direction_, metric_, adjoint);

  // through the entries of J, and through T
  of_linear.pull.array() *= linear_.slope.array();                         // Kp̄
  of_linear.slope = -linear_.pull - linear_.slope.cwiseProduct(forms.xd);  // −λ⁺
  rows_.add_gradients(step.x, of_law.c, direction_, of_linear.pull, adjoint.w, of_linear.slope, adjoint.x);
  forms.dw *= -0.5;
  of_multipliers = of_law.multipliers;
  rows_.add_tension_adjoint(step.multipliers, forms.dw, of_multipliers);
}

}  // namespace isocloth
