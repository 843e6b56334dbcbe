#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/runs.hpp"
#include "support/measured.hpp"

namespace isocloth::test {
namespace {

constexpr double kDensity = 0.2, kBending = 1e-4, kLength = 0.2;

/// A strip clamped by the nodes of its first two columns, sagging from horizontal until it is still.
Points resting_strip(double dt, int columns, int rows, double bending = kBending) {
  const Mesh strip = make_rectangle({kLength, 0.025}, {columns, rows});
  StepOptions options;
  options.dt = dt;
  Simulation sim(
      make_cloth_model(strip,
                       {.density = kDensity, .virtual_mass = kDensity, .bending = bending, .damping = 2}),
      strip.x, options);
  std::vector<int> clamped;
  for (int r = 0; r < rows; ++r) clamped.insert(clamped.end(), {r * columns, r * columns + 1});
  sim.grasp("clamp", clamped, fixed_motion(), rigid_grip());
  EXPECT_EQ(advance(sim, static_cast<int>(std::lround(3 / dt))).missed, 0);
  return sim.state().x;
}

TEST(Cantilever, RestsTheSameWhateverTheStep) {
  const Points reference = resting_strip(0.005, 17, 3);
  for (const double dt : {0.02, 0.001}) {
    const double apart = (resting_strip(dt, 17, 3) - reference).rowwise().norm().maxCoeff();
    expect_at_most(("cantilevered strip at rest, dt " + std::to_string(dt) + " against 0.005").c_str(),
                   1e3 * apart, 1, "mm");
  }
}

/// Tip drop of an inextensible elastica of length L clamped at 0: κ θ″ = −w (L − s) cos θ, θ(0) = 0, θ′(L) =
/// 0, by shooting on θ′(0) with small Euler–Cromer steps.
double elastica_drop(double weight, double bending, double length) {
  const int n = 20000;
  const double h = length / n;
  double low = 0, high = 100, drop = 0;
  for (int bisection = 0; bisection < 60; ++bisection) {
    const double start = (low + high) / 2;
    double theta = 0, slope = start;
    drop = 0;
    for (int k = 0; k < n; ++k) {
      slope -= h * weight / bending * (length - (k + 0.5) * h) * std::cos(theta);
      theta += h * slope;
      drop += h * std::sin(theta);
    }
    (slope > 0 ? high : low) = start;
  }
  return drop;
}

/// The strip is free from its second column on, which is where the elastica is clamped.
TEST(Cantilever, SagsAsTheElasticaDoes) {
  const double bending = 1e-3;
  const int columns = 33;
  const double free_length = kLength * (columns - 2) / (columns - 1);
  const double drop = -resting_strip(0.01, columns, 5, bending)(columns - 1, 2);
  const double exact = elastica_drop(kDensity * 9.8, bending, free_length);
  expect_at_most("tip drop of a strip against the elastica, relative", 100 * std::abs(drop / exact - 1), 5,
                 "%");
}

}  // namespace
}  // namespace isocloth::test
