#include "isocloth/mesh/edit.hpp"

#include <gtest/gtest.h>

#include "support/meshes.hpp"
#include "support/refusal.hpp"
#include "support/renumber.hpp"

namespace isocloth {
namespace {

using test::renumbered;
using test::with_rotated_corners;

TEST(Renumbered, AndBackIsTheSameMesh) {
  const Mesh mesh = make_rectangle({1, 1}, {4, 3});
  const std::vector<int> there{7, 3, 0, 11, 5, 1, 9, 2, 10, 4, 6, 8};
  std::vector<int> back(12);
  for (int i = 0; i < 12; ++i) back[there[i]] = i;
  const Mesh moved = renumbered(mesh, there);
  EXPECT_EQ(moved.x.row(7), mesh.x.row(0));
  EXPECT_EQ(moved.elements[0], (Element{7, 3, 1, 5}));
  const Mesh again = renumbered(moved, back);
  EXPECT_EQ(again.x, mesh.x);
  EXPECT_EQ(again.elements, mesh.elements);
}

TEST(Renumbered, RefusesWhatIsNotAPermutation) {
  const Mesh mesh = make_rectangle({1, 1}, {2, 2});
  EXPECT_REFUSES(renumbered(mesh, {0, 1, 2}), "3 entries for a mesh of 4");
  EXPECT_REFUSES(renumbered(mesh, {0, 1, 1, 2}), "new_index[2] = 1");
  EXPECT_REFUSES(renumbered(mesh, {0, 1, 4, 2}), "new_index[2] = 4");
}

TEST(RotatedCorners, KeepTheCycleOfEveryElement) {
  std::mt19937 random(3);
  for (const auto& [name, mesh] : test::all_meshes()) {
    const Mesh turned = with_rotated_corners(mesh, random);
    for (int e = 0; e < mesh.element_count(); ++e) {
      const int corners = corner_count(mesh.elements[e]);
      ASSERT_EQ(corner_count(turned.elements[e]), corners) << name;
      const auto begin = mesh.elements[e].begin();
      const auto start = std::find(begin, begin + corners, turned.elements[e][0]) - begin;
      for (int k = 0; k < corners; ++k)
        EXPECT_EQ(turned.elements[e][k], mesh.elements[e][(start + k) % corners]) << name;
    }
  }
}

TEST(Noise, HasTheAskedDeviationAndNoMean) {
  Mesh mesh = make_rectangle({1, 1}, {100, 100});
  const Points before = mesh.x;
  add_noise(mesh, 0.003, 1);
  const Points noise = mesh.x - before;
  const double n = static_cast<double>(noise.size());
  const double mean = noise.sum() / n, deviation = std::sqrt(noise.squaredNorm() / n);
  EXPECT_LE(std::abs(mean), 4 * 0.003 / std::sqrt(n));                   // four standard errors of a mean
  EXPECT_LE(std::abs(deviation - 0.003), 4 * 0.003 / std::sqrt(2 * n));  // and of a deviation
  const double within = static_cast<double>((noise.array().abs() < 0.003).count()) / n;
  EXPECT_NEAR(within, 0.6827,
              4 * std::sqrt(0.6827 * 0.3173 / n));  // share of a Gaussian within one deviation
}

TEST(Noise, IsTheSameForTheSameSeedOnly) {
  Mesh a = make_rectangle({1, 1}, {3, 3}), b = a, c = a, still = a;
  const Points before = a.x;
  add_noise(a, 0.01, 5);
  add_noise(b, 0.01, 5);
  add_noise(c, 0.01, 6);
  add_noise(still, 0, 5);
  EXPECT_EQ(a.x, b.x);
  EXPECT_NE(a.x, c.x);
  EXPECT_EQ(still.x, before);
}

TEST(SmoothNoise, IsTheSameFieldOnEveryMesh) {
  Mesh coarse = make_rectangle({1, 1}, {11, 11}), fine = make_rectangle({1, 1}, {101, 101});
  const Points before = fine.x;
  add_noise(coarse, 0.003, 1, 0.1);
  add_noise(fine, 0.003, 1, 0.1);
  for (int row = 0; row < 11; ++row)
    for (int column = 0; column < 11; ++column)
      EXPECT_LE((coarse.x.row(11 * row + column) - fine.x.row(10 * (101 * row + column))).norm(), 1e-12);
  const Points noise = fine.x - before;
  EXPECT_NEAR(std::sqrt(noise.squaredNorm() / static_cast<double>(noise.size())), 0.003, 0.0005);
  EXPECT_LE((noise.row(0) - noise.row(1)).norm(), 0.003)
      << "a tenth of its length away it is nearly the same";
}

TEST(Noise, RefusesADeviationThatIsNone) {
  Mesh mesh = make_rectangle({1, 1}, {3, 3});
  EXPECT_REFUSES(add_noise(mesh, -1, 0), "standard deviation");
  EXPECT_REFUSES(add_noise(mesh, NAN, 0), "standard deviation");
  EXPECT_REFUSES(add_noise(mesh, 0.01, 1, -0.1), "length of the noise");
}

TEST(Transformed, KeepsElementsAndLengths) {
  const Mesh mesh = make_rectangle({1, 2}, {3, 3});
  const Mesh moved = transformed(mesh, Vec3(20, 30, 40), Vec3(1, 2, 3));
  EXPECT_EQ(moved.elements, mesh.elements);
  EXPECT_NEAR((moved.x.row(8) - moved.x.row(0)).norm(), std::sqrt(5.0),
              1e-15 * 8);  // roundings of lengths below 8 m
}

}  // namespace
}  // namespace isocloth
