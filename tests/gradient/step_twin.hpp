#pragma once

/// A (sub-)step that touches nothing, once more, slow and plain: every number with its derivative along one
/// direction (dual.hpp), dense matrices, formulas as their headers have them. Only what the step decided is
/// taken from its record: how long it is, its time rule, how many iterations it took.
///
/// A derivative by differences cannot prove six digits here. Within the reach of differences that rounding
/// does not drown (10 nm) lie kinks of some steps: rows that turn from taut to slack, tension that turns from
/// rising to falling. This one is not a difference.

#include <Eigen/Cholesky>
#include <array>
#include <vector>

#include "gradient/dual.hpp"
#include "isocloth/bending/bending_stiffness.hpp"
#include "isocloth/dynamics/step_record.hpp"
#include "isocloth/isometry/law_constants.hpp"

namespace isocloth::test {

using Duals = std::vector<Dual>;  ///< of points: x, y, z of each

inline Duals duals(const double* values, Eigen::Index count) { return {values, values + count}; }
template <class Matrix>
Duals duals(const Matrix& values) {
  return duals(values.data(), values.size());
}

/// All that a step goes on from.
struct DualState {
  Duals x, v, dx, dx_before, dv, dv_before, multipliers, tensions;

  explicit DualState(const ClothState& state)
      : x(duals(state.x)),
        v(duals(state.v)),
        dx(duals(state.past.dx)),
        dx_before(duals(state.past.dx_before)),
        dv(duals(state.past.dv)),
        dv_before(duals(state.past.dv_before)),
        multipliers(duals(state.multipliers)),
        tensions(duals(state.tensions)) {}
};

struct DualMaterial {
  Dual density, gravitational_mass, bending, damping, bending_damping, shear_stiffness;
};

/// What a step is asked for.
struct DualInputs {
  std::vector<DualMaterial> materials;  ///< of each cloth
  std::array<Dual, 3> gravity;
  Duals begin, end;  ///< where hands want their nodes when the whole step begins and ends; of all nodes
};

class StepTwin {
 public:
  StepTwin(const ClothModel& model, double dt)
      : model_(model),
        dt_(dt),
        nodes_(model.rest.x.rows()),
        bending_(bending_stiffness(model.rest, model.topology)) {}

  /// From `state`, in the part of the step that ends after this share of it.
  void take(const PartRecord& part, double share, const DualInputs& inputs, DualState& state) {
    const double r = part.rate;
    Duals past = state.x, inertial = state.x, next = state.x, place(past.size());
    for (std::size_t i = 0; i < past.size(); ++i) {
      past[i] += part.one * state.dx[i] + part.two * state.dx_before[i];
      inertial[i] = past[i] + (state.v[i] + part.one * state.dv[i] + part.two * state.dv_before[i]) / r;
      next[i] += part.guess == 0 ? part.dt * state.v[i] : part.guess * state.dx[i];
      place[i] = inputs.begin[i] + share * (inputs.end[i] - inputs.begin[i]);
      if (part.held[i / 3]) next[i] = place[i];
    }
    set_metric(part, inputs);
    set_law(part, inputs, state);
    load_.assign(past.size(), {});
    for (Eigen::Index i = 0; i < nodes_; ++i) add_load(part, inputs, i, past, inertial, place);
    for (std::size_t k = 0; k < part.projection.iterations.size(); ++k) iterate(part, next, state);

    for (std::size_t i = 0; i < next.size(); ++i) {
      const Dual v = r * (next[i] - past[i]);
      state.dx_before[i] = state.dx[i];
      state.dv_before[i] = state.dv[i];
      state.dx[i] = next[i] - state.x[i];
      state.dv[i] = v - state.v[i];
      state.x[i] = next[i];
      state.v[i] = v;
    }
  }

 private:
  const DualMaterial& material(const DualInputs& inputs, Eigen::Index node) const {
    return inputs.materials[piece_of_node(node)];
  }
  std::size_t piece_of_node(Eigen::Index node) const {
    std::size_t p = 0;
    while (node >= model_.pieces[p].first_node + model_.pieces[p].node_count) ++p;
    return p;
  }

