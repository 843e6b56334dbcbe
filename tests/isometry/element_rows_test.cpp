#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "isometry/rows_of_meshes.hpp"
#include "support/deformations.hpp"
#include "support/dense_rows.hpp"

namespace isocloth {
namespace {

using test::row_values;

IsometryRows element_rows(const Mesh& mesh, const std::optional<Vec3>& warp = {}) {
  const Topology topology = analyze_topology(mesh);
  return make_isometry_rows(mesh, topology, find_corners(mesh, topology), RowsAt::elements, Frames::aligned,
                            warp);
}

double largest_constraint(const IsometryRows& isometry, const Points& x) {
  return row_values(isometry.rows, x).head(isometry.rows.pattern().constraint_rows).cwiseAbs().maxCoeff();
}

TEST(ElementRows, AreThreePerQuadAndOnePerBoundaryEdgeWithASpringOnEveryOtherEdge) {
  const Mesh mesh = make_rectangle({0.3, 0.4}, {5, 7});
  const Topology topology = analyze_topology(mesh);
  const IsometryRows isometry = element_rows(mesh);
  const RowPattern& pattern = isometry.rows.pattern();
  EXPECT_EQ(pattern.constraint_rows, 3 * mesh.element_count() + topology.boundary_edges.size());
  EXPECT_EQ(isometry.edge_springs.size(), topology.edges.size() - topology.boundary_edges.size());
  EXPECT_EQ(pattern.row_count(), pattern.constraint_rows + isometry.edge_springs.size());
  EXPECT_TRUE(isometry.spring_elements.empty());
  for (std::size_t g = 0; g + 1 < pattern.node_begin.size(); ++g)
    EXPECT_LE(pattern.node_begin[g + 1] - pattern.node_begin[g], 4);
}

TEST(ElementRows, AreZeroAtRestAndUnderEveryRigidMotion) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    const IsometryRows isometry = element_rows(mesh);
    EXPECT_EQ(row_values(isometry.rows, mesh.x).cwiseAbs().maxCoeff(), 0) << name;
    const Points x = transformed(mesh, Vec3(20, -35, 70), Vec3(0.4, -1.2, 0.7)).x;
    EXPECT_LE(row_values(isometry.rows, x).cwiseAbs().maxCoeff(), test::row_rounding(mesh, x)) << name;
  }
}

/// A border that kept a length of its own would carry what the cloth beside it does not.
TEST(ElementRows, OfHemsFollowACloth) {
  const Mesh mesh = transformed(make_rectangle({0.3, 0.4}, {5, 7}), Vec3(0, 0, 30), Vec3::Zero());
  const Eigen::Matrix3d stretch = (Eigen::Matrix3d() << 1.1, 0.2, 0, 0, 0.9, 0, 0, 0, 1).finished();
  for (const auto& warp :
       {std::optional<Vec3>(), std::optional<Vec3>(Vec3(std::cos(0.5236), std::sin(0.5236), 0))}) {
    const IsometryRows isometry = element_rows(mesh, warp);
    Points x = mesh.x * stretch.transpose();
    const Vector along = row_values(isometry.rows, x);
    for (const int row : isometry.row_of_edge) EXPECT_NEAR(along[row], 0, 1e-12);
    EXPECT_GT(std::abs(along[0]), 0.01) << "quads see it";
    x.row(0) += Eigen::RowVector3d(-0.01, 0, 0);
    const Vector drawn = row_values(isometry.rows, x);
    EXPECT_TRUE(std::any_of(isometry.row_of_edge.begin(), isometry.row_of_edge.end(), [&](int row) {
      return std::abs(drawn[row]) > 0.01;
    })) << "a corner drawn out";
  }
}

