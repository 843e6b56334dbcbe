#include "isocloth/isometry/element_springs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "isocloth/fem/element_geometry.hpp"
#include "support/deformations.hpp"
#include "support/meshes.hpp"

namespace isocloth::test {
namespace {

constexpr double kSpringStep = 0.01;                 // [s]
constexpr double kSheetDensity = 0.2;                // [kg/m²]
constexpr double kHardening = 0.015;                 // c₀ of the springs [-]
constexpr double kTriangleShare = 0.4;               // β of a triangle over that of a quad [-]
constexpr std::array<double, 3> kRowShare{1, 2, 1};  // of E, F, G in |c|²
constexpr double kRounding = 1e-13;                  // of sums of a few products, relative

constexpr double kNotWoven = std::numeric_limits<double>::infinity();  // [N/m]

/// The springs of a mesh, with what they are told and what they answer.
struct Springs {
  explicit Springs(const Mesh& mesh, const ElementSpringOptions& options = {}, double density = kSheetDensity)
      : rest(mesh),
        topology(analyze_topology(mesh)),
        isometry(
            make_isometry_rows(mesh, topology, find_corners(mesh, topology), RowsAt::nodes, Frames::aligned)),
        springs(mesh, topology, isometry, density, 0, kNotWoven, options),
        c(Vector::Zero(isometry.rows.pattern().row_count())),
        multipliers(c),
        tensions(Vector::Zero(mesh.element_count())),
        law{c, c} {}

  int first_row(int element) const { return isometry.rows.pattern().constraint_rows + 3 * element; }

  /// As after a long time under these multipliers.
  void update(double dt = kSpringStep) {
    for (int step = 0; step < 2000; ++step) springs.update(dt, multipliers, c, tensions, law);
  }

  /// Y of an element [N/m], from its first row.
  double stiffness(int element) const {
    return 4 * law.stiffness[first_row(element)] / element_area(rest.elements[element], rest.x);
  }

  /// λ of a row at the present c [N·m].
  double pull(int row) const { return law.stiffness[row] * (c[row] - law.rest[row]); }

  /// Tension σ [N/m] alike in both directions at every node, and along every boundary edge.
  void set_uniform_tension(double sigma) {
    const Vector area = node_areas(rest);
    for (int k = 0; k < rest.node_count(); ++k)
      if (const int row = isometry.row_of_node[k]; row >= 0)
        multipliers[row] = multipliers[row + 2] = sigma * area[k] / 2;
    for (std::size_t b = 0; b < topology.boundary_edges.size(); ++b) {
      const auto [i, j] = topology.boundary_edges[b];
      multipliers[isometry.row_of_edge[b]] = sigma * (area[i] + area[j]) / 4;
    }
  }

  bool has_interior_nodes() const {
    return std::any_of(isometry.row_of_node.begin(), isometry.row_of_node.end(),
                       [](int r) { return r >= 0; });
  }

