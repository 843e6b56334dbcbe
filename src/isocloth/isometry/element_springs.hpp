#pragma once

/// Springs and dampers on edges and elements, which hold what the constraints leave free and an isometry
/// leaves alone.
///
/// On a coarse mesh no fold is exactly isometric within an element, and springs that are too stiff would lock
/// it. What is too stiff depends on the load; so each spring follows the tension that the constraints around
/// it carry. With σ_e the size of the stress in an element [N/m], of the last tenths of a second (a spring
/// that grew stiffer and softer with every swing of the tension would pump energy into the cloth, which then
/// would never come to rest), its stretch stiffness [N/m] is:
///
/// Edges of quads that have rows. Rows hold both diagonals of a quad, so even and odd nodes (as on a
/// chessboard) may be shifted against each other. A sharp fold along diagonals needs such a shift, out of the
/// plane, which lengthens edges by several percent; nothing else does:
///
///   λ ∝ Y c,   Y = σ (β / √(1 + c²/c_y²)  +  β_y (1 + c²/c_h²))      c: relative change of |edge|²
///
/// β holds an edge until it yields, at c_y: from there it pulls with no more than σβc_y, which holds no fold
/// open; β_y and c_h keep it from yielding further than a fold needs. λ grows with c all the way, so there is
/// one answer. σ is the mean of the quads beside the edge, and no less than π²κ/area, with which bending
/// would buckle: stiff cloth holds its edges also where it is not taut.
///
/// Elements without rows of their own, whose nodes have them: these hold averages over the elements around a
/// node, and neighbours could stretch and shrink against each other unseen.
///
///   Y = β σ (1 + |c|²/c₀²)      c: relative change of the element's metric (E, F, G)
///
/// All β and c are numbers without unit: nothing depends on dt, on the size of the mesh, or on what cloth and
/// weight are. In a woven cloth the angle between the threads is no error: F has the material's shear
/// stiffness instead, and c is the change of E and G.

#include <optional>
#include <vector>

#include "isocloth/isometry/isometry_rows.hpp"
#include "isocloth/isometry/row_law.hpp"

namespace isocloth {

struct ElementSpringOptions {
  /// β of quads whose nodes have rows [-]; a triangle, of which there are twice as many, and quads that are
  /// to fold sharply get less
  double tension_share = 2;
  double edge_share = 1;  ///< of all β of edges, over the usual [-]
  double viscosity = 2;   ///< over ρ [m²/s]: damps what the springs let swing; edges have four times as much
};

class ElementSprings {
 public:
  ElementSprings() = default;
  /// density: ρ [kg/m²]; bending: κ [N·m]; shear_stiffness: S of a woven
  /// cloth [N/m].
  ElementSprings(const Mesh& rest, const Topology& topology, const IsometryRows& isometry, double density,
                 double bending, double shear_stiffness, const ElementSpringOptions& options);

  /// For one of several cloths that share rows and tensions: where its constraints, springs and elements
  /// begin there.
  void share(int first_constraint, int first_spring, int first_element);

  /// Stiffness and rest of the spring rows for a step of dt from a state with these multipliers and row
  /// errors; `tensions` are the σ_e of the last step on entry and of this one on return.
  void update(double dt, const Vector& multipliers, const Vector& c, Vector& tensions, RowLaw& law) const;

  /// The same where the tensions of this step are known.
  void set_law(double dt, const Vector& c, const Vector& tensions, RowLaw& law) const;

  /// Backwards through update(), which began with these tensions and ended with those, and by what.
  struct Adjoint {
    const Vector &multipliers, &c, &tensions_before, &tensions;
    double density_gradient = 0, bending_gradient = 0, shear_gradient = 0;  ///< ∂L/∂ρ, ∂L/∂κ, ∂L/∂S
  };
  /// From ∂L by stiffness and rest of the spring rows and by the tensions after it: that by c and λ is added,
  /// that by the tensions before takes the place of that after.
  void add_adjoint(double dt, const Vector& of_stiffness, const Vector& of_rest, Adjoint& step, Vector& of_c,
                   Vector& of_multipliers, Vector& of_tensions) const;

  /// Whether edges need springs, as where quads have rows of their own.
  bool has_edges() const { return !edges_.empty(); }

  /// What the springs are made of, for those who compute them elsewhere: rows that tell the stress of each
  /// element; springs on elements, three rows each from element_rows_begin() on; springs on edges, one row
  /// each from element_rows_end() on.
  struct Source {
    int row = 0;
    int rows = 3;     ///< 3: E, F, G; 2: E, G; 1: a boundary edge
    double area = 0;  ///< [m²]
  };
  std::vector<Source> sources_of(int element) const;
  bool has_rows(int element) const { return has_rows_[element] != 0; }
  double buckling_over_bending(int element) const { return buckling_over_bending_[element]; }
  const std::vector<int>& elements() const { return elements_; }
  const std::vector<double>& quarter_areas() const { return area_; }
  const std::vector<double>& shares() const { return share_; }
  const std::vector<EdgeSpring>& edges() const { return edges_; }
  double edge_share() const { return edge_share_; }
  double viscosity_over_density() const { return viscosity_over_density_; }

  /// Rows E, F, G of elements: from the first spring up to this one.
  int element_rows_begin() const { return first_row_; }
  int element_rows_end() const { return first_row_ + 3 * static_cast<int>(area_.size()); }

 private:
  double stress(const Source& source, const Vector& multipliers) const;
  void find_sources(const Mesh& rest, const Topology& topology, const IsometryRows& isometry);
  void follow_tension(double dt, const Vector& multipliers, Vector& tensions) const;
  void set_elements(double dt, const Vector& c, const Vector& tensions, RowLaw& law) const;
  void set_edges(double dt, const Vector& c, const Vector& tensions, RowLaw& law) const;
  void add_stress_adjoint(const Source& source, const Vector& multipliers, double after,
                          Vector& of_multipliers) const;
  void add_elements_adjoint(double dt, const Vector& of_stiffness, const Vector& of_rest, Adjoint& step,
                            Vector& of_c, Vector& of_tensions) const;
  void add_edges_adjoint(double dt, const Vector& of_stiffness, const Vector& of_rest, Adjoint& step,
                         Vector& of_c, Vector& of_tensions) const;
  void add_tensions_adjoint(double dt, Adjoint& step, Vector& of_multipliers, Vector& of_tensions) const;

  int first_row_ = 0;
  int first_element_ = 0;
  std::vector<Source> sources_;
  std::vector<int> source_begin_{0};  ///< per element, into source_of_
  std::vector<int> source_of_;
  std::vector<char> has_rows_;  ///< per element
  Vector buckling_;             ///< π²κ/area of elements that have rows, 0 of others [N/m]
  std::vector<int> elements_;   ///< that have springs
  std::vector<double> area_;    ///< of each of these, times ¼ [m²]
  std::vector<double> share_;   ///< β of each of these [-]; 0 where it has rows
  std::vector<EdgeSpring> edges_;
  double edge_share_ = 1;                  ///< [-]
  double viscosity_ = 0;                   ///< ρ times viscosity [kg/s]
  double viscosity_over_density_ = 0;      ///< [m²/s]
  Vector buckling_over_bending_;           ///< π²/area, likewise [1/m²]
  std::optional<double> shear_stiffness_;  ///< S of a woven cloth [N/m]
};

}  // namespace isocloth
