#include "isocloth/isometry/quadratic_rows.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <type_traits>

#include "isocloth/core/lanes.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/isometry/tangent_rows.hpp"

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

/// Calls body with the number of tangents and of nodes of a group of products: quads, triangles, edges.
template <class Body>
inline void with_tangents(int rows, int size, const Body& body) {
  if (rows == 1)
    body.template operator()<1>(std::integral_constant<int, 2>());
  else if (size == 4)
    body.template operator()<2>(std::integral_constant<int, 4>());
  else
    body.template operator()<2>(std::integral_constant<int, 3>());
}
bool has_tangents_for(int rows, int size) { return rows == 1 ? size == 2 : size == 4 || size == 3; }

/// Positive semidefinite part of [e f/2; f/2 g], in the same three numbers: its positive eigenvalues times
/// the projectors on their eigenvectors.
struct Stress {
  double e, f, g;
};
Stress positive_part(Stress s) {
  constexpr double kNoZero = std::numeric_limits<double>::min();
  const double mean = (s.e + s.g) / 2, half = (s.e - s.g) / 2,
               radius = std::sqrt(half * half + s.f * s.f / 4);
  const double high = std::max(mean + radius, 0.0), low = std::max(mean - radius, 0.0);
  const double middle = (high + low) / 2, share = (high - low) / (2 * std::max(radius, kNoZero));
  return {middle + share * half, share * s.f, middle - share * half};
}

/// Calls body with where four entries begin and how many are left.
template <class Body>
inline void for_lanes(int entries, const Body& body) {
  for (int k = 0; k < entries; k += 4) body(k, entries - k);
}

/// out = e T_E + f T_F + g T_G.
template <class Size>
inline void combine(const double* t, Stress s, Size size, double* out) {
  const int entries = size * size;
  for_lanes(entries, [&](int k, int count) {
    store_some(out + k,
               s.e * load_some(t + k, count) + s.f * load_some(t + entries + k, count) +
                   s.g * load_some(t + 2 * entries + k, count),
               count);
  });
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
  const auto tangents = tangents_of(tensors);
  const bool is_product = tangents && has_tangents_for(static_cast<int>(tensors.size()), size);
  tangent_begin_.push_back(is_product ? static_cast<int>(tangents_.size()) : -1);
  if (is_product) tangents_.insert(tangents_.end(), tangents->begin(), tangents->end());
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
    const int* nodes = pattern_.nodes.data() + pattern_.node_begin[g];
    double* gradient = values.jacobian.data() + pattern_.jacobian_begin[g];
    if (tangent_begin_[g] >= 0) {
      with_tangents(rows, size, [&]<int Count>(auto n) {
        const double* d = tangents_.data() + tangent_begin_[g];
        const GroupTangents<Count> tangents(d, x, nodes, n);
        tangents.differentiate(d, n, gradient);
        tangents.measure(rest_.data() + pattern_.row_begin[g], values.c.data() + pattern_.row_begin[g]);
      });
      continue;
    }
    gather(x, nodes, size, local);
    const double* t = tensors_.data() + tensor_begin_[g];
    if (rows == 3)
      with_known_size(size, [&](auto n) { multiply<3>(t, local, n, half); });
    else if (rows == 2)
      with_known_size(size, [&](auto n) { multiply<2>(t, local, n, half); });
    else
      multiply<1>(t, local, size, half);
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
    const int* nodes = pattern_.nodes.data() + pattern_.node_begin[g];
    if (tangent_begin_[g] >= 0) {
      with_tangents(rows, size, [&]<int Count>(auto n) {
        const GroupTangents<Count> tangents(tangents_.data() + tangent_begin_[g], x, nodes, n);
        tangents.measure(rest_.data() + pattern_.row_begin[g], c.data() + pattern_.row_begin[g]);
      });
      continue;
    }
    gather(x, nodes, size, local);
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
    const int size = pattern_.node_begin[g + 1] - pattern_.node_begin[g], entries = size * size;
    const double* t = tensors_.data() + tensor_begin_[g];
    switch (kind_[g]) {
      case QuadraticKind::metric: {
        const Stress s = positive_part({2 * lambda[0], 2 * lambda[1], 2 * lambda[2]});
        with_known_size(size, [&](auto n) { combine(t, s, n, out); });
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
        for_lanes(entries, [&](int k, int count) {
          store_some(out + k, 2 * std::max(lambda[0], 0.0) * load_some(t + k, count), count);
        });
        break;
    }
  }
}

int QuadraticRows::tensor_nonzeros() const {
  return static_cast<int>(std::count_if(tensors_.begin(), tensors_.end(), [](double t) { return t != 0; }));
}

}  // namespace isocloth
