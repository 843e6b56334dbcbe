#pragma once

/// Rows of a world: values, tangents, law and tension (isometry/quadratic_rows.hpp, row_law.hpp).

#include "isocloth/batch/world.hpp"
#include "isocloth/isometry/law_constants.hpp"

namespace isocloth::batch {

template <class Real>
struct Tangents {
  Three<Real> x1, x2;
};

/// Positions are taken relative to the first node.
template <class Real>
ISOCLOTH_ANYWHERE inline Tangents<Real> tangents_at(const Metric& m, const Real* x) {
  const Three<Real> origin = three_at(x, m.nodes[0]);
  Tangents<Real> t = {};
  for (int i = 1; i < 4; ++i) {
    const Three<Real> p = three_at(x, m.nodes[i]) - origin;
    t.x1 = t.x1 + m.d1[i] * p;
    t.x2 = t.x2 + m.d2[i] * p;
  }
  return t;
}

template <class Real>
ISOCLOTH_ANYWHERE inline void measure_metric(const Metric& m, const Tangents<Real>& t, Real* c) {
  c[m.row] = dot(t.x1, t.x1) - m.rest[0];
  c[m.row + 1] = dot(t.x1, t.x2) - m.rest[1];
  c[m.row + 2] = dot(t.x2, t.x2) - m.rest[2];
}

template <class Real>
ISOCLOTH_ANYWHERE inline Three<Real> tangent_at(const EdgeRow& e, const Real* x) {
  return e.d * (three_at(x, e.second) - three_at(x, e.first));
}

/// Σ_j T^{ij} x_j for node i of a form's row.
template <class Real>
ISOCLOTH_ANYWHERE inline Three<Real> half_gradient(const Tables& t, const Form& f, int row, int i,
                                                   const Real* x) {
  const int* nodes = t.form_nodes + f.nodes;
  const double* line = t.tensors + f.tensors + (row * f.size + i) * f.size;
  const Three<Real> origin = three_at(x, nodes[0]);
  Three<Real> sum = {};
  for (int j = 1; j < f.size; ++j) sum = sum + line[j] * (three_at(x, nodes[j]) - origin);
  return sum;
}

/// c of a form's rows, and with `gradients` ∂c/∂x.
template <class Real>
ISOCLOTH_ANYWHERE inline void measure_form(const Tables& t, const Form& f, const Real* x, Real* c,
                                           Real* gradients) {
  const int* nodes = t.form_nodes + f.nodes;
  const Three<Real> origin = three_at(x, nodes[0]);
  for (int r = 0; r < f.rows; ++r) {
    Real sum = {};
    for (int i = 0; i < f.size; ++i) {
      const Three<Real> half = half_gradient(t, f, r, i, x);
      sum = sum + dot(half, three_at(x, nodes[i]) - origin);
      if (gradients) put_three(gradients, f.gradients / 3 + r * f.size + i, 2.0 * half);
    }
    c[f.row + r] = sum - t.form_rest[f.row + r];
  }
}

/// Values of all rows at x, and what their gradients are made of.
template <class E>
ISOCLOTH_ANYWHERE void evaluate_rows(const World<E>& w, const typename E::Real* x) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  E::each(t.metrics, [&](int m) {
    const Tangents<Real> at = tangents_at(t.metric[m], x);
    measure_metric(t.metric[m], at, w.c());
    put_three(w.metric_tangents(), 2 * m, at.x1);
    put_three(w.metric_tangents(), 2 * m + 1, at.x2);
  });
  E::each(t.edges, [&](int e) {
    const Three<Real> at = tangent_at(t.edge[e], x);
    w.c()[t.edge[e].row] = dot(at, at) - t.edge[e].rest;
    put_three(w.edge_tangents(), e, at);
  });
  E::each(t.forms, [&](int f) { measure_form(t, t.form[f], x, w.c(), w.form_gradients()); });
}

/// Values of the constraints alone at x.
template <class E>
ISOCLOTH_ANYWHERE void measure_constraints(const World<E>& w, const typename E::Real* x) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  E::each(t.metrics, [&](int m) {
    if (t.metric[m].row < t.constraints) measure_metric(t.metric[m], tangents_at(t.metric[m], x), w.c());
  });
  E::each(t.edges, [&](int e) {
    if (t.edge[e].row >= t.constraints) return;
    const Three<Real> at = tangent_at(t.edge[e], x);
    w.c()[t.edge[e].row] = dot(at, at) - t.edge[e].rest;
  });
  E::each(t.forms, [&](int f) {
    if (t.form[f].row < t.constraints) measure_form(t, t.form[f], x, w.c(), static_cast<Real*>(nullptr));
  });
}

