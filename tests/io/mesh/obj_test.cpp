#include "io/mesh/obj.hpp"

#include <gtest/gtest.h>

#include "support/refusal.hpp"

namespace isocloth::io {
namespace {

const std::string kFour = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";  // lines 1 to 4

Mesh obj_mesh(const std::string& text) { return parse_obj(text, "m.obj"); }

TEST(Obj, ReadsEveryFormOfFace) {
  const Element quad{0, 1, 2, 3}, triangle{0, 1, 2, kNoNode};
  EXPECT_EQ(obj_mesh(kFour + "f 1 2 3 4").elements, (std::vector<Element>{quad}));
  EXPECT_EQ(obj_mesh(kFour + "f 1/1 2/2 3/3 4/4\n").elements, (std::vector<Element>{quad}));
  EXPECT_EQ(obj_mesh(kFour + "f 1//9 2//9 3//9\n").elements, (std::vector<Element>{triangle}));
  EXPECT_EQ(obj_mesh(kFour + "f 1/5/9 2/5/9 3/5/9\n").elements, (std::vector<Element>{triangle}));
  EXPECT_EQ(obj_mesh(kFour + "f -4 -3 -2 -1\n").elements, (std::vector<Element>{quad}));
  EXPECT_EQ(obj_mesh(kFour + "f -4 -3 -2\nv 9 9 9\nf -5//-1 -4//-1 -3//-1\n").elements,
            (std::vector<Element>{triangle, triangle}));
}

TEST(Obj, AllowsFacesBeforeTheirNodes) {
  EXPECT_EQ(obj_mesh("f 1 2 3\n" + kFour).elements, (std::vector<Element>{{0, 1, 2, kNoNode}}));
}

TEST(Obj, ReadsNumbersInEveryNotation) {
  const Mesh mesh = obj_mesh("v +1.5 -2e-3 .25\nv 1E2 007 -0 1.0\nv 1 2 3 0.5 0.5 0.5\n");
  EXPECT_EQ(mesh.x.row(0), Eigen::RowVector3d(1.5, -2e-3, 0.25));
  EXPECT_EQ(mesh.x.row(1), Eigen::RowVector3d(100, 7, 0));
  EXPECT_EQ(mesh.x.row(2), Eigen::RowVector3d(1, 2, 3));
  EXPECT_EQ(obj_mesh("v 1e-999 0 0\n").x(0, 0), 0);
}

TEST(Obj, LeavesAsideWhatIsNoMesh) {
  const Mesh mesh = obj_mesh(
      "\xEF\xBB\xBF# made by hand\r\nmtllib a.mtl\r\no cloth\r\ng a b\r\ns off\r\n\r\n  v 0 0 0 # here\r\n"
      "v 1 0 0\r\nv\t1 1 0\r\nvt 0 0\r\nvn 0 0 1\r\nusemtl red\r\nl 1 2\r\nf 1 2 \\\r\n 3\r\n# end \\");
  EXPECT_EQ(mesh.node_count(), 3);
  EXPECT_EQ(mesh.elements, (std::vector<Element>{{0, 1, 2, kNoNode}}));
}

TEST(Obj, NamesTheLineOfWhatItRefuses) {
  EXPECT_REFUSES(obj_mesh(kFour + "f 1 2 5\n"), "m.obj:5: the face names node 5, but the file has 4");
  EXPECT_REFUSES(obj_mesh(kFour + "f 1 2 2147483647\n"), "m.obj:5: the face names node 2147483647");
  EXPECT_REFUSES(obj_mesh(kFour + "f 1 2 99999999999\n"), "m.obj:5: \"99999999999\"");
  EXPECT_REFUSES(obj_mesh(kFour + "\n\nf 1 2 0\n"), "m.obj:7: the face names node 0");
  EXPECT_REFUSES(obj_mesh(kFour + "f -1 -2 -5\n"), "m.obj:5: the face names node -5");
  EXPECT_REFUSES(obj_mesh(kFour + "f 1 2\n"), "m.obj:5: a face needs at least three");
  EXPECT_REFUSES(obj_mesh(kFour + "f 1 2 3 4 1\n"), "m.obj:5: the face has 5 corners");
  EXPECT_REFUSES(obj_mesh(kFour + "f 1 2 3 4 1\n"), "triangulate");
  EXPECT_REFUSES(obj_mesh(kFour + "f 1 2 x\n"), "m.obj:5: \"x\"");
  EXPECT_REFUSES(obj_mesh(kFour + "f 1/a 2 3\n"), "m.obj:5: \"1/a\"");
  EXPECT_REFUSES(obj_mesh(kFour + "f 1/1/1/1 2 3\n"), "m.obj:5: \"1/1/1/1\"");
  EXPECT_REFUSES(obj_mesh(kFour + "f 1.0 2 3\n"), "m.obj:5: \"1.0\"");
  EXPECT_REFUSES(obj_mesh(kFour + "f 1 2 \\\n\\\n 9\nf 1 2 3"), "m.obj:5: ");
  EXPECT_REFUSES(obj_mesh("v 1 2\n"), "m.obj:1: a node needs three");
  EXPECT_REFUSES(obj_mesh("v 1 2 3\nv 1 nan 3\n"), "m.obj:2: \"nan\" is not a finite");
  EXPECT_REFUSES(obj_mesh("v 1 2 3\nv 1 -inf 3\n"), "m.obj:2: \"-inf\" is not a finite");
  EXPECT_REFUSES(obj_mesh("v 1 2 1e999\n"), "m.obj:1: \"1e999\" is not a finite");
  EXPECT_REFUSES(obj_mesh("v 1 2 3,5\n"), "m.obj:1: \"3,5\" is not a number");
  EXPECT_REFUSES(obj_mesh("v 1 2 0x10\n"), "m.obj:1: \"0x10\" is not a number");
  EXPECT_REFUSES(obj_mesh("\ncurv 1 2 3\n"), "m.obj:2: unknown keyword \"curv\"");
}

TEST(Obj, LinesOfUnknownKeywordsAreLeftAsideWithARemark) {
  Remarks remarks;
  const Mesh mesh =
      parse_obj("v 0 0 0\nvv 1 2\nv 1 0 0\nms 3\nv 0 1 0\ne 1 2\nvp 1\nf 1 2 3\n", "m.obj", &remarks);
  EXPECT_EQ(mesh.node_count(), 3);
  EXPECT_EQ(mesh.element_count(), 1);
  EXPECT_EQ(
      remarks,
      Remarks{
          "m.obj:2: lines that begin with unknown words (\"e\", \"ms\", \"vv\") are left aside, 3 in all, "
          "the first here"});
}

}  // namespace
}  // namespace isocloth::io
