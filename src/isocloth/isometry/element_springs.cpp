#include "isocloth/isometry/element_springs.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "isocloth/core/lanes.hpp"
#include "isocloth/fem/element_geometry.hpp"
#include "isocloth/isometry/law_constants.hpp"

namespace isocloth {

using namespace law;

namespace {

/// β of a triangle over that of a quad.
constexpr double kTriangleShare = 0.4;

/// β of a quad over that of others where rows are to let a coarse cloth fold sharply (Frames::mean_tangents):
/// about that of two triangles.
constexpr double kSharpShare = 0.5;

constexpr double kSquaredPi = std::numbers::pi * std::numbers::pi;

/// Share of each row E, F, G in |c|² = c_E² + 2c_F² + c_G².
constexpr double kRowShare[3] = {1, 2, 1};

/// A spring of stiffness `elastic` and a damper side by side.
void set_row(double area, double elastic, double viscous, double c, int row, RowLaw& law) {
  law.stiffness[row] = area * (elastic + viscous);
  law.rest[row] = viscous / std::max(elastic + viscous, kTiny) * c;
}

}  // namespace

ElementSprings::ElementSprings(const Mesh& rest, const Topology& topology, const IsometryRows& isometry,
                               double density, double bending, double shear_stiffness,
                               const ElementSpringOptions& options)
    : first_row_(isometry.rows.pattern().constraint_rows),
      elements_(isometry.spring_elements),
      edges_(isometry.edge_springs),
      edge_share_(options.edge_share),
      viscosity_(density * options.viscosity),
      viscosity_over_density_(options.viscosity),
      shear_stiffness_(isometry.woven ? std::optional(shear_stiffness) : std::nullopt) {
  find_sources(rest, topology, isometry);
  buckling_ = buckling_over_bending_ = Vector::Zero(rest.element_count());
  for (int e = 0; e < rest.element_count(); ++e) {
    has_rows_.push_back(isometry.row_of_element[e] >= 0);
    if (!has_rows_.back()) continue;
    const double area = element_area(rest.elements[e], rest.x);
    buckling_[e] = kSquaredPi * bending / area;
    buckling_over_bending_[e] = kSquaredPi / area;
  }
  const double quad_share = isometry.frames == Frames::mean_tangents ? kSharpShare : 1;
  for (const int e : elements_) {
    area_.push_back(element_area(rest.elements[e], rest.x) / 4);
    const double share = corner_count(rest.elements[e]) == 3 ? kTriangleShare : quad_share;
    share_.push_back(has_rows_[static_cast<std::size_t>(e)] ? 0 : options.tension_share * share);
  }
}

/// Which rows tell the stress of an element: its own, or those of its nodes, or of the elements and nodes
/// next to it, or of its edges where they are on the boundary.
void ElementSprings::find_sources(const Mesh& rest, const Topology& topology, const IsometryRows& isometry) {
  const int rows = isometry.woven ? 2 : 3;
  const Vector node_area = node_areas(rest);
  std::vector<int> at_node(rest.node_count(), -1), at_element(rest.element_count(), -1);
  const auto add = [&](int row, int count, double area) {
    sources_.push_back({row, count, area});
    return static_cast<int>(sources_.size()) - 1;
  };
  for (int k = 0; k < rest.node_count(); ++k)
    if (isometry.row_of_node[k] >= 0) at_node[k] = add(isometry.row_of_node[k], rows, node_area[k]);
  for (int e = 0; e < rest.element_count(); ++e)
    if (isometry.row_of_element[e] >= 0)
      at_element[e] = add(isometry.row_of_element[e], rows, element_area(rest.elements[e], rest.x));

  std::vector<std::vector<int>> around(rest.node_count());  // sources of elements and nodes next to a node
  for (int e = 0; e < rest.element_count(); ++e) {
    const Element& element = rest.elements[e];
    for (int i = 0; i < corner_count(element); ++i) {
      if (at_element[e] >= 0) around[element[i]].push_back(at_element[e]);
      for (int j = 0; j < corner_count(element); ++j)
        if (i != j && at_node[element[j]] >= 0) around[element[i]].push_back(at_node[element[j]]);
    }
  }
  std::vector<std::vector<int>> edges_at(rest.node_count());  // boundary edges, by their first node
  for (std::size_t b = 0; b < topology.boundary_edges.size(); ++b)
    if (isometry.row_of_edge[b] >= 0) edges_at[topology.boundary_edges[b][0]].push_back(static_cast<int>(b));

  for (int e = 0; e < rest.element_count(); ++e) {
    const Element& element = rest.elements[e];
    const int corners = corner_count(element);
    const std::size_t none = source_of_.size();
    if (at_element[e] >= 0) source_of_.push_back(at_element[e]);
    for (int i = 0; i < corners && at_element[e] < 0; ++i)
      if (at_node[element[i]] >= 0) source_of_.push_back(at_node[element[i]]);
    if (source_of_.size() == none)
      for (int i = 0; i < corners; ++i)
        source_of_.insert(source_of_.end(), around[element[i]].begin(), around[element[i]].end());
    for (int i = 0; i < corners && source_of_.size() == none; ++i)
      for (const int b : edges_at[element[i]]) {
        const Edge& edge = topology.boundary_edges[b];
        if (std::find(element.begin(), element.end(), edge[1]) != element.end())
          source_of_.push_back(
              add(isometry.row_of_edge[b], 1, (node_area[edge[0]] + node_area[edge[1]]) / 2));
      }
    source_begin_.push_back(static_cast<int>(source_of_.size()));
  }
}

void ElementSprings::share(int first_constraint, int first_spring, int first_element) {
  first_row_ = first_spring;
  first_element_ = first_element;
  for (Source& source : sources_) source.row += first_constraint;
  for (int& element : elements_) element += first_element;
  for (EdgeSpring& edge : edges_) {
    edge.first += first_element;
    edge.second += first_element;
  }
}

std::vector<ElementSprings::Source> ElementSprings::sources_of(int element) const {
  std::vector<Source> result;
  for (int s = source_begin_[element]; s < source_begin_[element + 1]; ++s)
    result.push_back(sources_[source_of_[s]]);
  return result;
}

double ElementSprings::stress(const Source& source, const Vector& multipliers) const {
  const double* lambda = multipliers.data() + source.row;
  if (source.rows == 1) return 2 * std::abs(lambda[0]) / source.area;
  if (source.rows == 2) return 2 * std::hypot(lambda[0], lambda[1]) / source.area;
  return std::sqrt(4 * lambda[0] * lambda[0] + 2 * lambda[1] * lambda[1] + 4 * lambda[2] * lambda[2]) /
         source.area;
}

void ElementSprings::update(double dt, const Vector& multipliers, const Vector& c, Vector& tensions,
                            RowLaw& law) const {
  follow_tension(dt, multipliers, tensions);
  set_law(dt, c, tensions, law);
}

void ElementSprings::set_law(double dt, const Vector& c, const Vector& tensions, RowLaw& law) const {
  set_elements(dt, c, tensions, law);
  set_edges(dt, c, tensions, law);
}

void ElementSprings::follow_tension(double dt, const Vector& multipliers, Vector& tensions) const {
  const double rises = dt / (dt + kRises), rises_at_once = dt / (dt + kRisesAtOnce),
               falls = dt / (dt + kFalls);
  for (std::size_t i = 0; i < has_rows_.size(); ++i) {  // none in an EdgeModel
    const auto e = static_cast<Eigen::Index>(i);
    double& now = tensions[first_element_ + e];
    double tension = 0;
    for (int s = source_begin_[i]; s < source_begin_[i + 1]; ++s)
      tension += stress(sources_[source_of_[s]], multipliers);
    tension = tension / std::max(1, source_begin_[i + 1] - source_begin_[i]) + buckling_[e];
    const double rate = tension < now ? falls : has_rows_[i] ? rises_at_once : rises;
    now += rate * (tension - now);
  }
}

void ElementSprings::set_elements(double dt, const Vector& c, const Vector& tensions, RowLaw& law) const {
  const auto is_shear = [&](int r) { return shear_stiffness_ && r == 1; };
  const double shear = 2 * shear_stiffness_.value_or(0), viscous = viscosity_ / dt;
  int row = first_row_;
  for (std::size_t i = 0; i < elements_.size(); ++i, row += 3) {
    double change = 0;
    for (int r = 0; r < 3; ++r)
      if (!is_shear(r)) change += kRowShare[r] * c[row + r] * c[row + r];
    const double elastic = share_[i] * tensions[elements_[i]] * (1 + change / (kHardening * kHardening));
    for (int r = 0; r < 3; ++r)
      set_row(area_[i] * kRowShare[r], is_shear(r) ? shear : elastic, viscous, c[row + r], row + r, law);
  }
}

/// What yields is taken along its secant, which lies above it, and what hardens along its tangent: neither
/// overshoots from step to step.
void ElementSprings::set_edges(double dt, const Vector& c, const Vector& tensions, RowLaw& law) const {
  const double viscous = kEdgeViscosity * viscosity_ / dt;
  const int first = element_rows_end(), edges = static_cast<int>(edges_.size());
  for (int i = 0; i < edges; i += 4) {
    const int row = first + i, count = std::min(4, edges - i);
    Lane4 tension = {}, area = {};
    for (int k = 0; k < count; ++k) {
      const EdgeSpring& edge = edges_[static_cast<std::size_t>(i) + static_cast<std::size_t>(k)];
      tension[k] = tensions[edge.first] + tensions[edge.second];
      area[k] = edge.area;
    }
    const Lane4 change = load_some(c.data() + row, count), square = change * change,
                hardened = square / (kEdgeHardening * kEdgeHardening);
    const Lane4 held = kEdgeStiff / square_roots(1 + square / (kYield * kYield));
    const Lane4 scale = edge_share_ * tension / 2;
    const Lane4 stiffness = scale * (held + kEdgeYielded * (1 + 3 * hardened)) + viscous;
    const Lane4 force = scale * (held + kEdgeYielded * (1 + hardened)) * change;
    store_some(law.stiffness.data() + row, area / 4 * stiffness, count);
    store_some(law.rest.data() + row, change - force / (stiffness > kTiny ? stiffness : kTiny - Lane4{}),
               count);
  }
}

// ---- backwards: each function undoes the one of its name, in the opposite order ----

void ElementSprings::add_adjoint(double dt, const Vector& of_stiffness, const Vector& of_rest, Adjoint& step,
                                 Vector& of_c, Vector& of_multipliers, Vector& of_tensions) const {
  add_edges_adjoint(dt, of_stiffness, of_rest, step, of_c, of_tensions);
  add_elements_adjoint(dt, of_stiffness, of_rest, step, of_c, of_tensions);
  add_tensions_adjoint(dt, step, of_multipliers, of_tensions);
}

void ElementSprings::add_edges_adjoint(double dt, const Vector& of_stiffness, const Vector& of_rest,
                                       Adjoint& step, Vector& of_c, Vector& of_tensions) const {
  constexpr double kYieldSquare = kYield * kYield, kHardeningSquare = kEdgeHardening * kEdgeHardening;
  const double viscous = kEdgeViscosity * viscosity_ / dt, of_tension = edge_share_ / 2;
  const int first = element_rows_end(), edges = static_cast<int>(edges_.size());
  Lane4 by_stiffnesses = {};
  for (int i = 0; i < edges; i += 4) {
    const int row = first + i, count = std::min(4, edges - i);
    const EdgeSpring* edge = edges_.data() + i;
    Lane4 tension = {}, area = {};
    for (int k = 0; k < count; ++k) {
      tension[k] = step.tensions[edge[k].first] + step.tensions[edge[k].second];
      area[k] = edge[k].area;
    }
    const Lane4 c = load_some(step.c.data() + row, count), square = c * c,
                hardened = square / kHardeningSquare;
    const Lane4 held = kEdgeStiff / square_roots(1 + square / kYieldSquare), scale = of_tension * tension;
    const Lane4 tangent = held + kEdgeYielded * (1 + 3 * hardened);
    const Lane4 secant = held + kEdgeYielded * (1 + hardened);
    const Lane4 sum = scale * tangent + viscous, stiffness = sum > kTiny ? sum : kTiny - Lane4{};
    const Lane4 by_rest = load_some(of_rest.data() + row, count), by_force = -by_rest / stiffness;
    const Lane4 by_stiffness =
        load_some(of_stiffness.data() + row, count) * area / 4 - by_force * (scale * secant * c / stiffness);
    const Lane4 held_slope = -held * c / (kYieldSquare + square);
    const Lane4 tangent_slope = held_slope + kEdgeYielded * 6 / kHardeningSquare * c;
    const Lane4 secant_slope = held_slope + kEdgeYielded * 2 / kHardeningSquare * c;
    store_some(of_c.data() + row,
               load_some(of_c.data() + row, count) + by_rest + by_stiffness * scale * tangent_slope +
                   by_force * scale * (secant + secant_slope * c),
               count);
    const Lane4 by_tension = of_tension * (by_stiffness * tangent + by_force * secant * c);
    for (int k = 0; k < count; ++k) {
      of_tensions[edge[k].first] += by_tension[k];
      of_tensions[edge[k].second] += by_tension[k];
    }
    by_stiffnesses += by_stiffness;  // 0 where there is no edge
  }
  step.density_gradient += (by_stiffnesses[0] + by_stiffnesses[1] + by_stiffnesses[2] + by_stiffnesses[3]) *
                           kEdgeViscosity * viscosity_over_density_ / dt;
}

void ElementSprings::add_elements_adjoint(double dt, const Vector& of_stiffness, const Vector& of_rest,
                                          Adjoint& step, Vector& of_c, Vector& of_tensions) const {
  const auto is_shear = [&](int r) { return shear_stiffness_ && r == 1; };
  const double shear = 2 * shear_stiffness_.value_or(0), viscous = viscosity_ / dt;
  constexpr double kSquare = kHardening * kHardening;
  int row = first_row_;
  for (std::size_t i = 0; i < elements_.size(); ++i, row += 3) {
    double change = 0;
    for (int r = 0; r < 3; ++r)
      if (!is_shear(r)) change += kRowShare[r] * step.c[row + r] * step.c[row + r];
    const double elastic = share_[i] * step.tensions[elements_[i]] * (1 + change / kSquare);
    double by_elastic = 0;
    for (int r = 0; r < 3; ++r) {
      const double own = is_shear(r) ? shear : elastic, sum = std::max(own + viscous, kTiny);
      const double by_sum = of_stiffness[row + r] * area_[i] * kRowShare[r];
      const double by_rest = of_rest[row + r] * step.c[row + r] / (sum * sum);
      of_c[row + r] += of_rest[row + r] * viscous / sum;
      const double by_own = by_sum - by_rest * viscous, by_viscous = by_sum + by_rest * own;
      (is_shear(r) ? step.shear_gradient : by_elastic) += (is_shear(r) ? 2 : 1) * by_own;
      step.density_gradient += by_viscous * viscosity_over_density_ / dt;
    }
    of_tensions[elements_[i]] += by_elastic * share_[i] * (1 + change / kSquare);
    const double by_change = by_elastic * share_[i] * step.tensions[elements_[i]] / kSquare;
    for (int r = 0; r < 3; ++r)
      if (!is_shear(r)) of_c[row + r] += by_change * 2 * kRowShare[r] * step.c[row + r];
  }
}

void ElementSprings::add_tensions_adjoint(double dt, Adjoint& step, Vector& of_multipliers,
                                          Vector& of_tensions) const {
  const double rises = dt / (dt + kRises), rises_at_once = dt / (dt + kRisesAtOnce),
               falls = dt / (dt + kFalls);
  for (std::size_t i = 0; i < has_rows_.size(); ++i) {
    const Eigen::Index own = static_cast<Eigen::Index>(i), e = first_element_ + own;
    const bool falls_now = step.tensions[e] < step.tensions_before[e];
    const double rate = falls_now ? falls : has_rows_[i] ? rises_at_once : rises;
    const double by_tension = rate * of_tensions[e];
    const int sources = std::max(1, source_begin_[i + 1] - source_begin_[i]);
    for (int s = source_begin_[i]; s < source_begin_[i + 1]; ++s)
      add_stress_adjoint(sources_[source_of_[s]], step.multipliers, by_tension / sources, of_multipliers);
    step.bending_gradient += by_tension * buckling_over_bending_[own];
    of_tensions[e] *= 1 - rate;
  }
}

void ElementSprings::add_stress_adjoint(const Source& source, const Vector& multipliers, double after,
                                        Vector& of_multipliers) const {
  const double size = stress(source, multipliers) * source.area;
  if (size == 0) return;
  const double* lambda = multipliers.data() + source.row;
  double* out = of_multipliers.data() + source.row;
  const double share = after / (size * source.area);
  for (int r = 0; r < source.rows; ++r) out[r] += share * (source.rows == 3 && r == 1 ? 2 : 4) * lambda[r];
}

}  // namespace isocloth