/// Where all is tensile nothing is left out of Σ λ ∂²c/∂x²: that of hems is shared with their quads.
TEST(ElementRows, OfHemsAndTheirQuadsHaveTheTensionOfTheSum) {
  const Mesh mesh = make_rectangle({0.3, 0.2}, {2, 2});
  const IsometryRows isometry = element_rows(mesh);
  const RowPattern& pattern = isometry.rows.pattern();
  Vector lambda = Vector::Zero(pattern.row_count());
  lambda.head(3) << 5, 0.3, 4;
  for (const int row : isometry.row_of_edge) lambda[row] = 1 + 0.1 * row;
  RowValues values(pattern);
  isometry.rows.tension(lambda, values);
  const Points x = mesh.x + 0.01 * Points::Random(mesh.x.rows(), 3), along = Points::Random(mesh.x.rows(), 3);
  const Eigen::MatrixXd matrix = test::dense_tension(pattern, values, mesh.node_count());
  const double tension = (along.transpose() * matrix * along).trace();
  const auto sum = [&](double step) { return lambda.dot(row_values(isometry.rows, x + step * along)); };
  EXPECT_NEAR(tension, sum(1) - 2 * sum(0) + sum(-1), 1e-9 * tension);
}

TEST(ElementRows, OfARolledSheetVanishWithTheSquareOfTheCell) {
  const auto error = [](int nodes, double angle) {
    const Mesh mesh = make_rectangle({0.3, 0.3}, {nodes, nodes});
    return largest_constraint(element_rows(mesh), test::rolled(mesh.x, 0.2, angle));
  };
  for (const double angle : {0.0, 0.4, 0.785398})
    EXPECT_NEAR(error(9, angle) / error(17, angle), 4, 0.2) << angle;
}

/// On squares rolled about their diagonal, rows at nodes say that the cloth is longer along the axis
/// (curvature_test.cpp); those of quads do not.
TEST(ElementRows, DoNotLengthenBentClothAlongTheAxis) {
  const Mesh mesh = make_rectangle({0.3, 0.3}, {9, 9});
  const double radius = 0.2, quarter = std::acos(-1.0) / 4;
  const IsometryRows isometry = element_rows(mesh);
  const Vector c = row_values(isometry.rows, test::rolled(mesh.x, radius, quarter));
  for (const int row : isometry.row_of_element)  // E + G − 2F: twice the change along (1, −1)/√2
    EXPECT_NEAR(c[row] + c[row + 2] - 2 * c[row + 1], 0, 1e-14);
}

TEST(ElementRows, LeaveEvenAgainstOddNodesToTheSpringsOnEdges) {
  const Mesh mesh = make_rectangle({0.3, 0.3}, {6, 6});
  const IsometryRows isometry = element_rows(mesh);
  Points x = mesh.x;
  for (int i = 0; i < 36; ++i) x.row(i) += ((i / 6 + i) % 2 == 0 ? 1 : -1) * Eigen::RowVector3d(0, 0, 0.005);
  const Vector c = row_values(isometry.rows, x);
  for (const int row : isometry.row_of_element) EXPECT_LE(c.segment(row, 3).cwiseAbs().maxCoeff(), 1e-14);
  for (int row = isometry.rows.pattern().constraint_rows; row < c.size(); ++row)
    EXPECT_NEAR(c[row], std::pow(0.01 / 0.06, 2), 1e-12);
}

TEST(ElementRows, LetAFoldPassThroughANodeOfOneQuadThatIsNoCorner) {
  const Mesh mesh = make_rectangle({0.3, 0.3}, {7, 7});
  const Topology topology = analyze_topology(mesh);
  const IsometryRows isometry =
      make_isometry_rows(mesh, topology, {6, 42, 48}, RowsAt::elements, Frames::aligned);
  int springs = 0;
  for (std::size_t b = 0; b < topology.boundary_edges.size(); ++b) {
    const Edge& edge = topology.boundary_edges[b];
    const bool is_near = mesh.x.row(edge[0]).norm() < 0.11 && mesh.x.row(edge[1]).norm() < 0.11;
    EXPECT_EQ(isometry.row_of_edge[b] < 0, is_near) << edge[0] << "–" << edge[1];
    springs += is_near;
  }
  EXPECT_EQ(springs, 4);
}

