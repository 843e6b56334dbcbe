#include "io/mesh/stl.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "io/mesh/bytes.hpp"
#include "support/meshes.hpp"
#include "support/refusal.hpp"

namespace isocloth::io {
namespace {

Mesh stl_mesh(const std::string& bytes) { return parse_stl(bytes, "m.stl"); }

std::string facet(const std::string& a, const std::string& b, const std::string& c) {
  return " facet normal 0 0 nan\n  outer loop\n   vertex " + a + "\n   vertex " + b + "\n   vertex " + c +
         "\n  endloop\n endfacet\n";
}

const std::string kSquare = "solid a square\n" + facet("0 0 0", "1 0 0", "1 1 0") +
                            facet("0 0 -0.0", "1e0 1 0", "0 1 0") + "endsolid a square\n";

TEST(Stl, TextJoinsEqualCornersInOrderOfFirstUse) {
  const Mesh mesh = stl_mesh(kSquare);
  EXPECT_EQ(mesh.elements, (std::vector<Element>{{0, 1, 2, kNoNode}, {0, 2, 3, kNoNode}}));
  ASSERT_EQ(mesh.node_count(), 4);
  EXPECT_EQ(mesh.x.row(3), Eigen::RowVector3d(0, 1, 0));
}

TEST(Stl, DoesNotJoinCornersThatDifferInTheLastDigit) {
  const Mesh mesh = stl_mesh("solid\n" + facet("0 0 0", "1 0 0", "1 1 0") +
                             facet("0 0 1e-300", "1 1 0", "0 1 0") + "endsolid\n");
  EXPECT_EQ(mesh.node_count(), 5);
}

TEST(Stl, TextMayHaveAnyCaseLineEndAndSeveralSolids) {
  std::string text = kSquare + kSquare;
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.replace(at, 1, "\r\n");
  EXPECT_EQ(stl_mesh(text).elements.size(), 4U);
}

TEST(Stl, TellsBinaryFromTextWhateverTheHeaderSays) {
  const Mesh mesh = make_rectangle({1, 1}, {3, 3});
  std::string bytes = format_stl(mesh);
  std::memcpy(bytes.data(), "solid by name only\n", 19);
  EXPECT_EQ(stl_mesh(bytes).elements.size(), 8U);
  EXPECT_EQ(stl_mesh(bytes).node_count(), 9);
}

TEST(Stl, SplitsQuadsAlongTheDiagonalFromTheirFirstNode) {
  const Mesh mesh = stl_mesh(format_stl(make_rectangle({1, 1}, {2, 2})));
  EXPECT_EQ(mesh.elements, (std::vector<Element>{{0, 1, 2, kNoNode}, {0, 2, 3, kNoNode}}));
  EXPECT_EQ(mesh.x.row(2), Eigen::RowVector3d(1, 1, 0));
}

TEST(Stl, NamesTheLineOfWhatItRefuses) {
  EXPECT_REFUSES(stl_mesh("solid\n" + facet("0 0 0", "0 0 0", "1 1 0")),
                 "m.stl:6: triangle 0 (counted from 0) has two equal");
  EXPECT_REFUSES(stl_mesh("solid\n" + facet("0 0 0", "1 0", "1 1 0")), "m.stl:5: a vertex needs three");
  EXPECT_REFUSES(stl_mesh("solid\n" + facet("0 0 0", "1 0 x", "1 1 0")), "m.stl:5: \"x\" is not a number");
  EXPECT_REFUSES(stl_mesh("solid\n" + facet("0 0 0", "1 0 0", "1 inf 0")),
                 "m.stl:6: \"inf\" is not a finite");
  EXPECT_REFUSES(stl_mesh("solid\nfacet normal 0 0 1\nvertex 0 0 0\n"),
                 "m.stl:3: \"vertex\" stands where outer");
  EXPECT_REFUSES(stl_mesh("solid\nfacet normal 0 0 1\n"), "m.stl:2: the file ends inside a triangle");
  EXPECT_REFUSES(stl_mesh("hello\n"), "m.stl: is neither");
  EXPECT_REFUSES(stl_mesh(""), "m.stl: is neither");
}

TEST(Stl, NamesTheTriangleOfABinaryFile) {
  const std::string bytes = format_stl(make_rectangle({1, 1}, {3, 3}));
  EXPECT_REFUSES(stl_mesh(bytes.substr(0, bytes.size() - 1)),
                 "of 8 triangles, which takes 484 bytes, but it has 483");
  std::string nan = bytes, equal = bytes, huge = bytes;
  nan.replace(84 + 50 * 3 + 12, 4, std::string("\0\0\xC0\x7F", 4));
  EXPECT_REFUSES(stl_mesh(nan), "triangle 3 (counted from 0) has a coordinate that is not finite");
  equal.replace(84 + 50 * 2 + 12, 12, equal.substr(84 + 50 * 2 + 24, 12));
  EXPECT_REFUSES(stl_mesh(equal), "triangle 2 (counted from 0) has two equal corners");
  huge.replace(80, 4, std::string("\xFF\xFF\xFF\xFF", 4));
  EXPECT_REFUSES(stl_mesh(huge), "of 4294967295 triangles");
}

}  // namespace
}  // namespace isocloth::io
