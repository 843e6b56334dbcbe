#include "fitting/meshing/sheet_fit.hpp"

#include <algorithm>
#include <cmath>

#include "fitting/recording/quantiles.hpp"

namespace isocloth::fitting {
namespace {

constexpr double kLeastScale = 0.002;     ///< of s [m]
constexpr double kTukey = 4;              ///< points beyond this many s have no say [-]
constexpr double kFarthestOutside = 0.5;  ///< points this far outside still lie on the surface [cells]
constexpr double kLargestMargin = 0.01;   ///< that is believed of a first frame [m]
constexpr double kLargestNews = 0.002;    ///< by which a frame may differ from those before [m]
constexpr double kMarginMemory = 0.1;     ///< share of a new frame in the margin [-]

double cells_outside(const SheetShape& shape, const Vec2& uv) {
  return std::max({-uv.x(), -uv.y(), uv.x() - (shape.nodes[0] - 1), uv.y() - (shape.nodes[1] - 1)});
}

Vec2 onto_sheet(const SheetShape& shape, const Vec2& uv) {
  return uv.cwiseMax(0.0).cwiseMin(Vec2(shape.nodes[0] - 1, shape.nodes[1] - 1));
}

}  // namespace

SheetFit::SheetFit(const SheetShape& shape, const SheetFitOptions& options)
    : shape_(shape), options_(options), system_(shape) {}

SheetFitReport SheetFit::fit(const Points& cloud, const Points& expected, bool rough, Points& x) {
  guess_feet(cloud, x);
  scale_ = 0.005;
  if (rough)
    for (const double loose : {16.0, 8.0, 8.0, 4.0, 4.0, 2.0, 2.0})
      iterate(cloud, expected, {loose * options_.strain, options_.reach, 2 * options_.edge_reach}, x);
  const int rounds = rough ? 6 : 3;  // the last of them moves nodes by some hundredths of a millimetre
  for (int k = 0; k < rounds; ++k)
    iterate(cloud, expected,
            {options_.strain, std::min(options_.reach, 6 * scale_ + 0.01), options_.edge_reach}, x);
  find_feet(cloud, x);
  measure_edges();
  return report();
}

void SheetFit::guess_feet(const Points& cloud, const Points& x) {
  feet_.assign(cloud.rows(), Vec2::Zero());
  constexpr int kStride = 3;  // of the nodes that are looked at, along each side
  for (Eigen::Index k = 0; k < cloud.rows(); ++k) {
    double nearest = 1e300;
    for (int r = 0; r < shape_.nodes[1]; r += kStride) {
      for (int c = 0; c < shape_.nodes[0]; c += kStride) {
        const double distance = (x.row(shape_.node(c, r)) - cloud.row(k)).squaredNorm();
        if (distance >= nearest) continue;
        nearest = distance;
        feet_[k] = Vec2(c, r);
      }
    }
  }
}

void SheetFit::iterate(const Points& cloud, const Points& expected, const Stage& stage, Points& x) {
  find_feet(cloud, x);
  system_.set_zero();
  add_points(stage);
  add_edges(stage);
  add_isometry(x, stage.strain);
  add_smoothness(x, expected);
  x += system_.solve();
}

void SheetFit::find_feet(const Points& cloud, const Points& x) {
  smooth_ = smoothed(shape_, x);
  distances_.resize(cloud.rows());
  std::vector<double> sizes;
  for (Eigen::Index k = 0; k < cloud.rows(); ++k) {
    drop_foot(shape_, smooth_, cloud.row(k), 4, feet_[k]);
    const Vec3 normal = spot_at(shape_, smooth_, feet_[k]).normal();
    distances_[k] = normal.dot(cloud.row(k).transpose() - spot_at(shape_, x, feet_[k]).position);
    if (std::abs(distances_[k]) < options_.reach && cells_outside(shape_, feet_[k]) < 0)
      sizes.push_back(std::abs(distances_[k]));
  }
  if (!sizes.empty()) scale_ = std::max(kLeastScale, robust_scale(std::move(sizes)));
}

void SheetFit::add_points(const Stage& stage) {
  const double limit = std::clamp(kTukey * scale_, 0.25 * stage.reach, stage.reach);
  for (std::size_t k = 0; k < feet_.size(); ++k) {
    const double part = distances_[k] / limit;
    if (std::abs(part) >= 1 || cells_outside(shape_, feet_[k]) > kFarthestOutside) continue;
    const SheetSpot spot = spot_at(shape_, smooth_, feet_[k]);
    const double share = 1 - part * part;
    system_.add_at_spot(spot, spot.normal(), distances_[k], share * share / (scale_ * scale_));
  }
}

/// Of the points nearer to the sheet than `reach` [m].
std::vector<EdgePoint> SheetFit::edge_points(double reach) const {
  std::vector<bool> near(feet_.size());
  for (std::size_t k = 0; k < near.size(); ++k) near[k] = std::abs(distances_[k]) < reach;
  return find_edge_points(shape_, feet_, near);
}

void SheetFit::add_edges(const Stage& stage) {
  for (const EdgePoint& point : edge_points(std::min(stage.reach, 4 * scale_))) {
    const double residual = point.outside + margin_;
    if (residual > 4 * stage.edge_reach) continue;  // something else goes on there
    const double part = residual / stage.edge_reach, share = 1 / (1 + part * part);
    double weight = (residual < 0 ? share * share : share) / (options_.edge_noise * options_.edge_noise);
    if (point.side == Side::last_row) weight *= options_.held_edge_weight;
    const SheetSpot spot = spot_at(shape_, smooth_, onto_sheet(shape_, point.uv));
    const Vec3 across = point.side == Side::left || point.side == Side::right ? spot.along_u : spot.along_v;
    const double sign = point.side == Side::left || point.side == Side::first_row ? -1 : 1;
    system_.add_at_spot(spot, sign * across.normalized(), residual, weight);
  }
}

void SheetFit::add_isometry(const Points& x, double strain) {
  const std::array<double, 2> scales{1, -1};
  const auto [columns, rows] = shape_.nodes;
  const double du = shape_.step(0), dv = shape_.step(1), diagonal = std::hypot(du, dv);
  const auto add = [&](int i, int j, double rest) {
    const Vec3 d = x.row(i) - x.row(j);
    const double length = std::max(d.norm(), 1e-6);
    const std::array<int, 2> nodes{i, j};
    system_.add(nodes, scales, d / length, length - rest, 1 / (strain * rest * strain * rest));
  };
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const int node = shape_.node(c, r);
      if (c + 1 < columns) add(node, shape_.node(c + 1, r), du);
      if (r + 1 < rows) add(node, shape_.node(c, r + 1), dv);
      if (c + 1 == columns || r + 1 == rows) continue;
      add(node, shape_.node(c + 1, r + 1), diagonal);
      add(shape_.node(c + 1, r), shape_.node(c, r + 1), diagonal);
    }
  }
}