TEST(ElementRows, LeaveNoEdgeOfQuadsOrOfTheBoundaryToItself) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    const Topology topology = analyze_topology(mesh);
    const IsometryRows isometry = make_isometry_rows(mesh, topology, {}, RowsAt::elements, Frames::aligned);
    std::vector<int> quads(topology.edges.size(), 0), elements(quads);
    for (std::size_t k = 0; k < topology.edges.size(); ++k)
      for (const Element& element : mesh.elements)
        for (int i = 0, n = corner_count(element); i < n; ++i) {
          const Edge side{element[i], element[(i + 1) % n]}, back{side[1], side[0]};
          if (topology.edges[k] != side && topology.edges[k] != back) continue;
          ++elements[k];
          quads[k] += n == 4;
        }
    long inner = 0, springs = 0;
    for (std::size_t k = 0; k < quads.size(); ++k) inner += elements[k] > 1 && quads[k] > 0;
    for (const int row : isometry.row_of_edge) springs += row < 0;
    EXPECT_EQ(static_cast<long>(isometry.edge_springs.size()), inner + springs) << name;
  }
}

TEST(ElementRows, KeepTheHemWhereTheBoundaryHardlyTurnsAtANodeOfOneQuad) {
  Mesh mesh = make_rectangle({0.2, 0.2}, {3, 3});
  mesh.x.row(0) << 0.045, 0.045, 0;  // the corner cut off, nearly
  const IsometryRows isometry = element_rows(mesh);
  for (const int row : isometry.row_of_edge) EXPECT_GE(row, 0);
}

TEST(ElementRows, OfAMixedMeshAreThoseOfQuadsAndOfNodesWhereTrianglesAreHalf) {
  Mesh mesh = make_rectangle({0.4, 0.4}, {5, 5});
  std::vector<Element> elements;
  for (const Element& quad : mesh.elements) {
    if (mesh.x(quad[0], 0) < 0.15) {
      elements.push_back(quad);
      continue;
    }
    elements.push_back({quad[0], quad[1], quad[2], kNoNode});
    elements.push_back({quad[0], quad[2], quad[3], kNoNode});
  }
  mesh.elements = elements;
  const IsometryRows isometry = element_rows(mesh);
  for (int e = 0; e < mesh.element_count(); ++e)
    EXPECT_EQ(isometry.row_of_element[e] >= 0, corner_count(mesh.elements[e]) == 4) << e;
  for (int k = 0; k < 25; ++k) {
    const bool inside = k % 5 > 0 && k % 5 < 4 && k / 5 > 0 && k / 5 < 4;
    EXPECT_EQ(isometry.row_of_node[k] >= 0, inside && k % 5 >= 3) << k;
  }
}

TEST(ElementRows, OfAWovenClothGoAlongItsThreads) {
  const Mesh mesh = make_rectangle({0.3, 0.3}, {6, 6});
  const IsometryRows along = element_rows(mesh, Vec3(1, 0, 0)),
                     bias = element_rows(mesh, Vec3(1, 1, 0).normalized());
  EXPECT_GE(along.row_of_element.front(), 0);
  EXPECT_EQ(bias.row_of_element.front(), -1);  // rows at nodes
  EXPECT_GE(bias.row_of_node[14], 0);
  Points x = mesh.x;  // shears by 0.1
  x.col(0) += 0.1 * mesh.x.col(1);
  const Vector c = row_values(along.rows, x);
  for (const int row : along.row_of_element) {
    EXPECT_NEAR(c[row], 0, 1e-13);
    EXPECT_NEAR(c[row + 1], 0.01, 1e-13);  // G: the weft is longer by √1.01
  }
}

}  // namespace
}  // namespace isocloth
