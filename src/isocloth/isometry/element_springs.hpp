#pragma once

/// Springs and dampers on each element's own metric.
///
/// The constraints hold averages of the metric over the elements around a node, so neighbouring elements
/// could stretch and shrink against each other unseen. An isometry leaves the metric of an element alone:
/// springs on it resist nothing but such motion. Yet on a coarse mesh no fold is exactly isometric within an
/// element, and springs that are too stiff would lock it. What is too stiff depends on the load; so each
/// spring follows the tension that the constraints around it carry:
///
///   Y_e = β σ_e (1 + |c_e|²/c₀²)     stretch stiffness [N/m]
///
/// σ_e: size of the stress in the nodes of the element [N/m], of the last tenths of a second: a spring that
/// grew stiffer and softer with every swing of the tension would pump energy into the cloth, which then would
/// never come to rest. c_e: its relative change of metric (E, F, G). β is a number without unit: an element
/// may stretch by about 1/β under the cloth's own tension, and less the further it has gone (c₀). Nothing
/// depends on dt, on the size of the mesh, or on what cloth and weight are.
///
/// In a woven cloth the angle between the threads is no error: F has the material's shear stiffness instead,
/// and c_e is the change of E and G.

#include <optional>
#include <vector>

#include "isocloth/isometry/isometry_rows.hpp"
#include "isocloth/isometry/row_law.hpp"

namespace isocloth {

struct ElementSpringOptions {
  /// β of quads [-]; a triangle, of which there are twice as many, and quads that are to fold sharply get
  /// less
  double tension_share = 2;
  double viscosity = 2;  ///< over ρ [m²/s]: damps what the springs let swing
};

class ElementSprings {
 public:
  ElementSprings() = default;
  /// density: ρ [kg/m²]; shear_stiffness: S of a woven cloth [N/m].
  ElementSprings(const Mesh& rest, const Topology& topology, const IsometryRows& isometry, double density,
                 double shear_stiffness, const ElementSpringOptions& options);

  /// Stiffness and rest of the spring rows for a step of dt from a state with these multipliers and row
  /// errors; `tensions` are the σ_e of the last step on entry and of this one on return.
  void update(double dt, const Vector& multipliers, const Vector& c, Vector& tensions, RowLaw& law) const;

 private:
  /// Rows whose multipliers tell the stress at a place.
  struct Source {
    int row = 0;
    int rows = 3;     ///< 3: E, F, G; 2: E, G; 1: a boundary edge
    double area = 0;  ///< [m²]
  };
  double stress(const Source& source, const Vector& multipliers) const;

  int first_row_ = 0;
  std::vector<Source> sources_;
  std::vector<int> source_begin_{0};  ///< per element, into source_of_
  std::vector<int> source_of_;
  std::vector<double> area_;               ///< of each element, times ¼ [m²]
  std::vector<double> share_;              ///< β of each element [-]
  double viscosity_ = 0;                   ///< ρ times viscosity [kg/s]
  std::optional<double> shear_stiffness_;  ///< S of a woven cloth [N/m]
};

}  // namespace isocloth