/// The y = c/s that pulls with q = y + y⁵, straight on from law::kStraight: three of Halley's steps.
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Real place_of(typename E::Real q) {
  using Real = typename E::Real;
  const Real size = size_of(q), bent = smaller(size, real<E>(law::kPullAtStraight));
  Real y = smaller(bent, Real(0.75 * E::sqrt(E::sqrt(bent))));
  for (int i = 0; i < 3; ++i) {
    const Real square = y * y, cube = y * square, power = square * square;
    const Real error = (y - bent) + y * power, slope = 1 + 5 * power;
    y = y - error * slope / (slope * slope - 10 * cube * error);
  }
  y = y + (size - bent) / law::kSlopeAtStraight;
  return q < 0 ? -y : y;
}

/// λ ≈ pull + slope Δc of each row, along the law's tangent at λ.
template <class E>
ISOCLOTH_ANYWHERE void linearize_rows(const World<E>& w) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  E::each(t.rows, [&](int r) {
    if (r < t.constraints) {
      const Real k = w.stiffness()[r], lambda = w.lambda()[r];
      const Real y = place_of<E>(lambda / (k * t.stiffening));
      const Real bent = smaller(size_of(y), real<E>(law::kStraight)), square = bent * bent;
      const Real slope = k * (1 + 5 * (square * square));
      w.slope()[r] = slope;
      w.pull()[r] = lambda + slope * (w.c()[r] - t.stiffening * y);
    } else {  // springs: the slope is their stiffness, set for the step
      w.pull()[r] = w.slope()[r] * (w.c()[r] - w.spring_rest()[r - t.constraints]);
    }
  });
}

/// max |c − f⁻¹(λ)| over the constraints.
template <class E>
ISOCLOTH_ANYWHERE typename E::Real law_error(const World<E>& w) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  return E::largest(t.constraints, [&](int r) {
    const Real y = place_of<E>(w.lambda()[r] / (w.stiffness()[r] * t.stiffening));
    return size_of(Real(w.c()[r] - t.stiffening * y));
  });
}

/// Stress λ of a group less what its hems take from it.
template <class E>
ISOCLOTH_ANYWHERE inline void stress_of(const World<E>& w, int row, int rows, int hem, int hem_end,
                                        typename E::Real (&stress)[3]) {
  for (int r = 0; r < rows; ++r) stress[r] = w.lambda()[row + r];
  for (; hem < hem_end; ++hem) {
    const HemShare& h = w.tables.hem[hem];
    for (int r = 0; r < rows; ++r) stress[r] = stress[r] - h.share[r] * w.lambda()[h.row];
  }
}

/// Twice the positive part of [e f/2; f/2 g].
template <class E>
ISOCLOTH_ANYWHERE inline void positive_part(typename E::Real (&s)[3]) {
  using Real = typename E::Real;
  const Real e = 2 * s[0], f = 2 * s[1], g = 2 * s[2], none = {};
  const Real mean = (e + g) / 2, half = (e - g) / 2, radius = E::sqrt(half * half + f * f / 4);
  const Real high = larger(Real(mean + radius), none), low = larger(Real(mean - radius), none);
  const Real middle = (high + low) / 2, share = (high - low) / (2 * larger(radius, real<E>(law::kTiny)));
  s[0] = middle + share * half;
  s[1] = share * f;
  s[2] = middle - share * half;
}

/// Stiffness against moving sideways that tension gives, as factors of each group's tensors.
template <class E>
ISOCLOTH_ANYWHERE void find_tension(const World<E>& w) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const Real none = {};
  E::each(t.metrics, [&](int m) {
    const Metric& metric = t.metric[m];
    Real s[3];
    stress_of(w, metric.row, 3, metric.hem_begin, metric.hem_end, s);
    positive_part<E>(s);
    for (int r = 0; r < 3; ++r) w.metric_tension()[3 * m + r] = s[r];
  });
  E::each(t.edges, [&](int e) { w.edge_tension()[e] = 2 * larger(Real(w.lambda()[t.edge[e].row]), none); });
  E::each(t.forms, [&](int f) {
    const Form& form = t.form[f];
    Real s[3] = {};
    if (form.kind != kShearForm) stress_of(w, form.row, form.rows, form.hem_begin, form.hem_end, s);
    if (form.kind == kMetricForm)
      positive_part<E>(s);
    else
      for (int r = 0; r < 3; ++r) s[r] = 2 * larger(s[r], none);
    for (int r = 0; r < 3; ++r) w.form_tension()[3 * f + r] = s[r];
  });
}

}  // namespace isocloth::batch