void SheetFit::add_smoothness(const Points& x, const Points& expected) {
  const std::array<double, 3> bend{1, -2, 1};
  const std::array<double, 1> one{1};
  const auto [columns, rows] = shape_.nodes;
  const auto add = [&](const std::array<int, 3>& nodes, double step) {
    const Vec3 residual = (x.row(nodes[0]) - 2 * x.row(nodes[1]) + x.row(nodes[2])).transpose();
    const double noise = options_.curvature * step * step;
    system_.add_vector(nodes, bend, residual, 1 / (noise * noise));
  };
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const int node = shape_.node(c, r);
      if (c + 2 < columns) add({node, shape_.node(c + 1, r), shape_.node(c + 2, r)}, shape_.step(0));
      if (r + 2 < rows) add({node, shape_.node(c, r + 1), shape_.node(c, r + 2)}, shape_.step(1));
      const std::array<int, 1> alone{node};
      system_.add_vector(alone, one, (x.row(node) - expected.row(node)).transpose(),
                         1 / (options_.expectation * options_.expectation));
    }
  }
}

void SheetFit::measure_edges() {
  std::vector<double> left, right, misses;
  for (const EdgePoint& point : edge_points(4 * scale_)) {
    if (point.side != Side::last_row) misses.push_back(std::abs(point.outside + margin_));
    if (point.side == Side::left) left.push_back(-point.outside);
    if (point.side == Side::right) right.push_back(-point.outside);
  }
  edge_miss_ = misses.empty() ? 0 : median(std::move(misses));
  const std::size_t few = static_cast<std::size_t>(shape_.nodes[1]) / 2;
  if (left.size() < few || right.size() < few) return;
  // where something hides an edge the cloud lacks more than the camera loses: nothing is learnt then
  const double found = std::max(0.0, 0.5 * (median(left) + median(right)));
  if (found > (margin_known_ ? margin_ + kLargestNews : kLargestMargin)) return;
  margin_ += (margin_known_ ? kMarginMemory : 1.0) * (found - margin_);
  margin_known_ = true;
}

SheetFitReport SheetFit::report() const {
  SheetFitReport report;
  report.edge_miss = edge_miss_;
  report.cell_points.assign(static_cast<std::size_t>(shape_.nodes[0] - 1) * (shape_.nodes[1] - 1), 0);
  double sum = 0;
  for (std::size_t k = 0; k < feet_.size(); ++k) {
    if (std::abs(distances_[k]) > kTukey * scale_ || cells_outside(shape_, feet_[k]) > kFarthestOutside)
      continue;
    ++report.used;
    sum += distances_[k] * distances_[k];
    const int c = std::clamp(static_cast<int>(feet_[k].x()), 0, shape_.nodes[0] - 2);
    const int r = std::clamp(static_cast<int>(feet_[k].y()), 0, shape_.nodes[1] - 2);
    ++report.cell_points[static_cast<std::size_t>(r) * (shape_.nodes[0] - 1) + c];
  }
  report.rms = report.used > 0 ? std::sqrt(sum / report.used) : 0;
  const auto covered =
      std::count_if(report.cell_points.begin(), report.cell_points.end(), [](int n) { return n > 0; });
  report.coverage = static_cast<double>(covered) / static_cast<double>(report.cell_points.size());
  return report;
}

}  // namespace isocloth::fitting
