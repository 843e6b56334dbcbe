#include "isocloth/batch/cloth_batch.hpp"

#include <gtest/gtest.h>

#include <random>

#include "batch/batches.hpp"
#include "support/count_allocations.hpp"
#include "support/refusal.hpp"

namespace isocloth {
namespace {

/// A cloth whose upper corners are shaken.
struct Kind {
  const char* name;
  Mesh sheet;
  Material material{.density = 1, .virtual_mass = 0.52, .damping = 2.69};
  ClothOptions options{};
  Grip grip = rigid_grip();
  StepOptions step{};
};

Simulation shaken(const Kind& kind) {
  Simulation sim(make_cloth_model(kind.sheet, kind.material, kind.options), test::upright(kind.sheet),
                 kind.step);
  const Motion shake = sine_motion({0, 1, 0}, 0.075, 0.6, 1.5707963267948966);
  const Points& x = kind.sheet.x;
  const double top = x.col(1).maxCoeff(), right = x.col(0).maxCoeff();
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    if (x(i, 1) == top && (x(i, 0) == 0 || x(i, 0) == right))
      sim.add_grasp({.name = "corner " + std::to_string(i),
                     .nodes = {static_cast<int>(i)},
                     .motion = shake,
                     .grip = kind.grip});
  return sim;
}

std::vector<Kind> kinds() {
  const Mesh quads = make_rectangle({0.297, 0.42}, {7, 8});
  Mesh triangles = make_rectangle({0.297, 0.42}, {6, 6}, ElementKind::triangle);
  Kind stiff{.name = "with bending", .sheet = quads}, woven{.name = "woven", .sheet = quads};
  stiff.material.bending = 1e-4;
  stiff.material.bending_damping = 1e-6;
  woven.material.shear_stiffness = 20;
  Kind nodal{.name = "rows at nodes", .sheet = quads};
  nodal.options.rows = RowsAt::nodes;
  Kind euler{.name = "Euler", .sheet = quads};
  euler.step.integrator = Integrator::euler;
  return {{.name = "quads", .sheet = quads},
          {.name = "hands that give way", .sheet = quads, .grip = {}},
          stiff,
          woven,
          nodal,
          euler,
          {.name = "triangles", .sheet = triangles}};
}

/// A micrometre after a second is what rounding, and bending that is solved for to 1e-4, may come to.
TEST(ClothBatch, FollowsSimulationWhateverTheClothIs) {
  const int steps = test::kSanitized ? 10 : 100;
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    Simulation plain = shaken(kind);
    ClothBatch batch(plain, 3, test::on_test_device());
    for (int k = 0; k < steps; ++k) {
      batch.step(1);
      const StepReport report = plain.step();
      ASSERT_EQ(batch.report(2).status, report.status);
      ASSERT_EQ(batch.report(2).iterations, report.iterations);
    }
    EXPECT_LE(test::distance(test::positions_of(batch, 2), plain.state().x), 1e-6);
    EXPECT_LE(batch.steps_redone(), batch.steps_taken() / 100);
  }
}

TEST(ClothBatch, GivesEachWorldItsOwnMaterialAndGravity) {
  Simulation base = test::shaken_grid(5, 5);
  ClothBatch batch(base, 5, test::on_test_device());
  const Material heavy{.density = 0.3, .virtual_mass = 0.2, .damping = 1};
  batch.set_material(3, heavy);
  batch.set_gravity(3, {1, 0, -3});
  batch.step(60);

  Simulation alone(make_cloth_model(base.model().rest, heavy), base.state().x, {.gravity = {1, 0, -3}});
  for (const Grasp& grasp : base.grasps()) alone.add_grasp(grasp);
  test::advance(alone, 60);
  EXPECT_LE(test::distance(test::positions_of(batch, 3), alone.state().x), 1e-9);
  EXPECT_GT(test::distance(test::positions_of(batch, 3), test::positions_of(batch, 2)), 1e-3);
}

/// Worlds with paths and materials of their own, in a batch that begins with world `first` of them.
std::vector<Points> run_worlds(int first, int count, int steps) {
  const Simulation base = test::shaken_grid(6, 5);
  ClothBatch batch(base, count, test::on_test_device());
  std::vector<double> amplitude;
  for (int w = 0; w < count; ++w) {
    std::mt19937 rng(static_cast<unsigned>(first + w));
    std::uniform_real_distribution<double> any(0.5, 1.5);
    batch.set_material(w, {.density = any(rng), .virtual_mass = 0.5 * any(rng), .damping = 2 * any(rng)});
    amplitude.push_back(0.1 * any(rng));
  }
  const std::vector<double> paths = test::led_from(batch, base.state().x, steps, [&](int w, double t) {
    return Vec3(0, amplitude[w] * std::sin(8 * t), 0);
  });
  batch.step(steps, paths.data());
  return test::all_positions(batch);
}

TEST(ClothBatch, HasTheSameBitsInAnySlotAndAmongAnyNumber) {
  const int steps = test::kSanitized ? 4 : 60;
  const std::vector<Points> many = run_worlds(0, 37, steps);
  for (const int world : {0, 3, 8, 36}) EXPECT_EQ(run_worlds(world, 1, steps)[0], many[world]);
  const std::vector<Points> seven = run_worlds(5, 7, steps);
  for (int w = 0; w < 7; ++w) EXPECT_EQ(seven[w], many[5 + w]);
}

TEST(ClothBatch, HasTheSameBitsOnAGpuAsOnACpu) {
  if (test::on_test_device().device == BatchDevice::cpu) GTEST_SKIP() << "ISOCLOTH_TEST_DEVICE is not cuda";
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    const Simulation base = shaken(kind);
    ClothBatch cpu(base, 64, {.threads = 16}), gpu(base, 64, test::on_test_device());
    for (int w = 0; w < 64; ++w)
      for (ClothBatch* batch : {&cpu, &gpu}) {
        Material material = kind.material;
        material.density *= 1 + 0.01 * w;
        batch->set_material(w, material);
        batch->set_gravity(w, {0.01 * w, 0, -9.8});
      }
    cpu.step(1000);
    gpu.step(1000);
    EXPECT_EQ(test::all_positions(cpu), test::all_positions(gpu));
  }
}

