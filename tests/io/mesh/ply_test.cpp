#include "io/mesh/ply.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "io/mesh/bytes.hpp"
#include "support/meshes.hpp"
#include "support/refusal.hpp"

namespace isocloth::io {
namespace {

Mesh ply_mesh(const std::string& bytes) { return parse_ply(bytes, "m.ply"); }

// lines 1 to 8, then 4 nodes in lines 9 to 12
const std::string kHead =
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n";
const std::string kNodes = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";

/// One face in line 14.
std::string with_face(const std::string& face) {
  return kHead + "element face 1\nproperty list uchar int vertex_indices\nend_header\n" + kNodes + face +
         "\n";
}

/// One node and one property per number type, in the byte order asked for.
std::string every_type(bool big_endian) {
  std::string bytes = std::string("ply\nformat binary_") + (big_endian ? "big" : "little") +
                      "_endian 1.0\ncomment any\nobj_info any\n"
                      "element edge 1\nproperty list ushort double weights\nproperty char kind\n"
                      "element face 1\nproperty uchar red\nproperty list uint short vertex_index\nproperty "
                      "list char float texcoord\n"
                      "element vertex 3\nproperty int8 x\nproperty uint16 q\nproperty float32 y\nproperty "
                      "int32 z\nproperty uint32 id\n"
                      "end_header\r\n";
  const auto put = [&](auto value) {
    std::string number;
    append_bytes(value, number);
    if (big_endian) std::reverse(number.begin(), number.end());
    bytes += number;
  };
  put(std::uint16_t{2}), put(1.5), put(2.5), put(std::int8_t{-3});
  put(std::uint8_t{200}), put(std::uint32_t{3});
  put(std::int16_t{2}), put(std::int16_t{0}), put(std::int16_t{1});
  put(std::int8_t{1}), put(0.5F);
  for (int i = 0; i < 3; ++i)
    put(static_cast<std::int8_t>(-i)), put(std::uint16_t{65535}), put(0.25F * static_cast<float>(i)),
        put(std::int32_t{-70000 * i}), put(std::uint32_t{4000000000U});
  return bytes;
}

TEST(Ply, ReadsEveryTypeInBothByteOrders) {
  for (const bool big : {false, true}) {
    const Mesh mesh = ply_mesh(every_type(big));
    EXPECT_EQ(mesh.elements, (std::vector<Element>{{2, 0, 1, kNoNode}}));
    ASSERT_EQ(mesh.node_count(), 3);
    EXPECT_EQ(mesh.x.row(2), Eigen::RowVector3d(-2, 0.5, -140000));
  }
}

TEST(Ply, ReadsTextWithExtraProperties) {
  const Mesh mesh = ply_mesh(
      "ply\r\nformat ascii 1.0\r\nelement vertex 3\r\nproperty double z\r\nproperty uchar red\r\nproperty "
      "double x\r\n"
      "property double y\r\nelement face 1\r\nproperty list uchar uint vertex_indices\r\nproperty float "
      "quality\r\n"
      "end_header\r\n1 255 0.1 3\r\n\r\n2 0 4 1e-3\r\n3 1 5 6\r\n3 0 1 2 nan\r\n\r\n");
  EXPECT_EQ(mesh.x.row(0), Eigen::RowVector3d(0.1, 3, 1));
  EXPECT_EQ(mesh.elements, (std::vector<Element>{{0, 1, 2, kNoNode}}));
}

TEST(Ply, ReadsQuadsAndNothingAtAll) {
  EXPECT_EQ(ply_mesh(with_face("4 0 1 2 3")).elements, (std::vector<Element>{{0, 1, 2, 3}}));
  EXPECT_EQ(ply_mesh(format_ply(Mesh{})).node_count(), 0);
}

TEST(Ply, NamesTheLineAndFaceOfWhatItRefuses) {
  EXPECT_REFUSES(ply_mesh(with_face("3 0 1 4")),
                 "m.ply:14: face 0 (counted from 0) names node 4, but the file has 4");
  EXPECT_REFUSES(ply_mesh(with_face("3 0 1 -1")), "m.ply:14: face 0 (counted from 0) names node -1");
  EXPECT_REFUSES(ply_mesh(with_face("3 0 1 1.5")),
                 "m.ply:14: face 0 (counted from 0) names a node that is not a whole");
  EXPECT_REFUSES(ply_mesh(with_face("3 0 1 nan")), "m.ply:14: ");
  EXPECT_REFUSES(ply_mesh(with_face("3 0 1 1e300")), "m.ply:14: ");
  EXPECT_REFUSES(ply_mesh(with_face("5 0 1 2 3 0")), "m.ply:14: face 0 (counted from 0) has 5 corners");
  EXPECT_REFUSES(ply_mesh(with_face("5 0 1 2 3 0")), "triangulate");
  EXPECT_REFUSES(ply_mesh(with_face("2 0 1")), "fewer than three corners");
  EXPECT_REFUSES(ply_mesh(with_face("3 0 1")), "m.ply:14: face 0 (counted from 0) has too few values");
  EXPECT_REFUSES(ply_mesh(with_face("3 0 1 2 3")), "has more values than");
  EXPECT_REFUSES(ply_mesh(with_face("3 0 1 x")), "\"x\", which is not a number");
  EXPECT_REFUSES(ply_mesh(with_face("3 0 1 2\n3 0 1 2")), "m.ply:15: the file goes on");
  EXPECT_REFUSES(ply_mesh(with_face("")), "face 0 (counted from 0) is missing");
  std::string text = with_face("3 0 1 2");
  text.replace(text.find("1 1 0"), 5, "1 inf 0");
  EXPECT_REFUSES(ply_mesh(text), "m.ply:12: vertex 2 (counted from 0) has a coordinate that is not finite");
}

TEST(Ply, RefusesAHeaderThatDescribesNoMesh) {
  const std::string end = "end_header\n" + kNodes;
  EXPECT_REFUSES(ply_mesh(""), "m.ply:1: is not a PLY file");
  EXPECT_REFUSES(ply_mesh("solid\n"), "m.ply:1: is not a PLY file");
  EXPECT_REFUSES(ply_mesh("ply\nend_header\n"), "m.ply:2: the header has no format line");
  EXPECT_REFUSES(ply_mesh("ply\nformat ascii 1.0\n"), "ends inside the header");
  EXPECT_REFUSES(ply_mesh("ply\nformat ascii 2.0\n"), "m.ply:2: only version 1.0");
  EXPECT_REFUSES(ply_mesh("ply\nformat text 1.0\n"), "m.ply:2: \"text\"");
  EXPECT_REFUSES(ply_mesh("ply\nproperty int a\n"), "m.ply:2: a property comes before any element");
  EXPECT_REFUSES(ply_mesh("ply\nwhat\n"), "m.ply:2: unknown keyword \"what\"");
  EXPECT_REFUSES(ply_mesh("ply\nelement vertex -4\n"), "m.ply:2: \"-4\" is not a count");
  EXPECT_REFUSES(ply_mesh(kHead + "property long a\n"), "m.ply:7: \"long\" is not a PLY type");
  EXPECT_REFUSES(ply_mesh(kHead + "property float x\n"), "m.ply:7: property \"x\" is described twice");
  EXPECT_REFUSES(ply_mesh(kHead + "element vertex 2\n"), "m.ply:7: element \"vertex\" is described twice");
  EXPECT_REFUSES(ply_mesh(kHead + "property list float int a\n"), "m.ply:7: the length of a list");
  EXPECT_REFUSES(ply_mesh(kHead + "element odd 1000000000000\n" + end),
                 "m.ply:7: element \"odd\" has no property");
  EXPECT_REFUSES(ply_mesh(kHead + end), "m.ply:7: the header has no element face");
  EXPECT_REFUSES(ply_mesh(kHead + "element face 0\n" + end), "m.ply:7: element face needs one list");
  EXPECT_REFUSES(
      ply_mesh(
          "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n0 0\n"),
      "m.ply:3: element vertex has no property z");
}

TEST(Ply, RefusesAbsurdCountsBeforeMakingRoom) {
  const std::string binary = format_ply(make_rectangle({1, 1}, {3, 3})), text = with_face("3 0 1 2");
  for (const std::string count : {"1000000000000", "9223372036854775807", "3000000000"}) {
    for (const std::string element : {"vertex", "face"})
      for (std::string bytes : {binary, text}) {
        const std::size_t at = bytes.find("element " + element) + 9 + element.size();
        bytes.replace(at, bytes.find('\n', at) - at, count);
        EXPECT_REFUSES(ply_mesh(bytes), "the header announces " + count + " of element \"" + element + "\"");
      }
  }
  std::string bytes = binary;
  bytes.replace(bytes.find("vertex 9"), 8, "vertex 99999999999999999999");
  EXPECT_REFUSES(ply_mesh(bytes), "is not a count");
}

TEST(Ply, NamesTheRecordWhereABinaryFileIsCut) {
  const std::string bytes = format_ply(make_rectangle({1, 1}, {3, 3}));
  EXPECT_REFUSES(ply_mesh(bytes.substr(0, bytes.size() - 1)), "m.ply: face 3 (counted from 0) is cut off");
  EXPECT_REFUSES(ply_mesh(bytes + "x"), "m.ply: the file goes on");
}

}  // namespace
}  // namespace isocloth::io