  Mesh rest;
  Topology topology;
  IsometryRows isometry;
  ElementSprings springs;
  Vector c, multipliers, tensions;
  RowLaw law;
};

/// Numbers between −1 and 1 for every multiplier and every row error.
void fill_at_random(Springs& s, unsigned seed) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  for (double& lambda : s.multipliers) lambda = 1e-3 * number(rng);
  for (double& c : s.c) c = 0.02 * number(rng);
}

/// Size of the stress tensor that the multipliers of a node stand for [N/m].
double stress_at(const Springs& s, int node) {
  const double* lambda = s.multipliers.data() + s.isometry.row_of_node[node];
  Eigen::Matrix2d tensor;
  tensor << 2 * lambda[0], lambda[1], lambda[1], 2 * lambda[2];
  return tensor.norm() / node_areas(s.rest)[node];
}

TEST(ElementSprings, AreAsStiffAsTheStressAtTheirInteriorNodes) {
  Springs s(make_rectangle({0.3, 0.5}, {6, 5}), {.tension_share = 3, .viscosity = 0});
  fill_at_random(s, 1);
  s.c.setZero();
  s.update();
  for (int e = 0; e < s.rest.element_count(); ++e) {
    double sum = 0;
    int count = 0;
    for (const int node : s.rest.elements[e])
      if (!s.topology.on_boundary[node]) sum += stress_at(s, node), ++count;
    ASSERT_GT(count, 0);
    EXPECT_NEAR(s.stiffness(e), 3 * sum / count, kRounding * s.stiffness(e)) << "element " << e;
  }
}

TEST(ElementSprings, UnderUniformTensionHaveOneStiffnessOnEveryMesh) {
  const double sigma = 7, share = 2;  // [N/m], [-]
  for (const auto& [name, mesh] : all_meshes()) {
    Springs s(mesh, {.tension_share = share, .viscosity = 0});
    s.set_uniform_tension(sigma);
    s.update();
    const double size = (s.has_interior_nodes() ? std::sqrt(2.0) : 1) * sigma;  // both directions, or edges
    for (int e = 0; e < mesh.element_count(); ++e) {
      if (name == "two pieces") break;  // the second has no interior node: each of its own
      const double expected = share * (corner_count(mesh.elements[e]) == 3 ? kTriangleShare : 1) * size;
      EXPECT_NEAR(s.stiffness(e), expected, kRounding * expected) << name << ", element " << e;
      for (int r = 0; r < 3; ++r)
        EXPECT_DOUBLE_EQ(s.law.stiffness[s.first_row(e) + r], kRowShare[r] * s.law.stiffness[s.first_row(e)]);
    }
  }
}

TEST(ElementSprings, AreTwiceAsStiffWhereTheMetricHasChangedByC0) {
  const double root = std::sqrt(0.5);
  for (const Vec3& direction : {Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, root, 0), Vec3(0.6, 0, -0.8),
                                Vec3(0.5, -0.5, 0.5)}) {  // |c| = 1 where |c|² = c_E² + 2c_F² + c_G²
    Springs s(make_rectangle({0.3, 0.3}, {4, 4}), {.viscosity = 0});
    s.set_uniform_tension(1);
    s.update();
    const double before = s.stiffness(4);
    for (const double size : {0.5, 1.0, 3.0}) {
      s.c.segment<3>(s.first_row(4)) = size * kHardening * direction;
      s.update();
      EXPECT_NEAR(s.stiffness(4) / before, 1 + size * size, 10 * kRounding);
      EXPECT_DOUBLE_EQ(s.stiffness(3), before) << "a neighbour's change is not its own";
    }
  }
}

TEST(ElementSprings, DampersResistChangeButHoldNothing) {
  const double viscosity = 5;  // [m²/s]
  Springs damped(make_rectangle({0.3, 0.3}, {5, 5}), {.viscosity = viscosity});
  Springs plain(damped.rest, {.viscosity = 0});
  fill_at_random(damped, 2);
  plain.c = damped.c;
  plain.multipliers = damped.multipliers;
  for (const double dt : {0.001, 0.01, 0.1}) {
    damped.update(dt);
    plain.update(dt);
    for (int e = 0; e < damped.rest.element_count(); ++e) {
      const int row = damped.first_row(e);
      const double more = kSheetDensity * viscosity / dt;
      EXPECT_NEAR(damped.stiffness(e), plain.stiffness(e) + more, kRounding * damped.stiffness(e));
      for (int r = row; r < row + 3; ++r)
        EXPECT_NEAR(damped.pull(r), plain.pull(r), kRounding * damped.law.stiffness[r])
            << "where c stays as it is only the spring pulls";
    }
  }
}

TEST(ElementSprings, WithoutStressOnlyDampersAct) {
  Springs damped(make_rectangle({0.3, 0.3}, {4, 4})), none(damped.rest, {.viscosity = 0});
  damped.c.setConstant(0.01);
  none.c = damped.c;
  damped.update();
  none.update();
  const int first = damped.first_row(0);
  for (int r = first; r < damped.c.size(); ++r) {
    EXPECT_EQ(damped.law.rest[r], damped.c[r]);
    EXPECT_EQ(none.law.stiffness[r], 0);
    EXPECT_TRUE(std::isfinite(none.law.rest[r]));
  }
  EXPECT_EQ(damped.law.stiffness.head(first).cwiseAbs().sum(), 0) << "constraints are none of its business";
}

TEST(ElementSprings, WithoutInteriorNodesTakeTheStressOfAnEdge) {
  for (const std::array<int, 2> nodes : std::vector<std::array<int, 2>>{{2, 2}, {2, 6}, {6, 2}}) {
    Springs s(make_rectangle({0.1, 0.5}, nodes), {.tension_share = 2, .viscosity = 0});
    s.set_uniform_tension(-3);  // pressed: its size counts
    s.update();
    for (int e = 0; e < s.rest.element_count(); ++e) EXPECT_NEAR(s.stiffness(e), 2 * 3.0, 6 * kRounding);
  }
}

TEST(ElementSprings, OfClothsThatDifferByAFactorDifferByIt) {
  const double factor = 37;
  for (const auto& [name, mesh] : all_meshes()) {
    Springs light(mesh), heavy(mesh, {}, factor * kSheetDensity);
    fill_at_random(light, 3);
    heavy.c = light.c;
    heavy.multipliers = factor * light.multipliers;
    light.update();
    heavy.update();
    const double largest = heavy.law.stiffness.cwiseAbs().maxCoeff();
    EXPECT_LE((heavy.law.stiffness - factor * light.law.stiffness).cwiseAbs().maxCoeff(), kRounding * largest)
        << name;
    EXPECT_LE((heavy.law.rest - light.law.rest).cwiseAbs().maxCoeff(), kRounding) << name;
  }
}

