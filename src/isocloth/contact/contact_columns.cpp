#include "isocloth/contact/contact_columns.hpp"

#include <algorithm>

#include "isocloth/contact/contact_program.hpp"

namespace isocloth {
namespace {

/// Where the matrix of the factor is far stiffer than the one that is meant, rounding is not small: what is
/// beyond this share of the largest force is solved for again, so many times at most.
constexpr double kRoundingShare = 1e-13;
constexpr int kMostRefinements = 3;

}  // namespace

void ContactColumns::reserve(int contacts, int rows) {
  size_ = 3 * rows;
  columns_.assign(3 * kMostColumns * size_, 0.0);
  reach_.resize(kMostColumns);
  for (BlockCholesky::Reach& reach : reach_) {
    reach.clear();
    reach.reserve(rows);
  }
  place_.reserve(contacts);
  changes_.reserve(kMostColumns);
  forces_.reserve(kMostColumns);
  products_.resize(3 * kMostColumns, 3 * kMostColumns);
  half_.assign(size_, 0.0);
  left_ = Points::Zero(rows, 3);
  count_ = 0;
}

void ContactColumns::forget(std::size_t contacts) {
  for (int k = 0; k < 3 * count_; ++k)
    for (const auto& [begin, end] : reach_[k / 3]) std::fill(column(k) + begin, column(k) + end, 0.0);
  count_ = 0;
  place_.assign(contacts, -1);
  changes_.clear();
}

/// Columns of one more contact, and their products with all others.
void ContactColumns::find(ContactSystem& system, const SurfacePoint& point, int finger) {
  const int own = count_++;
  system.solve_lower(point, finger, column(3 * own), size_, reach_[own]);
  for (int j = 0; j < 3 * count_; ++j)
    for (int c = 0; c < 3; ++c) {
      double sum = 0;
      for (const auto& [begin, end] : reach_[own])
        sum += Eigen::Map<const Vector>(column(3 * own + c) + begin, end - begin)
                   .dot(Eigen::Map<const Vector>(column(j) + begin, end - begin));
      products_(3 * own + c, j) = products_(j, 3 * own + c) = sum;
    }
}

void ContactColumns::add(ContactSystem& system, int contact, const SurfacePoint& point, int finger,
                         const Eigen::Matrix3d& change) {
  if (is_finished_) changes_.clear();
  is_finished_ = false;
  if (!has(contact)) {
    place_[contact] = count_;
    find(system, point, finger);
  }
  changes_.push_back({place_[contact], point, finger, change});
}

void ContactColumns::finish() {
  if (is_finished_) changes_.clear();
  is_finished_ = true;
  if (changes_.empty()) return;
  const auto count = static_cast<int>(changes_.size());
  matrix_.setIdentity(3 * count, 3 * count);
  for (int a = 0; a < count; ++a)
    for (int b = 0; b < count; ++b)
      matrix_.block<3, 3>(3 * a, 3 * b) +=
          products_.block<3, 3>(3 * changes_[a].place, 3 * changes_[b].place) * changes_[b].stiffness;
  factor_.compute(matrix_);
}

void ContactColumns::solve_once(ContactSystem& system, Points& x) {
  system.solve_lower(x, half_.data());
  const auto count = static_cast<int>(changes_.size());
  way_.resize(3 * count);
  for (int k = 0; k < 3 * count; ++k) {
    const int place = changes_[k / 3].place;
    way_[k] = 0;
    for (const auto& [begin, end] : reach_[place])
      way_[k] += Eigen::Map<const Vector>(column(3 * place + k % 3) + begin, end - begin)
                     .dot(Eigen::Map<const Vector>(half_.data() + begin, end - begin));
  }
  way_ = factor_.solve(way_);
  for (int k = 0; k < 3 * count; ++k) {
    const Change& change = changes_[k / 3];
    const double force = change.stiffness.row(k % 3).dot(way_.segment<3>(k / 3 * 3));
    for (const auto& [begin, end] : reach_[change.place])
      Eigen::Map<Vector>(half_.data() + begin, end - begin) -=
          force * Eigen::Map<const Vector>(column(3 * change.place + k % 3) + begin, end - begin);
  }
  system.solve_upper(half_.data(), x);
}

/// Of a solution, what rounding left, Nᵀ ΔK (u − Nx), and whether it is worth another solution.
bool ContactColumns::find_left(const ContactSystem& system, const Points& x, double& largest) {
  double left = 0;
  forces_.clear();
  for (std::size_t k = 0; k < changes_.size(); ++k) {
    const Change& change = changes_[k];
    const Vec3 u = way_.segment<3>(3 * static_cast<Eigen::Index>(k));
    Vec3 way = change.point.at(x);
    if (change.finger >= 0) way -= x.row(change.finger).transpose();
    forces_.push_back(change.stiffness * (u - way));
    left = std::max(left, forces_.back().cwiseAbs().maxCoeff());
    largest = std::max(largest, (change.stiffness * u).cwiseAbs().maxCoeff());
  }
  if (!(left > kRoundingShare * largest)) return false;
  left_.setZero();
  for (std::size_t k = 0; k < changes_.size(); ++k) {
    const Change& change = changes_[k];
    for (int i = 0; i < change.point.count; ++i)
      left_.row(change.point.nodes[i]) += change.point.weights[i] * forces_[k].transpose();
    if (change.finger >= 0) left_.row(change.finger) -= forces_[k].transpose();
  }
  system.clear_held(left_);
  return true;
}

void ContactColumns::solve(ContactSystem& system, Points& x) {
  if (changes_.empty()) return system.solve_inside(x);
  solve_once(system, x);
  double largest = 0;
  for (int k = 0; k < kMostRefinements && find_left(system, k == 0 ? x : left_, largest); ++k) {
    solve_once(system, left_);
    x.topRows(left_.rows()) += left_;
  }
}

}  // namespace isocloth
