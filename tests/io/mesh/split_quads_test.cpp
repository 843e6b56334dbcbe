#include "io/mesh/split_quads.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>
#include <random>

#include "isocloth/mesh/topology.hpp"
#include "support/refusal.hpp"

namespace isocloth::io {
namespace {

Mesh one_quad(const std::array<Vec3, 4>& corners, int first = 0) {
  Mesh mesh;
  mesh.x.resize(4, 3);
  for (int k = 0; k < 4; ++k) mesh.x.row(k) = corners[k];
  mesh.elements = {{first, (first + 1) % 4, (first + 2) % 4, (first + 3) % 4}};
  return mesh;
}

const std::array<Vec3, 4> kArrowhead{Vec3(0, 0, 0), Vec3(2, 1, 0), Vec3(0, 2, 0), Vec3(1, 1, 0)};

TEST(SplitQuads, CutsAnArrowheadAtItsInnerCornerWhereverItBegins) {
  for (int first = 0; first < 4; ++first) {
    Mesh mesh = one_quad(kArrowhead, first);
    EXPECT_REFUSES(analyze_topology(mesh), "overlaps itself");
    const SplitQuads split = split_quads(mesh);
    EXPECT_EQ(split.count, 1);
    EXPECT_EQ(split.first, 0);
    ASSERT_EQ(mesh.element_count(), 2);
    EXPECT_NO_THROW(analyze_topology(mesh)) << "neighbours agree on the side, none is upside down";
    for (const Element& half : mesh.elements) {
      EXPECT_EQ(corner_count(half), 3);
      EXPECT_EQ(std::count(half.begin(), half.end(), 3), 1) << "the cut is between nodes 1 and 3";
    }
  }
}

TEST(SplitQuads, LeavesQuadsThatCanBeElements) {
  const std::array<Vec3, 4> straight{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(1, 1, 0)};
  const std::array<Vec3, 4> warped{Vec3(0, 0, 0), Vec3(1, 0, 0.2), Vec3(1, 1, 0), Vec3(0, 1, 0.2)};
  for (const auto& corners : {straight, warped}) {
    Mesh mesh = one_quad(corners);
    EXPECT_EQ(split_quads(mesh).count, 0);
    EXPECT_EQ(mesh.elements, one_quad(corners).elements);
  }
}

TEST(SplitQuads, LeavesWhatCrossesItselfToBeRefused) {
  Mesh mesh = one_quad({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(1.2, 1.1, 0)});
  EXPECT_EQ(split_quads(mesh).count, 0);
  EXPECT_REFUSES(analyze_topology(mesh), "overlaps itself");
}

TEST(SplitQuads, TurnsNoTriangleUpsideDownHoweverTheQuadIsWarped) {
  std::mt19937 random(3);
  std::normal_distribution<double> off;
  int split = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    std::array<Vec3, 4> corners{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 0)};
    for (Vec3& corner : corners)
      for (int c = 0; c < 3; ++c) corner[c] += 0.5 * off(random);
    Mesh mesh = one_quad(corners);
    if (split_quads(mesh).count == 0) continue;
    ++split;
    const Vec3 area = (corners[2] - corners[0]).cross(corners[3] - corners[1]);
    for (const Element& e : mesh.elements) {
      const Vec3 a = mesh.x.row(e[0]), b = mesh.x.row(e[1]), c = mesh.x.row(e[2]);
      EXPECT_GT((b - a).cross(c - a).dot(area), 0);
    }
  }
  EXPECT_GT(split, 200) << "the trial is worth something";
}

}  // namespace
}  // namespace isocloth::io
