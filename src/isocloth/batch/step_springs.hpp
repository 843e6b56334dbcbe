#pragma once

/// Springs of a world for a step: how σ follows the tension, and what the springs are with it
/// (isometry/element_springs.hpp).

#include "isocloth/batch/step_rows.hpp"

namespace isocloth::batch {

/// Size of the stress that a source's multipliers tell [N/m].
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Real stress_at(const StressSource& source,
                                                    const typename E::Real* multipliers) {
  using Real = typename E::Real;
  const Real* l = multipliers + source.row;
  if (source.rows == 1) return 2 * size_of(l[0]) / source.area;
  if (source.rows == 2) return 2 * E::sqrt(l[0] * l[0] + l[1] * l[1]) / source.area;
  return E::sqrt(4 * l[0] * l[0] + 2 * l[1] * l[1] + 4 * l[2] * l[2]) / source.area;
}

template <class E>
ISOCLOTH_ANYWHERE void follow_tension(const World<E>& w) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const double rises = t.dt / (t.dt + law::kRises), rises_at_once = t.dt / (t.dt + law::kRisesAtOnce),
               falls = t.dt / (t.dt + law::kFalls);
  E::each(t.elements, [&](int e) {
    const ElementFacts& element = t.element[e];
    const int begin = e == 0 ? 0 : t.element[e - 1].source_end, count = element.source_end - begin;
    Real tension = {};
    for (int s = begin; s < element.source_end; ++s)
      tension = tension + stress_at<E>(t.sources[s], w.multipliers());
    tension =
        tension / static_cast<double>(count > 0 ? count : 1) + w[kBending] * element.buckling_over_bending;
    const Real before = w.tensions()[e],
               rate = tension < before ? real<E>(falls) : real<E>(element.has_rows ? rises_at_once : rises);
    w.sigma()[e] = before + rate * (tension - before);
  });
}

/// Springs on elements: of those without rows of their own, and against shear of a woven cloth.
template <class E>
ISOCLOTH_ANYWHERE void set_element_springs(const World<E>& w) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const Real viscous = w[kDensity] * t.viscosity_over_density / t.dt;
  E::each(t.spring_elements, [&](int s) {
    const SpringElement& spring = t.spring_element[s];
    const Real* c = w.c() + spring.row;
    Real change = c[0] * c[0] + c[2] * c[2];
    if (!t.woven) change = change + 2 * c[1] * c[1];
    const Real elastic =
        spring.share * w.sigma()[spring.element] * (1 + change / (law::kHardening * law::kHardening));
    for (int r = 0; r < 3; ++r) {
      const Real own = t.woven && r == 1 ? Real(2 * w[kShear]) : elastic, stiffness = own + viscous;
      w.slope()[spring.row + r] = (r == 1 ? 2 : 1) * spring.area * stiffness;
      w.spring_rest()[spring.row + r - t.constraints] =
          viscous / larger(stiffness, real<E>(law::kTiny)) * c[r];
    }
  });
}

/// Springs on edges: what yields along its secant, what hardens along its tangent.
template <class E>
ISOCLOTH_ANYWHERE void set_edge_springs(const World<E>& w) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const Real viscous = law::kEdgeViscosity * w[kDensity] * t.viscosity_over_density / t.dt;
  E::each(t.spring_edges, [&](int s) {
    const SpringEdge& spring = t.spring_edge[s];
    const Real change = w.c()[spring.row], square = change * change,
               hardened = square / (law::kEdgeHardening * law::kEdgeHardening);
    const Real held = law::kEdgeStiff / E::sqrt(1 + square / (law::kYield * law::kYield));
    const Real scale = t.edge_share * (w.sigma()[spring.first] + w.sigma()[spring.second]) / 2;
    const Real stiffness = scale * (held + law::kEdgeYielded * (1 + 3 * hardened)) + viscous;
    const Real force = scale * (held + law::kEdgeYielded * (1 + hardened)) * change;
    w.slope()[spring.row] = spring.area / 4 * stiffness;
    w.spring_rest()[spring.row - t.constraints] = change - force / larger(stiffness, real<E>(law::kTiny));
  });
}

/// From where the world is, x, whose rows have been evaluated.
template <class E>
ISOCLOTH_ANYWHERE void set_springs(const World<E>& w) {
  follow_tension(w);
  set_element_springs(w);
  set_edge_springs(w);
}

}  // namespace isocloth::batch
