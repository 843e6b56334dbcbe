#pragma once

/// Cusick's drape test: a round cloth of 15 cm over a round table of 9 cm, and how much of the rim is still
/// seen from above when it hangs at rest.
///
///   DC = (area of the cloth's projection beyond the table) / (area of the flat ring)
///
/// Either the ring alone, its inner nodes fixed as in the paper, or the whole disc that lies on the table.
///
/// The cloth is woven: an exactly inextensible ring that is tangent to the table could bend only along
/// straight lines that miss it, so how a mesh drapes would depend on how its cells give way
/// (isometry_rows.hpp).
///
/// A drape has many states of rest: folds that formed stay. Several specimens are averaged, as testers do;
/// each starts flat up to a smooth unevenness (a sum of waves in the angle, the same in space for every mesh)
/// and hangs until it is at rest. [Coltraro et al., "Cusick's test"]

#include <cstdint>
#include <limits>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::experiments {

inline constexpr double kTableRadius = 0.09, kClothRadius = 0.15;                 ///< [m]
inline constexpr double kInextensible = std::numeric_limits<double>::infinity();  ///< shear stiffness [N/m]

struct DrapeSetup {
  double density = 0.2;             ///< ρ [kg/m²]
  double bending = 1e-5;            ///< κ [N·m]
  double shear = 20;                ///< S [N/m]: a soft cloth; warp along x
  std::array<int, 2> nodes{96, 8};  ///< of the ring: around, and from the inner to the outer circle
  bool disc = false;                ///< the whole disc on a table (contact), as many cells around
  double turned = 0;                ///< mesh turned by this many cells [-]
  double step = 0.01;               ///< dt [s]
  std::uint32_t specimen = 0;       ///< which unevenness
  int frame_steps = 0;              ///< steps between recorded frames; 0: none
};

struct Drape {
  double coefficient = 0;  ///< DC [-]
  int folds = 0;
  double dispersion = 0;        ///< largest d_a of the whole run [-]
  double total_area_error = 0;  ///< e_t at rest [-]
  bool at_rest = false;         ///< it came to rest in time, and every step converged
  double speed = 0;             ///< of the fastest node at the end [m/s]
  double time = 0;              ///< simulated [s]
  int missed = 0;               ///< steps that did not converge
  Trajectory trajectory{};
};

/// InputError where material or mesh cannot be used.
Drape drape(const DrapeSetup& setup);

/// Nodes around and across a ring of about `nodes` nodes with nearly square cells, those of 96 × 8.
std::array<int, 2> ring_nodes(double nodes);

/// The mesh that `drape` makes, flat.
Mesh drape_mesh(const DrapeSetup& setup);

/// Where the nodes start: the flat mesh, uneven by about a millimetre at the rim and not at all on the table.
///
///   z(r, θ) = kUnevenness · s² · ½ Σ_k a_k cos(kθ + φ_k),   k = 2 … kMostWaves,   s = (r − R) / (R' − R)
///
/// a_k in [−1, 1] and φ_k are drawn for the specimen.
Points uneven(const Points& flat, std::uint32_t specimen);

inline constexpr double kUnevennessHeight = 1e-3;  ///< [m]
inline constexpr int kMostWaves = 16;

/// DC of a cloth whose flat ring `rest` has its nodes at `x`, both about the z axis; table_radius [m].
double drape_coefficient(const Mesh& rest, const Points& x, double table_radius);

/// Folds of a rim: places where it is farther from the axis than on both sides, by 1.5 mm at least.
int count_folds(const Points& x, const std::vector<int>& rim);

/// Means over several specimens, and what was worst.
struct DrapeMean {
  double coefficient = 0, spread = 0;  ///< mean and standard deviation of DC [-]
  double folds = 0;                    ///< mean
  double dispersion = 0;               ///< worst [-]
  double total_area_error = 0;         ///< worst [-]
  bool at_rest = true;                 ///< all of them
};
DrapeMean mean_of(const std::vector<Drape>& drapes);

}  // namespace isocloth::experiments