TEST(ElementSprings, LeaveARigidlyMovedSheetAlone) {
  for (const auto& [name, mesh] : all_meshes()) {
    Springs s(mesh);
    s.set_uniform_tension(10);
    const Mesh moved = transformed(mesh, Vec3(20, -50, 130), Vec3(1, -2, 3));
    s.isometry.rows.measure(moved.x, s.c);
    s.update();
    // positions up to 4 m, elements of down to 0.3 mm, in relative changes of length squared
    const double smallest = name == "sliver quads" ? 3e-4 : 0.02;
    const double rounding = 64 * 2.2e-16 * 4 / smallest;
    for (int r = s.first_row(0); r < s.c.size(); ++r)
      EXPECT_LE(std::abs(s.pull(r)), rounding * s.law.stiffness[r]) << name << ", row " << r;
  }
}

/// A chord of length h on radius R is shorter than its arc by h²/24R²: c = h²/12R².
TEST(ElementSprings, FeelARolledSheetFourTimesLessOnAMeshTwiceAsFine) {
  double last = 0;
  for (const int nodes : {9, 17, 33}) {
    Springs s(make_rectangle({0.3, 0.3}, {nodes, nodes}));
    s.isometry.rows.measure(rolled(s.rest.x, 0.1), s.c);
    const double largest = s.c.tail(3 * s.rest.element_count()).cwiseAbs().maxCoeff();
    const double h = 0.3 / (nodes - 1);
    EXPECT_NEAR(largest, h * h / (12 * 0.1 * 0.1), 0.02 * largest);
    if (last > 0) {
      EXPECT_NEAR(last / largest, 4, 0.1);
    }
    last = largest;
  }
}

/// Springs on the edges of quads that have rows, all under the same tension [N/m].
struct EdgeSprings {
  explicit EdgeSprings(double sigma, double bending = 0)
      : mesh(make_rectangle({0.3, 0.3}, {4, 4})),
        topology(analyze_topology(mesh)),
        isometry(make_isometry_rows(mesh, topology, find_corners(mesh, topology), RowsAt::elements,
                                    Frames::aligned)),
        springs(mesh, topology, isometry, kSheetDensity, bending, kNotWoven, {.viscosity = 0}),
        c(Vector::Zero(isometry.rows.pattern().row_count())),
        multipliers(c),
        tensions(Vector::Zero(mesh.element_count())),
        law{c, c} {
    for (const int row : isometry.row_of_element)
      multipliers[row] = multipliers[row + 2] =
          sigma * element_area(mesh.elements[0], mesh.x) / std::sqrt(8.0);
  }

  /// Force λ of the first spring at a relative change, over σ·area/4 of the sheet without bending.
  double force(double change) {
    const int row = isometry.rows.pattern().constraint_rows;
    c[row] = change;
    for (int step = 0; step < 2000; ++step) springs.update(kSpringStep, multipliers, c, tensions, law);
    return law.stiffness[row] * (c[row] - law.rest[row]);
  }

  Mesh mesh;
  Topology topology;
  IsometryRows isometry;
  ElementSprings springs;
  Vector c, multipliers, tensions;
  RowLaw law;
};

TEST(EdgeSprings, FollowTheTensionWhateverItIs) {
  EdgeSprings light(0.1), heavy(100);
  for (const double change : {1e-4, 1e-3, 1e-2, 0.1})
    EXPECT_NEAR(heavy.force(change) / light.force(change), 1000, 1e-9 * 1000) << change;
}

TEST(EdgeSprings, YieldButPullTheMoreTheLongerTheyAre) {
  EdgeSprings springs(1);
  double last = 0;
  for (double change = 1e-5; change < 0.5; change *= 1.3) {
    const double force = springs.force(change);
    EXPECT_GT(force, last) << change;
    EXPECT_NEAR(springs.force(-change), -force, 1e-12 * force) << change;
    last = force;
  }
  const double held = springs.force(1e-4) / 1e-4, yielded = springs.force(0.03) / 0.03;
  EXPECT_GT(held, 10 * yielded);
}

TEST(EdgeSprings, OfStiffClothHoldWithoutTension) {
  EXPECT_EQ(EdgeSprings(0).force(1e-3), 0);
  EXPECT_GT(EdgeSprings(0, 1e-4).force(1e-3), 0);
}

}  // namespace
}  // namespace isocloth::test
