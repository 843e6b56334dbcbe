#include <gtest/gtest.h>

#include "isocloth/solids/solid_mesh.hpp"
#include "obstacles/solids.hpp"
#include "solids/closed_meshes.hpp"
#include "support/count_allocations.hpp"
#include "support/sanitized.hpp"

namespace isocloth {
namespace {

/// A few roundings of lengths below 4 m [m].
constexpr double kMeshRounding = 1e-14;
constexpr int kPoints = test::kSanitized ? 50 : 500;

TEST(MeshShape, HasTheDistanceOfTheNearestTriangleAndTheSignOfItsWinding) {
  std::mt19937 rng(2);
  for (const auto& [name, mesh] : test::closed_meshes()) {
    const auto shape = make_mesh_shape(mesh);
    for (int k = 0; k < (test::kSanitized ? 10 : 75); ++k) {
      // all around, and near the surface
      Vec3 p = test::random_point(k % 5 == 0 ? 4 : 1.5, rng);
      if (k % 3 == 0) p -= 0.9 * shape->distance_to(p).distance * shape->distance_to(p).normal;
      const SignedDistance at = shape->distance_to(p);
      EXPECT_NEAR(std::abs(at.distance), test::distance_to_all(mesh, p), kMeshRounding) << name;
      EXPECT_EQ(at.distance < 0, test::winding(mesh, p) > 0.5) << name << " " << at.distance;
      EXPECT_NEAR(at.normal.norm(), 1, kMeshRounding) << name;
    }
  }
}

TEST(MeshShape, LeadsAlongTheNormalToTheSurface) {
  std::mt19937 rng(3);
  for (const auto& [name, mesh] : test::closed_meshes()) {
    const auto shape = make_mesh_shape(mesh);
    for (int k = 0; k < kPoints; ++k) {
      const Vec3 p = test::random_point(1.5, rng);
      const SignedDistance at = shape->distance_to(p);
      EXPECT_NEAR(shape->distance_to(p - at.distance * at.normal).distance, 0, kMeshRounding) << name;
    }
  }
}

TEST(MeshShape, DistanceChangesByAtMostTheWay) {
  std::mt19937 rng(4);
  for (const auto& [name, mesh] : test::closed_meshes()) {
    const auto shape = make_mesh_shape(mesh);
    for (int k = 0; k < kPoints; ++k) {
      const Vec3 p = test::random_point(1.5, rng);
      const Vec3 q = p + std::pow(10.0, -k % 8) * test::random_direction(rng);
      EXPECT_LE(std::abs(shape->distance_to(p).distance - shape->distance_to(q).distance),
                (p - q).norm() + kMeshRounding)
          << name;
    }
  }
}

TEST(MeshShape, NormalIsTheGradientOfTheDistance) {
  const double h = 1e-6;  // [m]
  std::mt19937 rng(5);
  for (const auto& [name, mesh] : test::closed_meshes()) {
    const auto shape = make_mesh_shape(mesh);
    int compared = 0;
    for (int k = 0; k < kPoints; ++k) {
      const Vec3 p = test::random_point(1.5, rng);
      const SignedDistance at = shape->distance_to(p);
      Vec3 difference;
      double turn = 0;
      for (int c = 0; c < 3; ++c) {
        const SignedDistance more = shape->distance_to(p + h * Vec3::Unit(c));
        const SignedDistance less = shape->distance_to(p - h * Vec3::Unit(c));
        difference[c] = (more.distance - less.distance) / (2 * h);
        turn = std::max(turn, (more.normal - less.normal).norm());
      }
      if (turn > 2 * h / 0.01) continue;  // the nearest place of the surface jumps, or is nearer than 1 cm
      ++compared;
      // h times a curvature of at most 1/(1 cm), which begins where the nearest point goes over an edge
      EXPECT_LE((difference - at.normal).cwiseAbs().maxCoeff(), h / 0.01) << name;
    }
    EXPECT_GT(compared, 9 * kPoints / 10) << name;
  }
}

TEST(MeshShape, OfABoxIsTheBox) {
  std::mt19937 rng(6);
  const auto box = make_box(Vec3(0.5, 1, 1.5));
  const auto shape = make_mesh_shape(box->surface(1));
  for (int k = 0; k < 5000; ++k) {
    const Vec3 p = test::random_point(1, rng);
    const SignedDistance at = shape->distance_to(p), expected = box->distance_to(p);
    EXPECT_NEAR(at.distance, expected.distance, kMeshRounding);
    // the direction over a distance d is known to rounding / d
    EXPECT_LE((at.normal - expected.normal).norm(), kMeshRounding + 1e-16 / std::abs(expected.distance))
        << p.transpose();
  }
}

TEST(MeshShape, OfATessellatedShapeIsOffByTheTessellation) {
  std::mt19937 rng(7);
  for (const test::Solid& solid : test::all_solids()) {
    if (solid.name == "half-space") continue;
    const auto shape = make_mesh_shape(solid.shape->surface(1));
    // chords of 7.5° and of 15° (rounded boxes, whose roundings are small), across in two directions, leave
    // arcs of radius r by 2 r (1 − cos(angle / 2))
    const bool is_box = solid.name.find("box") != std::string::npos || solid.name.find("cube") == 0;
    const double angle = (is_box ? 15 : 7.5) * std::numbers::pi / 180;
    const double off = 2 * solid.shape->outer_radius() * (1 - std::cos(angle / 2));
    for (int k = 0; k < kPoints; ++k) {
      const Vec3 p = test::random_point(solid.reach, rng);
      EXPECT_NEAR(shape->distance_to(p).distance, solid.shape->distance_to(p).distance, off) << solid.name;
    }
    EXPECT_LE(shape->outer_radius(), solid.shape->outer_radius() + kMeshRounding) << solid.name;
    EXPECT_GE(shape->outer_radius(), solid.shape->outer_radius() - off) << solid.name;
  }
}

TEST(MeshShape, OnItsNodesEdgesAndFacesTheNormalIsThatOfAFaceThereOrBetween) {
  for (const auto& [name, mesh] : test::closed_meshes()) {
    const auto shape = make_mesh_shape(mesh);
    // elsewhere the faces at a node may be back to back
    const bool is_smooth = name == "box" || name == "ball" || name == "torus";
    for (std::size_t e = 0; e < mesh.elements.size(); e += 7) {
      const Vec3 a = test::corner(mesh, mesh.elements[e], 0), b = test::corner(mesh, mesh.elements[e], 1),
                 c = test::corner(mesh, mesh.elements[e], 2);
      const Vec3 face = (b - a).cross(c - a).normalized();
      for (const Vec3& p : {a, Vec3((a + b) / 2), Vec3((a + b + c) / 3)}) {
        const SignedDistance at = shape->distance_to(p);
        EXPECT_NEAR(at.distance, 0, kMeshRounding) << name;
        EXPECT_NEAR(at.normal.norm(), 1, kMeshRounding) << name;
        EXPECT_GE(at.normal.dot(face), is_smooth ? -kMeshRounding : -1) << name;
      }
      EXPECT_NEAR(shape->distance_to((a + b + c) / 3).normal.dot(face), 1, kMeshRounding) << name;
    }
  }
}

TEST(MeshShape, PseudoNormalsOfABoxAreTheDiagonalsWhateverTrianglesMeetThere) {
  const SolidMesh solid = make_solid_mesh(make_box(Vec3(1, 2, 3))->surface(1));
  const std::vector<PseudoNormals> normals = pseudo_normals(solid);
  for (int t = 0; t < solid.mesh.element_count(); ++t)
    for (int k = 0; k < 3; ++k) {
      const Vec3 at = solid.corner(t, k), next = solid.corner(t, (k + 1) % 3);
      EXPECT_LE((normals[t].corner[k] - at.array().sign().matrix().normalized()).norm(), 1e-15);
      const Vec3 middle =
          (at + next).cwiseQuotient(Vec3(1, 2, 3));  // two coordinates ±1 on an edge, one within
      const Vec3 faces = middle.unaryExpr([](double m) { return std::abs(m) == 1 ? m : 0.0; });
      EXPECT_LE((normals[t].side[k] - faces.normalized()).norm(), 1e-15);
    }
}

TEST(MeshShape, KnowsACavityFromTheSolidAroundIt) {
  const Mesh ball = make_sphere(1)->surface(1);
  const auto shape = make_mesh_shape(test::joined(ball, test::turned_around(test::scaled(ball, 0.5))));
  EXPECT_GT(shape->distance_to(Vec3(0.1, 0, 0)).distance, 0.3);
  EXPECT_LT(shape->distance_to(Vec3(0.75, 0, 0)).distance, -0.2);
  EXPECT_GT(shape->distance_to(Vec3(1.2, 0, 0)).distance, 0.1);
}

TEST(MeshShape, IsFiniteForEveryFinitePoint) {
  const auto shape = make_mesh_shape(test::tetrahedron());
  for (const double x : {0.0, 1e-300, 1.0, 1e10, 1e49, 1e51, 1e160, 1e300})
    for (const double y : {0.0, -1e-17, -x}) {
      const SignedDistance at = shape->distance_to(Vec3(x, y, 0));
      EXPECT_TRUE(std::isfinite(at.distance)) << x;
      EXPECT_NEAR(at.normal.norm(), 1, kMeshRounding) << x;
      if (x > 1e9) {
        EXPECT_NEAR(at.distance / std::hypot(x, y), 1, 1e-9) << x;
      }
    }
}

TEST(MeshShape, AllocatesNothingWhereItIsAsked) {
  if (!test::CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  const auto shape = make_mesh_shape(make_torus(1, 0.3)->surface(1));
  double sum = 0;
  const test::CountAllocations here;
  for (int k = 0; k < 100; ++k) sum += shape->distance_to(Vec3(0.02 * k, 0.2, -0.01 * k)).distance;
  EXPECT_EQ(here.count(), 0);
  EXPECT_TRUE(std::isfinite(sum));
}

TEST(MeshShape, ShowsTheMeshThatWasGiven) {
  const Mesh box = make_box(Vec3(1, 1, 1))->surface(1);
  EXPECT_EQ(make_mesh_shape(box)->surface(1).elements, box.elements);
  EXPECT_EQ(make_mesh_shape(box)->surface(1).x, box.x);
}

TEST(MeshShape, CutsAQuadWithAStraightCornerWhereBothTrianglesHaveAnArea) {
  // a box whose upper edge has a node in its middle, which makes one of the two quads there a pentagon: that
  // is a quad with a straight corner beside a triangle
  Mesh mesh = make_box(Vec3(2, 2, 2))->surface(1);
  std::vector<Element> elements;
  mesh.x.conservativeResize(9, 3);
  mesh.x.row(8) = (mesh.x.row(0) + mesh.x.row(1)) / 2;
  for (const Element& element : mesh.elements) {
    const auto at = std::find(element.begin(), element.end(), 0) - element.begin();
    const auto corner = [&](std::ptrdiff_t k) { return element[(at + k) % 4]; };
    if (at < 4 && corner(1) == 1) {
      elements.push_back({0, 8, 1, corner(2)});  // straight at node 8
      elements.push_back({0, corner(2), corner(3), kNoNode});
    } else if (at < 4 && corner(3) == 1) {
      elements.push_back({1, 8, 0, corner(1)});
      elements.push_back({1, corner(1), corner(2), kNoNode});
    } else {
      elements.push_back(element);
    }
  }
  mesh.elements = elements;
  ASSERT_EQ(mesh.element_count(), 8);
  EXPECT_NEAR(make_mesh_shape(mesh)->distance_to(Vec3(0.2, 0.1, 0)).distance, -0.8, kMeshRounding);
}

}  // namespace
}  // namespace isocloth
