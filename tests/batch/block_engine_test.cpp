#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <thread>

#include "batch/block_on_cpu.hpp"

#include "dynamics/runs.hpp"
#include "isocloth/batch/batch_engine.hpp"
#include "isocloth/batch/batch_obstacles.hpp"
#include "isocloth/batch/block_steps.hpp"
#include "isocloth/batch/block_visit.hpp"
#include "isocloth/batch/world_twin.hpp"
#include "isocloth/obstacles/shapes.hpp"

namespace isocloth::batch {
namespace {

/// A sheet, held by grasps that are led along y, and obstacles.
struct InBlocks {
  std::string name;
  Mesh sheet = make_rectangle({0.3, 0.3}, {4, 5});
  Material material{.density = 0.2, .damping = 0.2};
  ClothOptions options{};
  StepOptions step{};
  std::vector<int> held{};
  Grip grip{};
  std::vector<Obstacle> obstacles{};
  int steps = 12;
};

Obstacle thing(std::shared_ptr<const Shape> shape, const Vec3& at, double friction = 0.3) {
  return {.name = "thing",
          .shape = std::move(shape),
          .path = fixed_pose({.translation = at}),
          .friction = friction};
}

InBlocks named(const char* name, std::vector<int> held = {}, std::vector<Obstacle> obstacles = {}) {
  InBlocks kind;
  kind.name = name;
  kind.held = std::move(held);
  kind.obstacles = std::move(obstacles);
  return kind;
}

/// Of cloth that can be squeezed.
InBlocks softened(InBlocks kind) {
  kind.material.thickness = 1e-3;
  return kind;
}

/// A ripple a little above the plane z = 0.
Simulation simulation_of(const InBlocks& kind) {
  Mesh rest = kind.sheet;
  for (Eigen::Index i = 0; i < rest.x.rows(); ++i)
    rest.x.row(i) = Eigen::RowVector3d(kind.sheet.x(i, 0) - 0.15, kind.sheet.x(i, 1) - 0.15,
                                       0.006 + 0.002 * std::sin(30 * kind.sheet.x(i, 0)));
  Simulation sim(make_cloth_model(rest, kind.material, kind.options), rest.x, kind.step);
  for (const int node : kind.held) sim.grasp(std::to_string(node), {node}, fixed_motion(), kind.grip);
  for (std::size_t o = 0; o < kind.obstacles.size(); ++o) {
    Obstacle obstacle = kind.obstacles[o];
    obstacle.name += std::to_string(o);
    sim.add_obstacle(std::move(obstacle), StartCheck::none);
  }
  return sim;
}

std::vector<InBlocks> in_the_air() {
  const std::vector<int> corners{16, 19};
  InBlocks fast = named("held fast", corners), stiff = named("with bending", corners),
           woven = named("woven", corners), nodal = named("rows at nodes", corners),
           euler = named("Euler", corners), triangles = named("triangles"), wide = named("a wide band");
  fast.grip = rigid_grip();
  stiff.material.bending = wide.material.bending = 1e-4;
  stiff.material.bending_damping = 1e-6;
  woven.material.shear_stiffness = 20;
  nodal.options.rows = RowsAt::nodes;
  euler.step.integrator = Integrator::euler;
  triangles.sheet = make_rectangle({0.3, 0.3}, {4, 4}, ElementKind::triangle);
  wide.sheet = make_rectangle({0.3, 0.3}, {9, 9});
  wide.steps = 5;
  return {fast, named("held by springs", corners), stiff, woven, nodal, euler, triangles, wide};
}

std::vector<InBlocks> on_things() {
  const Obstacle table = thing(make_half_space({0, 0, 0}, {0, 0, 1}), {0, 0, 0});
  const Obstacle swings{.name = "box",
                        .shape = make_box({0.6, 0.6, 0.04}, 0.005),
                        .path =
                            [](double t) {
                              const Eigen::Quaterniond turned(Eigen::AngleAxisd(t, Vec3::UnitZ()));
                              return RigidPose{turned, {0.05 * std::sin(9 * t), 0, -0.02}};
                            },
                        .friction = 0.4};
  const Obstacle tilted{.name = "tilted box",
                        .shape = make_box({0.1, 0.1, 0.1}, 0.001),
                        .path = fixed_pose({.rotation = Eigen::Quaterniond(0.9, 0.2, 0.35, 0.1).normalized(),
                                            .translation = {0.01, 0, -0.08}}),
                        .friction = 0.4};
  const Obstacle ball = thing(make_sphere(0.1), {0.01, 0.02, -0.099});
  InBlocks fast = named("table", {0, 3}, {table}), soft = softened(named("soft, on a table", {}, {table})),
           woven = named("woven", {0}, {table}), stiff = named("with bending", {}, {ball}),
           triangles = named("triangles on a sphere", {}, {ball}), wide = named("a wide band", {}, {table}),
           ribbon = named("a ribbon, longer than its window", {}, {table});
  fast.grip = rigid_grip();
  woven.material.shear_stiffness = 20;
  stiff.material.bending = wide.material.bending = 1e-5;
  wide.sheet = make_rectangle({0.3, 0.3}, {6, 6});
  ribbon.sheet = make_rectangle({0.02, 0.3}, {2, 26});
  triangles.sheet = make_rectangle({0.3, 0.3}, {4, 4}, ElementKind::triangle);
  const Obstacle smooth = thing(make_sphere(0.1), {0.01, 0.02, -0.099}, 0);
  InBlocks soft_triangles = softened(triangles);
  soft_triangles.name = "soft triangles on a sphere";
  return {fast,
          soft,
          woven,
          stiff,
          triangles,
          wide,
          ribbon,
          named("box that swings and turns", {}, {swings}),
          named("sphere", {}, {ball}),
          named("sphere without friction", {}, {smooth}),
          named("capsule", {}, {thing(make_capsule(0.05, 0.2), {0, 0, -0.147})}),
          named("cylinder", {}, {thing(make_cylinder(0.1, 0.04, 0.005), {0, 0, -0.022})}),
          named("edge of a table", {}, {thing(make_box({1, 1, 0.04}, 0.001), {-0.46, 0, -0.02}, 0.6)}),
          named("corner of a box", {}, {tilted}),
          softened(named("soft, on a sphere", {}, {ball})),
          softened(named("soft, on a capsule", {0}, {thing(make_capsule(0.05, 0.2), {0, 0, -0.147})})),
          softened(named("soft, on a small sphere", {}, {thing(make_sphere(0.01), {0.01, 0.02, -0.009})})),
          softened(named("soft, on the corner of a box", {}, {tilted})),
          soft_triangles,
          named("table and sphere", {0}, {table, thing(make_sphere(0.05), {0.02, 0.01, -0.045})})};
}

/// With which the world begins; those of world w differ a little.
std::vector<double> numbers_at_start(const BatchModel& model, const Simulation& base, const InBlocks& kind,
                                     int w) {
  const Tables& t = model.tables();
  std::vector<double> numbers(static_cast<std::size_t>(t.at.size), 0.0);
  put_material(kind.material, numbers.data());
  numbers[kGravityX] = 0.3 * w;
  numbers[kGravityZ] = -9.8;
  std::copy_n(base.model().law.stiffness.data(), t.constraints, numbers.begin() + t.at.stiffness);
  std::copy_n(base.state().x.data(), base.state().x.size(), numbers.begin() + t.at.x);
  for (int s = 0; s < t.slots; ++s) {
    numbers[t.at.hold + s] = kind.grip.is_rigid() ? kRigid : kSpring;
    numbers[t.at.grip + s] = kind.grip.is_rigid() ? 0 : kind.grip.stiffness;
    numbers[t.at.grip_damping + s] = kind.grip.is_rigid() ? 0 : kind.grip.damping;
    std::copy_n(base.state().x.data() + 3 * t.slot_node[s], 3, numbers.begin() + t.at.target + 3 * s);
  }
  for (int o = 0; o < t.obstacles; ++o) {
    numbers[t.at.friction + o] = base.obstacles()[o].friction * (1 + 0.1 * w);
    put_pose(base.obstacles()[o].pose(0), numbers.data() + t.at.pose + 7 * o);
  }
  return numbers;
}

/// Where hands and obstacles are to be at the end of a step.
std::vector<double> hands_at(const Tables& t, const Simulation& base, double time) {
  std::vector<double> hands;
  for (int s = 0; s < t.slots; ++s) {
    const Vec3 at = base.state().x.row(t.slot_node[s]).transpose() + Vec3(0, 0.05 * std::sin(8 * time), 0);
    hands.insert(hands.end(), at.begin(), at.end());
  }
  return hands;
}
std::vector<double> poses_at(const Simulation& base, double time) {
  std::vector<double> poses(7 * base.obstacles().size());
  for (std::size_t o = 0; o < base.obstacles().size(); ++o)
    put_pose(base.obstacles()[o].pose(time), poses.data() + 7 * o);
  return poses;
}

/// One step of a world by the threads of a block, in scratch that holds no numbers.
template <bool Touches>
void step_by_block(const Tables& t, std::vector<double>& numbers, const std::vector<double>& hands,
                   const std::vector<double>& poses, int threads, test::Turns turns) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  using Engine = BlockEngine<Touches>;
  std::vector<double> scratch(static_cast<std::size_t>(t.at.scratch_size), kNone),
      window(static_cast<std::size_t>(t.band * window_stride(t.band)), kNone);
  const World<Engine> world{t, numbers.data(), scratch.data()};
  test::run_block(threads, turns, [&] {
    take_steps(world, 0, window.data(), {.data = hands.data(), .of_step = 0, .of_world = 0},
               {.data = poses.data(), .of_step = 0, .of_world = 0}, 0, 1, [](int) { return false; });
  });
}

/// Steps worlds in lanes and by blocks, and compares all of their numbers, until a world is flagged in both.
void expect_the_same_bits(const InBlocks& kind, int worlds, int steps, int threads, test::Turns turns) {
  const Simulation base = simulation_of(kind);
  const BatchModel model(base.model(), base.options(), kind.held, shapes_of(base));
  const Tables& t = model.tables();
  const auto lanes = make_lane_engine(model, worlds, 1);
  std::vector<std::vector<double>> by_blocks;
  for (int w = 0; w < worlds; ++w) {
    by_blocks.push_back(numbers_at_start(model, base, kind, w));
    lanes->write(w, by_blocks.back().data());
  }
  std::vector<double> in_lanes(static_cast<std::size_t>(t.at.size));
  bool touches = false;
  int taken = 0;
  for (int k = 1; k <= steps; ++k) {
    const std::vector<double> hands = hands_at(t, base, k * t.dt), poses = poses_at(base, k * t.dt);
    lanes->advance(1, {.hands = {.data = hands.data()}, .poses = {.data = poses.data()}},
                   [](int, int, const double*, const double*) {});
    for (int w = 0; w < worlds; ++w) {
      std::vector<double>& numbers = by_blocks[static_cast<std::size_t>(w)];
      if (numbers[kFlagged] != kRegular) continue;
      if (t.obstacles > 0)
        step_by_block<true>(t, numbers, hands, poses, threads, turns);
      else
        step_by_block<false>(t, numbers, hands, poses, threads, turns);
      lanes->read(w, in_lanes.data());
      ASSERT_EQ(std::memcmp(in_lanes.data(), numbers.data(), sizeof(double) * numbers.size()), 0)
          << kind.name << ", world " << w << ", step " << k;
      taken += numbers[kFlagged] == kRegular ? 1 : 0;
      for (int c = 0; c < t.at.rubbed - t.at.pressed; ++c)
        touches = touches || numbers[static_cast<std::size_t>(t.at.pressed + c)] > 0;
    }
  }
  EXPECT_EQ(touches, !kind.obstacles.empty()) << kind.name;
  EXPECT_GE(3 * taken, worlds * steps) << kind.name;  // a sheet that lands may need more than lanes
}

TEST(BlockEngine, HasTheBitsOfLanesInFreeMotion) {
  for (const InBlocks& kind : in_the_air()) expect_the_same_bits(kind, 3, kind.steps, 32, test::Turns::mixed);
}

TEST(BlockEngine, HasTheBitsOfLanesInContact) {
  for (const InBlocks& kind : on_things()) expect_the_same_bits(kind, 2, kind.steps, 32, test::Turns::mixed);
}

TEST(BlockEngine, HasTheSameBitsOnAnyNumberOfThreadsInAnyOrder) {
  for (const InBlocks& kind : {in_the_air()[0], on_things()[0], on_things()[2]})
    for (const int threads : {32, 64, 128})
      for (const test::Turns turns : {test::Turns::in_order, test::Turns::backwards})
        expect_the_same_bits(kind, 1, 5, threads, turns);
}

/// A world that is marked has its first step taken elsewhere, and takes the second itself.
TEST(BlockEngine, HasStepsTakenElsewhereAndGoesOn) {
  if (test::kSanitized) GTEST_SKIP() << "ThreadSanitizer does not know fences";
  const InBlocks kind = on_things()[0];
  const Simulation base = simulation_of(kind);
  const BatchModel model(base.model(), base.options(), kind.held, shapes_of(base));
  const Tables& t = model.tables();
  const std::vector<double> hands = hands_at(t, base, 0), poses = poses_at(base, 0);
  std::vector<double> numbers = numbers_at_start(model, base, kind, 0), one = numbers, two, there(numbers);
  step_by_block<true>(t, one, hands, poses, 32, test::Turns::mixed);
  two = one;
  step_by_block<true>(t, two, hands, poses, 32, test::Turns::mixed);

  numbers[kFlagged] = kToRedo;
  there.resize(numbers.size() + hands.size() + poses.size());
  Visit visit{};
  std::vector<double> wanted;
  std::thread cpu([&] {
    const std::atomic_ref<int> state(visit.state);
    while (state.load() != Visit::kAsks) std::this_thread::yield();
    wanted.assign(there.end() - static_cast<std::ptrdiff_t>(hands.size() + poses.size()), there.end());
    std::copy(one.begin(), one.end(), there.begin());
    state.store(Visit::kAnswered);
  });
  using Engine = BlockEngine<true>;
  std::vector<double> scratch(static_cast<std::size_t>(t.at.scratch_size)),
      window(static_cast<std::size_t>(t.band * window_stride(t.band)));
  const World<Engine> world{t, numbers.data(), scratch.data()};
  test::run_block(64, test::Turns::backwards, [&] {
    take_steps(world, 0, window.data(), {.data = hands.data(), .of_step = 0, .of_world = 0},
               {.data = poses.data(), .of_step = 0, .of_world = 0}, 0, 2, [&](int step) {
                 visit_cpu(world, &visit, there.data(), 7, step);
                 return true;
               });
  });
  cpu.join();
  EXPECT_EQ(visit.world, 7);
  EXPECT_EQ(visit.step, 0);
  std::vector<double> both = hands;
  both.insert(both.end(), poses.begin(), poses.end());
  EXPECT_EQ(wanted, both);
  EXPECT_EQ(numbers, two);
}

}  // namespace
}  // namespace isocloth::batch
