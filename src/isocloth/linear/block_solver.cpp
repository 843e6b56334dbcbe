#include "isocloth/linear/block_solver.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth {
namespace {

/// Below this the time of a factorisation is not in its products [flops].
constexpr double kWorthRounding = 5e6;

/// More would be slower than in double.
constexpr int kMostRefinements = 10;

constexpr int kBlocksPerPart = 4096;  ///< worth handing to another thread

/// The matrix in the places of its factor.
template <class Real, class SlotOf>
void copy_blocks(const BlockMatrix& matrix, const SlotOf& slot_of, BlockCholeskyOf<Real>& to,
                 Threads& threads) {
  to.set_zero(threads);
  threads.each_range(static_cast<int>(matrix.places().size()), kBlocksPerPart, [&](int first, int last) {
    for (int b = first; b < last; ++b) {
      const double* from = matrix.block(b);
      Real* target = to.values() + slot_of(b).offset;
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) target[c * kStripRows<Real> + r] = static_cast<Real>(from[3 * c + r]);
    }
  });
}

}  // namespace

BlockSolver::Rounded::Rounded(const NodeGraph& graph, const Elimination& elimination)
    : cholesky(elimination),
      matrix(graph, elimination.position),
      right(Points::Zero(graph.size(), 3)),
      residual(right),
      step(right),
      way(right),
      product(right) {
  for (const BlockMatrix::Place& place : matrix.places())
    slots.push_back(cholesky.slot(place.later, place.earlier));
}

BlockSolver::BlockSolver(const NodeGraph& graph)
    : elimination_(analyze_elimination(graph)),
      flops_(elimination_flops(elimination_)),
      exact_(elimination_) {
  if (flops_ > kWorthRounding) rounded_.emplace(graph, elimination_);
}

BlockSlot BlockSolver::slot(int later, int earlier) const {
  return rounded_ ? rounded_->matrix.slot(later, earlier) : exact_.slot(later, earlier);
}

void BlockSolver::set_zero(Threads& threads) {
  if (rounded_)
    rounded_->matrix.set_zero(threads);
  else
    exact_.set_zero(threads);
}

bool BlockSolver::factor(Threads& threads) {
  if (!rounded_) return exact_.factor(threads);
  copy_blocks(rounded_->matrix, [&](int b) { return rounded_->slots[b]; }, rounded_->cholesky, threads);
  is_rounded_ = rounded_->cholesky.factor(threads);
  return is_rounded_ || factor_exactly(threads);
}

bool BlockSolver::factor_exactly(Threads& threads) {
  is_rounded_ = false;
  const BlockMatrix& matrix = rounded_->matrix;
  const auto slot_of = [&](int b) {
    return exact_.slot(matrix.places()[b].later, matrix.places()[b].earlier);
  };
  copy_blocks(matrix, slot_of, exact_, threads);
  return exact_.factor(threads);
}

void BlockSolver::solve(Points& x, Threads& threads, double accuracy) {
  if (is_rounded_) {
    if (refine(x, accuracy, threads)) return;
    x = rounded_->right;
    factor_exactly(threads);  // where even that fails, the answer is no number
  }
  exact_.solve(x, threads);
}

/// x ← H⁻¹x by conjugate gradients; false where single precision is no good start for it.
bool BlockSolver::refine(Points& x, double accuracy, Threads& threads) {
  Rounded& r = *rounded_;
  r.right = x;
  r.residual = x;
  x.setZero();
  double size = 0, last = 0, energy_before = 1;
  for (int k = 0; k < kMostRefinements; ++k) {
    r.step = r.residual;
    r.cholesky.solve(r.step, threads);
    const double energy = r.step.cwiseProduct(r.residual).sum();
    if (k == 0)
      r.way = r.step;
    else
      r.way = r.step + energy / energy_before * r.way;
    energy_before = energy;
    r.matrix.multiply(r.way, r.product, threads);
    const double resistance = r.way.cwiseProduct(r.product).sum();
    if (resistance == 0) return true;  // nothing is left
    const double length = energy / resistance;
    x += length * r.way;
    r.residual -= length * r.product;
    const double now = std::abs(length) * r.way.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
    if (!std::isfinite(now)) return false;
    size = std::max(size, now);
    if (k > 0 && now * (now / last) <= accuracy * size) return true;
    last = now;
  }
  return false;
}

}  // namespace isocloth
