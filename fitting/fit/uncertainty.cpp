#include "fitting/fit/uncertainty.hpp"

#include <Eigen/Cholesky>
#include <cmath>
#include <limits>

namespace isocloth::fitting {
namespace {

/// Residuals further apart than this are taken as independent [s].
constexpr double kMemory = 1.0;

using Matrix = Eigen::MatrixXd;

/// Loss and frames with one coordinate, or two, moved by their differences.
struct Neighbours {
  std::vector<Evaluation> plus, minus;
  Evaluation middle;
};

Matrix hessian(const std::function<Evaluation(const std::vector<double>&)>& evaluate,
               const std::vector<double>& at, const std::vector<double>& h, const Neighbours& near) {
  const Eigen::Index n = static_cast<Eigen::Index>(at.size());
  Matrix out(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    out(i, i) = (near.plus[i].loss - 2 * near.middle.loss + near.minus[i].loss) / (h[i] * h[i]);
    for (Eigen::Index j = 0; j < i; ++j) {
      std::vector<double> both = at;
      both[i] += h[i];
      both[j] += h[j];
      // mixed difference from one more evaluation: f(++) − f(+0) − f(0+) + f(00), symmetrised by what is
      // known
      std::vector<double> opposite = at;
      opposite[i] -= h[i];
      opposite[j] -= h[j];
      const double mixed = evaluate(both).loss + evaluate(opposite).loss + 2 * near.middle.loss -
                           near.plus[i].loss - near.minus[i].loss - near.plus[j].loss - near.minus[j].loss;
      out(i, j) = out(j, i) = mixed / (2 * h[i] * h[j]);
    }
  }
  return out;
}

/// Ω, from the slope of each frame's squared error.
Matrix slope_covariance(const Neighbours& near, const std::vector<double>& h) {
  const std::vector<FrameError>& frames = near.middle.frames;
  const Eigen::Index n = static_cast<Eigen::Index>(h.size()), m = static_cast<Eigen::Index>(frames.size());
  Matrix slopes(n, m);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index f = 0; f < m; ++f) {
      const double above = near.plus[i].frames[f].error, below = near.minus[i].frames[f].error;
      slopes(i, f) = frames[f].weight * (above * above - below * below) / (2 * h[i]);
    }
  Matrix out = Matrix::Zero(n, n);
  for (Eigen::Index f = 0; f < m; ++f)
    for (Eigen::Index g = 0; g < m; ++g) {
      const double share = 1 - std::abs(frames[f].time - frames[g].time) / kMemory;
      if (share > 0) out += share * slopes.col(f) * slopes.col(g).transpose();
    }
  return out;
}

}  // namespace

Uncertainty find_uncertainty(const std::function<Evaluation(const std::vector<double>&)>& evaluate,
                             const std::vector<double>& at, const std::vector<double>& differences) {
  Neighbours near{.plus = {}, .minus = {}, .middle = evaluate(at)};
  for (std::size_t i = 0; i < at.size(); ++i) {
    std::vector<double> moved = at;
    moved[i] = at[i] + differences[i];
    near.plus.push_back(evaluate(moved));
    moved[i] = at[i] - differences[i];
    near.minus.push_back(evaluate(moved));
  }
  const Matrix curvature = hessian(evaluate, at, differences, near);
  const Matrix slopes = slope_covariance(near, differences);
  Uncertainty out;
  const Eigen::Index n = curvature.rows();
  const Eigen::LLT<Matrix> factor(curvature);
  if (factor.info() != Eigen::Success) {
    // each alone, where it is curved
    for (Eigen::Index i = 0; i < n; ++i)
      out.standard_errors.push_back(curvature(i, i) > 0 ? std::sqrt(slopes(i, i)) / curvature(i, i)
                                                        : std::numeric_limits<double>::quiet_NaN());
    return out;
  }
  const Matrix inverse = factor.solve(Matrix::Identity(n, n));
  const Matrix covariance = inverse * slopes * inverse;
  for (Eigen::Index i = 0; i < n; ++i) {
    out.standard_errors.push_back(std::sqrt(covariance(i, i)));
    out.correlation.emplace_back();
    for (Eigen::Index j = 0; j < n; ++j)
      out.correlation.back().push_back(inverse(i, j) / std::sqrt(inverse(i, i) * inverse(j, j)));
  }
  return out;
}

}  // namespace isocloth::fitting
