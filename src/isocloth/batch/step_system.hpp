#pragma once

/// One Newton step of a world: (A + JᵀKJ + T) Δx = f − Ax − Jᵀp (projection/projection.hpp).

#include "isocloth/batch/envelope_cholesky.hpp"
#include "isocloth/batch/step_rows.hpp"

namespace isocloth::batch {

/// residual ← f − Ax − Jᵀp, of held nodes 0; into the right-hand side, in the order of elimination.
template <class E>
ISOCLOTH_ANYWHERE void find_residual(const World<E>& w, typename E::Real bending) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  E::each(t.nodes, [&](int place) {
    const int i = t.order[place];
    const NodeLists none = {}, &before = i == 0 ? none : t.node_lists[i - 1], &own = t.node_lists[i];
    Three<Real> b = three_at(w.load(), i) - w.diagonal()[i] * three_at(w.next(), i);
    for (int k = before.bending_end; k < own.bending_end; ++k)
      b = b - (bending * t.node_bending[k].entry) * three_at(w.next(), t.node_bending[k].node);
    for (int k = before.metric_end; k < own.metric_end; ++k) {
      const NodeMetric& at = t.node_metrics[k];
      const Real* p = w.pull() + t.metric[at.metric].row;
      const Real by_x1 = 2 * at.d1 * p[0] + at.d2 * p[1], by_x2 = at.d1 * p[1] + 2 * at.d2 * p[2];
      b = b - by_x1 * three_at(w.metric_tangents(), 2 * at.metric) -
          by_x2 * three_at(w.metric_tangents(), 2 * at.metric + 1);
    }
    for (int k = before.edge_end; k < own.edge_end; ++k) {
      const NodeEdge& at = t.node_edges[k];
      b = b - (2 * at.d * w.pull()[t.edge[at.edge].row]) * three_at(w.edge_tangents(), at.edge);
    }
    for (int k = before.form_end; k < own.form_end; ++k) {
      const Form& form = t.form[t.node_forms[k].form];
      for (int r = 0; r < form.rows; ++r)
        b = b - w.pull()[form.row + r] *
                    three_at(w.form_gradients(), form.gradients / 3 + r * form.size + t.node_forms[k].at);
    }
    const int slot = t.slot_of[i];
    if (slot >= 0) b = choose(w.held()[slot] > 0, Three<Real>{}, b);
    put_three(w.solution(), place, b);
  });
}

/// A 3×3 block, and what is added to it.
template <class E>
struct BlockOf {
  using Real = typename E::Real;
  Three<Real> row[3];

  ISOCLOTH_ANYWHERE static Three<Real> plus(Real a, Three<Real> u, Three<Real> to) {
    return {E::fma(a, u.x, to.x), E::fma(a, u.y, to.y), E::fma(a, u.z, to.z)};
  }
  ISOCLOTH_ANYWHERE void add_product(Three<Real> u, Three<Real> v) {
    row[0] = plus(u.x, v, row[0]);
    row[1] = plus(u.y, v, row[1]);
    row[2] = plus(u.z, v, row[2]);
  }
};

