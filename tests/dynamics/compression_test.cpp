/// Cloth that is squeezed: between plates, by small things, by its own weight.

#include <gtest/gtest.h>

#include "dynamics/contact_runs.hpp"
#include "support/measured.hpp"

namespace isocloth {
namespace {

using test::expect_at_most;

Material soft_cloth(double thickness) {
  return {.density = 0.2, .virtual_mass = 0.2, .bending = 1e-5, .damping = 0.2, .thickness = thickness};
}

/// Pressure of a cloth squeezed to a share of its thickness, by the tester's curve [Pa].
double pressure_at(const Material& m, double share) {
  const double z = (1 - share) / 0.5;
  return m.compression * z / (1 - z);
}

/// Two plates of which the upper comes down in half a second to a share of the cloth's thickness.
Simulation between_plates(const Material& material, double share, int nodes, double dt, double friction) {
  const double t = material.thickness;
  Simulation sim = test::level_sheet(0.2, nodes, t / 2, material, {.dt = dt});
  const auto closing = [=](double time) {
    const double gap = t * (share + std::max(0.0, 0.5 - time) * 2);
    return RigidPose{.translation = {0, 0, gap + 0.01}};
  };
  sim.add_obstacle({.name = "lower", .shape = test::floor_shape(), .friction = friction});
  sim.add_obstacle({.name = "upper", .shape = make_box({1, 1, 0.02}), .path = closing, .friction = friction});
  return sim;
}

TEST(Compression, ASheetBetweenPlatesPressesAsItsLawSaysWhateverMeshAndStep) {
  double worst = 0, deepest = 0;
  for (const double share : {0.9, 0.7, 0.55})
    for (const double thickness : {0.3e-3, 1e-3, 4e-3})
      for (const int nodes : {5, 21})
        for (const double dt : {0.005, 0.02}) {
          const Material material = soft_cloth(thickness);
          Simulation sim = between_plates(material, share, nodes, dt, 0.5);
          const test::WorstContact run = test::touch(sim, static_cast<int>(std::lround(0.8 / dt)));
          EXPECT_EQ(run.cloth.missed, 0) << share << " t, t = " << thickness << ", " << nodes << ", " << dt;
          const double force = -sim.obstacle_load(1).force[2], law = 0.04 * pressure_at(material, share);
          // at 0.9 the lower half bears the cloth's weight besides
          worst = std::max(worst, std::abs(force - law) / law);
          EXPECT_NEAR(sim.obstacle_load(0).force[2], force + test::weight_of(sim), 1e-3 * force);
          deepest = std::max(deepest, run.surface);
        }
  expect_at_most("between plates at 0.9, 0.7, 0.55 t: force against the law", worst, 0.02, "-");
  EXPECT_EQ(deepest, 0);
}

TEST(Compression, UnderItsOwnWeightAClothSinksByMicrometresAndPressesWithIt) {
  const Material material = soft_cloth(1e-3);
  Simulation sim = test::level_sheet(0.3, 9, 0.002, material);
  sim.add_obstacle({.name = "floor", .shape = test::floor_shape(), .friction = 0.3});
  EXPECT_EQ(test::touch(sim, 100).cloth.missed, 0);
  const double weight = test::weight_of(sim), pressure = weight / 0.09;
  EXPECT_NEAR(sim.obstacle_load(0).force[2], weight, 1e-6 * weight);
  const double squeeze = 0.25e-3 * pressure / (pressure + material.compression);  // 0.5 µm
  EXPECT_LE((sim.state().x.col(2).array() - (0.5e-3 - squeeze)).abs().maxCoeff(), 0.02 * squeeze);
}

TEST(Compression, SqueezedBeyondItsLawIsFiniteSaysSoAndRecovers) {
  for (const double share : {0.5, 0.4, 0.1}) {
    const Material material = soft_cloth(1e-3);
    Simulation sim = between_plates(material, share, 9, 0.01, 0.5);
    (void)test::touch(sim, 60);
    const StepReport report = sim.step();
    EXPECT_EQ(report.status, StepStatus::infeasible) << share;
    EXPECT_EQ(report.cause, StepCause::squeezed) << share;
    EXPECT_TRUE(sim.state().x.allFinite());
    EXPECT_TRUE(std::isfinite(sim.obstacle_load(1).force[2]));
    sim.set_path(1, fixed_pose({.translation = {0, 0, 0.1}}));
    (void)test::touch(sim, 50);
    EXPECT_EQ(test::touch(sim, 10).cloth.missed, 0) << share;
    EXPECT_NEAR(sim.obstacle_load(0).force[2], test::weight_of(sim), 1e-3 * test::weight_of(sim));
  }
}

/// Force of two boxes of `side` that squeeze a sheet to 0.7 t from both sides, off the nodes by `shift`.
double stamp_force(double side, int nodes, const Vec2& shift, const Material& material) {
  Simulation sim = test::level_sheet(0.2, nodes, 0, material, {.gravity = {0, 0, 0}});
  for (const double sign : {-1.0, 1.0}) {
    const auto closing = [=](double time) {
      const double gap = material.thickness * (0.7 + std::max(0.0, 0.4 - 2 * time));
      return RigidPose{.translation = {shift[0], shift[1], sign * (0.5 * gap + 0.01)}};
    };
    sim.add_obstacle(
        {.name = "stamp", .shape = make_box({side, side, 0.02}), .path = closing, .friction = 0.3});
  }
  EXPECT_EQ(test::touch(sim, 40).cloth.missed, 0)
      << side << ", " << nodes << " nodes, at " << shift.transpose();
  return -sim.obstacle_load(1).force[2];
}

TEST(Compression, StampsPressWithTheirOwnAreaWhereverTheNodesAre) {
  const Material material = soft_cloth(1e-3);
  double fine = 0, coarse = 0;
  for (const double side : {0.015, 0.02, 0.04}) {
    const double law = side * side * pressure_at(material, 0.7);
    for (const Vec2& shift : {Vec2(0, 0), Vec2(0.5, 0), Vec2(0.5, 0.5), Vec2(0.2, 0.34)}) {  // in elements
      fine = std::max(fine, std::abs(stamp_force(side, 21, 0.01 * shift, material) / law - 1));
      coarse = std::max(coarse, std::abs(std::log(stamp_force(side, 5, 0.05 * shift, material) / law)));
    }
  }
  expect_at_most("stamps of 15 to 40 mm on elements of 10 mm: force against the law", fine, 0.2, "-");
  expect_at_most("the same on elements of 50 mm: factor", std::exp(coarse), 3, "-");
}

TEST(Compression, KeepsFrictionExact) {
  for (const double friction : {0.2, 0.5, 0.8})
    for (const double beyond : {-1.0, 1.0, 20.0}) {  // degrees
      const double angle = std::atan(friction) + beyond * std::numbers::pi / 180;
      const StepOptions options{.gravity = {9.8 * std::sin(angle), 0, -9.8 * std::cos(angle)}};
      Material material = soft_cloth(1e-3);
      material.damping = 0;  // so that it slides as a block does
      Simulation sim = test::level_sheet(0.3, 9, 0.5e-3, material, options);
      sim.add_obstacle({.name = "slope", .shape = test::floor_shape(), .friction = friction});
      const Points start = sim.state().x;
      (void)test::touch(sim, 100);
      const double way = (sim.state().x - start).col(0).maxCoeff();
      if (beyond < 0) {
        EXPECT_LE(way, 5e-5) << "µ = " << friction;
      } else {
        const double expected = 4.9 * (std::sin(angle) - friction * std::cos(angle));
        EXPECT_NEAR(way / expected, 1, 0.03) << "µ = " << friction << ", " << beyond;
      }
    }
}

}  // namespace
}  // namespace isocloth
