#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "dynamics/runs.hpp"
#include "support/measured.hpp"
#include "support/renumber.hpp"

namespace isocloth::test {
namespace {

const std::vector<int> kCorners{1, 2, 3};  // of an irregular rectangle; corner 0 falls

/// Reports name the size of the full sheet, also where a smaller one runs.
Mesh irregular_sheet() { return noisy(make_irregular_rectangle({1, 1}, 472, 1)); }

TEST(Locking, IrregularTrianglesKeepAreasInAlignedFrames) {
  Simulation sim = falling_corner(irregular_sheet(), kCorners);
  const Worst worst = advance(sim, 600);
  expect_at_most("irregular triangles, aligned frames, 3 s: dispersion", 100 * worst.area.dispersion, 3, "%");
  expect_at_most("irregular triangles, aligned frames: total area error", 100 * worst.area.total, 0.1, "%");
}

TEST(Locking, AlignedFramesKeepAreasBetterThanTheElementsOwn) {
  const ElementSpringOptions none{.tension_share = 0, .viscosity = 0};  // they would hide the difference
  Simulation aligned =
      falling_corner(irregular_sheet(), kCorners, {.frames = Frames::aligned, .element_springs = none});
  Simulation element =
      falling_corner(irregular_sheet(), kCorners, {.frames = Frames::element, .element_springs = none});
  const double share = advance(aligned, 200).area.dispersion / advance(element, 200).area.dispersion;
  expect_at_most("dispersion of aligned over element frames, 1 s", share, 0.7, "");
}

TEST(Locking, NumberingDoesNotMatter) {
  const Mesh mesh = irregular_sheet();
  std::mt19937 rng(5);
  std::vector<int> moved(mesh.node_count());
  std::iota(moved.begin(), moved.end(), 0);
  std::shuffle(moved.begin(), moved.end(), rng);
  // Euler's damping keeps rounding small; without it, it grows ten thousand million times in a second
  Simulation sim = falling_corner(mesh, kCorners, {}, Integrator::euler);
  Simulation other = falling_corner(with_rotated_corners(renumbered(mesh, moved), rng),
                                    {moved[1], moved[2], moved[3]}, {}, Integrator::euler);
  advance(sim, 200);
  advance(other, 200);
  double largest = 0;
  for (int i = 0; i < mesh.node_count(); ++i)
    largest = std::max(largest, (sim.state().x.row(i) - other.state().x.row(moved[i])).norm());
  expect_at_most("renumbered nodes and rotated corners, after 1 s: largest distance", largest, 1e-6, "m");
}

/// A sheet whose edges are all fixed stays above −0.55 m at the free corner; one that folds along its
/// diagonal passes −0.6 m.
TEST(Locking, TrianglesAndQuadsFoldFreely) {
  Simulation triangles = falling_corner(irregular_sheet(), kCorners);
  const int n = 23;
  Simulation quads = falling_corner(noisy(make_rectangle({1, 1}, {n, n})), {n - 1, n * n - 1, n * (n - 1)});
  (void)advance(triangles, 600);
  (void)advance(quads, 600);
  expect_at_most("height of the free corner after 3 s, triangles", triangles.state().x(0, 2), -0.6, "m");
  expect_at_most("height of the free corner after 3 s, quads", quads.state().x(0, 2), -0.6, "m");
}

}  // namespace
}  // namespace isocloth::test