  /// A = (r²ρ + rα) M + (rβ + κ) K + s.
  void set_metric(const PartRecord& part, const DualInputs& inputs) {
    const double r = part.rate;
    metric_.assign(static_cast<std::size_t>(nodes_ * nodes_), {});
    for (Eigen::Index i = 0; i < nodes_; ++i) {
      const DualMaterial& m = material(inputs, i);
      for (NodeMatrix::InnerIterator entry(bending_, i); entry; ++entry)
        metric(i, entry.col()) += (r * m.bending_damping + m.bending) * entry.value();
      metric(i, i) += r * (r * m.density + m.damping) * model_.node_area[i];
      if (part.pulled[static_cast<std::size_t>(i)]) metric(i, i) += part.spring[i] + part.damping[i] * r;
    }
  }
  Dual& metric(Eigen::Index i, Eigen::Index j) { return metric_[static_cast<std::size_t>(i * nodes_ + j)]; }

  /// f = r²ρM x̃ + r(αM + βK) x̂ + δMg + k·target + c (r x̂ + target velocity).
  void add_load(const PartRecord& part, const DualInputs& inputs, Eigen::Index node, const Duals& past,
                const Duals& inertial, const Duals& place) {
    const DualMaterial& m = material(inputs, node);
    const double r = part.rate, area = model_.node_area[node];
    for (Eigen::Index a = 0; a < 3; ++a) {
      const auto i = static_cast<std::size_t>(3 * node + a);
      load_[i] += area * (r * r * m.density * inertial[i] + r * m.damping * past[i] +
                          m.gravitational_mass * inputs.gravity[static_cast<std::size_t>(a)]);
      for (NodeMatrix::InnerIterator entry(bending_, node); entry; ++entry)
        load_[i] +=
            r * m.bending_damping * entry.value() * past[static_cast<std::size_t>(3 * entry.col() + a)];
      if (part.pulled[i / 3])
        load_[i] += part.spring[node] * place[i] +
                    part.damping[node] * (r * past[i] + (inputs.end[i] - inputs.begin[i]) / dt_);
    }
  }

  /// c and ∇c of all rows at x: [group][row][node] as RowValues has them, without the zero.
  void evaluate(const Duals& x) {
    const RowPattern& pattern = model_.rows.pattern();
    c_.assign(static_cast<std::size_t>(pattern.row_count()), {});
    jacobian_.clear();
    for (int g = 0; g < pattern.group_count(); ++g) {
      const int *nodes = pattern.nodes.data() + pattern.node_begin[g],
                size = pattern.node_begin[g + 1] - pattern.node_begin[g];
      const double* tensor = model_.rows.tensors(g);
      for (int row = pattern.row_begin[g]; row < pattern.row_begin[g + 1]; ++row, tensor += size * size) {
        c_[static_cast<std::size_t>(row)] = -model_.rows.rest()[row];
        for (int i = 0; i < size; ++i)
          for (int a = 0; a < 3; ++a) {
            const auto away = [&](int node) {
              return x[static_cast<std::size_t>(3 * node + a)] -
                     x[static_cast<std::size_t>(3 * nodes[0] + a)];
            };
            Dual half;
            for (int j = 0; j < size; ++j) half += tensor[i * size + j] * away(nodes[j]);
            jacobian_.push_back(2 * half);
            c_[static_cast<std::size_t>(row)] += half * away(nodes[i]);
          }
      }
    }
  }

  // ---- law of the rows ----

  void set_law(const PartRecord& part, const DualInputs& inputs, DualState& state) {
    const RowPattern& pattern = model_.rows.pattern();
    stiffness_.assign(static_cast<std::size_t>(pattern.row_count()), {});
    rest_ = stiffness_;
    for (std::size_t p = 0; p < model_.pieces.size(); ++p) {
      const Piece& piece = model_.pieces[p];
      for (int r = piece.first_constraint; r < piece.first_constraint + piece.constraint_count; ++r)
        stiffness_[static_cast<std::size_t>(r)] =
            model_.law.stiffness[r] / piece.material.density * inputs.materials[p].density;
    }
    for (int g = 0; g < pattern.constraint_groups; ++g)
      for (int k = pattern.node_begin[g]; k < pattern.node_begin[g + 1]; ++k) {
        const auto node = static_cast<std::size_t>(pattern.nodes[static_cast<std::size_t>(k)]);
        if (!part.held[node] && !part.pulled[node]) continue;
        for (int r = pattern.row_begin[g]; r < pattern.row_begin[g + 1]; ++r)
          stiffness_[static_cast<std::size_t>(r)] = kPointLoadShare * stiffness_[static_cast<std::size_t>(r)];
        break;
      }
    evaluate(state.x);
    for (std::size_t p = 0; p < model_.pieces.size(); ++p) {
      follow_tension(part.dt, model_.pieces[p], inputs.materials[p], state);
      set_elements(part.dt, model_.pieces[p], inputs.materials[p], state);
      set_edges(part.dt, model_.pieces[p], inputs.materials[p], state);
    }
  }

