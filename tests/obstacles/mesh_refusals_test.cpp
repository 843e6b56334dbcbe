#include <gtest/gtest.h>

#include "solids/closed_meshes.hpp"
#include "support/refusal.hpp"

namespace isocloth {
namespace {

Mesh box() { return make_box(Vec3(1, 2, 3))->surface(1); }

TEST(MeshShapeRefuses, AMeshWithoutElements) {
  EXPECT_REFUSES(make_mesh_shape(Mesh{}), "the mesh has no elements");
}

TEST(MeshShapeRefuses, AnOpenMeshAndNamesAnEdge) {
  Mesh mesh = box();
  const Element gone = mesh.elements.back();
  mesh.elements.pop_back();
  const std::string sentence = test::refusal_of([&] { make_mesh_shape(mesh); });
  EXPECT_EQ(sentence.find("the mesh is open at the edge between nodes "), 0U) << sentence;
  EXPECT_NE(sentence.find("close the hole or merge the nodes along it"), std::string::npos) << sentence;
  bool names_one_of_its_edges = false;
  for (int k = 0; k < 4; ++k) {
    const std::string name = std::to_string(gone[(k + 1) % 4]) + " and " + std::to_string(gone[k]) + ",";
    names_one_of_its_edges = names_one_of_its_edges || sentence.find(name) != std::string::npos;
  }
  EXPECT_TRUE(names_one_of_its_edges) << sentence;
  EXPECT_REFUSES(make_mesh_shape(make_rectangle({1, 1}, {4, 4})), "the mesh is open at the edge");
}

TEST(MeshShapeRefuses, AnEdgeOfThreeElements) {
  Mesh mesh = test::tetrahedron();
  mesh.x.conservativeResize(5, 3);
  mesh.x.row(4) << 3, 0, 0;
  mesh.elements.push_back({0, 1, 4, kNoNode});
  EXPECT_REFUSES(make_mesh_shape(mesh), "the edge between nodes 0 and 1 belongs to elements 0, 2 and 4");
}

TEST(MeshShapeRefuses, ElementsThatDisagreeOnTheSide) {
  Mesh mesh = box();
  std::reverse(mesh.elements[2].begin(), mesh.elements[2].end());
  EXPECT_REFUSES(make_mesh_shape(mesh), "disagree on the side their normals point to");
}

TEST(MeshShapeRefuses, AMeshThatIsInsideOut) {
  EXPECT_REFUSES(make_mesh_shape(test::turned_around(box())), "inside out");
  EXPECT_REFUSES(make_mesh_shape(test::turned_around(box())), "turn its elements around");
}

TEST(MeshShapeRefuses, APieceThatIsInsideOutBesideALargerOneThatIsNot) {
  const Mesh ball = test::turned_around(test::scaled(test::tetrahedron(), 0.2, Vec3(3, 0, 0)));
  EXPECT_REFUSES(make_mesh_shape(test::joined(box(), ball)),
                 "the piece of the mesh at node 10 is inside out");
  const Mesh cavity = test::turned_around(test::scaled(test::tetrahedron(), 0.2));
  EXPECT_NO_THROW(make_mesh_shape(test::joined(box(), cavity)));
}

TEST(MeshShapeRefuses, AMeshWithoutVolume) {
  Mesh mesh = box();
  mesh.x.col(2) *= 1e-14;  // its sides stay quads, though slivers
  EXPECT_THROW(make_mesh_shape(mesh), InputError);
  // two squares back to back
  mesh = make_rectangle({1, 1}, {3, 3});
  const Mesh back = test::turned_around(mesh);
  mesh.x.conservativeResize(10, 3);
  mesh.x.row(9) = mesh.x.row(4);
  for (Element element : back.elements) {
    for (int& node : element) node = node == 4 ? 9 : node;
    mesh.elements.push_back(element);
  }
  EXPECT_REFUSES(make_mesh_shape(test::triangulated(mesh)), "the mesh encloses no volume");
}

TEST(MeshShapeRefuses, ATriangleWithoutArea) {
  Mesh mesh = test::tetrahedron();
  mesh.x.row(3) = (mesh.x.row(0) + mesh.x.row(1)) / 2;
  EXPECT_REFUSES(make_mesh_shape(mesh), "has no area");
}

TEST(MeshShapeRefuses, TwoQuadsThatAreCutAlongOneDiagonal) {
  Mesh mesh;  // a pillow of two quads over one square, one of them bent
  mesh.x.resize(4, 3);
  mesh.x << 0, 0, 0, 1, 0, 0, 1, 1, 0.3, 0, 1, 0;
  mesh.elements = {{0, 1, 2, 3}, {3, 2, 1, 0}};
  EXPECT_REFUSES(make_mesh_shape(mesh), "is the diagonal of two quads; cut these into triangles");
}

TEST(MeshShapeRefuses, PositionsAndIndicesThatAreNot) {
  Mesh mesh = box();
  mesh.x(5, 1) = NAN;
  EXPECT_REFUSES(make_mesh_shape(mesh), "node 5 has y = nan");
  mesh = box();
  mesh.elements[3][2] = 8;
  EXPECT_REFUSES(make_mesh_shape(mesh), "element 3 names node 8");
}

/// Whatever is done to a closed mesh, it is taken or refused in a sentence, and never gives NaN.
TEST(MeshShapeRefuses, OrTakesWhateverChanceMakesOfAMesh) {
  std::mt19937 rng(1);
  int taken = 0, refused = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    Mesh mesh = trial % 2 ? box() : test::tetrahedron();
    for (int change = static_cast<int>(rng() % 3); change >= 0; --change) {
      Element& element = mesh.elements[rng() % mesh.elements.size()];
      const int node = static_cast<int>(rng() % mesh.x.rows());
      switch (rng() % 5) {
        case 0:
          element[rng() % 4] = static_cast<int>(rng() % 12) - 2;
          break;
        case 1:
          mesh.x.row(node) = mesh.x.row(static_cast<int>(rng() % mesh.x.rows()));
          break;
        case 2:
          mesh.x(node, static_cast<int>(rng() % 3)) *= -3;
          break;
        case 3:
          mesh.x.row(node) *= 1e-9;
          break;
        default:
          mesh.elements.push_back(element);
          break;
      }
    }
    try {
      const auto shape = make_mesh_shape(mesh);
      ++taken;
      const SignedDistance at = shape->distance_to(Vec3(0.1, 0.2, 0.3));
      EXPECT_TRUE(std::isfinite(at.distance) && at.normal.allFinite());
      EXPECT_GT(shape->inner_radius(), 0);
    } catch (const InputError& error) {
      ++refused;
      EXPECT_GT(std::string(error.what()).size(), 20U);
    }
  }
  EXPECT_GT(taken, 100);
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace isocloth
