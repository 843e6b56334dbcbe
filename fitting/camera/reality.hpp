#pragma once

/// What stands for reality where no camera is at hand: a finer simulation of a sheet that hangs by its two
/// top corners and is shaken, with quadratic drag of the air and a sheet that is not quite even.
///
/// The protocol is the paper's: the corners rest for 1 s, follow  A cos(2πft) along y  for 10 s, and rest for
/// 3 s. [Coltraro et al., "Experimental validation"] The sheet hangs in the plane y = 0, columns along x,
/// rows upwards, its middle below the origin's z axis; time 0 is the start of the recording.

#include <array>
#include <cstdint>
#include <vector>

#include "fitting/recording/grid_recording.hpp"
#include "isocloth/dynamics/material.hpp"
#include "isocloth/mesh/mesh.hpp"

namespace isocloth::fitting {

/// Drag of the air on each element of a cloth, quadratic in the speed across and along it:
///
///   F = −½ ρ_air A (C_n |v_n| v_n + C_t |v_t| v_t),   v_n = (v·n) n,  v_t = v − v_n
///
/// v: mean velocity of the element's corners [m/s], A its area [m²]; each corner takes an equal share of F.
/// The model that is fitted knows linear damping only: this is what it has to make do without.
struct AirDrag {
  double air_density = 1.2;  ///< ρ_air [kg/m³]
  double across = 1.2;       ///< C_n, of a plate across the flow [-]
  double along = 0.02;       ///< C_t, of friction along a plate [-]
};

/// Force on each node [N] at positions x [m] and velocities v [m/s].
Points air_drag_force(const Mesh& mesh, const Points& x, const Points& v, const AirDrag& drag);

struct Shake {
  double amplitude = 0.075;  ///< A [m]
  double frequency = 0.6;    ///< f [Hz]
  double before = 1;         ///< rest before [s]
  double during = 10;        ///< [s]
  double after = 3;          ///< rest after [s]

  double duration() const { return before + during + after; }
  /// Displacement of the held corners from where they hang at the start [m].
  Vec3 displacement(double time) const;
};

struct RealityOptions {
  std::array<double, 2> size{0.297, 0.42};  ///< across, down [m]
  std::array<int, 2> nodes{25, 25};         ///< columns, rows of the simulation
  double top = 1.32;                        ///< height of the held edge [m]
  Material material{.virtual_mass = 0.52, .bending = 5e-5, .damping = 2.69};
  AirDrag drag{};
  Shake shake{};
  double unevenness = 0.0003;  ///< standard deviation of the rest shape's nodes [m]
  double step = 0.005;         ///< of the simulation [s]
  double settling = 2;         ///< time for the uneven sheet to come to rest before the recording [s]
  std::uint32_t seed = 1;      ///< of the unevenness
};

/// The run: positions of all nodes every step.
struct Reality {
  RealityOptions options;
  Mesh mesh;                      ///< at rest
  std::vector<Points> positions;  ///< [m] at times 0, step, 2 step, …

  /// Positions at any time, linear between steps [m].
  Points at(double time) const;
};

/// InputError where the options cannot be simulated.
Reality simulate_reality(const RealityOptions& options);

/// Where the nodes of a grid of columns×rows on the sheet are at the given times [s].
GridRecording true_grid(const Reality& reality, std::array<int, 2> nodes, const std::vector<double>& times);

}  // namespace isocloth::fitting