/// The blocks of H, those of held nodes 1 on the diagonal and 0 elsewhere.
template <class E>
ISOCLOTH_ANYWHERE void assemble(const World<E>& w, typename E::Real bending) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  E::each(t.blocks, [&](int k) {
    const BlockSum none = {}, &before = k == 0 ? none : t.block[k - 1], &own = t.block[k];
    BlockOf<E> sum = {};
    Real sideways = bending * own.bending;
    if (own.row == own.column) sideways = sideways + w.diagonal()[own.row];
    for (int s = before.metric_end; s < own.metric_end; ++s) {
      const MetricShare& share = t.metric_shares[s];
      const Real* slope = w.slope() + t.metric[share.metric].row;
      const Real* tension = w.metric_tension() + 3 * share.metric;
      const Three<Real> x1 = three_at(w.metric_tangents(), 2 * share.metric),
                        x2 = three_at(w.metric_tangents(), 2 * share.metric + 1);
      const Real e = 4 * slope[0], f = slope[1], g = 4 * slope[2];
      sum.add_product(x1, BlockOf<E>::plus(f * share.d21, x2, (e * share.d11 + f * share.d22) * x1));
      sum.add_product(x2, BlockOf<E>::plus(f * share.d12, x1, (g * share.d22 + f * share.d11) * x2));
      sideways = sideways + tension[0] * share.d11 + tension[1] * ((share.d12 + share.d21) / 2) +
                 tension[2] * share.d22;
    }
    for (int s = before.edge_end; s < own.edge_end; ++s) {
      const EdgeShare& share = t.edge_shares[s];
      const Three<Real> x1 = three_at(w.edge_tangents(), share.edge);
      sum.add_product(x1, (4 * share.product * w.slope()[t.edge[share.edge].row]) * x1);
      sideways = sideways + share.product * w.edge_tension()[share.edge];
    }
    for (int s = before.form_end; s < own.form_end; ++s) {
      const FormShare& share = t.form_shares[s];
      const Form& form = t.form[share.form];
      const int entry = share.a * form.size + share.b;
      for (int r = 0; r < form.rows; ++r) {
        const int at = form.gradients / 3 + r * form.size;
        const Three<Real> v = three_at(w.form_gradients(), at + share.b);
        sum.add_product(three_at(w.form_gradients(), at + share.a), w.slope()[form.row + r] * v);
        sideways = sideways + w.form_tension()[3 * share.form + r] *
                                  t.tensors[form.tensions + r * form.size * form.size + entry];
      }
    }
    sum.row[0].x = sum.row[0].x + sideways;
    sum.row[1].y = sum.row[1].y + sideways;
    sum.row[2].z = sum.row[2].z + sideways;
    for (int side = 0; side < 2; ++side) {
      const int slot = t.slot_of[side == 0 ? own.row : own.column];
      if (slot < 0) continue;
      const auto is_held = w.held()[slot] > 0;
      const Real one = real<E>(own.row == own.column ? 1 : 0), zero = {};
      sum.row[0] = choose(is_held, Three<Real>{one, zero, zero}, sum.row[0]);
      sum.row[1] = choose(is_held, Three<Real>{zero, one, zero}, sum.row[1]);
      sum.row[2] = choose(is_held, Three<Real>{zero, zero, one}, sum.row[2]);
    }
    for (int r = 0; r < 3; ++r) put_three(w.blocks() + 9 * k, r, sum.row[r]);
  });
}

/// λ ← p + KJΔx and x ← x + Δx, in the worlds that go on.
template <class E>
ISOCLOTH_ANYWHERE void update(const World<E>& w, typename E::Mask goes_on) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const auto moved = [&](int node) { return three_at(w.move(), t.place_of[node]); };
  const auto set = [&](int row, Real change) {
    w.lambda()[row] = goes_on ? w.pull()[row] + w.slope()[row] * change : w.lambda()[row];
  };
  E::each(t.metrics, [&](int m) {
    const Metric& metric = t.metric[m];
    const Three<Real> x1 = three_at(w.metric_tangents(), 2 * m),
                      x2 = three_at(w.metric_tangents(), 2 * m + 1);
    Three<Real> d1 = {}, d2 = {};
    for (int i = 0; i < 4; ++i) {
      const Three<Real> d = moved(metric.nodes[i]);
      d1 = d1 + metric.d1[i] * d;
      d2 = d2 + metric.d2[i] * d;
    }
    set(metric.row, 2 * dot(x1, d1));
    set(metric.row + 1, dot(x1, d2) + dot(x2, d1));
    set(metric.row + 2, 2 * dot(x2, d2));
  });
  E::each(t.edges, [&](int e) {
    const EdgeRow& edge = t.edge[e];
    set(edge.row, 2 * edge.d * dot(three_at(w.edge_tangents(), e), moved(edge.second) - moved(edge.first)));
  });
  E::each(t.forms, [&](int f) {
    const Form& form = t.form[f];
    for (int r = 0; r < form.rows; ++r) {
      Real change = {};
      for (int i = 0; i < form.size; ++i)
        change = change + dot(three_at(w.form_gradients(), form.gradients / 3 + r * form.size + i),
                              moved(t.form_nodes[form.nodes + i]));
      set(form.row + r, change);
    }
  });
  E::each(t.nodes, [&](int i) {
    const Three<Real> x = three_at(w.next(), i);
    put_three(w.next(), i, choose(goes_on, x + moved(i), x));
  });
}

}  // namespace isocloth::batch
