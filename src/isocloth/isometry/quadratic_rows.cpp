#include "isocloth/isometry/quadratic_rows.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <type_traits>

#include "isocloth/core/lanes.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth {
namespace {

/// Nodes that a group may depend on: far more than elements meet at a node of any sensible mesh.
constexpr int kMostSupport = 1024;

/// Positions of the support relative to its first node.
void gather(const Points& x, const int* nodes, int size, Lane4* local) {
  const double* origin = x.data() + 3 * nodes[0];
  for (int i = 0; i < size; ++i) {
    const double* p = x.data() + 3 * nodes[i];
    local[i] = Lane4{p[0] - origin[0], p[1] - origin[1], p[2] - origin[2], 0};
  }
}

/// half[r][i] = Σ_j T_r^{ij} x_j; the first x is zero.
template <int Rows>
inline void multiply(const double* t, const Lane4* local, int size, Lane4* half) {
  const int entries = size * size;
  for (int i = 0; i < size; ++i) {
    Lane4 sum[Rows] = {};
    const double* line = t + i * size;
    for (int j = 1; j < size; ++j)
      for (int r = 0; r < Rows; ++r) sum[r] += line[r * entries + j] * local[j];
    for (int r = 0; r < Rows; ++r) half[r * size + i] = sum[r];
  }
}

/// value[r] = Σ_ij T_r^{ij} ⟨x_i, x_j⟩, from one half of the symmetric T.
template <int Rows>
inline void quadratic_form(const double* t, const Lane4* local, int size, double* value) {
  const int entries = size * size;
  Lane4 total[Rows] = {};
  for (int i = 1; i < size; ++i) {
    Lane4 sum[Rows];
    const double* line = t + i * size;
    for (int r = 0; r < Rows; ++r) sum[r] = 0.5 * line[r * entries + i] * local[i];
    for (int j = 1; j < i; ++j)
      for (int r = 0; r < Rows; ++r) sum[r] += line[r * entries + j] * local[j];
    for (int r = 0; r < Rows; ++r) total[r] += sum[r] * local[i];
  }
  for (int r = 0; r < Rows; ++r) value[r] = 2 * (total[r][0] + total[r][1] + total[r][2]);
}

/// Calls body with the size as a constant where it is a common one, so that its loops unroll: nodes of a quad
/// grid, nodes of a triangle grid, quads, triangles.
template <class Body>
inline void with_known_size(int size, const Body& body) {
  switch (size) {
    case 9:
      return body(std::integral_constant<int, 9>());
    case 7:
      return body(std::integral_constant<int, 7>());
    case 4:
      return body(std::integral_constant<int, 4>());
    case 3:
      return body(std::integral_constant<int, 3>());
    default:
      return body(size);
  }
}

/// Positive semidefinite part of [e f/2; f/2 g], in the same three numbers.
struct Stress {
  double e, f, g;
};
Stress positive_part(Stress s) {
  const double mean = (s.e + s.g) / 2, half = (s.e - s.g) / 2,
               radius = std::sqrt(half * half + s.f * s.f / 4);
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
  assert(tensors.size() == (kind == QuadraticKind::metric ? 3u : kind == QuadraticKind::threads ? 2u : 1u));
  const int size = static_cast<int>(support.size());
  require(size <= kMostSupport, "node " + std::to_string(support[0]) +
                                    " and its neighbours meet in more than " + std::to_string(kMostSupport) +
                                    " nodes; refine the mesh there");
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

void QuadraticRows::evaluate_groups(int first, int last, const Points& x, RowValues& values) const {
  Lane4 local[kMostSupport], half[3 * kMostSupport];
  for (int g = first; g < last; ++g) {
    const int size = pattern_.node_begin[g + 1] - pattern_.node_begin[g];
    const int rows = pattern_.row_begin[g + 1] - pattern_.row_begin[g];
    gather(x, pattern_.nodes.data() + pattern_.node_begin[g], size, local);
    const double* t = tensors_.data() + tensor_begin_[g];
    if (rows == 3)
      with_known_size(size, [&](auto n) { multiply<3>(t, local, n, half); });
    else if (rows == 2)
      with_known_size(size, [&](auto n) { multiply<2>(t, local, n, half); });
    else
      multiply<1>(t, local, size, half);
    double* gradient = values.jacobian.data() + pattern_.jacobian_begin[g];
    for (int r = 0; r < rows; ++r) {
      Lane4 sum = {};
      for (int i = 0; i < size; ++i, gradient += kGradientStride) {
        const Lane4 value = half[r * size + i];
        store_lanes(gradient, value + value);
        sum += value * local[i];
      }
      const int row = pattern_.row_begin[g] + r;
      values.c[row] = sum[0] + sum[1] + sum[2] - rest_[row];
    }
  }
}

void QuadraticRows::measure_groups(int first, int last, const Points& x, Vector& c) const {
  Lane4 local[kMostSupport];
  for (int g = first; g < last; ++g) {
    const int size = pattern_.node_begin[g + 1] - pattern_.node_begin[g];
    const int rows = pattern_.row_begin[g + 1] - pattern_.row_begin[g];
    gather(x, pattern_.nodes.data() + pattern_.node_begin[g], size, local);
    const double* t = tensors_.data() + tensor_begin_[g];
    double value[3];
    if (rows == 3)
      with_known_size(size, [&](auto n) { quadratic_form<3>(t, local, n, value); });
    else if (rows == 2)
      with_known_size(size, [&](auto n) { quadratic_form<2>(t, local, n, value); });
    else
      quadratic_form<1>(t, local, size, value);
    for (int r = 0; r < rows; ++r) c[pattern_.row_begin[g] + r] = value[r] - rest_[pattern_.row_begin[g] + r];
  }
}

void QuadraticRows::tension_of_groups(int first, int last, const Vector& multipliers,
                                      RowValues& values) const {
  for (int g = first; g < last; ++g) {
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
      case QuadraticKind::threads: {
        const double warp = std::max(lambda[0], 0.0), weft = std::max(lambda[1], 0.0);
        for (int k = 0; k < entries; ++k) out[k] = 2 * (warp * t[k] + weft * t[entries + k]);
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
