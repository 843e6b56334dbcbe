#include "isocloth/isometry/quadratic_rows.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "isocloth/core/lanes.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/isometry/support.hpp"
#include "isocloth/isometry/tangent_rows.hpp"

namespace isocloth {
namespace {

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

bool has_tangents_for(int rows, int size) { return rows == 1 ? size == 2 : size == 4 || size == 3; }

/// Positive semidefinite parts of four [e f/2; f/2 g], in the same three numbers: their positive eigenvalues
/// times the projectors on the eigenvectors.
struct Stresses {
  Lane4 e = {}, f = {}, g = {};
};
Stresses positive_parts(const Stresses& s) {
  constexpr double kNoZero = std::numeric_limits<double>::min();
  const auto at_least = [](Lane4 a, double least) { return a > least ? a : least - Lane4{}; };
  const Lane4 mean = (s.e + s.g) / 2, half = (s.e - s.g) / 2,
              radius = square_roots(half * half + s.f * s.f / 4);
  const Lane4 high = at_least(mean + radius, 0), low = at_least(mean - radius, 0);
  const Lane4 middle = (high + low) / 2, share = (high - low) / (2 * at_least(radius, kNoZero));
  return {middle + share * half, share * s.f, middle - share * half};
}

/// Calls body with where four entries begin and how many are left.
template <class Body>
inline void for_lanes(int entries, const Body& body) {
  for (int k = 0; k < entries; k += 4) body(k, entries - k);
}

/// out = e T_E + f T_F + g T_G.
template <class Size>
inline void combine(const double* t, double e, double f, double g, Size size, double* out) {
  const int entries = size * size;
  for_lanes(entries, [&](int k, int count) {
    store_some(out + k,
               e * load_some(t + k, count) + f * load_some(t + entries + k, count) +
                   g * load_some(t + 2 * entries + k, count),
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
  for (const Eigen::MatrixXd& t : tensors) add_tensor(t);
  tensor_begin_.push_back(static_cast<int>(tensors_.size()));
  const auto rows = static_cast<int>(tensors.size());
  const auto tangents = has_tangents_for(rows, size) ? tangents_of(tensors) : std::nullopt;
  add_to_stretches(rows, size, tangents ? static_cast<int>(tangents_.size()) : -1);
  if (tangents) tangents_.insert(tangents_.end(), tangents->begin(), tangents->end());
}

void QuadraticRows::add_tensor(const Eigen::MatrixXd& tensor) {
  for (int i = 0; i < tensor.rows(); ++i)
    for (int j = 0; j < tensor.cols(); ++j) tensors_.push_back((tensor(i, j) + tensor(j, i)) / 2);
}

void QuadraticRows::add_hem(int quad, const Eigen::MatrixXd& length, const std::vector<double>& share) {
  assert(kind_[quad] == QuadraticKind::metric || kind_[quad] == QuadraticKind::threads);
  const Eigen::Index size = length.rows();
  Eigen::MatrixXd difference = length;
  Hem hem{.quad = quad, .row = pattern_.row_count()};
  for (std::size_t r = 0; r < share.size(); ++r) {
    const Eigen::Map<const Eigen::MatrixXd> row(tensors_.data() + tensor_begin_[quad] + r * size * size, size,
                                                size);
    difference -= share[r] * row;
    hem.share[r] = share[r];
  }
  const auto nodes = pattern_.nodes.begin();
  add_group(QuadraticKind::hem, {nodes + pattern_.node_begin[quad], nodes + pattern_.node_begin[quad + 1]},
            {difference});
  add_tensor(length);
  tensor_begin_.back() = static_cast<int>(tensors_.size());
  const auto is_before = [](const Hem& a, const Hem& b) { return a.quad < b.quad; };
  hems_.insert(std::upper_bound(hems_.begin(), hems_.end(), hem, is_before), hem);
}

void QuadraticRows::add_to_stretches(int rows, int size, int tangents) {
  const int group = pattern_.group_count() - 1;
  const auto is_like = [&](const Stretch& s) {
    return s.rows == rows && s.size == size && (s.tangents < 0) == (tangents < 0);
  };
  if (stretches_.empty() || !is_like(stretches_.back()))
    stretches_.push_back({.first = group, .rows = rows, .size = size, .tangents = tangents});
  stretches_.back().last = group + 1;
}

template <class Body>
void QuadraticRows::each_stretch(int first, int last, const Body& body) const {
  const auto ends_before = [](const Stretch& s, int group) { return s.last <= group; };
  for (auto s = std::lower_bound(stretches_.begin(), stretches_.end(), first, ends_before);
       s != stretches_.end() && s->first < last; ++s)
    body(*s, std::max(first, s->first), std::min(last, s->last));
}

void QuadraticRows::append(const QuadraticRows& other, int first, int last, int first_node) {
  const RowPattern& from = other.pattern_;
  const int group_shift = pattern_.group_count() - first,
            row_shift = pattern_.row_count() - from.row_begin[first];
  rest_.conservativeResize(pattern_.row_count() + from.row_begin[last] - from.row_begin[first]);
  other.each_stretch(first, last, [&](const Stretch& stretch, int begin, int end) {
    const int tangents = (stretch.rows == 1 ? 1 : 2) * stretch.size;
    for (int g = begin; g < end; ++g) {
      std::vector<int> support(from.nodes.begin() + from.node_begin[g],
                               from.nodes.begin() + from.node_begin[g + 1]);
      for (int& node : support) node += first_node;
      pattern_.add_group(stretch.rows, support);
      kind_.push_back(other.kind_[g]);
      tensors_.insert(tensors_.end(), other.tensors_.begin() + other.tensor_begin_[g],
                      other.tensors_.begin() + other.tensor_begin_[g + 1]);
      tensor_begin_.push_back(static_cast<int>(tensors_.size()));
      add_to_stretches(stretch.rows, stretch.size,
                       stretch.tangents < 0 ? -1 : static_cast<int>(tangents_.size()));
      if (stretch.tangents < 0) continue;
      const auto own = other.tangents_.begin() + stretch.tangents + (g - stretch.first) * tangents;
      tangents_.insert(tangents_.end(), own, own + tangents);
    }
  });
  for (int row = from.row_begin[first]; row < from.row_begin[last]; ++row)
    rest_[row + row_shift] = other.rest_[row];
  for (Hem hem : other.hems_) {
    if (hem.quad < first || hem.quad >= last) continue;
    hem.quad += group_shift;
    hem.row += row_shift;
    hems_.push_back(hem);
  }
}

void QuadraticRows::set_rest(const Points& x) {
  rest_ = Vector::Zero(pattern_.row_count());
  RowValues values(pattern_);
  evaluate(x, values);
  rest_ = values.c;
}

void QuadraticRows::evaluate_groups(int first, int last, const Points& x, RowValues& values) const {
  each_stretch(first, last, [&](const Stretch& stretch, int begin, int end) {
    if (stretch.tangents < 0)
      evaluate_tensors(stretch, begin, end, x, values);
    else
      evaluate_products(stretch, begin, end, x, values.jacobian.data(), values.c);
  });
}

void QuadraticRows::measure_groups(int first, int last, const Points& x, Vector& c) const {
  each_stretch(first, last, [&](const Stretch& stretch, int begin, int end) {
    if (stretch.tangents < 0)
      measure_tensors(stretch, begin, end, x, c);
    else
      evaluate_products(stretch, begin, end, x, nullptr, c);
  });
}

void QuadraticRows::evaluate_products(const Stretch& stretch, int first, int last, const Points& x,
                                      double* jacobian, Vector& c) const {
  with_tangents(stretch.rows, stretch.size, [&]<int Count>(auto size) {
    const TangentGroups groups{
        .count = last - first,
        .nodes = pattern_.nodes.data() + pattern_.node_begin[first],
        .derivatives = tangents_.data() + stretch.tangents + (first - stretch.first) * Count * size,
        .rest = rest_.data() + pattern_.row_begin[first]};
    groups.evaluate<Count>(size, x, jacobian ? jacobian + pattern_.jacobian_begin[first] : nullptr,
                           c.data() + pattern_.row_begin[first]);
  });
}

void QuadraticRows::evaluate_tensors(const Stretch& stretch, int first, int last, const Points& x,
                                     RowValues& values) const {
  const int rows = stretch.rows, size = stretch.size;
  Lane4 local[kMostSupport], half[3 * kMostSupport];
  for (int g = first; g < last; ++g) {
    gather(x, pattern_.nodes.data() + pattern_.node_begin[g], size, local);
    const double* t = tensors_.data() + tensor_begin_[g];
    with_size<3>(
        rows, [&]<int Rows>() { with_known_size(size, [&](auto n) { multiply<Rows>(t, local, n, half); }); });
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

void QuadraticRows::measure_tensors(const Stretch& stretch, int first, int last, const Points& x,
                                    Vector& c) const {
  Lane4 local[kMostSupport];
  for (int g = first; g < last; ++g) {
    gather(x, pattern_.nodes.data() + pattern_.node_begin[g], stretch.size, local);
    const double* t = tensors_.data() + tensor_begin_[g];
    double value[3];
    with_size<3>(stretch.rows, [&]<int Rows>() {
      with_known_size(stretch.size, [&](auto n) { quadratic_form<Rows>(t, local, n, value); });
    });
    for (int r = 0; r < stretch.rows; ++r)
      c[pattern_.row_begin[g] + r] = value[r] - rest_[pattern_.row_begin[g] + r];
  }
}

std::array<double, 3> QuadraticRows::stress_of_quad(int group, int rows, const Vector& multipliers,
                                                    std::vector<Hem>::const_iterator& hem) const {
  std::array<double, 3> stress{};
  for (int r = 0; r < rows; ++r) stress[r] = multipliers[pattern_.row_begin[group] + r];
  for (; hem != hems_.end() && hem->quad == group; ++hem)
    for (int r = 0; r < rows; ++r) stress[r] -= hem->share[r] * multipliers[hem->row];
  return stress;
}

void QuadraticRows::tension_of_metrics(int first, int last, int size, const Vector& multipliers,
                                       std::vector<Hem>::const_iterator& hem, RowValues& values) const {
  for (; first < last; first += 4) {
    const int count = std::min(4, last - first);
    Stresses s;
    for (int k = 0; k < count; ++k) {
      const std::array<double, 3> stress = stress_of_quad(first + k, 3, multipliers, hem);
      s.e[k] = 2 * stress[0];
      s.f[k] = 2 * stress[1];
      s.g[k] = 2 * stress[2];
    }
    s = positive_parts(s);
    with_known_size(size, [&](auto n) {
      for (int k = 0; k < count; ++k)
        combine(tensors_.data() + tensor_begin_[first + k], s.e[k], s.f[k], s.g[k], n,
                values.tension.data() + pattern_.tension_begin[first + k]);
    });
  }
}

void QuadraticRows::tension_of_edges(int first, int last, const Vector& multipliers,
                                     RowValues& values) const {
  const double *lambda = multipliers.data() + pattern_.row_begin[first],
               *t = tensors_.data() + tensor_begin_[first];
  double* out = values.tension.data() + pattern_.tension_begin[first];
  for (int g = 0; g < last - first; ++g)
    store_lanes(out + 4 * g, 2 * std::max(lambda[g], 0.0) * load_lanes(t + 4 * g));
}

void QuadraticRows::tension_of_groups(int first, int last, const Vector& multipliers,
                                      RowValues& values) const {
  auto hem = std::lower_bound(hems_.begin(), hems_.end(), first,
                              [](const Hem& h, int group) { return h.quad < group; });
  each_stretch(first, last, [&](const Stretch& stretch, int begin, int end) {
    const int size = stretch.size, entries = size * size;
    if (stretch.rows == 3) return tension_of_metrics(begin, end, size, multipliers, hem, values);
    if (size == 2) return tension_of_edges(begin, end, multipliers, values);
    for (int g = begin; g < end; ++g) {
      double* out = values.tension.data() + pattern_.tension_begin[g];
      const double* t = tensors_.data() + tensor_begin_[g];
      if (kind_[g] == QuadraticKind::threads) {
        const std::array<double, 3> stress = stress_of_quad(g, 2, multipliers, hem);
        const double warp = std::max(stress[0], 0.0), weft = std::max(stress[1], 0.0);
        for (int k = 0; k < entries; ++k) out[k] = 2 * (warp * t[k] + weft * t[entries + k]);
      } else if (kind_[g] == QuadraticKind::shear) {
        std::fill(out, out + entries, 0.0);
      } else {
        const double tension = 2 * std::max(multipliers[pattern_.row_begin[g]], 0.0);
        if (kind_[g] == QuadraticKind::hem) t += entries;  // its length
        for_lanes(entries,
                  [&](int k, int count) { store_some(out + k, tension * load_some(t + k, count), count); });
      }
    }
  });
}

int QuadraticRows::tensor_nonzeros() const {
  return static_cast<int>(std::count_if(tensors_.begin(), tensors_.end(), [](double t) { return t != 0; }));
}

}  // namespace isocloth
