#pragma once

/// The set-ups that several tests of the dynamics share.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "isocloth/dynamics/simulation.hpp"
#include "isocloth/mesh/edit.hpp"
#include "isocloth/mesh/generators.hpp"
#include "isocloth/mesh/pose.hpp"
#include "support/sanitized.hpp"

namespace isocloth::test {

/// Worst values over a run.
struct Worst {
  double metric_error = 0;
  AreaError area;
  int missed = 0;  ///< steps that did not converge

  void add(const StepReport& report) {
    metric_error = std::max(metric_error, report.metric_error);
    area.total = std::max(area.total, report.area.total);
    area.mean = std::max(area.mean, report.area.mean);
    area.dispersion = std::max(area.dispersion, report.area.dispersion);
    missed += report.status != StepStatus::converged;
  }
};

inline Worst advance(Simulation& sim, int steps) {
  Worst worst;
  for (int k = 0; k < steps; ++k) worst.add(sim.step());
  return worst;
}

/// An upright sheet, its first corner at the origin, its second size along z.
inline Points upright(const Mesh& sheet) {
  return Pose{.rotate_deg = {90, 0, 0}, .translate = {0, 0, 0}}.apply(sheet.x);
}

/// The paper's main case: A3, both top corners shaken by A cos(2πft), A = 0.075 m, f = 0.6 Hz.
inline Simulation shaken_sheet(const Mesh& sheet, int left, int right, const ClothOptions& options = {},
                               const StepOptions& step = {}) {
  Simulation sim(make_cloth_model(sheet, {.density = 1, .virtual_mass = 0.52, .damping = 2.69}, options),
                 upright(sheet), step);
  const Motion shake = sine_motion({0, 1, 0}, 0.075, 0.6, 1.5707963267948966);
  sim.add_grasp({.name = "left", .nodes = {left}, .motion = shake, .grip = rigid_grip()});
  sim.add_grasp({.name = "right", .nodes = {right}, .motion = shake, .grip = rigid_grip()});
  return sim;
}

inline Simulation shaken_grid(int columns, int rows) {
  return shaken_sheet(make_rectangle({0.297, 0.42}, {columns, rows}), columns * (rows - 1),
                      columns * rows - 1);
}

/// The paper's locking test: 1 m × 1 m, horizontal, 3 mm noise in the rest shape, three corners held, the
/// fourth falls.
inline Simulation falling_corner(const Mesh& noisy, const std::vector<int>& held,
                                 const ClothOptions& cloth = {}, Integrator integrator = Integrator::bdf2) {
  StepOptions options{.dt = 0.005, .integrator = integrator};
  Simulation sim(make_cloth_model(noisy, {.density = 1, .virtual_mass = 1, .damping = 1}, cloth), noisy.x,
                 options);
  for (const int corner : held)
    sim.grasp("corner" + std::to_string(corner), {corner}, fixed_motion(), rigid_grip());
  return sim;
}

inline Mesh noisy(Mesh mesh, std::uint32_t seed = 1) {
  add_noise(mesh, 0.003, seed);
  return mesh;
}

}  // namespace isocloth::test
