#include "fitting/fit/gauss_newton.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace isocloth::fitting {
namespace {

/// µ at first, and by how much it grows and falls.
constexpr double kFirstDamping = 1e-3, kMore = 10, kLess = 0.1;

/// No step is longer in any coordinate: J says little of values that differ by more than a factor e.
constexpr double kLongestStep = 1;

/// A J that was mended is trusted while steps lower L by this share of what it promised.
constexpr double kKeepsPromise = 0.5;

/// Where so many steps in a row do not lower L, shorter ones each, it is as low as it gets.
constexpr int kMostRefusals = 4;

class SquaresSearch {
 public:
  SquaresSearch(const std::function<Vector(const std::vector<double>&)>& residuals, std::vector<double> start,
                const std::vector<double>& low, const std::vector<double>& high,
                const std::vector<double>& differences, const SearchOptions& options)
      : residuals_(residuals), low_(low), high_(high), differences_(differences), options_(options) {
    for (std::size_t k = 0; k < start.size(); ++k) start[k] = std::clamp(start[k], low[k], high[k]);
    at_.x = std::move(start);
    r_ = evaluate(at_.x);
    at_.loss = r_.squaredNorm();
  }

  SearchResult run() {
    bool is_fresh = find_jacobian();
    double damping = kFirstDamping;
    int refusals = 0;
    while (at_.evaluations < options_.max_evaluations) {
      const Vector step = step_within_bounds(damping);
      std::vector<double> there = at_.x;
      for (Eigen::Index k = 0; k < step.size(); ++k) there[static_cast<std::size_t>(k)] += step[k];
      const bool is_small = step.cwiseAbs().maxCoeff() < options_.tolerance;
      const Vector r = evaluate(there);
      const double loss = r.squaredNorm(), promised = at_.loss - (r_ + jacobian_ * step).squaredNorm();
      const bool lower = loss<at_.loss, keeps = at_.loss - loss> kKeepsPromise * promised;
      const bool is_level = std::abs(at_.loss - loss) <= options_.loss_tolerance * at_.loss;
      if (step.squaredNorm() > 0)
        jacobian_ += (r - r_ - jacobian_ * step) * (step.transpose() / step.squaredNorm());
      if (lower) {
        at_.x = there;
        at_.loss = loss;
        r_ = r;
      }
      damping = lower ? damping * kLess : std::max(damping * kMore, kFirstDamping);
      refusals = lower ? 0 : refusals + 1;
      if (((is_small || is_level) && (is_fresh || keeps)) || refusals == kMostRefusals) {
        at_.converged = true;
        break;
      }
      is_fresh = false;
      if (!keeps) is_fresh = find_jacobian();
    }
    return at_;
  }

 private:
  Vector evaluate(const std::vector<double>& x) {
    ++at_.evaluations;
    return residuals_(x);
  }

  /// By differences, away from the bounds.
  bool find_jacobian() {
    jacobian_.resize(r_.size(), static_cast<Eigen::Index>(at_.x.size()));
    for (std::size_t k = 0; k < at_.x.size(); ++k) {
      std::vector<double> moved = at_.x;
      const double h = at_.x[k] + differences_[k] > high_[k] ? -differences_[k] : differences_[k];
      moved[k] += h;
      jacobian_.col(static_cast<Eigen::Index>(k)) = (evaluate(moved) - r_) / h;
    }
    return true;
  }

  /// s, with the coordinates that would leave their bounds kept at these, one after the other.
  Vector step_within_bounds(double damping) const {
    const Eigen::Index n = jacobian_.cols();
    Eigen::MatrixXd matrix = jacobian_.transpose() * jacobian_;
    const double least = 1e-12 * matrix.diagonal().maxCoeff();  // of a coordinate that r does not depend on
    matrix.diagonal() += damping * matrix.diagonal() + Vector::Constant(n, least > 0 ? least : 1.0);
    const Vector pull = -(jacobian_.transpose() * r_);
    Vector step = Vector::Zero(n);
    std::vector<char> fixed(static_cast<std::size_t>(n), 0);
    for (Eigen::Index round = 0; round <= n; ++round) {
      Eigen::MatrixXd reduced = matrix;
      Vector right = pull;
      for (Eigen::Index k = 0; k < n; ++k) {
        if (!fixed[static_cast<std::size_t>(k)]) continue;
        right -= matrix.col(k) * step[k];
        reduced.row(k).setZero();
        reduced.col(k).setZero();
        reduced(k, k) = 1;
      }
      for (Eigen::Index k = 0; k < n; ++k)
        if (fixed[static_cast<std::size_t>(k)]) right[k] = step[k];
      step = Eigen::LDLT<Eigen::MatrixXd>(reduced).solve(right);
      bool leaves = false;
      for (Eigen::Index k = 0; k < n; ++k) {
        const auto i = static_cast<std::size_t>(k);
        const double most = std::min(kLongestStep, high_[i] - at_.x[i]);
        const double within = std::clamp(step[k], std::max(-kLongestStep, low_[i] - at_.x[i]), most);
        if (fixed[i] || within == step[k]) continue;
        step[k] = within;
        fixed[i] = 1;
        leaves = true;
      }
      if (!leaves) break;
    }
    return step;
  }

  const std::function<Vector(const std::vector<double>&)>& residuals_;
  const std::vector<double>&low_, &high_, &differences_;
  const SearchOptions& options_;
  SearchResult at_;
  Vector r_;
  Eigen::MatrixXd jacobian_;
};

}  // namespace

SearchResult minimize_squares(const std::function<Vector(const std::vector<double>&)>& residuals,
                              std::vector<double> start, const std::vector<double>& low,
                              const std::vector<double>& high, const std::vector<double>& differences,
                              const SearchOptions& options) {
  return SquaresSearch(residuals, std::move(start), low, high, differences, options).run();
}

}  // namespace isocloth::fitting
