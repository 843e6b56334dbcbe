#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <Eigen/Geometry>

#include "io/trajectory/bytes.hpp"
#include "io/trajectory/parse.hpp"
#include "io/trajectory/sample_trajectories.hpp"
#include "io/trajectory/surface.hpp"
#include "io/trajectory/utf8.hpp"
#include "isocloth/fem/element_error.hpp"
#include "isocloth/fem/element_geometry.hpp"

namespace isocloth::io {
namespace {

TEST(Checksum, IsTheOneOfZipAndGoesOnWhereItStopped) {
  EXPECT_EQ(checksum("123456789"), 0xCBF43926u);  // the check value of CRC-32
  EXPECT_EQ(checksum("6789", checksum("12345")), 0xCBF43926u);
  EXPECT_EQ(checksum("some text"), test::slow_checksum("some text"));
  EXPECT_EQ(checksum(std::string_view(), 7), 7u);  // nothing changes nothing, not even as a null pointer
}

TEST(Base64, FollowsTheRfcAndComesBack) {
  EXPECT_EQ(to_base64(""), "");
  EXPECT_EQ(to_base64("f"), "Zg==");
  EXPECT_EQ(to_base64("fo"), "Zm8=");
  EXPECT_EQ(to_base64("foo"), "Zm9v");
  std::mt19937 rng(3);
  for (std::size_t size = 0; size < 64; ++size) {
    std::string bytes(size, '\0');
    for (char& byte : bytes) byte = static_cast<char>(rng());
    EXPECT_EQ(test::from_base64(to_base64(bytes)), bytes);
  }
}

TEST(Utf8, GivesCodePointsAndMarksWhatIsBroken) {
  EXPECT_EQ(from_utf8("a\u00df\u20ac\U0001F600"), U"a\u00df\u20ac\U0001F600");
  EXPECT_EQ(from_utf8("a\xff z"), U"a\ufffd z");
  EXPECT_EQ(from_utf8("\xe2\x82"), U"\ufffd\ufffd");
  EXPECT_EQ(from_utf8("\xc0\x80"), U"\ufffd\ufffd");  // overlong
  EXPECT_EQ(from_utf8("\xed\xa0\x80").size(), 3u);    // surrogate
}

TEST(ElementArea, IsExactForFlatElementsOfAnyShape) {
  Points x(4, 3);
  x << 0, 0, 1, 3, 0, 1, 4, 2, 1, 1, 2, 1;
  const double tol = 16 * 2.3e-16 * 6;  // a few roundings of 6 m²
  EXPECT_NEAR(element_area(Element{0, 1, 2, kNoNode}, x), 3, tol);
  EXPECT_NEAR(element_area(Element{0, 1, 2, 3}, x), 6, tol);
  x.row(2) << 3, 2, 1;  // a trapezoid
  EXPECT_NEAR(element_area(Element{0, 1, 2, 3}, x), 5, tol);
}

TEST(ElementArea, OfATwistedQuadIsNearTheFinelyCutSurface) {
  Points x(4, 3);
  x << 0, 0, 0, 1, 0, 0.1, 1, 1, 0, 0, 1, 0.1;
  const auto at = [&](double u, double v) {
    return Vec3((1 - u) * (1 - v) * x.row(0) + u * (1 - v) * x.row(1) + u * v * x.row(2) +
                (1 - u) * v * x.row(3));
  };
  const int n = 200;
  double area = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const double u = double(i) / n, v = double(j) / n, h = 1.0 / n;
      area += 0.5 * (at(u + h, v + h) - at(u, v)).cross(at(u, v + h) - at(u + h, v)).norm();
    }
  }
  // A = ∫√(1 + a²) with a of order 0.1: two Gauss points miss terms of fourth order, 0.1⁴
  EXPECT_NEAR(element_area(Element{0, 1, 2, 3}, x), area, 1e-4);
}

TEST(AreaErrors, AreSignedAndZeroAtRestAndForElementsOfNoArea) {
  Mesh mesh = test::make_sheet(3, 3, false);
  EXPECT_LE(signed_area_errors(mesh, mesh.x).cwiseAbs().maxCoeff(), 1e-15);
  const Points smaller = 0.5 * mesh.x;
  EXPECT_LE((signed_area_errors(mesh, smaller).array() + 0.75).abs().maxCoeff(), 1e-14);
  mesh.elements[0] = {0, 0, 0, kNoNode};
  EXPECT_EQ(signed_area_errors(mesh, smaller)[0], 0);
}

TEST(Surface, SplitsQuadsAndKnowsWhichSidesAreEdges) {
  const auto triangles = triangulate({{0, 1, 4, 3}, {1, 2, 5, kNoNode}});
  ASSERT_EQ(triangles.size(), 3u);
  int sides = 0;
  for (const Triangle& triangle : triangles) {
    for (int k = 0; k < 3; ++k) sides += triangle.on_edge[k];
  }
  EXPECT_EQ(sides, 7);
  EXPECT_FALSE(triangles[0].on_edge[1]);  // opposite to node 1: the diagonal 0–4
  EXPECT_FALSE(triangles[1].on_edge[2]);  // opposite to node 3
  EXPECT_EQ(triangles[2].element, 1);
}

TEST(Surface, NormalsFollowTheOrderOfCorners) {
  const Mesh mesh = test::make_sheet(3, 3, true);  // in the x–z plane, counter-clockwise seen from −y
  const Points normals = node_normals(mesh.x, triangulate(mesh.elements));
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(normals(i, 1), -1, 1e-15);
  const Points point = Points::Zero(9, 3);
  EXPECT_EQ(node_normals(point, triangulate(mesh.elements)).col(2), Vector::Ones(9));
}

}  // namespace
}  // namespace isocloth::io
