#pragma once

/// How well elements keep their areas and edges, as fractions. a_e: area of element e, A: total area.
///
///   e_t = |A − A₀| / A₀,   e_m = mean_e |a_e − a_e⁰| / a_e⁰,   d_a = e_m + 2 √Var_e(|a_e − a_e⁰| / a_e⁰)
///
/// [Coltraro et al., "Tank-top simulation"]

#include <span>
#include <vector>

#include "isocloth/mesh/mesh.hpp"
#include "isocloth/mesh/topology.hpp"

namespace isocloth {

struct AreaError {
  double total = 0;       ///< e_t
  double mean = 0;        ///< e_m
  double dispersion = 0;  ///< d_a
  double largest = 0;     ///< max_e |a_e − a_e⁰| / a_e⁰
};

AreaError area_error(const Eigen::Ref<const Vector>& areas, const Eigen::Ref<const Vector>& rest_areas);

/// max |l/l⁰ − 1| over the edges; rest_squares: (l⁰)² of each [m²].
double largest_edge_error(std::span<const Edge> edges, const Eigen::Ref<const Vector>& rest_squares,
                          const Points& x);

/// (a_e − a_e⁰) / a_e⁰ per element, positive where the cloth is stretched; 0 for an element of no rest area.
Vector signed_area_errors(const Mesh& rest, const Points& x);

}  // namespace isocloth