/// On a GPU, in the lanes of a CPU, alone there, and among seven.
TEST(ClothBatch, HasTheSameBitsAmongThousandsOnAGpu) {
  if (test::on_test_device().device == BatchDevice::cpu) GTEST_SKIP() << "ISOCLOTH_TEST_DEVICE is not cuda";
  const int steps = 60;
  const std::vector<Points> many = run_worlds(0, 4096, steps);
  for (const int world : {0, 3, 1717, 4095}) EXPECT_EQ(run_worlds(world, 1, steps)[0], many[world]);
  const std::vector<Points> seven = run_worlds(2000, 7, steps);
  for (int w = 0; w < 7; ++w) EXPECT_EQ(seven[w], many[2000 + w]);
}

TEST(ClothBatch, StartsAgainExactlyWhereItBegan) {
  Simulation base = test::shaken_grid(5, 5);
  test::advance(base, 15);  // with a past, multipliers and tensions
  ClothBatch batch(base, 6, test::on_test_device());
  batch.step(30);
  const Points first = test::positions_of(batch, 0);
  const std::vector<char> mask{0, 1, 0, 0, 1, 0};
  batch.reset(mask);
  EXPECT_EQ(test::positions_of(batch, 4), base.state().x);
  batch.step(30);
  EXPECT_EQ(test::positions_of(batch, 1), first);
  EXPECT_EQ(test::positions_of(batch, 4), first);
  EXPECT_NE(test::positions_of(batch, 0), first);
}

/// Beside a sheet that falls, one that is thrown goes on evenly; rows may turn that by their tolerance.
TEST(ClothBatch, ThrowsWorldsThatItIsAskedTo) {
  const Mesh sheet = make_rectangle({0.3, 0.3}, {5, 5});
  Simulation base(make_cloth_model(sheet, {.density = 0.2}), sheet.x);
  ClothBatch batch(base, 2, test::on_test_device());
  Points x(50, 3), v(50, 3);
  x << sheet.x, sheet.x;
  v << Points::Zero(25, 3), Points::Constant(25, 3, 0.7);
  batch.set_states(std::vector<char>{0, 1}, x.data(), v.data());
  batch.step(30);
  const Points way = test::positions_of(batch, 1) - test::positions_of(batch, 0);
  EXPECT_LE((way - Points::Constant(25, 3, 0.7 * 0.3)).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(ClothBatch, LetsGoAndTakesHoldWorldByWorld) {
  Simulation base = test::shaken_grid(5, 5);
  ClothBatch batch(base, 2, test::on_test_device());
  const Points x = base.state().x;
  const auto stay = [&](int steps) {
    const std::vector<double> paths =
        test::led_from(batch, x, steps, [](int, double) { return Vec3(Vec3::Zero()); });
    batch.step(steps, paths.data());
  };
  stay(5);
  batch.set_held(1, std::vector<char>{0, 0});
  stay(20);
  EXPECT_LT(test::positions_of(batch, 1).col(2).maxCoeff(), x.col(2).maxCoeff() - 0.05);  // it falls
  EXPECT_EQ(test::positions_of(batch, 0).row(24), x.row(24));
}

TEST(ClothBatch, EndsAGraspWhereTheSimulationDoes) {
  Simulation plain = test::shaken_grid(5, 5);
  plain.set_end(1, 0.2);
  ClothBatch batch(plain, 3, test::on_test_device());
  batch.step(40);
  test::advance(plain, 40);
  EXPECT_LE(test::distance(test::positions_of(batch, 1), plain.state().x), 1e-6);
}

TEST(ClothBatch, AllocatesNothingInRegularStepsAlongPaths) {
  if (test::on_test_device().device == BatchDevice::cuda) GTEST_SKIP() << "of steps on a CPU";
  if (!test::CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  const Simulation base = test::shaken_grid(5, 5);
  ClothBatch batch(base, 9, test::on_test_device());
  const std::vector<double> paths =
      test::led_from(batch, base.state().x, 20, [](int, double t) { return Vec3(0, 0.1 * t, 0); });
  const test::CountAllocations here;
  batch.step(20, paths.data());
  EXPECT_EQ(here.count(), 0);
  EXPECT_EQ(batch.steps_redone(), 0);
}

TEST(ClothBatch, SaysWhatCannotBeInIt) {
  Simulation sim = test::shaken_grid(3, 3);
  EXPECT_REFUSES(ClothBatch(sim, 0), "at least one world, got 0");
  ClothBatch batch(sim, 2, test::on_test_device());
  EXPECT_REFUSES(batch.set_gravity(2, {0, 0, 0}), "there is no world 2");
  EXPECT_REFUSES(batch.set_material(0, {.bending = 1e-4}), "made without bending");
  EXPECT_REFUSES(batch.reset(std::vector<char>(3, 1)), "the mask has 3 entries");
  sim.grasp("soft", {4}, fixed_motion(), {.slip = Slip::release});
  EXPECT_REFUSES(ClothBatch(sim, 1), "force limit");
}

}  // namespace
}  // namespace isocloth
