#pragma once

/// Cloth that meets obstacles, for several tests.

#include <cmath>
#include <numbers>

#include "dynamics/runs.hpp"

namespace isocloth::test {

inline constexpr Material kSheet{.density = 0.2, .virtual_mass = 0.15, .bending = 1e-5, .damping = 0.2};

/// A horizontal square sheet around (0, 0, height).
inline Simulation level_sheet(double side, int nodes, double height, const Material& material = kSheet,
                              const StepOptions& options = {}) {
  const Mesh mesh = make_rectangle({side, side}, {nodes, nodes});
  Points start = mesh.x;
  start.rowwise() += Eigen::RowVector3d(-side / 2, -side / 2, height);
  const bool printed = options.projection.method != ProjectionMethod::implicit;
  return Simulation(make_cloth_model(mesh, material, {.rows = printed ? RowsAt::nodes : RowsAt::elements}),
                    start, options);
}

inline std::shared_ptr<const Shape> floor_shape() { return make_half_space({0, 0, 0}, {0, 0, 1}); }

/// A sheet that lies on a slope of the given angle [rad]: gravity is turned instead of the slope, downhill is
/// +x.
inline Simulation sheet_on_slope(double angle, double friction, double dt = 0.01) {
  const StepOptions options{.dt = dt, .gravity = {9.8 * std::sin(angle), 0, -9.8 * std::cos(angle)}};
  Simulation sim = level_sheet(0.3, 9, 0, {.density = 0.2, .virtual_mass = 0.2}, options);
  sim.add_obstacle({.name = "slope", .shape = floor_shape(), .friction = friction});
  return sim;
}

inline double weight_of(const Simulation& sim) {
  return sim.model().pieces.front().material.gravitational_mass() * sim.model().node_area.sum() *
         sim.options().gravity.norm();
}

/// What a run with contacts must keep.
struct WorstContact {
  Worst cloth;
  double nodes = 0, surface = 0, residual = 0;  ///< [m]

  void add(const StepReport& report) {
    cloth.add(report);
    nodes = std::max(nodes, report.node_penetration);
    surface = std::max(surface, report.surface_penetration);
    residual = std::max(residual, report.contact_residual);
  }
};

inline WorstContact touch(Simulation& sim, int steps) {
  WorstContact worst;
  for (int k = 0; k < steps; ++k) worst.add(sim.step());
  return worst;
}

}  // namespace isocloth::test