  static Dual stress(const ElementSprings::Source& source, const Duals& multipliers) {
    const auto square = [&](int r) {
      const Dual& lambda = multipliers[static_cast<std::size_t>(source.row + r)];
      return lambda * lambda;
    };
    if (source.rows == 1) return 2 * sqrt(square(0)) / source.area;
    if (source.rows == 2) return 2 * sqrt(square(0) + square(1)) / source.area;
    return sqrt(4 * square(0) + 2 * square(1) + 4 * square(2)) / source.area;
  }

  /// σ ← σ + rate (stress − σ).
  static void follow_tension(double dt, const Piece& piece, const DualMaterial& m, DualState& state) {
    for (int e = 0; e < piece.element_count; ++e) {
      const auto sources = piece.springs.sources_of(e);
      Dual tension;
      for (const auto& source : sources) tension += stress(source, state.multipliers);
      tension = tension / std::max<double>(1, static_cast<double>(sources.size())) +
                piece.springs.buckling_over_bending(e) * m.bending;
      Dual& now = state.tensions[static_cast<std::size_t>(piece.first_element + e)];
      const double time = tension < now               ? law::kFalls
                          : piece.springs.has_rows(e) ? law::kRisesAtOnce
                                                      : law::kRises;
      now += dt / (dt + time) * (tension - now);
    }
  }

  /// Y = β σ (1 + |c|²/c₀²) beside a damper.
  void set_elements(double dt, const Piece& piece, const DualMaterial& m, const DualState& state) {
    const ElementSprings& springs = piece.springs;
    const Dual viscous = springs.viscosity_over_density() / dt * m.density;
    const bool woven = piece.material.is_woven();
    auto row = static_cast<std::size_t>(springs.element_rows_begin());
    for (std::size_t i = 0; i < springs.elements().size(); ++i, row += 3) {
      Dual change = c_[row] * c_[row] + c_[row + 2] * c_[row + 2];
      if (!woven) change += 2 * c_[row + 1] * c_[row + 1];
      const Dual elastic = springs.shares()[i] *
                           state.tensions[static_cast<std::size_t>(springs.elements()[i])] *
                           (1 + change / (law::kHardening * law::kHardening));
      for (std::size_t r = 0; r < 3; ++r) {
        const Dual own = woven && r == 1 ? 2 * m.shear_stiffness : elastic;
        stiffness_[row + r] = springs.quarter_areas()[i] * (r == 1 ? 2 : 1) * (own + viscous);
        rest_[row + r] = viscous / (own + viscous) * c_[row + r];
      }
    }
  }

  /// Y = σ (β / √(1 + c²/c_y²) + β_y (1 + c²/c_h²)), along its secant where it yields, its tangent where it
  /// hardens.
  void set_edges(double dt, const Piece& piece, const DualMaterial& m, const DualState& state) {
    const ElementSprings& springs = piece.springs;
    const Dual viscous = law::kEdgeViscosity * springs.viscosity_over_density() / dt * m.density;
    auto row = static_cast<std::size_t>(springs.element_rows_end());
    for (const EdgeSpring& edge : springs.edges()) {
      const Dual c = c_[row], hardened = c * c / (law::kEdgeHardening * law::kEdgeHardening);
      const Dual held = law::kEdgeStiff / sqrt(1 + c * c / (law::kYield * law::kYield));
      const Dual scale = springs.edge_share() / 2 *
                         (state.tensions[static_cast<std::size_t>(edge.first)] +
                          state.tensions[static_cast<std::size_t>(edge.second)]);
      const Dual stiffness = scale * (held + law::kEdgeYielded * (1 + 3 * hardened)) + viscous;
      stiffness_[row] = edge.area / 4 * stiffness;
      rest_[row] = c - scale * (held + law::kEdgeYielded * (1 + hardened)) * c / stiffness;
      ++row;
    }
  }

