#include "isocloth/isometry/quadratic_rows.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace isocloth {
namespace {

/// Positive semidefinite part of [e f/2; f/2 g], in the same three numbers.
struct Stress {
  double e, f, g;
};
Stress positive_part(Stress s) {
  const double mean = (s.e + s.g) / 2, half = (s.e - s.g) / 2, radius = std::hypot(half, s.f / 2);
  const double high = mean + radius, low = mean - radius;
  if (low >= 0) return s;
  if (high <= 0) return {0, 0, 0};
  // the tensor minus its negative eigenvalue times the projector on that eigenvector
  const double share = high / (2 * radius);
  return {share * (radius + half), share * s.f, share * (radius - half)};
}

}  // namespace

void QuadraticRows::add_group(QuadraticKind kind, const std::vector<int>& support,
                              const std::vector<Eigen::MatrixXd>& tensors) {
  assert(tensors.size() == (kind == QuadraticKind::metric ? 3u : 1u));
  const int size = static_cast<int>(support.size());
  pattern_.add_group(static_cast<int>(tensors.size()), support);
  kind_.push_back(kind);
  for (const Eigen::MatrixXd& t : tensors)
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j) tensors_.push_back((t(i, j) + t(j, i)) / 2);
  tensor_begin_.push_back(static_cast<int>(tensors_.size()));
}

void QuadraticRows::set_rest(const Points& x) {
  rest_ = Vector::Zero(pattern_.row_count());
  RowValues values(pattern_);
  evaluate(x, values);
  rest_ = values.c;
}

void QuadraticRows::evaluate(const Points& x, RowValues& values) const {
  for (int g = 0; g < pattern_.group_count(); ++g) {
    const int* nodes = pattern_.nodes.data() + pattern_.node_begin[g];
    const int size = pattern_.node_begin[g + 1] - pattern_.node_begin[g];
    const double* t = tensors_.data() + tensor_begin_[g];
    double* gradient = values.jacobian.data() + pattern_.jacobian_begin[g];
    const double* origin = x.data() + 3 * nodes[0];
    for (int row = pattern_.row_begin[g]; row < pattern_.row_begin[g + 1]; ++row) {
      double twice = 0;
      for (int i = 0; i < size; ++i, gradient += 3) {
        double sum[3] = {0, 0, 0};
        for (int j = 0; j < size; ++j, ++t) {
          const double* p = x.data() + 3 * nodes[j];
          for (int a = 0; a < 3; ++a) sum[a] += *t * (p[a] - origin[a]);
        }
        const double* own = x.data() + 3 * nodes[i];
        for (int a = 0; a < 3; ++a) {
          gradient[a] = 2 * sum[a];
          twice += gradient[a] * (own[a] - origin[a]);
        }
      }
      values.c[row] = twice / 2 - rest_[row];
    }
  }
}

void QuadraticRows::tension(const Eigen::Ref<const Vector>& multipliers, RowValues& values) const {
  for (int g = 0; g < pattern_.group_count(); ++g) {
    const double* lambda = multipliers.data() + pattern_.row_begin[g];
    double* out = values.tension.data() + pattern_.tension_begin[g];
    const int entries = pattern_.tension_begin[g + 1] - pattern_.tension_begin[g];
    const double* t = tensors_.data() + tensor_begin_[g];
    switch (kind_[g]) {
      case QuadraticKind::metric: {
        const Stress s = positive_part({lambda[0], lambda[1], lambda[2]});
        for (int k = 0; k < entries; ++k)
          out[k] = 2 * (s.e * t[k] + s.f * t[entries + k] + s.g * t[2 * entries + k]);
        break;
      }
      case QuadraticKind::shear:
        std::fill(out, out + entries, 0.0);
        break;
      case QuadraticKind::length:
        for (int k = 0; k < entries; ++k) out[k] = 2 * std::max(lambda[0], 0.0) * t[k];
        break;
    }
  }
}

int QuadraticRows::tensor_nonzeros() const {
  return static_cast<int>(std::count_if(tensors_.begin(), tensors_.end(), [](double t) { return t != 0; }));
}

}  // namespace isocloth
