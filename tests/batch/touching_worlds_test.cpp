#include <gtest/gtest.h>

#include <limits>

#include "batch/batches.hpp"
#include "isocloth/batch/batch_engine.hpp"
#include "isocloth/batch/batch_obstacles.hpp"
#include "isocloth/dynamics/step_record.hpp"
#include "isocloth/obstacles/shapes.hpp"
#include "support/count_allocations.hpp"
#include "support/refusal.hpp"

namespace isocloth {
namespace {

Mesh fine_sheet() { return make_rectangle({0.3, 0.3}, {9, 9}); }

/// A sheet that falls on something, led by two of its corners or by none.
struct Falls {
  const char* name;
  Mesh sheet = make_rectangle({0.3, 0.3}, {6, 6});
  Material material{.density = 0.2, .damping = 0.2};
  ClothOptions options{};
  StepOptions step{};
  bool is_led = true;
  int steps = 100;
  Grip grip{};
  Obstacle obstacle{.name = "table",
                    .shape = make_half_space({0, 0, 0}, {0, 0, 1}),
                    .path = fixed_pose({}),
                    .friction = 0.3};
};

/// A ripple: it lands along lines, not all at once.
Points rippled(const Mesh& sheet) {
  Points x = sheet.x;
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    x.row(i) = Eigen::RowVector3d(x(i, 0) - 0.15, x(i, 1) - 0.15, 0.02 + 0.002 * std::sin(30 * x(i, 0)));
  return x;
}

/// The corner beside node 0 along x.
int last_of_first_line(const Mesh& sheet) {
  int node = 0;
  while (node + 1 < sheet.node_count() && sheet.x(node + 1, 0) > sheet.x(node, 0)) ++node;
  return node;
}

Simulation fallen(const Falls& falls) {
  Mesh rest = falls.sheet;
  rest.x = rippled(falls.sheet);
  Simulation sim(make_cloth_model(rest, falls.material, falls.options), rest.x, falls.step);
  const Motion drag = sine_motion({0, 1, 0}, 0.075, 0.6);
  for (const int node : {0, last_of_first_line(falls.sheet)})
    if (falls.is_led)
      sim.add_grasp({.name = std::to_string(node), .nodes = {node}, .motion = drag, .grip = falls.grip});
  sim.add_obstacle(falls.obstacle);
  return sim;
}

Obstacle obstacle_of(std::shared_ptr<const Shape> shape, const Vec3& at, double friction = 0.3) {
  return {.name = "obstacle",
          .shape = std::move(shape),
          .path = fixed_pose({.translation = at}),
          .friction = friction};
}

std::vector<Falls> on_tables() {
  Falls woven{.name = "woven"}, smooth{.name = "without friction"}, nodal{.name = "rows at nodes"},
      euler{.name = "Euler"}, rough{.name = "rough"}, thick{.name = "thick and hard"};
  woven.material.shear_stiffness = 20;
  smooth.obstacle.friction = 0;
  nodal.options.rows = RowsAt::nodes;
  euler.step.integrator = Integrator::euler;
  rough.obstacle.friction = 0.8;
  rough.steps = 25;  // then it sticks and slips in turns, and rounding decides
  thick.material.thickness = 1e-3;
  thick.material.compression = std::numeric_limits<double>::infinity();
  Falls shaken{.name = "on a box that swings and turns", .is_led = false};
  shaken.obstacle = {.name = "box",
                     .shape = make_box({0.6, 0.6, 0.04}, 0.005),
                     .path =
                         [](double t) {
                           const Eigen::Quaterniond turned(Eigen::AngleAxisd(t, Vec3::UnitZ()));
                           return RigidPose{turned, {0.05 * std::sin(9 * t), 0, -0.02}};
                         },
                     .friction = 0.4};
  Falls soft = shaken, soft_table{.name = "soft, falls and lies", .is_led = false};
  soft.name = "soft, on that box";
  soft.material.thickness = soft_table.material.thickness = 1e-3;
  Falls slope{.name = "down a slope", .is_led = false};
  slope.obstacle.shape = make_half_space({0, 0, -0.1}, {0.4, 0, 1});
  std::vector<Falls> all{
      {.name = "dragged"}, soft, soft_table, woven, smooth, nodal, euler, rough, thick, shaken, slope,
  };
  for (Falls& falls : all) falls.sheet = fine_sheet();
  all.push_back({.name = "triangles", .sheet = make_rectangle({0.3, 0.3}, {9, 7}, ElementKind::triangle)});
  return all;
}

/// Both solve the program of each iteration to 1e-7 m, by the same passes. A micrometre is what a second
/// makes of what differs.
TEST(TouchingWorlds, FollowSimulationOnTables) {
  for (const Falls& falls : on_tables()) {
    SCOPED_TRACE(falls.name);
    Simulation plain = fallen(falls);
    ClothBatch batch(plain, 3, test::on_test_device());
    for (int k = 0; k < (test::kSanitized ? 12 : falls.steps); ++k) {
      batch.step(1);
      const StepReport report = plain.step();
      ASSERT_EQ(batch.report(2).status, report.status) << k;
      ASSERT_EQ(batch.report(2).iterations, report.iterations) << k;
    }
    EXPECT_FALSE(plain.state().contacts.empty());
    EXPECT_LE(test::distance(test::positions_of(batch, 2), plain.state().x), 1e-6);
    EXPECT_LE(batch.steps_redone(), batch.steps_taken() / 100);
  }
}

/// Bending is solved for to 1e-4 by a Simulation, and exactly here and where a step is recorded: that is what
/// they are apart by.
TEST(TouchingWorlds, FollowSimulationWithBendingAsFarAsItIsSolvedFor) {
  Falls falls{.name = "with bending", .is_led = false};
  falls.material.bending = 1e-5;
  Simulation plain = fallen(falls), exact = fallen(falls);
  ClothBatch batch(plain, 1, test::on_test_device());
  for (int k = 0; k < 30; ++k) {
    batch.step(1);
    StepRecord record;
    (void)exact.step(record);
    ASSERT_EQ(batch.report(0).status, plain.step().status) << k;
  }
  const double loosely = test::distance(plain.state().x, exact.state().x);
  EXPECT_LE(test::distance(test::positions_of(batch, 0), plain.state().x), 3 * loosely);
  EXPECT_EQ(batch.steps_redone(), 0);
}

struct Thing {
  const char* name;
  Obstacle obstacle;
  int of_quads = 30, of_triangles = 15;  ///< steps for which a plain run makes less than 1 µm of what
                                         ///< programs leave
  bool is_in_lanes = true;
};

/// The same statuses in so many steps, and the same place after them.
void expect_as_simulation(const Falls& falls, int steps, bool is_in_lanes) {
  SCOPED_TRACE(std::string(falls.name) +
               (corner_count(falls.sheet.elements[0]) == 4 ? ", quads" : ", triangles") +
               (falls.material.thickness > 0 ? ", soft" : ""));
  Simulation plain = fallen(falls);
  ClothBatch batch(plain, 2, test::on_test_device());
  bool touches_inside = false;
  for (int k = 0; k < (test::kSanitized ? 10 : steps); ++k) {
    batch.step(1);
    const StepReport report = plain.step();
    ASSERT_EQ(batch.report(1).status, report.status) << k;
    ASSERT_EQ(batch.report(1).iterations, report.iterations) << k;
    for (const ContactMemory& contact : plain.state().contacts)
      touches_inside = touches_inside || contact.site >= batch.nodes();
  }
  EXPECT_TRUE(touches_inside);
  EXPECT_LE(test::distance(test::positions_of(batch, 1), plain.state().x), 1e-6);
  if (is_in_lanes)
    EXPECT_LE(batch.steps_redone(), 4);  // two of each world, as it lands
  else
    EXPECT_GT(batch.steps_redone(), 0);
}

/// Where points inside edges and elements touch. Both solve programs to 1e-7 m; of that, cloth that slides
/// over an edge or a capsule makes more than a micrometre in less than a second, as a plain simulation does
/// of 1e-13 m (`isocloth bench batch on_capsule9`).
TEST(TouchingWorlds, FollowSimulationOverRoundAndSharpThings) {
  const Obstacle tilted{.name = "box",
                        .shape = make_box({0.1, 0.1, 0.1}, 0.001),
                        .path = fixed_pose({.rotation = Eigen::Quaterniond(0.9, 0.2, 0.35, 0.1).normalized(),
                                            .translation = {0.01, 0, -0.08}}),
                        .friction = 0.4};
  const Thing things[] = {
      {"sphere", obstacle_of(make_sphere(0.1), {0.01, 0.02, -0.085}), 60, 25},
      {"smooth sphere", obstacle_of(make_sphere(0.1), {0.01, 0.02, -0.085}, 0), 50, 25},
      {"capsule", obstacle_of(make_capsule(0.05, 0.2), {0, 0, -0.135})},
      {"cylinder", obstacle_of(make_cylinder(0.1, 0.04, 0.005), {0, 0, -0.005})},
      {"box", obstacle_of(make_box({0.2, 0.2, 0.04}, 0.005), {0, 0, -0.005})},
      {"edge of a table", obstacle_of(make_box({1, 1, 0.04}, 0.001), {-0.4, 0, -0.02}, 0.6), 60, 30},
      {"corner of a box", tilted, 10, 10},
      {"torus, which lanes have not", obstacle_of(make_torus(0.1, 0.02), {0, 0, -0.005}), 30, 15, false}};
  for (const ElementKind kind : {ElementKind::quad, ElementKind::triangle})
    for (const Thing& thing : things) {
      Falls falls{.name = thing.name, .sheet = make_rectangle({0.3, 0.3}, {9, 9}, kind), .is_led = false};
      falls.obstacle = thing.obstacle;
      const int steps = kind == ElementKind::quad ? thing.of_quads : thing.of_triangles;
      expect_as_simulation(falls, steps, thing.is_in_lanes);
      falls.material.thickness = 1e-3;  // which can be squeezed
      expect_as_simulation(falls, steps, thing.is_in_lanes);
    }
}

/// Lies on the tops of a cylinder and a box, and beside a sphere that it does not touch: all in lanes.
TEST(TouchingWorlds, LieOnFlatTopsInLanes) {
  const std::pair<const char*, Obstacle> things[] = {
      {"cylinder", obstacle_of(make_cylinder(0.4, 0.04, 0.005), {0, 0, -0.02})},
      {"box", obstacle_of(make_box({0.6, 0.6, 0.04}), {0, 0, -0.02})},
      {"box under soft cloth", obstacle_of(make_box({0.6, 0.6, 0.04}), {0, 0, -0.02})}};
  for (const auto& [name, thing] : things) {
    SCOPED_TRACE(name);
    Falls falls{.name = name, .sheet = fine_sheet()};
    falls.obstacle = thing;
    if (std::string(name).ends_with("soft cloth")) falls.material.thickness = 1e-3, falls.is_led = false;
    Simulation plain = fallen(falls);
    plain.add_obstacle(obstacle_of(make_sphere(0.1), {0.5, 0, 0.1}));
    ClothBatch batch(plain, 2, test::on_test_device());
    batch.step(60);
    test::advance(plain, 60);
    EXPECT_EQ(batch.steps_redone(), 0);
    EXPECT_LE(test::distance(test::positions_of(batch, 1), plain.state().x), 1e-6);
  }
}

/// Over an edge and a corner of a box, where edges and elements touch.
Falls on_a_corner() {
  Falls falls{.name = "on a corner", .is_led = false};
  falls.obstacle = obstacle_of(make_box({0.2, 0.2, 0.1}, 0.001), {-0.06, -0.04, -0.05});
  return falls;
}

Falls soft_on_a_corner() {
  Falls falls = on_a_corner();
  falls.name = "soft, on a corner";
  falls.material.thickness = 1e-3;
  return falls;
}

/// Worlds with frictions, gravities and tables of their own, in a batch that begins with world `first` of
/// them.
std::vector<Points> run_touching(const Falls& falls, int first, int count, int steps) {
  const Simulation base = fallen(falls);
  ClothBatch batch(base, count, test::on_test_device());
  for (int w = 0; w < count; ++w) {
    batch.set_friction(w, 0, 0.05 * (first + w));
    batch.set_gravity(w, {0.3 * (first + w), 0, -9.8});
  }
  std::vector<double> poses;
  for (int step = 1; step <= steps; ++step)
    for (int w = 0; w < count; ++w)
      poses.insert(poses.end(),
                   {0.01 * (first + w) * std::sin(0.2 * step), 0, -0.001 * (first + w), 1, 0, 0, 0});
  batch.step(steps, {.obstacles = poses.data()});
  std::vector<Points> result;
  for (int w = 0; w < count; ++w) result.push_back(test::positions_of(batch, w));
  return result;
}

TEST(TouchingWorlds, HaveTheSameBitsInAnySlotAndAmongAnyNumber) {
  const int steps = test::kSanitized ? 8 : 50;
  for (const Falls& falls : {Falls{.name = "dragged"}, on_a_corner(), soft_on_a_corner()}) {
    SCOPED_TRACE(falls.name);
    const std::vector<Points> many = run_touching(falls, 0, 19, steps);
    for (const int world : {0, 3, 8, 18})
      EXPECT_EQ(run_touching(falls, world, 1, steps)[0], many[world]) << world;
    const std::vector<Points> seven = run_touching(falls, 5, 7, steps);
    for (int w = 0; w < 7; ++w) EXPECT_EQ(seven[w], many[5 + w]) << w;
  }
}

/// Falls onto round and sharp things, where edges and elements touch.
std::vector<Falls> over_things() {
  const std::pair<const char*, Obstacle> things[] = {
      {"sphere", obstacle_of(make_sphere(0.1), {0.01, 0.02, -0.085})},
      {"capsule", obstacle_of(make_capsule(0.05, 0.2), {0, 0, -0.135})},
      {"cylinder", obstacle_of(make_cylinder(0.1, 0.04, 0.005), {0, 0, -0.005})},
      {"edge of a table", obstacle_of(make_box({1, 1, 0.04}, 0.001), {-0.4, 0, -0.02}, 0.6)}};
  std::vector<Falls> all{on_a_corner()};
  for (const auto& [name, thing] : things)
    for (const ElementKind kind : {ElementKind::quad, ElementKind::triangle}) {
      all.push_back({.name = name, .sheet = make_rectangle({0.3, 0.3}, {9, 9}, kind), .is_led = false});
      all.back().obstacle = thing;
    }
  all.push_back({.name = "with bending", .is_led = false});
  all.back().material.bending = 1e-5;
  for (std::size_t k = 0, hard = all.size(); k < hard; ++k) {
    all.push_back(all[k]);
    all.back().material.thickness = 1e-3;
  }
  return all;
}

/// World `number`, wherever it is: its friction and gravity.
void make_different(ClothBatch& batch, int world, int number) {
  const double share = std::fmod(0.618 * number, 1.0);
  batch.set_friction(world, 0, 0.1 + 0.7 * share);
  batch.set_gravity(world, {3 * share - 1.5, 0, -9.8 + share});
}

/// Worlds number `first` … after so many steps.
std::vector<Points> run_different(const Falls& falls, int first, int count, int steps,
                                  const BatchOptions& options) {
  ClothBatch batch(fallen(falls), count, options);
  for (int w = 0; w < count; ++w) make_different(batch, w, first + w);
  batch.step(steps);
  return test::all_positions(batch);
}

constexpr BatchOptions kManyThreads{.threads = 16};

void expect_the_same_bits_on_a_gpu(const std::vector<Falls>& all, int steps) {
  for (const Falls& falls : all) {
    SCOPED_TRACE(falls.name);
    const std::vector<Points> there = run_different(falls, 0, 64, steps, test::on_test_device()),
                              here = run_different(falls, 0, 64, steps, kManyThreads);
    for (int w = 0; w < 64; ++w) EXPECT_EQ(there[w], here[w]) << w;
  }
}

TEST(TouchingWorlds, HaveTheSameBitsOnAGpuAsOnACpuOnTables) {
  if (test::on_test_device().device == BatchDevice::cpu) GTEST_SKIP() << "ISOCLOTH_TEST_DEVICE is not cuda";
  expect_the_same_bits_on_a_gpu(on_tables(), 1000);
}

TEST(TouchingWorlds, HaveTheSameBitsOnAGpuAsOnACpuOverThings) {
  if (test::on_test_device().device == BatchDevice::cpu) GTEST_SKIP() << "ISOCLOTH_TEST_DEVICE is not cuda";
  expect_the_same_bits_on_a_gpu(over_things(), 200);
}

TEST(TouchingWorlds, HaveTheSameBitsAmongThousandsOnAGpu) {
  if (test::on_test_device().device == BatchDevice::cpu) GTEST_SKIP() << "ISOCLOTH_TEST_DEVICE is not cuda";
  constexpr int kThousands = 4096, kLong = 50;
  const BatchOptions there = test::on_test_device();
  Falls dragged{.name = "dragged"}, ball = over_things()[1];
  for (const Falls& falls : {dragged, on_a_corner(), soft_on_a_corner(), ball}) {
    SCOPED_TRACE(falls.name);
    const std::vector<Points> many = run_different(falls, 0, kThousands, kLong, there);
    EXPECT_EQ(many, run_different(falls, 0, kThousands, kLong, kManyThreads));
    EXPECT_EQ(many[7], run_different(falls, 0, kThousands, kLong, there)[7]);
    for (const int world : {0, 1, 1055, 2222, 4095})
      EXPECT_EQ(run_different(falls, world, 1, kLong, there)[0], many[world]) << world;
    const std::vector<Points> seven = run_different(falls, 3001, 7, kLong, there);
    for (int w = 0; w < 7; ++w) EXPECT_EQ(seven[w], many[3001 + w]) << w;
    const std::vector<Points> moved = run_different(falls, 100, kThousands, kLong, there);
    for (int w = 0; w < kThousands - 100; w += 97) EXPECT_EQ(moved[w], many[100 + w]) << w;
  }
}

/// Numbers of three worlds after 30 steps of four or eight lanes.
std::vector<double> numbers_after(int width, const Falls& falls) {
  using namespace batch;
  const Simulation base = fallen(falls);
  const BatchModel model(base.model(), base.options(), {}, shapes_of(base));
  const WorldLayout& at = model.tables().at;
  const auto engine = make_lane_engine(model, 3, 1, width);
  std::vector<double> numbers(at.size, 0.0), end(static_cast<std::size_t>(3 * at.size));
  numbers[kDensity] = numbers[kGravitationalMass] = 0.2;
  numbers[kGravityZ] = -9.8;
  put_pose(falls.obstacle.pose(0), numbers.data() + at.pose);
  std::copy_n(base.model().law.stiffness.data(), model.tables().constraints, numbers.begin() + at.stiffness);
  std::copy_n(base.state().x.data(), base.state().x.size(), numbers.begin() + at.x);
  for (int w = 0; w < 3; ++w) {
    numbers[kGravityX] = w;
    numbers[at.friction] = 0.1 * w;
    engine->write(w, numbers.data());
  }
  double pose[7];
  put_pose(falls.obstacle.pose(0), pose);
  const Leads leads{.hands = {}, .poses = {.data = pose}};
  engine->advance(30, leads, [](int, int, const double*, const double*) {});  // who needs more stays behind
  engine->read_all(0, at.size, end.data());
  return end;
}

TEST(TouchingWorlds, HaveTheSameBitsInLanesOfAnyWidth) {
  if (batch::most_lanes() < 8) GTEST_SKIP() << "this processor has no AVX-512";
  for (const Falls& falls : {Falls{.name = "not led", .is_led = false}, on_a_corner(), soft_on_a_corner()})
    EXPECT_EQ(numbers_after(4, falls), numbers_after(8, falls)) << falls.name;
}

/// Also what the contacts of the state that they began with remember.
TEST(TouchingWorlds, BeginAgainWithTheContactsThatTheyBeganWith) {
  Simulation base = fallen({.name = "dragged", .sheet = fine_sheet()});
  test::advance(base, 30);
  ClothBatch batch(base, 3, test::on_test_device()), fresh(base, 1, test::on_test_device());
  batch.step(17);
  batch.reset(std::vector<char>{0, 1, 0});
  batch.step(20);
  fresh.step(20);
  EXPECT_EQ(test::positions_of(batch, 1), test::positions_of(fresh, 0));
  EXPECT_NE(test::positions_of(batch, 0), test::positions_of(fresh, 0));
  test::advance(base, 20);
  EXPECT_LE(test::distance(test::positions_of(fresh, 0), base.state().x), 1e-6);
  EXPECT_EQ(fresh.steps_redone(), 0);
}

/// Gravity at 17°: a sheet slides on a table of friction 0.1, and lies on one of 0.5.
TEST(TouchingWorlds, HaveFrictionsOfTheirOwn) {
  const Falls falls{.name = "not led", .is_led = false};
  const Simulation base = fallen(falls);
  ClothBatch batch(base, 2, test::on_test_device());
  const double friction[] = {0.1, 0.5};
  for (int w = 0; w < 2; ++w) {
    batch.set_gravity(w, {3, 0, -9.8});
    batch.set_friction(w, 0, friction[w]);
  }
  batch.step(60);
  batch.reset();  // which keeps both
  batch.step(60);
  for (int w = 0; w < 2; ++w) {
    Falls own = falls;
    own.obstacle.friction = friction[w];
    own.step.gravity = {3, 0, -9.8};
    Simulation alone = fallen(own);
    test::advance(alone, 60);
    EXPECT_LE(test::distance(test::positions_of(batch, w), alone.state().x), 1e-6);
  }
  const auto way = [&](int w) { return (test::positions_of(batch, w) - base.state().x).col(0).mean(); };
  EXPECT_GT(way(0), way(1) + 0.1);
}

/// A table that is lifted and drawn away under the cloth, each world's in its own way, as by a Simulation's
/// path.
TEST(TouchingWorlds, HaveObstaclesOnPathsOfTheirOwn) {
  const Simulation base = fallen({.name = "not led", .is_led = false});
  constexpr int kLong = 50;
  ClothBatch batch(base, 3, test::on_test_device());
  const auto pose_of = [](int w, double t) {
    const Eigen::Quaterniond turned(Eigen::AngleAxisd(0.3 * w * t, Vec3::UnitZ()));
    return RigidPose{turned, {0.02 * w * std::sin(8 * t), 0, 0.03 * w * t}};
  };
  std::vector<double> poses(static_cast<std::size_t>(kLong * 3 * 7));
  for (int step = 0; step < kLong; ++step)
    for (int w = 0; w < 3; ++w)
      batch::put_pose(pose_of(w, (step + 1) * batch.dt()), poses.data() + (step * 3 + w) * 7);
  batch.step(kLong, {.obstacles = poses.data()});
  for (int w = 0; w < 3; ++w) {
    Falls own{.name = "not led", .is_led = false};
    own.obstacle.path = [&, w](double t) { return pose_of(w, t); };
    Simulation alone = fallen(own);
    test::advance(alone, kLong);
    EXPECT_LE(test::distance(test::positions_of(batch, w), alone.state().x), 1e-6) << w;
  }
}

/// Neighbours that jump, have no place, hit fast, or are squeezed by hundreds of contacts.
void expect_not_disturbed(const Falls& falls) {
  SCOPED_TRACE(falls.name);
  const Simulation base = fallen(falls);
  constexpr int kCount = 9, kTime = 30;
  ClothBatch calm(base, kCount, test::on_test_device()), hostile(base, kCount, test::on_test_device());
  std::vector<double> poses;
  for (int k = 0; k < kTime * kCount; ++k) {
    poses.insert(poses.end(), 7, 0.0);
    batch::put_pose(falls.obstacle.pose(0), poses.data() + poses.size() - 7);
  }
  calm.step(kTime, {.obstacles = poses.data()});
  for (int step = 10; step < kTime; ++step) {
    const auto pose = [&](int w) { return poses.data() + (step * kCount + w) * 7; };
    pose(1)[2] += 0.05;
    pose(2)[0] = std::numeric_limits<double>::quiet_NaN();
    pose(4)[2] += 0.1 * (step - 9);
    pose(7)[3] = std::cos(step), pose(7)[4] = std::sin(step);
  }
  hostile.step(kTime, {.obstacles = poses.data()});
  EXPECT_GT(hostile.steps_redone(), calm.steps_redone());
  for (const int w : {0, 3, 5, 6, 8})
    EXPECT_EQ(test::positions_of(hostile, w), test::positions_of(calm, w)) << w;
  EXPECT_EQ(hostile.report(2).status, StepStatus::not_finite);
  for (int w = 0; w < kCount; ++w) EXPECT_TRUE(test::positions_of(hostile, w).allFinite()) << w;
}

/// … beside worlds where edges and elements touch.
TEST(TouchingWorlds, AreNotDisturbedByHostileOnesWhereEdgesTouch) {
  for (const Falls& falls : {on_a_corner(), soft_on_a_corner()}) expect_not_disturbed(falls);
}

/// A jump into the cloth, no number, no quaternion, a table that hits at 20 m/s: told in the status of their
/// worlds.
TEST(TouchingWorlds, AreNotDisturbedByHostileOnes) {
  const Simulation base = fallen({.name = "dragged"});
  constexpr int kCount = 9, kTime = 30;
  enum Badly : int { kJumpsIn = 1, kNoPlace = 2, kNoTurn = 4, kFast = 7 };
  ClothBatch calm(base, kCount, test::on_test_device()), hostile(base, kCount, test::on_test_device());
  std::vector<double> poses(static_cast<std::size_t>(kTime * kCount * 7));
  for (std::size_t k = 3; k < poses.size(); k += 7) poses[k] = 1;
  calm.step(kTime, {.obstacles = poses.data()});
  const auto pose = [&](int step, int w) { return poses.data() + (step * kCount + w) * 7; };
  for (int step = 15; step < kTime; ++step) {
    pose(step, kJumpsIn)[2] = 0.3;
    pose(step, kNoPlace)[0] = std::numeric_limits<double>::quiet_NaN();
    pose(step, kNoTurn)[3] = 0;
    pose(step, kFast)[2] = 0.2 * (step - 14);
  }
  hostile.step(kTime, {.obstacles = poses.data()});
  EXPECT_EQ(calm.steps_redone(), 0);
  EXPECT_GT(hostile.steps_redone(), 0);
  for (const int w : {0, 3, 5, 6, 8})
    EXPECT_EQ(test::positions_of(hostile, w), test::positions_of(calm, w)) << w;
  EXPECT_GT(test::positions_of(hostile, kJumpsIn).col(2).minCoeff(), 0.29);  // it is lifted
  EXPECT_EQ(hostile.report(kNoPlace).status, StepStatus::not_finite);
  EXPECT_EQ(hostile.report(kNoTurn).status, StepStatus::not_finite);
  for (int w = 0; w < kCount; ++w) EXPECT_TRUE(test::positions_of(hostile, w).allFinite()) << w;
}

/// A fine mesh that sticks and slips, on a CPU: its worlds go ahead with their Simulations, and are where
/// they would be if all took their steps one by one.
TEST(TouchingWorlds, StayWithTheirSimulationsWhereLanesWouldTakeLonger) {
  const Falls falls{.name = "fine", .sheet = make_rectangle({0.3, 0.3}, {15, 15})};
  const Simulation base = fallen(falls);
  const int steps = test::kSanitized ? 12 : 515;  // they come back after 512
  ClothBatch at_once(base, 9, BatchOptions{}), one_by_one(base, 9, BatchOptions{});
  for (ClothBatch* batch : {&at_once, &one_by_one})
    for (int w = 0; w < batch->worlds(); ++w) make_different(*batch, w, w);
  at_once.step(steps);
  for (int k = 0; k < steps; ++k) one_by_one.step(1);
  EXPECT_EQ(test::all_positions(at_once), test::all_positions(one_by_one));
  EXPECT_EQ(at_once.steps_redone(), one_by_one.steps_redone());
  EXPECT_EQ(test::positions_of(at_once, 7), run_different(falls, 7, 1, steps, BatchOptions{})[0]);
  EXPECT_GT(at_once.steps_redone(), 9);
  EXPECT_LT(at_once.steps_redone(), at_once.steps_taken());
}

/// Two tables that come together: contacts contradict each other, and the report says what a Simulation's
/// does.
TEST(TouchingWorlds, AreSqueezedAsASimulationIs) {
  Simulation plain = fallen({.name = "not led", .is_led = false});
  plain.add_obstacle({.name = "lid", .shape = make_half_space({0, 0, 0}, {0, 0, -1}), .path = [](double t) {
                        return RigidPose{.translation = {0, 0, 0.03 - 0.1 * t}};
                      }});
  ClothBatch batch(plain, 2, test::on_test_device());
  for (int k = 0; k < 35; ++k) {
    batch.step(1);
    ASSERT_EQ(batch.report(1).status, plain.step().status) << k;
  }
  EXPECT_EQ(batch.report(0).status, StepStatus::infeasible);
}

/// A hand that is led below the table is kept out of it, by a Simulation.
TEST(TouchingWorlds, KeepHandsOutOfObstacles) {
  Simulation plain = fallen({.name = "dragged", .grip = rigid_grip()});
  const Points x = plain.state().x;
  for (int g = 0; g < 2; ++g) {
    const Vec3 from = x.row(g == 0 ? 0 : 5).transpose();
    plain.set_motion(g, polyline_motion({0, 0.3}, {from, from - Vec3(0, 0, 0.06)}));
  }
  ClothBatch batch(plain, 2, test::on_test_device());
  for (int k = 0; k < 30; ++k) {
    batch.step(1);
    ASSERT_EQ(batch.report(1).status, plain.step().status) << k;
  }
  EXPECT_GT(batch.steps_redone(), 0);
  EXPECT_GE(test::positions_of(batch, 0).col(2).minCoeff(), -1e-5);
}

TEST(TouchingWorlds, AllocateNothingWhereEdgesAndElementsTouch) {
  if (test::on_test_device().device == BatchDevice::cuda) GTEST_SKIP() << "of steps on a CPU";
  if (!test::CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  for (const double thickness : {0.0, 1e-3}) {
    Falls falls{.name = "sphere", .is_led = false};
    falls.obstacle = obstacle_of(make_sphere(0.1), {0.01, 0.02, -0.085});
    falls.material.thickness = thickness;
    ClothBatch batch(fallen(falls), 9);
    std::vector<double> poses;
    for (int k = 0; k < 20 * 9; ++k) poses.insert(poses.end(), {0.01, 0.02, -0.085, 1, 0, 0, 0});
    const test::CountAllocations here;
    batch.step(20, {.obstacles = poses.data()});
    EXPECT_EQ(here.count(), 0);
    EXPECT_EQ(batch.steps_redone(), 0);
  }
}

TEST(TouchingWorlds, AllocateNothingInRegularStepsAlongPaths) {
  if (test::on_test_device().device == BatchDevice::cuda) GTEST_SKIP() << "of steps on a CPU";
  if (!test::CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  const Simulation base = fallen({.name = "dragged"});
  ClothBatch batch(base, 9);
  const std::vector<double> hands =
      test::led_from(batch, base.state().x, 20, [](int, double t) { return Vec3(0, 0.1 * t, 0); });
  std::vector<double> poses(static_cast<std::size_t>(20 * 9 * 7));
  for (std::size_t k = 3; k < poses.size(); k += 7) poses[k] = 1;
  const test::CountAllocations here;
  batch.step(20, {.hands = hands.data(), .obstacles = poses.data()});
  EXPECT_EQ(here.count(), 0);
  EXPECT_EQ(batch.steps_redone(), 0);
}

TEST(TouchingWorlds, SayWhatCannotBe) {
  ClothBatch batch(fallen({.name = "dragged"}), 2, test::on_test_device());
  EXPECT_REFUSES(batch.set_friction(0, 1, 0.3), "there is no obstacle 1; the batch has 1");
  EXPECT_REFUSES(batch.set_friction(0, 0, -1), "friction must be a finite number >= 0, got -1");
  EXPECT_REFUSES(batch.set_friction(2, 0, 1), "there is no world 2");
}

}  // namespace
}  // namespace isocloth
