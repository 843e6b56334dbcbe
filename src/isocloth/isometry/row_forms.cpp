/// Rows as forms of two positions, ∇c_r(x)·y = 2 Σ_ij T_r^{ij} ⟨x_i, y_j⟩, and their gradients, group by
/// group from the nodes. With tangents (tangent_rows.hpp)
///
///   ∇E(x)·y = 2⟨x₁, y₁⟩,   ∇F(x)·y = ⟨x₁, y₂⟩ + ⟨x₂, y₁⟩,   ∇G(x)·y = 2⟨x₂, y₂⟩
///   Σ_r ∇c_r(z_r) by x_i:  d1_i (2 z_E₁ + z_F₂) + d2_i (z_F₁ + 2 z_G₂)
///
/// which takes fewer numbers than the gradients have that an assembly needs.

#include <algorithm>

#include "isocloth/isometry/quadratic_rows.hpp"
#include "isocloth/isometry/support.hpp"
#include "isocloth/isometry/tangent_rows.hpp"

namespace isocloth {
namespace {

double sum_of(Lane4 a) { return (a[0] + a[1]) + a[2]; }

/// ∇c(x)·y of a group's rows, one or three.
template <int Count>
inline void put_form(const GroupTangents<Count>& x, const GroupTangents<Count>& y, double* out) {
  if constexpr (Count == 1)
    out[0] = 2 * sum_of(x.x[0] * y.x[0]);
  else
    store_three(out,
                sums(2 * x.x[0] * y.x[0], x.x[0] * y.x[1] + x.x[1] * y.x[0], 2 * x.x[1] * y.x[1], Lane4{}));
}

/// Adds a_r ∇c_r(x) of a group's rows to what its tangents are multiplied with.
template <int Count>
inline void add_to_tangents(const GroupTangents<Count>& x, const double* a, Lane4 (&sum)[Count]) {
  if constexpr (Count == 1) {
    sum[0] += 2 * a[0] * x.x[0];
  } else {
    sum[0] += 2 * a[0] * x.x[0] + a[1] * x.x[1];
    sum[1] += a[1] * x.x[0] + 2 * a[2] * x.x[1];
  }
}

template <int Count, class Size>
inline void add_to_nodes(const double* d, const Lane4 (&sum)[Count], const int* nodes, Size size,
                         Points& out) {
  for (int i = 0; i < size; ++i) {
    double* to = out.data() + 3 * nodes[i];
    Lane4 value = load_three(to);
    for (int k = 0; k < Count; ++k) value += d[k * size + i] * sum[k];
    store_three(to, value);
  }
}

/// Σ_ij T^{ij} ⟨x_i, y_j⟩ for the pairs x d, x w and d w; the first of each is zero.
template <class Size>
inline void tensor_forms(const double* t, const Lane4* x, const Lane4* d, const Lane4* w, Size size,
                         double (&form)[3]) {
  Lane4 xd = {}, xw = {}, dw = {};
  for (int i = 1; i < size; ++i) {
    Lane4 of_d = {}, of_w = {};
    for (int j = 1; j < size; ++j) {
      of_d += t[i * size + j] * d[j];
      of_w += t[i * size + j] * w[j];
    }
    xd += x[i] * of_d;
    xw += x[i] * of_w;
    dw += d[i] * of_w;
  }
  form[0] = sum_of(xd);
  form[1] = sum_of(xw);
  form[2] = sum_of(dw);
}

/// out_i += Σ_j T^{ij} z_j.
template <class Size>
inline void add_product(const double* t, const Lane4* z, const int* nodes, Size size, Points& out) {
  for (int i = 0; i < size; ++i) {
    double* to = out.data() + 3 * nodes[i];
    Lane4 value = load_three(to);
    for (int j = 1; j < size; ++j) value += t[i * size + j] * z[j];
    store_three(to, value);
  }
}

}  // namespace

template <class OfTangents, class OfTensors>
void QuadraticRows::each_group_of_forms(int first_group, const OfTangents& of_tangents,
                                        const OfTensors& of_tensors) const {
  for (const Stretch& stretch : stretches_) {
    const int first = std::max(first_group, stretch.first);
    if (stretch.tangents < 0) {
      for (int g = first; g < stretch.last; ++g) of_tensors(g, stretch.rows, stretch.size);
      continue;
    }
    with_tangents(stretch.rows, stretch.size, [&]<int Count>(auto size) {
      for (int g = first; g < stretch.last; ++g)
        of_tangents.template operator()<Count>(
            tangents_.data() + stretch.tangents + (g - stretch.first) * Count * size,
            pattern_.nodes.data() + pattern_.node_begin[g], size, pattern_.row_begin[g]);
    });
  }
}

void QuadraticRows::find_forms(const Points& x, const Points& d, const Points& w, Forms& out) const {
  each_group_of_forms(
      0,
      [&]<int Count>(const double* tangents, const int* nodes, auto size, int row) {
        const GroupTangents<Count> of_x(tangents, x, nodes, size), of_d(tangents, d, nodes, size),
            of_w(tangents, w, nodes, size);
        put_form(of_x, of_d, out.xd.data() + row);
        put_form(of_x, of_w, out.xw.data() + row);
        put_form(of_d, of_w, out.dw.data() + row);
      },
      [&](int group, int rows, int size) {
        const int* nodes = pattern_.nodes.data() + pattern_.node_begin[group];
        Lane4 of_x[kMostSupport], of_d[kMostSupport], of_w[kMostSupport];
        gather(x, nodes, size, of_x);
        gather(d, nodes, size, of_d);
        gather(w, nodes, size, of_w);
        const double* tensor = tensors_.data() + tensor_begin_[group];
        for (int row = pattern_.row_begin[group]; rows > 0; --rows, ++row, tensor += size * size) {
          double form[3];
          with_known_size(size, [&](auto n) { tensor_forms(tensor, of_x, of_d, of_w, n, form); });
          out.xd[row] = 2 * form[0];
          out.xw[row] = 2 * form[1];
          out.dw[row] = 2 * form[2];
        }
      });
}

void QuadraticRows::add_gradients(int first_group, const Points& x, const Vector& a, Points& out) const {
  each_group_of_forms(
      first_group,
      [&]<int Count>(const double* tangents, const int* nodes, auto size, int row) {
        Lane4 sum[Count] = {};
        add_to_tangents(GroupTangents<Count>(tangents, x, nodes, size), a.data() + row, sum);
        add_to_nodes<Count>(tangents, sum, nodes, size, out);
      },
      [&](int group, int rows, int size) {
        const int* nodes = pattern_.nodes.data() + pattern_.node_begin[group];
        Lane4 of_x[kMostSupport], z[kMostSupport];
        gather(x, nodes, size, of_x);
        const double* tensor = tensors_.data() + tensor_begin_[group];
        for (int row = pattern_.row_begin[group]; rows > 0; --rows, ++row, tensor += size * size) {
          for (int i = 1; i < size; ++i) z[i] = 2 * a[row] * of_x[i];
          with_known_size(size, [&](auto n) { add_product(tensor, z, nodes, n, out); });
        }
      });
}

void QuadraticRows::add_gradients(const Points& x, const Vector& a, const Points& d, const Vector& b,
                                  const Points& w, const Vector& e, Points& out) const {
  each_group_of_forms(
      0,
      [&]<int Count>(const double* tangents, const int* nodes, auto size, int row) {
        Lane4 sum[Count] = {};
        add_to_tangents(GroupTangents<Count>(tangents, x, nodes, size), a.data() + row, sum);
        add_to_tangents(GroupTangents<Count>(tangents, d, nodes, size), b.data() + row, sum);
        add_to_tangents(GroupTangents<Count>(tangents, w, nodes, size), e.data() + row, sum);
        add_to_nodes<Count>(tangents, sum, nodes, size, out);
      },
      [&](int group, int rows, int size) {
        const int* nodes = pattern_.nodes.data() + pattern_.node_begin[group];
        Lane4 of_x[kMostSupport], of_d[kMostSupport], of_w[kMostSupport], z[kMostSupport];
        gather(x, nodes, size, of_x);
        gather(d, nodes, size, of_d);
        gather(w, nodes, size, of_w);
        const double* tensor = tensors_.data() + tensor_begin_[group];
        for (int row = pattern_.row_begin[group]; rows > 0; --rows, ++row, tensor += size * size) {
          for (int i = 1; i < size; ++i) z[i] = 2 * (a[row] * of_x[i] + b[row] * of_d[i] + e[row] * of_w[i]);
          with_known_size(size, [&](auto n) { add_product(tensor, z, nodes, n, out); });
        }
      });
}

}  // namespace isocloth