  /// λ ≈ p + KΔc, along the tangent of the law at λ: K in slope_, p in pull_.
  void linearize(const Duals& multipliers) {
    slope_ = stiffness_;
    pull_ = stiffness_;
    const auto constraints = static_cast<std::size_t>(model_.rows.pattern().constraint_rows);
    const double s = model_.law.stiffening;
    for (std::size_t r = 0; r < slope_.size(); ++r) {
      if (r >= constraints) {
        pull_[r] = stiffness_[r] * (c_[r] - rest_[r]);
        continue;
      }
      const Dual y = place_of(multipliers[r] / (stiffness_[r] * s));
      slope_[r] = stiffness_[r] * slope_at(y);
      pull_[r] = multipliers[r] + slope_[r] * (c_[r] - s * y);
    }
  }
  static Dual slope_at(const Dual& y) {
    if (std::abs(y.value) >= law::kStraight) return law::kSlopeAtStraight;
    return 1 + 5 * y * y * y * y;
  }
  /// The y with y + y⁵ = q, straight on from kStraight.
  static Dual place_of(const Dual& q) {
    const double size = std::abs(q.value);
    if (size > law::kPullAtStraight)
      return {std::copysign(law::kStraight + (size - law::kPullAtStraight) / law::kSlopeAtStraight, q.value),
              q.slope / law::kSlopeAtStraight};
    Dual y = q.value < 0 ? std::max(q.value, -std::pow(size, 0.2)) : std::min(q.value, std::pow(size, 0.2));
    for (int i = 0; i < 60; ++i) y -= (y + y * y * y * y * y - q) / (1 + 5 * y * y * y * y);
    return y;
  }

  // ---- one iteration ----

  /// Positive part of [e f/2; f/2 g].
  static std::array<Dual, 3> positive_part(const std::array<Dual, 3>& s) {
    const Dual mean = (s[0] + s[2]) / 2, half = (s[0] - s[2]) / 2,
               radius = sqrt(half * half + s[1] * s[1] / 4);
    if (mean - radius > 0) return s;
    if (!(mean + radius > 0)) return {};
    const Dual middle = (mean + radius) / 2, share = middle / radius;
    return {middle + share * half, share * s[1], middle - share * half};
  }
  static Dual positive_part(const Dual& tension) { return tension > 0 ? tension : Dual{}; }

  /// What each tensor of a group is multiplied with in T.
  std::array<Dual, 3> tension(int group, const Duals& multipliers) const {
    const RowPattern& pattern = model_.rows.pattern();
    const auto row = static_cast<std::size_t>(pattern.row_begin[group]);
    const QuadraticKind kind = model_.rows.kind(group);
    if (kind == QuadraticKind::shear) return {};
    if (kind == QuadraticKind::length || kind == QuadraticKind::hem)
      return {2 * positive_part(multipliers[row]), {}, {}};
    const auto rows = static_cast<std::size_t>(pattern.row_begin[group + 1]) - row;
    std::array<Dual, 3> stress{};
    for (std::size_t r = 0; r < rows; ++r) stress[r] = multipliers[row + r];
    for (const QuadraticRows::Hem& hem : model_.rows.hems())
      for (std::size_t r = 0; r < rows && hem.quad == group; ++r)
        stress[r] -= hem.share[r] * multipliers[static_cast<std::size_t>(hem.row)];
    if (kind == QuadraticKind::metric)
      stress = positive_part(stress);
    else
      for (Dual& s : stress) s = positive_part(s);
    for (Dual& s : stress) s = 2 * s;
    return stress;
  }

