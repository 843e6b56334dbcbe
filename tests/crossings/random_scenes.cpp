#include "crossings/random_scenes.hpp"

#include <algorithm>

#include "crossings/random_hands.hpp"

namespace isocloth::test {
namespace {

StepOptions step_of(Chance& chance) {
  StepOptions options;
  options.dt = std::array{0.002, 0.005, 0.01, 0.01, 0.01, 0.02}[static_cast<std::size_t>(chance.whole(0, 5))];
  if (chance.once_in(4)) options.iteration_budget = chance.whole(1, 6);
  if (chance.once_in(4)) options.integrator = Integrator::euler;
  return options;
}

Obstacle flying(Chance& chance, const Vec3& aim, double& fastest) {
  const double size = chance.between(0.015, 0.06);
  std::shared_ptr<const Shape> shape;
  switch (chance.whole(0, 3)) {
    case 0:
      shape = make_sphere(size);
      break;
    case 1:
      shape = make_box({3 * size, 2 * size, size}, 0.002);
      break;
    case 2:
      shape = make_capsule(0.4 * size, 4 * size);
      break;
    default:
      shape = make_torus(size, 0.3 * size);
  }
  const Vec3 from =
      aim + Vec3(chance.between(-0.3, 0.3), chance.once_in(2) ? 0.45 : -0.45, chance.between(0, 0.2));
  const Vec3 velocity = chance.between(0.2, 2) * (aim - from).normalized();
  fastest = std::max(fastest, velocity.norm());
  return {.name = "flying",
          .shape = shape,
          .path = [=](double t) { return RigidPose{.translation = from + t * velocity}; },
          .friction = chance.between(0, 1)};
}

/// A finger that presses down, and goes up again.
Obstacle pressing(Chance& chance, const Vec3& at) {
  const double force = chance.magnitude(0.3, 5), until = chance.between(0.3, 0.6);
  return {
      .name = "finger",
      .shape = make_box({0.03, 0.03, 0.03}, 0.002),
      .path = fixed_pose({.translation = at + Vec3(0, 0, 0.06)}),
      .friction = chance.between(0, 1),
      .finger = Finger{
          .axis = {0, 0, -1}, .force = [=](double t) { return t < until ? force : -force; }, .stroke = 0.06}};
}

/// The fastest of their speeds [m/s].
double add_obstacles(Chance& chance, Kind kind, Simulation& sim) {
  double fastest = 0;
  if (kind != Kind::hung || chance.once_in(2))
    sim.add_obstacle({.name = "floor",
                      .shape = make_half_space(Vec3::Zero(), {0, 0, 1}),
                      .friction = chance.once_in(4) ? 0 : chance.between(0, 1)});
  const Vec3 middle = sim.state().x.colwise().mean().transpose();
  if (kind == Kind::ring)
    sim.add_obstacle({.name = "pole",
                      .shape = make_capsule(chance.between(0.005, 0.02), 0.4),
                      .path = fixed_pose({.translation = {0, 0, -0.24 + 0.04}}),
                      .friction = chance.between(0, 1)});
  if (chance.once_in(3)) sim.add_obstacle(flying(chance, middle + chance.within(0.05), fastest));
  if (chance.once_in(5))
    sim.add_obstacle(pressing(chance, {middle.x(), middle.y(), sim.state().x.col(2).maxCoeff()}));
  return fastest;
}

void add_events(Chance& chance, RandomScene& scene) {
  const auto at = [&] { return chance.whole(5, static_cast<int>(scene.duration / scene.sim->options().dt)); };
  if (chance.once_in(3))
    scene.events.push_back({at(), [](Simulation& sim) { sim.restore(ClothState(sim.state())); }});
  if (chance.once_in(3)) {
    auto kept = std::make_shared<ClothState>();
    const int when = at();
    scene.events.push_back({when, [=](Simulation& sim) { *kept = sim.state(); }});
    scene.events.push_back({when + chance.whole(1, 20), [=](Simulation& sim) {
                              if (kept->obstacles.size() == sim.obstacles().size() && kept->x.rows() > 0)
                                sim.restore(*kept);
                            }});
  }
  if (chance.once_in(3)) {
    const int last = static_cast<int>(scene.sim->obstacles().size()) - 1;
    if (last >= 1) scene.events.push_back({at(), [=](Simulation& sim) { sim.remove_obstacle(last); }});
  }
  if (chance.once_in(4))
    scene.events.push_back({at(), [](Simulation& sim) {
                              for (int g = 0; g < static_cast<int>(sim.grasps().size()); ++g) sim.release(g);
                            }});
  std::stable_sort(scene.events.begin(), scene.events.end(),
                   [](const Event& a, const Event& b) { return a.step < b.step; });
}

}  // namespace

RandomScene random_scene(unsigned seed) {
  Chance chance(seed);
  const int kind = chance.whole(0, static_cast<int>(kKinds.size()) - 1);
  const Cloths cloths = random_cloths(chance, Kind{kind});
  RandomScene scene;
  scene.kind = kKinds[static_cast<std::size_t>(kind)];
  scene.duration = chance.between(0.5, 1.2);
  scene.sim =
      std::make_unique<Simulation>(make_cloth_model(cloths.pieces), cloths.all_starts(), step_of(chance));
  const double obstacles = add_obstacles(chance, Kind{kind}, *scene.sim);
  const double hands = add_random_hands(chance, Kind{kind}, scene.duration, *scene.sim);
  scene.plausible = 1 + obstacles + hands + 9.8 * scene.duration;
  add_events(chance, scene);
  return scene;
}

}  // namespace isocloth::test
