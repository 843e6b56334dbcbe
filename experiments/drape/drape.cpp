#include "experiments/drape/drape.hpp"

#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "isocloth/core/random.hpp"
#include "isocloth/mesh/edit.hpp"
#include "isocloth/mesh/generators.hpp"
#include "isocloth/obstacles/shapes.hpp"
#include "isocloth/session/make_frame.hpp"
#include "isocloth/session/session.hpp"

namespace isocloth::experiments {
namespace {

constexpr double kDecay = 5;      ///< of free motion by the air [1/s]
constexpr double kLongest = 8;    ///< simulated [s]
constexpr double kAtRest = 1e-3;  ///< speed of the fastest node [m/s]
constexpr double kTableThickness = 0.05, kTableRounding = 0.001, kTableFriction = 0.3;  ///< [m], [m], [-]
constexpr double kLift = 1e-4;  ///< of the disc above its table at the start [m]

Simulation make_specimen(const DrapeSetup& setup, const Mesh& mesh) {
  const Material material{.density = setup.density,
                          .virtual_mass = setup.density,
                          .bending = setup.bending,
                          .damping = setup.density * kDecay,
                          .shear_stiffness = setup.shear};
  Points start = uneven(mesh.x, setup.specimen);
  if (setup.disc) start.col(2).array() += kLift;
  // the paper's rows: an inextensible ring drapes only as its cells give way, which exact quads hardly do
  Simulation simulation(make_cloth_model(mesh, material, {.rows = RowsAt::nodes}), start, {.dt = setup.step});
  if (setup.disc) {
    simulation.add_obstacle({.name = "table",
                             .shape = make_cylinder(kTableRadius, kTableThickness, kTableRounding),
                             .path = fixed_pose({.translation = {0, 0, -kTableThickness / 2}}),
                             .friction = kTableFriction});
  } else {
    std::vector<int> inner(setup.nodes[0]);
    std::iota(inner.begin(), inner.end(), 0);
    simulation.grasp("table", inner, fixed_motion(), rigid_grip());
  }
  return simulation;
}

double fastest(const ClothState& state) { return state.v.rowwise().norm().maxCoeff(); }

/// The loop that is farthest from the axis.
std::vector<int> rim_of(const Topology& topology, const Mesh& mesh) {
  const auto distance = [&](const std::vector<int>& loop) { return mesh.x.row(loop.front()).norm(); };
  std::vector<int> rim = topology.boundary_loops.front();
  for (const std::vector<int>& loop : topology.boundary_loops)
    if (distance(loop) > distance(rim)) rim = loop;
  return rim;
}

}  // namespace

std::array<int, 2> ring_nodes(double nodes) {
  constexpr double kAroundPerAcross = 96.0 / 7;  // with q cells across, n ≈ (q + 1) · q · 96/7
  const int across =
      std::max(2, static_cast<int>(std::lround(0.5 + std::sqrt(0.25 + nodes / kAroundPerAcross))));
  return {std::max(8, static_cast<int>(std::lround(nodes / across))), across};
}

Mesh drape_mesh(const DrapeSetup& setup) {
  const auto [around, across] = setup.nodes;
  const double cells =
      kClothRadius / (kClothRadius - kTableRadius) * (across - 1);  // of the ring, along a radius
  const int core = around / 4;
  const int rings = std::max(1, static_cast<int>(std::lround(cells - core / std::numbers::sqrt2)));
  Mesh mesh = setup.disc ? make_disc(kClothRadius, core, rings)
                         : make_ring(kTableRadius, kClothRadius, {around, across});
  return setup.turned == 0 ? mesh : transformed(mesh, {0, 0, 360 * setup.turned / around}, {0, 0, 0});
}

Points uneven(const Points& flat, std::uint32_t specimen) {
  std::mt19937 random(specimen);
  const auto unit = [&] { return random_unit(random); };
  std::vector<Vec2> waves;  // amplitude and phase
  for (int k = 2; k <= kMostWaves; ++k) {
    const double amplitude = 2 * unit() - 1;
    waves.emplace_back(amplitude, 2 * std::numbers::pi * unit());
  }
  Points x = flat;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const double angle = std::atan2(x(i, 1), x(i, 0));
    const double s =
        std::max(0.0, (std::hypot(x(i, 0), x(i, 1)) - kTableRadius) / (kClothRadius - kTableRadius));
    double height = 0;
    for (std::size_t k = 0; k < waves.size(); ++k)
      height += waves[k][0] * std::cos(static_cast<double>(k + 2) * angle + waves[k][1]);
    x(i, 2) += kUnevennessHeight * s * s * height / 2;
  }
  return x;
}

Drape drape(const DrapeSetup& setup) {
  const Mesh mesh = drape_mesh(setup);
  Session hanging(make_specimen(setup, mesh));
  Drape result;
  if (setup.frame_steps > 0) result.trajectory.info = trajectory_info("", hanging.simulation());
  const auto steps_in = [&](double time) { return static_cast<int>(std::lround(time / setup.step)); };
  const RunReport run = hanging.run(
      steps_in(kLongest),
      {.steps_per_frame = setup.frame_steps,
       .on_frame = [&](Frame frame) { result.trajectory.frames.push_back(std::move(frame)); },
       .go_on =
           [&](const RunReport& so_far) {
             const std::int64_t k = so_far.steps - 1;
             return k % steps_in(0.1) != 0 || k <= steps_in(1) || fastest(hanging.state()) >= kAtRest;
           }});
  result.missed = static_cast<int>(run.missed_steps());
  result.dispersion = run.area_dispersion;
  result.coefficient = drape_coefficient(mesh, hanging.state().x, kTableRadius);
  result.folds = count_folds(hanging.state().x, rim_of(hanging.simulation().model().topology, mesh));
  result.total_area_error = run.last.area.total;
  result.speed = fastest(hanging.state());
  result.at_rest = result.speed < kAtRest && result.missed == 0;
  result.time = hanging.state().time;
  result.trajectory.info.grasps.clear();  // the table's edge: pictures would show a ball at each node
  for (Frame& frame : result.trajectory.frames) {
    frame.grasp_force.resize(0, 3);
    frame.grasp_torque.resize(0, 3);
    frame.grasp_pose.clear();
  }
  return result;
}

}  // namespace isocloth::experiments
