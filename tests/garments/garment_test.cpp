#include "isocloth/garments/garment.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cstdio>
#include <set>

#include "isocloth/mesh/relax_triangles.hpp"
#include "isocloth/mesh/topology.hpp"
#include "support/measured.hpp"
#include "support/refusal.hpp"
#include "support/sanitized.hpp"

namespace isocloth {
namespace {

struct Made {
  std::string name;
  Garment garment;
  int asked = 0;
  std::size_t openings = 0;
};

template <class Cut>
Made made(const std::string& name, Cut cut, std::size_t openings, int triangles, std::uint32_t seed) {
  if (triangles > 0) cut.triangles = triangles;
  cut.seed = seed;
  return {name + " of " + std::to_string(cut.triangles) + ", seed " + std::to_string(seed), make_garment(cut),
          cut.triangles, openings};
}

/// One of each; 0 triangles: as many as by default.
std::vector<Made> wardrobe(int triangles = 0, std::uint32_t seed = 1) {
  return {made("tank top", TankTop{}, 4, triangles, seed), made("T-shirt", TShirt{}, 4, triangles, seed),
          made("skirt", Skirt{}, 2, triangles, seed), made("trousers", Trousers{}, 3, triangles, seed)};
}

std::vector<int> sizes() {
  if (test::kSanitized) return {200, 700};
  return {200, 300, 450, 700, 1000, 1676, 3000, 6000, 20000};
}

Vec3 at(const Mesh& mesh, int node) { return mesh.x.row(node).transpose(); }

Vec3 triangle_vector_area(const Mesh& mesh, const Element& e) {
  return (at(mesh, e[1]) - at(mesh, e[0])).cross(at(mesh, e[2]) - at(mesh, e[0])) / 2;
}

double pattern_area(const std::array<Vec2, 3>& p) {
  const Vec2 u = p[1] - p[0], v = p[2] - p[0];
  return std::abs(u.x() * v.y() - u.y() * v.x()) / 2;
}

/// Largest |length / length in the pattern − 1| over the sides of all elements.
double largest_edge_error(const Garment& garment) {
  double largest = 0;
  for (int e = 0; e < garment.mesh.element_count(); ++e)
    for (int k = 0; k < 3; ++k) {
      const Element& element = garment.mesh.elements[e];
      const double length = (at(garment.mesh, element[(k + 1) % 3]) - at(garment.mesh, element[k])).norm();
      const double flat = (garment.pattern[e][(k + 1) % 3] - garment.pattern[e][k]).norm();
      largest = std::max(largest, std::abs(length / flat - 1));
    }
  return largest;
}

TEST(Garment, HasTheTrianglesAskedForWithinOnePercent) {
  for (const int triangles : sizes())
    for (const Made& g : wardrobe(triangles))
      EXPECT_NEAR(g.garment.mesh.element_count(), g.asked, std::max(1.0, 0.01 * g.asked)) << g.name;
  EXPECT_EQ(make_garment(TankTop{}).mesh.element_count(), 1676);  // as in the paper
}

TEST(Garment, IsOneSurfaceWithTheOpeningsOfItsKind) {
  for (const int triangles : sizes())
    for (const Made& g : wardrobe(triangles)) {
      const Topology topology = analyze_topology(g.garment.mesh);  // refuses what is no oriented surface
      EXPECT_EQ(topology.piece_count, 1) << g.name;
      EXPECT_EQ(topology.boundary_loops.size(), g.openings) << g.name;
      // a sphere with as many holes
      const int euler = g.garment.mesh.node_count() - static_cast<int>(topology.edges.size()) +
                        g.garment.mesh.element_count();
      EXPECT_EQ(euler, 2 - static_cast<int>(g.openings)) << g.name;
    }
}

TEST(Garment, NormalsPointOutwards) {
  for (const Made& g : wardrobe())
    for (int e = 0; e < g.garment.mesh.element_count(); ++e) {
      const Element& element = g.garment.mesh.elements[e];
      const double y =
          (at(g.garment.mesh, element[0]) + at(g.garment.mesh, element[1]) + at(g.garment.mesh, element[2]))
              .y() /
          3;
      EXPECT_GT(triangle_vector_area(g.garment.mesh, element).y() * y, 0)
          << g.name << ", element " << e << ": front and back lie on either side of y = 0";
    }
}

TEST(Garment, IsNotStretched) {
  for (const Made& g : wardrobe())
    test::expect_at_most((g.name + ": edges against the pattern").c_str(),
                         100 * largest_edge_error(g.garment), 2, "%");
}

TEST(Garment, EdgesNearTheirLengthsInThePatternWithTheSquareOfTheirLength) {
  // an edge across the bend is its chord: shorter by h²/24R², so that eight times the triangles leave an
  // eighth
  const std::vector<Made> coarse = wardrobe(test::kSanitized ? 800 : 2500),
                          fine = wardrobe(test::kSanitized ? 6400 : 20000);
  for (std::size_t i = 0; i < coarse.size(); ++i) {
    const double ratio = largest_edge_error(coarse[i].garment) / largest_edge_error(fine[i].garment);
    EXPECT_GT(ratio, 8 / 1.6) << coarse[i].name;  // the longest edge is longer by chance
    EXPECT_LT(ratio, 8 * 1.6) << coarse[i].name;
  }
}

TEST(Garment, HasTheAreaOfItsPattern) {
  for (const Made& g : wardrobe()) {
    double area = 0, flat = 0;
    for (int e = 0; e < g.garment.mesh.element_count(); ++e) {
      area += triangle_vector_area(g.garment.mesh, g.garment.mesh.elements[e]).norm();
      flat += pattern_area(g.garment.pattern[e]);
    }
    EXPECT_NEAR(area, flat, 0.01 * flat) << g.name;  // chords shorten the bent part only
  }
}

TEST(Garment, SkirtHasTheAreaOfItsCut) {
  const Skirt cut{.triangles = 6000, .waist = 0.4, .hem = 0.4, .length = 0.5};
  double flat = 0;
  for (const std::array<Vec2, 3>& p : make_garment(cut).pattern) flat += pattern_area(p);
  EXPECT_NEAR(flat, 2 * 0.4 * 0.5, 1e-12);  // two rectangles
}

TEST(Garment, TrianglesAreNotSharp) {
  struct {
    int all = 0, below_25 = 0;
    double sharpest = 90;
  } coarse, fine;  // coarse: straps and sleeves are two or three triangles wide
  for (const int triangles : sizes())
    for (std::uint32_t seed = 1; seed <= (test::kSanitized ? 1 : 3); ++seed)
      for (const Made& g : wardrobe(triangles, seed))
        for (const std::array<Vec2, 3>& p : g.garment.pattern) {
          const std::vector<Vec2> points(p.begin(), p.end());
          const double angle =
              std::max(smallest_angle({0, 1, 2}, points), smallest_angle({0, 2, 1}, points)) / kDegree;
          auto& group = triangles < 450 ? coarse : fine;
          group.sharpest = std::min(group.sharpest, angle);
          group.below_25 += angle < 25;
          ++group.all;
        }
  std::printf("[ measured ] smallest angle: below 450 triangles %.1f degrees, else %.1f\n", coarse.sharpest,
              fine.sharpest);
  EXPECT_GE(coarse.sharpest, 15);
  EXPECT_GE(fine.sharpest, 20);
  test::expect_at_most("triangles with an angle below 25 degrees, garments below 450",
                       100.0 * coarse.below_25 / coarse.all, 4, "%");
  test::expect_at_most("triangles with an angle below 25 degrees, others", 100.0 * fine.below_25 / fine.all,
                       0.02, "%");
}

TEST(Garment, TrianglesAreOfNearlyOneSize) {
  for (const Made& g : wardrobe()) {
    double total = 0;
    std::vector<double> areas;
    for (const std::array<Vec2, 3>& p : g.garment.pattern) total += areas.emplace_back(pattern_area(p));
    int odd = 0;
    for (const double area : areas) {
      const double share = area * static_cast<double>(areas.size()) / total;
      odd += share < 0.5 || share > 2;
    }
    test::expect_at_most((g.name + ": triangles not within a factor of 2 of the mean area").c_str(),
                         100.0 * odd / static_cast<double>(areas.size()), 2, "%");
  }
}

/// Does the segment pass through the inside of the triangle?
bool pierces(const Vec3& p, const Vec3& q, const std::array<Vec3, 3>& t) {
  const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
  const double a = normal.dot(p - t[0]), b = normal.dot(q - t[0]);
  if (a * b >= 0) return false;
  const Vec3 hit = p + (q - p) * (a / (a - b));
  for (int k = 0; k < 3; ++k)
    if (normal.dot((t[(k + 1) % 3] - t[k]).cross(hit - t[k])) < 0) return false;
  return true;
}

int self_intersections(const Mesh& mesh) {
  const Topology topology = analyze_topology(mesh);
  int count = 0;
  for (const Element& e : mesh.elements) {
    const std::array<Vec3, 3> t{at(mesh, e[0]), at(mesh, e[1]), at(mesh, e[2])};
    const Vec3 low = t[0].cwiseMin(t[1]).cwiseMin(t[2]), high = t[0].cwiseMax(t[1]).cwiseMax(t[2]);
    for (const auto& [i, j] : topology.edges) {
      if (i == e[0] || i == e[1] || i == e[2] || j == e[0] || j == e[1] || j == e[2]) continue;
      const Vec3 p = at(mesh, i), q = at(mesh, j);
      if ((p.cwiseMin(q).array() > high.array()).any() || (p.cwiseMax(q).array() < low.array()).any())
        continue;
      count += pierces(p, q, t);
    }
  }
  return count;
}

TEST(Garment, DoesNotPassThroughItself) {
  for (const int triangles : test::kSanitized ? std::vector{200, 700} : std::vector{200, 700, 0})
    for (const Made& g : wardrobe(triangles)) EXPECT_EQ(self_intersections(g.garment.mesh), 0) << g.name;
}

TEST(Garment, PartsAreItsSeamsAndRims) {
  for (const Made& g : wardrobe()) {
    const Topology topology = analyze_topology(g.garment.mesh);
    std::set<int> on_parts;
    for (const MeshPart& part : g.garment.mesh.parts) {
      EXPECT_EQ(std::set<int>(part.nodes.begin(), part.nodes.end()).size(), part.nodes.size()) << part.name;
      EXPECT_GE(part.nodes.size(), 3u) << g.name << ", " << part.name;
      on_parts.insert(part.nodes.begin(), part.nodes.end());
    }
    for (int i = 0; i < g.garment.mesh.node_count(); ++i)
      EXPECT_TRUE(!topology.on_boundary[i] || on_parts.contains(i)) << g.name << ", node " << i;
    std::size_t rims = 0;  // a part that is a whole boundary loop
    for (const std::vector<int>& loop : topology.boundary_loops)
      for (const MeshPart& part : g.garment.mesh.parts)
        rims +=
            std::set<int>(loop.begin(), loop.end()) == std::set<int>(part.nodes.begin(), part.nodes.end());
    EXPECT_EQ(rims, g.openings) << g.name;
  }
}

TEST(Garment, PartsHaveTheNamesAnnounced) {
  const auto names = [](const Garment& garment) {
    std::vector<std::string> result;
    for (const MeshPart& part : garment.mesh.parts) result.push_back(part.name);
    return result;
  };
  EXPECT_EQ(names(make_garment(TankTop{})), part_names(TankTop{}));
  EXPECT_EQ(names(make_garment(TShirt{})), part_names(TShirt{}));
  EXPECT_EQ(names(make_garment(Skirt{})), part_names(Skirt{}));
  EXPECT_EQ(names(make_garment(Trousers{})), part_names(Trousers{}));
  EXPECT_EQ(names(make_garment(Towel{})), part_names(Towel{}));
}

TEST(Towel, IsAFlatSheetOfItsSizeWithFourSides) {
  for (const int triangles : {200, 1001, 5000}) {
    const Garment g = make_garment(Towel{.triangles = triangles, .width = 0.4, .length = 0.9});
    EXPECT_NEAR(g.mesh.element_count(), triangles, 1);
    EXPECT_EQ(g.mesh.x.col(1), Vector::Zero(g.mesh.node_count()));
    double area = 0;
    for (const Element& e : g.mesh.elements) area -= triangle_vector_area(g.mesh, e).y();
    EXPECT_NEAR(area, 0.4 * 0.9, 1e-12) << "normals to the front";
    ASSERT_EQ(g.mesh.parts.size(), 4U);
    for (const MeshPart& part : g.mesh.parts)
      for (const int node : part.nodes) {
        const Vec3 p = at(g.mesh, node);
        const double off = part.name == "top"         ? p.z()
                           : part.name == "hem"       ? p.z() + 0.9
                           : part.name == "left_side" ? p.x() + 0.2
                                                      : p.x() - 0.2;
        EXPECT_NEAR(off, 0, 1e-12) << part.name;
      }
  }
}

TEST(Garment, StandsUprightWithItsLeftSideAtNegativeX) {
  const Garment g = make_garment(TankTop{});
  for (const MeshPart& part : g.mesh.parts)
    for (const int node : part.nodes) {
      EXPECT_FALSE(part.name == "left_shoulder" && g.mesh.x(node, 0) >= 0);
      EXPECT_FALSE(part.name == "right_shoulder" && g.mesh.x(node, 0) <= 0);
      EXPECT_FALSE(part.name == "hem" && std::abs(g.mesh.x(node, 2) + 0.65) > 1e-12);
    }
  EXPECT_LE(g.mesh.x.col(2).maxCoeff(), 0);
}

TEST(Garment, FollowsItsSeed) {
  const Garment a = make_garment(TShirt{}), b = make_garment(TShirt{});
  EXPECT_EQ(a.mesh.x, b.mesh.x);
  EXPECT_EQ(a.mesh.elements, b.mesh.elements);
  EXPECT_NE(a.mesh.x, make_garment(TShirt{.seed = 2}).mesh.x);
}

}  // namespace
}  // namespace isocloth