  /// H d = f − Ax − Jᵀp,   H = A + JᵀKJ + T(λ),   x ← x + d,   λ ← p + KJd.
  void iterate(const PartRecord& part, Duals& x, DualState& state) {
    const RowPattern& pattern = model_.rows.pattern();
    evaluate(x);
    linearize(state.multipliers);
    const Eigen::Index size = 3 * nodes_;
    Eigen::MatrixXd h = Eigen::MatrixXd::Zero(size, size), h_slope = h;
    Duals b = load_;
    const auto add = [&](Eigen::Index i, Eigen::Index j, const Dual& entry) {
      h(i, j) += entry.value;
      h_slope(i, j) += entry.slope;
    };
    for (Eigen::Index i = 0; i < nodes_; ++i)
      for (Eigen::Index j = 0; j < nodes_; ++j)
        for (Eigen::Index a = 0; a < 3; ++a) {
          add(3 * i + a, 3 * j + a, metric(i, j));
          b[static_cast<std::size_t>(3 * i + a)] -= metric(i, j) * x[static_cast<std::size_t>(3 * j + a)];
        }
    const Dual* gradient = jacobian_.data();
    for (int g = 0; g < pattern.group_count(); ++g) {
      const int *nodes = pattern.nodes.data() + pattern.node_begin[g],
                count = pattern.node_begin[g + 1] - pattern.node_begin[g],
                rows = pattern.row_begin[g + 1] - pattern.row_begin[g];
      const std::array<Dual, 3> sideways = tension(g, state.multipliers);
      const double* tensors =
          model_.rows.tensors(g) + (model_.rows.kind(g) == QuadraticKind::hem ? count * count : 0);
      for (int i = 0; i < count; ++i)
        for (int j = 0; j < count; ++j) {
          Dual sum;
          for (int r = 0; r < rows; ++r)
            sum += tensors[(r * count + i) * count + j] * sideways[static_cast<std::size_t>(r)];
          for (Eigen::Index a = 0; a < 3; ++a) add(3 * nodes[i] + a, 3 * nodes[j] + a, sum);
        }
      for (int r = 0; r < rows; ++r, gradient += 3 * count) {
        const auto row = static_cast<std::size_t>(pattern.row_begin[g] + r);
        for (int i = 0; i < 3 * count; ++i) {
          const Eigen::Index at = 3 * nodes[i / 3] + i % 3;
          b[static_cast<std::size_t>(at)] -= gradient[i] * pull_[row];
          for (int j = 0; j < 3 * count; ++j)
            add(at, 3 * nodes[j / 3] + j % 3, slope_[row] * gradient[i] * gradient[j]);
        }
      }
    }
    Vector value(size), slope(size);
    for (Eigen::Index i = 0; i < size; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const bool held = part.held[k / 3] != 0;
      value[i] = held ? 0 : b[k].value;
      slope[i] = held ? 0 : b[k].slope;
      if (!held) continue;
      h.row(i).setZero();
      h.col(i).setZero();
      h_slope.row(i).setZero();
      h_slope.col(i).setZero();
      h(i, i) = 1;
    }
    const Eigen::LLT<Eigen::MatrixXd> factor(h);
    const Vector d = factor.solve(value), d_slope = factor.solve(slope - h_slope * d);

    gradient = jacobian_.data();
    for (int g = 0; g < pattern.group_count(); ++g) {
      const int *nodes = pattern.nodes.data() + pattern.node_begin[g],
                count = pattern.node_begin[g + 1] - pattern.node_begin[g];
      for (auto row = static_cast<std::size_t>(pattern.row_begin[g]);
           row < static_cast<std::size_t>(pattern.row_begin[g + 1]); ++row, gradient += 3 * count) {
        Dual change;
        for (int i = 0; i < 3 * count; ++i) {
          const Eigen::Index at = 3 * nodes[i / 3] + i % 3;
          change += gradient[i] * Dual{d[at], d_slope[at]};
        }
        state.multipliers[row] = pull_[row] + slope_[row] * change;
      }
    }
    for (Eigen::Index i = 0; i < size; ++i) x[static_cast<std::size_t>(i)] += Dual{d[i], d_slope[i]};
  }

  const ClothModel& model_;
  double dt_;
  Eigen::Index nodes_;
  NodeMatrix bending_;
  Duals metric_, load_, c_, jacobian_, stiffness_, rest_, slope_, pull_;
};

}  // namespace isocloth::test
