/// Compares methods of time integration on the same scenes, as a table in Markdown. See docs/method.md, Time.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <numeric>

#include "isocloth/mesh/generators.hpp"
#include "isocloth/mesh/pose.hpp"
#include "time_rules.hpp"

namespace isocloth::bench {
namespace {

constexpr int kSide = 9;  // nodes

std::vector<int> upper_edge() {
  std::vector<int> nodes(kSide);
  std::iota(nodes.begin(), nodes.end(), kSide * (kSide - 1));
  return nodes;
}

Vec3 no_way(double) { return Vec3::Zero(); }

/// A sheet of 0.3 m held by its whole upper edge, let go 30° from vertical, without damping.
LedCloth swing() {
  const Mesh sheet = make_rectangle({0.3, 0.3}, {kSide, kSide});
  return {make_cloth_model(sheet, {.density = 0.2}), Pose{.rotate_deg = {60, 0, 0}}.apply(sheet.x),
          upper_edge(), no_way};
}

/// A3 by its upper corners, 0.075 m at 0.6 Hz.
LedCloth shake() {
  const Mesh sheet = make_rectangle({0.297, 0.42}, {kSide, kSide});
  return {make_cloth_model(sheet, {.density = 1, .virtual_mass = 0.52, .damping = 2.69}),
          Pose{.rotate_deg = {90, 0, 0}}.apply(sheet.x),
          {72, 80},
          [](double t) { return Vec3(0, 0.075 * (1 - std::cos(1.2 * std::numbers::pi * t)), 0); }};
}

/// A level sheet that falls from two corners and whips, without damping.
LedCloth fall() {
  const Mesh sheet = make_rectangle({0.3, 0.3}, {kSide, kSide});
  return {make_cloth_model(sheet, {.density = 0.2}), sheet.x, {72, 80}, no_way};
}

void advance(Integration& run, double until) {
  while (run.time() < until - 1e-9) run.step();
}

/// Largest distance of the lower edge from below the upper one in the sixth second [m].
double late_amplitude(Integration run) {
  const double upper = run.x().bottomRows(kSide).col(1).mean();
  double largest = 0;
  while (run.time() < 6 - 1e-9) {
    run.step();
    if (run.time() > 5) largest = std::max(largest, std::abs(run.x().topRows(kSide).col(1).mean() - upper));
  }
  return largest;
}

Points after_a_second(Integration run) {
  advance(run, 1);
  return run.x();
}

std::vector<Points> frames(Integration run) {
  std::vector<Points> result;
  for (int k = 1; k <= 100; ++k) {
    advance(run, 0.05 * k);
    result.push_back(run.x());
  }
  return result;
}

double mean_distance(const std::vector<Points>& a, const std::vector<Points>& b) {
  double sum = 0;
  for (std::size_t f = 0; f < a.size(); ++f) sum += (a[f] - b[f]).rowwise().norm().mean();
  return sum / static_cast<double>(a.size());
}

void print_line(const char* name, const Method& method, const Points& swung,
                const std::vector<Points>& shaken) {
  const auto error = [&](double dt) {
    return 1e3 * (after_a_second({swing(), dt, method}) - swung).rowwise().norm().mean();
  };
  const double coarse = error(0.02), fine = error(0.0025);
  std::printf("| %s | %.1f / %.1f / %.1f | %.2f / %.2f / %.3f | %.2f |", name,
              100 * late_amplitude({swing(), 0.02, method}), 100 * late_amplitude({swing(), 0.01, method}),
              100 * late_amplitude({swing(), 0.005, method}), coarse, error(0.01), fine,
              std::log(coarse / fine) / std::log(8));
  std::printf(" %.2f / %.2f |", 1e3 * mean_distance(frames({shake(), 0.02, method}), shaken),
              1e3 * mean_distance(frames({shake(), 0.01, method}), shaken));
  Integration calm(shake(), 0.01, method), wild(fall(), 0.01, method);
  advance(calm, 5);
  advance(wild, 5);
  std::printf(" %.2f; %.2f | %d |\n", calm.systems() / 500.0, wild.systems() / 500.0, wild.missed());
}

int run() {
  const Method exact{Method::bdf2};
  const Points swung = after_a_second({swing(), 0.00025, exact});
  const std::vector<Points> shaken = frames({shake(), 0.0005, exact});
  std::printf(
      "| method | swing: amplitude in the sixth second, dt = 20 / 10 / 5 ms [cm] | nodes after 1 s against "
      "0.25 ms, dt = 20 / 10 / 2.5 ms [mm] | order, 20 → 2.5 ms | shake against 0.5 ms, dt = 20 / 10 ms [mm] "
      "| systems a step of 10 ms: shake; undamped fall | parts of the fall not converged |\n"
      "|---|---|---|---|---|---|---|\n");
  print_line("Euler", {Method::euler}, swung, shaken);
  print_line("BDF2", {Method::bdf2}, swung, shaken);
  print_line("generalised-α, R = 0", {Method::generalized_alpha, 0}, swung, shaken);
  print_line("generalised-α, R = 0.5", {Method::generalized_alpha, 0.5}, swung, shaken);
  print_line("generalised-α, R = 0.8", {Method::generalized_alpha, 0.8}, swung, shaken);
  print_line("TR-BDF2", {Method::tr_bdf2}, swung, shaken);
  return 0;
}

}  // namespace
}  // namespace isocloth::bench

int main() { return isocloth::bench::run(); }
