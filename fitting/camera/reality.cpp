#include "fitting/camera/reality.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "fitting/recording/grid_samples.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/dynamics/simulation.hpp"
#include "isocloth/mesh/edit.hpp"
#include "isocloth/mesh/generators.hpp"

namespace isocloth::fitting {
namespace {

/// A simulation that knows the drag: what the air did in a step changes the velocities for the next.
class DraggedCloth {
 public:
  DraggedCloth(const RealityOptions& options, const Mesh& mesh)
      : options_(options),
        simulation_(make_cloth_model(mesh, options.material), hung(mesh), {.dt = options.step}) {
    const int columns = options.nodes[0], top = columns * (options.nodes[1] - 1);
    const Motion motion = position_motion(
        [shake = options.shake, rest = options.settling](double t) { return shake.displacement(t - rest); });
    simulation_.grasp("left", {top}, motion, rigid_grip());
    simulation_.grasp("right", {top + columns - 1}, motion, rigid_grip());
  }

  void step() {
    const StepReport report = simulation_.step();
    require(report.status != StepStatus::not_finite,
            "the simulated reality went astray; take a smaller step");
    ClothState state = simulation_.state();
    const ClothModel& model = simulation_.model();
    const Points force = air_drag_force(model.rest, state.x, state.v, options_.drag);
    for (Eigen::Index k = 0; k < force.rows(); ++k)
      state.v.row(k) += options_.step / (options_.material.density * model.node_area[k]) * force.row(k);
    simulation_.restore(state);
  }

  const Points& x() const { return simulation_.state().x; }

 private:
  /// Upright, below the held edge.
  Points hung(const Mesh& mesh) const {
    Points x(mesh.x.rows(), 3);
    for (Eigen::Index k = 0; k < x.rows(); ++k)
      x.row(k) << mesh.x(k, 0) - 0.5 * options_.size[0], -mesh.x(k, 2),
          mesh.x(k, 1) + options_.top - options_.size[1];
    return x;
  }

  RealityOptions options_;
  Simulation simulation_;
};

}  // namespace

Points air_drag_force(const Mesh& mesh, const Points& x, const Points& v, const AirDrag& drag) {
  Points force = Points::Zero(x.rows(), 3);
  for (const Element& element : mesh.elements) {
    const int corners = corner_count(element);
    const auto at = [&](int k) -> Vec3 { return x.row(element[k]); };
    // of a quad: half the cross product of the diagonals
    const Vec3 area = corners == 3 ? Vec3(0.5 * (at(1) - at(0)).cross(at(2) - at(0)))
                                   : Vec3(0.5 * (at(2) - at(0)).cross(at(3) - at(1)));
    const double size = area.norm();
    if (!(size > 0)) continue;
    Vec3 velocity = Vec3::Zero();
    for (int k = 0; k < corners; ++k) velocity += v.row(element[k]).transpose() / corners;
    const Vec3 normal = area / size, across = velocity.dot(normal) * normal, along = velocity - across;
    const Vec3 total = -0.5 * drag.air_density * size *
                       (drag.across * across.norm() * across + drag.along * along.norm() * along);
    for (int k = 0; k < corners; ++k) force.row(element[k]) += total.transpose() / corners;
  }
  return force;
}

Vec3 Shake::displacement(double time) const {
  const double t = std::clamp(time - before, 0.0, during);
  return {0, amplitude * (std::cos(2 * std::numbers::pi * frequency * t) - 1), 0};
}

Points Reality::at(double time) const {
  const double steps = std::clamp(time / options.step, 0.0, static_cast<double>(positions.size() - 1));
  const auto before = std::min(static_cast<std::size_t>(steps), positions.size() - 1);
  const std::size_t after = std::min(before + 1, positions.size() - 1);
  const double share = steps - static_cast<double>(before);
  return (1 - share) * positions[before] + share * positions[after];
}

Reality simulate_reality(const RealityOptions& options) {
  require(options.step > 0 && options.step <= 0.1 && options.shake.duration() >= 0 && options.settling >= 0 &&
              (options.shake.duration() + options.settling) / options.step < 1e6,
          "the simulated reality needs a step from 0 to 0.1 s and less than a million of them");
  Reality reality{options, make_rectangle(options.size, options.nodes), {}};
  add_noise(reality.mesh, options.unevenness, options.seed);
  DraggedCloth cloth(options, reality.mesh);
  for (double t = 0; t < options.settling - 0.5 * options.step; t += options.step) cloth.step();
  reality.positions.push_back(cloth.x());
  while (static_cast<double>(reality.positions.size()) * options.step <
         options.shake.duration() + 1.5 * options.step) {
    cloth.step();
    reality.positions.push_back(cloth.x());
  }
  return reality;
}

GridRecording true_grid(const Reality& reality, std::array<int, 2> nodes, const std::vector<double>& times) {
  const GridSamples samples(reality.options.nodes, nodes);
  GridRecording grid;
  grid.columns = nodes[0];
  grid.rows = nodes[1];
  grid.times = times;
  for (const double time : times) samples.take(reality.at(time), grid.positions.emplace_back());
  return grid;
}

}  // namespace isocloth::fitting
