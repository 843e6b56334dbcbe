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
  LinearLaw of_linear(values_.c.size());
  if (!step.trusted) {
    evaluate(end);
    linearize_at_errors(law_, constraints, values_.c, linear_);
    of_linear.pull = of_multipliers;
    of_law.c.setZero();
    add_law_adjoint(law_, constraints, values_.c, nullptr, linear_, of_linear, of_law);
    products_.add_transposed(values_, of_law.c, adjoint.x);
    of_multipliers.setZero();
  }
  adjoint.w.setZero();
  if (step.length == 0) return;  // nothing was downhill
  const std::vector<Edge> none, &couplings = step.couplings ? *step.couplings : none;
  if (couplings != system_.coupled()) system_.couple(couplings);
  evaluate(step.x);
  linearize(step.trusted, step.multipliers);
  const Vector c = values_.c;

  // w = H⁻¹(x̄⁺ + JᵀKλ̄⁺)
  ContactAdjoint contacts(step.contacts, held, adjoint.of_forces, adjoint.of_normals);
  adjoint.of_forces.clear();
  adjoint.of_normals.clear();
  if (step.factor.empty()) {
    system_.assemble(metric_, values_, linear_.slope, true, held);
    contacts.enter(system_);
    system_.factor();
  } else {
    system_.borrow_factor(metric_, held, step.factor);
  }
  adjoint.w = step.length * adjoint.x;
  row_scratch_ = linear_.slope.cwiseProduct(of_multipliers);
  products_.add_transposed(values_, row_scratch_, adjoint.w);
  clear_held(held, adjoint.w);
  if (step.contacts.list.empty())
    system_.solve(adjoint.w, kExactTolerance);
  else
    contacts.solve(system_, adjoint.w);
  if (!step.factor.empty()) system_.give_back_factor(step.factor);

  // p̄, K̄, and through the law
  direction_ = (end - step.x) / step.length;
  Vector along(c.size());
  products_.multiply(values_, adjoint.w, along);
  of_linear.pull = of_multipliers - along;
  products_.multiply(values_, direction_, along);  // Jd
  of_linear.slope = of_linear.pull.cwiseProduct(along);
  of_law.c.setZero();
  of_law.multipliers.setZero();
  add_law_adjoint(law_, constraints, c, step.trusted ? &step.multipliers : nullptr, linear_, of_linear,
                  of_law);
  products_.add_transposed(values_, of_law.c, adjoint.x);
  adjoint.x.noalias() -= metric_ * adjoint.w;

  contacts.add_to(step.x, direction_, metric_, adjoint);

  // through the entries of J, and through T
  evaluate(adjoint.w);
  row_scratch_ = -linear_.pull - linear_.slope.cwiseProduct(along);
  products_.add_transposed(values_, row_scratch_, adjoint.x);
  evaluate(direction_);
  row_scratch_ = linear_.slope.cwiseProduct(of_linear.pull);
  products_.add_transposed(values_, row_scratch_, adjoint.x);
  products_.multiply(values_, adjoint.w, row_scratch_);
  row_scratch_ *= -0.5;
  of_multipliers = of_law.multipliers;
  rows_.add_tension_adjoint(step.multipliers, row_scratch_, of_multipliers);
}

}  // namespace isocloth
