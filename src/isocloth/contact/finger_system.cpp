#include "isocloth/contact/finger_system.hpp"

namespace isocloth {

void FingerSystem::resize(int fingers) {
  fingers_.assign(fingers, {});
  border_.assign(fingers, Points::Zero(nodes_, 3));
  column_ = border_;
}

void FingerSystem::clear() {
  for (std::size_t f = 0; f < fingers_.size(); ++f) {
    border_[f].setZero();
    fingers_[f].diagonal = fingers_[f].inertia;
  }
}

void FingerSystem::use(ContactSystem& cloth) {
  cloth_ = &cloth;
  clear();
}

void FingerSystem::assemble() {
  cloth_->assemble();
  clear();
}

double FingerSystem::inertia(int row) const {
  return row < nodes_ ? cloth_->inertia(row) : fingers_[row - nodes_].inertia;
}

double FingerSystem::resistance(int row) const {
  return row < nodes_ ? cloth_->resistance(row) : fingers_[row - nodes_].inertia;
}

Eigen::Matrix3d FingerSystem::diagonal(int row) const {
  if (row < nodes_) return cloth_->diagonal(row);
  const Part& finger = fingers_[row - nodes_];
  return finger.diagonal * finger.axis * finger.axis.transpose();
}

void FingerSystem::add(int i, int j, const Eigen::Matrix3d& block) {
  if (i < nodes_) {
    cloth_->add(i, j, block);
    return;
  }
  Part& finger = fingers_[i - nodes_];
  if (j < nodes_)
    border_[i - nodes_].row(j) += finger.axis.transpose() * block;
  else
    finger.diagonal += finger.axis.dot(block * finger.axis);
}

bool FingerSystem::factor() { return cloth_->factor() && find_columns(); }

bool FingerSystem::find_columns() {
  const int n = count();
  Small s = Small::Zero(n, n);
  for (int f = 0; f < n; ++f) {
    column_[f] = border_[f];
    if (!border_[f].isZero(0)) cloth_->solve_inside(column_[f]);  // one that touches nothing is alone
    s(f, f) = fingers_[f].diagonal;
    for (int g = 0; g < n; ++g) s(g, f) -= border_[g].cwiseProduct(column_[f]).sum();
  }
  complement_.compute(s);
  return complement_.info() == Eigen::Success;
}

void FingerSystem::solve_inside(Points& x) {
  cloth_part_.topRows(nodes_) = x.topRows(nodes_);
  cloth_->solve_inside(cloth_part_);
  const int n = count();
  SmallVector way(n);
  for (int f = 0; f < n; ++f)
    way[f] = fingers_[f].axis.dot(x.row(nodes_ + f).transpose()) -
             border_[f].cwiseProduct(cloth_part_.topRows(nodes_)).sum();
  complement_.solveInPlace(way);
  x.topRows(nodes_) = cloth_part_.topRows(nodes_);
  for (int f = 0; f < n; ++f) {
    x.topRows(nodes_) -= way[f] * column_[f];
    x.row(nodes_ + f) = way[f] * fingers_[f].axis.transpose();
  }
}

/// y = L⁻¹b,   y_s = L_S⁻¹(b_s − Yᵀb).
void FingerSystem::solve_lower(const Points& x, double* y) {
  cloth_part_.topRows(nodes_) = x.topRows(nodes_);
  cloth_->solve_lower(cloth_part_, y);
  SmallVector load(count());
  for (int f = 0; f < count(); ++f)
    load[f] = fingers_[f].axis.dot(x.row(nodes_ + f).transpose()) -
              column_[f].cwiseProduct(x.topRows(nodes_)).sum();
  complement_.matrixL().solveInPlace(load);
  Eigen::Map<SmallVector>(y + 3 * nodes_, count()) = load;
}

void FingerSystem::solve_lower(const SurfacePoint& point, int finger, double* y, std::ptrdiff_t leading,
                               BlockCholesky::Reach& reach) {
  cloth_->solve_lower(point, -1, y, leading, reach);
  reach.emplace_back(3 * nodes_, 3 * nodes_ + count());
  for (int c = 0; c < 3; ++c) {
    SmallVector load(count());
    for (int f = 0; f < count(); ++f) {
      load[f] = finger == nodes_ + f ? -fingers_[f].axis[c] : 0.0;
      for (int i = 0; i < point.count; ++i)
        if (!is_held(point.nodes[i])) load[f] -= point.weights[i] * column_[f](point.nodes[i], c);
    }
    complement_.matrixL().solveInPlace(load);
    Eigen::Map<SmallVector>(y + c * leading + 3 * nodes_, count()) = load;
  }
}

/// δs = L_S⁻ᵀy_s,   d = L⁻ᵀy − Y δs.
void FingerSystem::solve_upper(const double* y, Points& x) {
  cloth_->solve_upper(y, cloth_part_);
  SmallVector way = Eigen::Map<const SmallVector>(y + 3 * nodes_, count());
  complement_.matrixU().solveInPlace(way);
  x.topRows(nodes_) = cloth_part_.topRows(nodes_);
  for (int f = 0; f < count(); ++f) {
    x.topRows(nodes_) -= way[f] * column_[f];
    x.row(nodes_ + f) = way[f] * fingers_[f].axis.transpose();
  }
}

void FingerSystem::multiply_outside(const Points& p, Points& out) {
  cloth_part_.topRows(nodes_) = p.topRows(nodes_);
  cloth_->multiply_outside(cloth_part_, outside_part_);
  out.setZero();
  out.topRows(nodes_) = outside_part_.topRows(nodes_);
}

}  // namespace isocloth
