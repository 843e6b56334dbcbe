#include "isocloth/isometry/element_springs.hpp"

#include <algorithm>
#include <cmath>

#include "isocloth/fem/element_geometry.hpp"

namespace isocloth {
namespace {

/// Times over which σ follows a tension that rises and one that falls [s].
constexpr double kRises = 0.03, kFalls = 0.3;

/// β of a triangle over that of a quad.
constexpr double kTriangleShare = 0.4;

/// β of a quad over that of others where rows are to let a coarse cloth fold sharply (Frames::mean_tangents):
/// about that of two triangles.
constexpr double kSharpShare = 0.5;

/// c₀: a spring is twice as stiff where its element's metric has changed by this much.
constexpr double kHardening = 0.015;

/// Keeps 0/0 away where there is neither stress nor viscosity.
constexpr double kTiny = std::numeric_limits<double>::min();

/// Share of each row E, F, G in |c|² = c_E² + 2c_F² + c_G².
constexpr double kRowShare[3] = {1, 2, 1};

/// Interior nodes next to each node.
std::vector<std::vector<int>> interior_neighbours(const Mesh& mesh, const Topology& topology) {
  std::vector<std::vector<int>> result(mesh.node_count());
  for (const Element& element : mesh.elements)
    for (int i = 0; i < corner_count(element); ++i)
      for (int j = 0; j < corner_count(element); ++j)
        if (i != j && !topology.on_boundary[element[j]]) result[element[i]].push_back(element[j]);
  return result;
}

bool has_node(const Element& element, int node) {
  return std::find(element.begin(), element.end(), node) != element.end();
}

}  // namespace

ElementSprings::ElementSprings(const Mesh& rest, const Topology& topology, const IsometryRows& isometry,
                               double density, double shear_stiffness, const ElementSpringOptions& options)
    : first_row_(isometry.rows.pattern().constraint_rows),
      viscosity_(density * options.viscosity),
      shear_stiffness_(isometry.woven ? std::optional(shear_stiffness) : std::nullopt) {
  const Vector node_area = node_areas(rest);
  std::vector<int> source_at(rest.node_count(), -1);
  for (int k = 0; k < rest.node_count(); ++k)
    if (isometry.row_of_node[k] >= 0) {
      source_at[k] = static_cast<int>(sources_.size());
      sources_.push_back({isometry.row_of_node[k], isometry.woven ? 2 : 3, node_area[k]});
    }
  const int first_edge = static_cast<int>(sources_.size());
  for (std::size_t b = 0; b < topology.boundary_edges.size(); ++b) {
    const Edge& edge = topology.boundary_edges[b];
    sources_.push_back(
        {isometry.first_edge_row + static_cast<int>(b), 1, (node_area[edge[0]] + node_area[edge[1]]) / 2});
  }

  const auto around = interior_neighbours(rest, topology);
  std::vector<int> of_element;
  for (const Element& element : rest.elements) {
    const int corners = corner_count(element);
    of_element.clear();
    for (int i = 0; i < corners; ++i)  // its interior nodes,
      if (source_at[element[i]] >= 0) of_element.push_back(source_at[element[i]]);
    if (of_element.empty())  // or else those next to it,
      for (int i = 0; i < corners; ++i)
        for (const int node : around[element[i]]) of_element.push_back(source_at[node]);
    if (of_element.empty())  // or else its edges, where they are on the boundary
      for (std::size_t b = 0; b < topology.boundary_edges.size(); ++b)
        if (has_node(element, topology.boundary_edges[b][0]) &&
            has_node(element, topology.boundary_edges[b][1]))
          of_element.push_back(first_edge + static_cast<int>(b));
    source_of_.insert(source_of_.end(), of_element.begin(), of_element.end());
    source_begin_.push_back(static_cast<int>(source_of_.size()));
    area_.push_back(element_area(element, rest.x) / 4);
    const double quad_share = isometry.frames == Frames::mean_tangents ? kSharpShare : 1;
    share_.push_back(options.tension_share * (corners == 3 ? kTriangleShare : quad_share));
  }
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
  const double rises = dt / (dt + kRises), falls = dt / (dt + kFalls);
  const auto is_shear = [&](int r) { return shear_stiffness_ && r == 1; };
  const double shear = 2 * shear_stiffness_.value_or(0);
  for (std::size_t e = 0; e < area_.size(); ++e) {
    const int row = first_row_ + 3 * static_cast<int>(e);
    double tension = 0, change = 0;
    for (int s = source_begin_[e]; s < source_begin_[e + 1]; ++s)
      tension += stress(sources_[source_of_[s]], multipliers);
    tension /= std::max(1, source_begin_[e + 1] - source_begin_[e]);
    tensions[e] += (tension < tensions[e] ? falls : rises) * (tension - tensions[e]);
    for (int r = 0; r < 3; ++r)
      if (!is_shear(r)) change += kRowShare[r] * c[row + r] * c[row + r];
    const double elastic = share_[e] * tensions[e] * (1 + change / (kHardening * kHardening));
    const double viscous = viscosity_ / dt;
    for (int r = 0; r < 3; ++r) {
      const double held = is_shear(r) ? shear : elastic;
      law.stiffness[row + r] = area_[e] * kRowShare[r] * (held + viscous);
      law.rest[row + r] = viscous / std::max(held + viscous, kTiny) * c[row + r];
    }
  }
}

}  // namespace isocloth
