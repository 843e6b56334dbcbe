#pragma once

/// Tangents, areas and lumped masses of the elements φ_e(ξ, η) = Σ p_i N_i.
///
///   E = φ_ξ·φ_ξ,  F = φ_ξ·φ_η,  G = φ_η·φ_η,  dA = √(EG − F²) dξ dη
///   a_e = ∫ dA,  m_k = ∫ N_k dA   (row sum of the mass matrix: the area that node k stands for [m²])

#include "isocloth/fem/reference_element.hpp"
#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

/// φ_ξ and φ_η at a point of an element [m].
struct Tangents {
  Vec3 xi, eta;
};

inline Tangents tangents(const Element& element, const Points& x, const ShapeValues& shape) {
  Tangents t{Vec3::Zero(), Vec3::Zero()};
  for (int i = 0; i < corner_count(element); ++i) {
    t.xi += shape.d_xi[i] * x.row(element[i]).transpose();
    t.eta += shape.d_eta[i] * x.row(element[i]).transpose();
  }
  return t;
}

/// Area of one element by its parametrisation [m²].
double element_area(const Element& element, const Points& x);

/// Areas of all elements [m²]; `areas` must have the right size.
void element_areas(const Mesh& mesh, const Points& x, Eigen::Ref<Vector> areas);

/// Unit normals of all nodes, averaged by area over the elements around; zero where they cancel.
void node_normals(const Mesh& mesh, const Points& x, Points& normals);

/// Lumped areas m_k of all nodes [m²], summing to the area of the surface.
Vector node_areas(const Mesh& mesh);

}  // namespace isocloth
