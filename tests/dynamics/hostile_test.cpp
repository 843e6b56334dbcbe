/// Random scenes that no careful user would make: hands that pull too far, jump and shake, obstacles that
/// fly into the cloth, coarse steps, budgets. ISOCLOTH_HOSTILE_SCENES=1000 runs as many; seeds are 1, 2, …

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "dynamics/runs.hpp"
#include "support/measured.hpp"

namespace isocloth::test {
namespace {

constexpr double kDuration = 0.6;  // [s]

class Chance {
 public:
  explicit Chance(unsigned seed) : random_(seed) {}
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  bool once_in(int n) { return whole(1, n) == 1; }
  Vec3 within(double size) { return {between(-size, size), between(-size, size), between(-size, size)}; }

 private:
  std::mt19937 random_;
};

struct Hostile {
  Simulation sim;
  double plausible;  ///< speed [m/s]: of the hands, of the obstacles, of a fall
};

StepOptions options_of(Chance& chance) {
  StepOptions options;
  options.dt = std::array{0.005, 0.01, 0.02}[static_cast<std::size_t>(chance.whole(0, 2))];
  if (chance.once_in(5)) options.iteration_budget = chance.whole(1, 5);
  return options;
}

Material material_of(Chance& chance) {
  Material material{.density = chance.between(0.05, 0.5), .damping = chance.between(0, 2)};
  if (chance.once_in(2)) material.bending = std::pow(10, chance.between(-6, -3));
  if (chance.once_in(5)) material.shear_stiffness = chance.between(5, 500);
  return material;
}

Grip grip_of(Chance& chance) {
  if (chance.once_in(3)) return rigid_grip();
  Grip grip{.stiffness = std::pow(10, chance.between(2, 5)), .damping = chance.between(0, 50)};
  if (chance.once_in(2)) {
    grip.slip = chance.once_in(2) ? Slip::slide : Slip::release;
    grip.force_limit = std::pow(10, chance.between(-1, 2));
  }
  return grip;
}

/// From corner to corner of a path, at most 3 m/s, with noise.
Motion motion_of(Chance& chance, double& fastest) {
  std::vector<double> times{0};
  std::vector<Vec3> points{Vec3::Zero()};
  Vec3 corner = Vec3::Zero(), next = chance.within(0.15);
  const double noise = chance.between(0, 1e-3);
  for (int k = 1; k <= 60; ++k) {
    if (k % 15 == 0) corner = next, next = chance.within(0.15);
    times.push_back(0.01 * k);
    points.push_back(corner + (k % 15) / 15.0 * (next - corner) + chance.within(noise));
    fastest = std::max(fastest, (points.back() - points[points.size() - 2]).norm() / 0.01);
  }
  return polyline_motion(times, points, true);
}

Obstacle obstacle_of(Chance& chance, double side, double& fastest) {
  const double size = chance.between(0.03, 0.1);
  const auto shape = chance.once_in(2) ? make_sphere(size) : make_box({2 * size, 2 * size, size}, 0.005);
  const Vec3 aim(side / 2, 0, side / 2);
  const Vec3 from =
      aim + Vec3(chance.between(-0.2, 0.2), chance.once_in(2) ? 0.35 : -0.35, chance.between(-0.2, 0.2));
  const Vec3 velocity = chance.between(0.3, 2.5) * (aim - from).normalized();
  fastest = std::max(fastest, velocity.norm());
  return {.name = "flying",
          .shape = shape,
          .path = [=](double t) { return RigidPose{.translation = from + t * velocity}; },
          .friction = chance.between(0, 0.8)};
}

Hostile hostile(unsigned seed) {
  Chance chance(seed);
  const int n = chance.whole(6, 13);
  const double side = chance.between(0.2, 0.7);
  Mesh mesh = make_rectangle({side, side}, {n, n});
  if (chance.once_in(2)) add_noise(mesh, 0.002, seed, 0.2);
  const RowsAt rows = chance.once_in(4) ? RowsAt::nodes : RowsAt::elements;
  const Material material = material_of(chance);
  Simulation sim(make_cloth_model(mesh, material, {.rows = rows}), upright(mesh), options_of(chance));
  double hands = 0, obstacles = 0;
  const std::vector<int> corners{0, n - 1, n * (n - 1), n * n - 1};
  const int first = chance.whole(0, 3), count = chance.whole(1, 4);
  for (int k = 0; k < count; ++k) {
    const int corner = corners[static_cast<std::size_t>((first + k) % 4)];
    const Motion motion = motion_of(chance, hands);
    sim.grasp("hand" + std::to_string(k), {corner}, motion, grip_of(chance));
  }
  for (int k = chance.whole(0, 2); k > 0; --k) sim.add_obstacle(obstacle_of(chance, side, obstacles));
  return {std::move(sim), 1 + hands + obstacles + 9.8 * kDuration};
}

TEST(Hostile, ScenesDoNotExplode) {
  const char* asked = std::getenv("ISOCLOTH_HOSTILE_SCENES");
  const int scenes = asked ? std::atoi(asked) : kSanitized ? 2 : 40;
  constexpr double kNominal = 3;  // iterations a step, as a shaken sheet takes
  int exploded = 0, slow = 0;
  double speed = 0;
  for (unsigned seed = 1; seed <= unsigned(scenes); ++seed) {
    auto [sim, plausible] = hostile(seed);
    double fastest = 0, iterations = 0, nominal = 0;
    for (const int steps = int(std::lround(kDuration / sim.options().dt)); sim.state().step < steps;) {
      const StepReport report = sim.step();
      iterations += report.iterations;
      nominal += kNominal;
      fastest = std::max(fastest, sim.state().v.rowwise().norm().maxCoeff());
      ASSERT_TRUE(sim.state().x.allFinite()) << "seed " << seed;
    }
    if (!(fastest <= 10 * plausible))
      ++exploded, std::printf("[ seed %u ] %.3g m/s, plausible %.3g\n", seed, fastest, plausible);
    slow += iterations > 10 * nominal;
    speed = std::max(speed, fastest / plausible);
  }
  std::printf("[ measured ] %d scenes, fastest over plausible speed %.3g\n", scenes, speed);
  expect_at_most("hostile scenes with a speed beyond ten times plausible", exploded, 0, "scenes");
  std::printf("[ measured ] %d of them took more than ten times their nominal work\n", slow);
}

}  // namespace
}  // namespace isocloth::test
