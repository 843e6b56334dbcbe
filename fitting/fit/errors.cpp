#include "fitting/fit/errors.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth::fitting {
namespace {

/// A frame stands for no more than this on each side: what happens in a gap is not known [s].
constexpr double kMostReach = 0.2;

FrameError error_of(const Points& seen, const Points& simulated, const Vector& area_shares) {
  double area = 0, squares = 0, sum = 0, sum_of_squares = 0;
  int count = 0;
  for (Eigen::Index k = 0; k < seen.rows(); ++k) {
    const double square = (seen.row(k) - simulated.row(k)).squaredNorm();
    if (!std::isfinite(square)) continue;
    area += area_shares[k];
    squares += area_shares[k] * square;
    sum += std::sqrt(square);
    sum_of_squares += square;
    ++count;
  }
  if (count == 0) return {};
  const double mean = sum / count, variance = std::max(0.0, sum_of_squares / count - mean * mean);
  const double error = std::sqrt(squares / area);
  return {.error = error, .dispersion = error + 2 * std::sqrt(variance), .mean = mean};
}

}  // namespace

std::vector<FrameError> frame_errors(const GridRecording& grid, std::size_t first, std::size_t last,
                                     const std::vector<Points>& simulated, const Vector& area_shares) {
  std::vector<FrameError> errors;
  double total = 0;
  for (std::size_t f = first; f < last; ++f) {
    errors.push_back(error_of(grid.positions[f], simulated[f - first], area_shares));
    const double before = f > first ? (grid.times[f] - grid.times[f - 1]) / 2 : 0;
    const double after = f + 1 < last ? (grid.times[f + 1] - grid.times[f]) / 2 : 0;
    errors.back().time = grid.times[f];
    errors.back().weight = last - first > 1 ? std::min(before, kMostReach) + std::min(after, kMostReach) : 1;
    total += errors.back().weight;
  }
  for (FrameError& error : errors) error.weight /= total;
  return errors;
}

ErrorSummary summarize(const std::vector<FrameError>& frames) {
  ErrorSummary out;
  for (const FrameError& frame : frames) {
    out.error += frame.weight * frame.error;
    out.dispersion += frame.weight * frame.dispersion;
    out.mean += frame.weight * frame.mean;
    out.loss += frame.weight * frame.error * frame.error;
  }
  out.frames = static_cast<int>(frames.size());
  return out;
}

Vec3 mean_residual(const GridRecording& grid, const std::vector<Points>& simulated,
                   const Vector& area_shares) {
  Vec3 mean = Vec3::Zero();
  for (const FrameError& frame : frame_errors(grid, 0, simulated.size(), simulated, area_shares)) {
    const std::size_t f = static_cast<std::size_t>(
        std::lower_bound(grid.times.begin(), grid.times.end(), frame.time) - grid.times.begin());
    Vec3 sum = Vec3::Zero();
    double area = 0;
    for (Eigen::Index k = 0; k < area_shares.size(); ++k) {
      const Vec3 residual = (grid.positions[f].row(k) - simulated[f].row(k)).transpose();
      if (residual.allFinite()) sum += area_shares[k] * residual, area += area_shares[k];
    }
    if (area > 0) mean += frame.weight * sum / area;
  }
  return mean;
}

Vector node_errors(const GridRecording& grid, std::size_t first, std::size_t last,
                   const std::vector<Points>& simulated) {
  const Eigen::Index nodes = grid.rows * grid.columns;
  Vector sum = Vector::Zero(nodes), count = Vector::Zero(nodes);
  for (std::size_t f = first; f < last; ++f)
    for (Eigen::Index k = 0; k < nodes; ++k) {
      const double distance = (grid.positions[f].row(k) - simulated[f - first].row(k)).norm();
      if (std::isfinite(distance)) sum[k] += distance, count[k] += 1;
    }
  return sum.cwiseQuotient(count);  // 0/0 is NaN
}

}  // namespace isocloth::fitting
