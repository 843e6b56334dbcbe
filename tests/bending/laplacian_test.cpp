#include "isocloth/bending/laplacian.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "isocloth/fem/element_geometry.hpp"
#include "support/meshes.hpp"
#include "support/rounding.hpp"

namespace isocloth {
namespace {

Laplacian laplacian_of(const Mesh& mesh) { return make_laplacian(mesh, analyze_topology(mesh)); }

bool is_flat(const test::NamedMesh& mesh) { return mesh.first.find("tube") == std::string::npos; }

/// Largest |Lu − expected| over the samples, and what rounding explains: ε·Σ_j |L_kj u_j|.
struct Deviation {
  double value = 0, rounding = 0;
};
Deviation deviation(const Laplacian& laplacian, const Vector& u, double expected) {
  Deviation result;
  for (Eigen::Index k = 0; k < laplacian.rows.rows(); ++k) {
    double sum = -expected, terms = std::abs(expected);
    for (NodeMatrix::InnerIterator entry(laplacian.rows, k); entry; ++entry) {
      sum += entry.value() * u[entry.col()];
      terms += std::abs(entry.value() * u[entry.col()]);
    }
    result.value = std::max(result.value, std::abs(sum));
    result.rounding = std::max(result.rounding, test::kEpsilon * terms);
  }
  return result;
}

TEST(Laplacian, OfConstantAndLinearFunctionsIsZeroOnEveryFlatMesh) {
  for (const test::NamedMesh& named : test::all_meshes()) {
    const auto& [name, mesh] = named;
    if (!is_flat(named)) continue;
    const Laplacian laplacian = laplacian_of(mesh);
    const Vector one = Vector::Ones(mesh.node_count());
    for (const Vector& u : {one, Vector(mesh.x.col(0)), Vector(mesh.x.col(1)),
                            Vector(one + 2 * mesh.x.col(0) - mesh.x.col(1))}) {
      const Deviation found = deviation(laplacian, u, 0);
      EXPECT_LE(found.value, 1e3 * found.rounding) << name;  // 10³: the least-squares solve behind each row
    }
  }
}

TEST(Laplacian, OfQuadraticFunctionsIsExactOnIrregularMeshesInEveryPlane) {
  for (const unsigned seed : {1u, 2u, 3u, 4u})
    for (const int nodes : {40, 150, 500}) {
      const Mesh mesh = make_irregular_rectangle({0.297, 0.42}, nodes, seed);
      const Vector x = mesh.x.col(0).array() - 0.1, y = mesh.x.col(1).array() + 0.05;
      for (const Vec3& turn : {Vec3(0, 0, 0), Vec3(20, -35, 70), Vec3(0, 90, 0)}) {
        const Laplacian laplacian = laplacian_of(transformed(mesh, turn, Vec3(0, 0, 0)));
        const double tol = 1e-9;  // ε/h² of the finest mesh, times the least-squares solve; the value is 2
        EXPECT_LE(deviation(laplacian, x.cwiseProduct(x), 2).value, tol) << nodes << " nodes, seed " << seed;
        EXPECT_LE(deviation(laplacian, y.cwiseProduct(y), 2).value, tol) << nodes << " nodes, seed " << seed;
        EXPECT_LE(deviation(laplacian, x.cwiseProduct(y), 0).value, tol) << nodes << " nodes, seed " << seed;
      }
    }
}

TEST(Laplacian, OfQuadraticFunctionsIsExactOnEveryFlatMeshWithTwoInteriorNodesSideBySide) {
  for (const Mesh& mesh :
       {make_rectangle({0.3, 0.4}, {9, 9}), make_rectangle({0.3, 0.4}, {9, 9}, ElementKind::triangle),
        test::half_cut(make_rectangle({0.3, 0.4}, {6, 5})), make_ring(0.1, 0.3, {24, 5}),
        make_disc(0.3, 4, 3), test::plate_with_hole(), test::l_shape()}) {
    const Vector x = mesh.x.col(0), y = mesh.x.col(1);
    const Laplacian laplacian = laplacian_of(mesh);
    EXPECT_LE(deviation(laplacian, x.cwiseProduct(x), 2).value, 1e-10);
    EXPECT_LE(deviation(laplacian, y.cwiseProduct(y), 2).value, 1e-10);
    EXPECT_LE(deviation(laplacian, x.cwiseProduct(y), 0).value, 1e-10);
  }
}

TEST(Laplacian, OfARegularGridIsTheFiniteElementOne) {
  const Mesh mesh =
      make_rectangle({0.5, 0.5}, {6, 6});  // cells of 0.1 m: weights 1/3 of [1 1 1; 1 −8 1; 1 1 1] / h²
  const Laplacian laplacian = laplacian_of(mesh);
  ASSERT_EQ(laplacian.rows.rows(), 16);
  for (Eigen::Index k = 0; k < 16; ++k)
    for (NodeMatrix::InnerIterator entry(laplacian.rows, k); entry; ++entry)
      EXPECT_NEAR(entry.value(), (entry.value() < 0 ? -8.0 : 1.0) / 3 / 0.01, 1e-9);
}

TEST(Laplacian, SamplesShareTheWholeAreaOnEveryMesh) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    const Laplacian laplacian = laplacian_of(mesh);
    EXPECT_EQ(laplacian.rows.rows(), laplacian.area.size()) << name;
    EXPECT_GT(laplacian.area.minCoeff(), 0) << name;
    const double area = node_areas(mesh).sum();
    EXPECT_NEAR(laplacian.area.sum(), area, test::kEpsilon * mesh.node_count() * area) << name;
  }
}

TEST(Laplacian, SamplesAreTheInteriorNodesWhereEveryBoundaryNodeHasOneNear) {
  EXPECT_EQ(laplacian_of(make_rectangle({1, 1}, {7, 5})).rows.rows(), 5 * 3);
  EXPECT_EQ(laplacian_of(make_tube(0.1, 0.4, {16, 7})).rows.rows(), 16 * 5);
  EXPECT_EQ(laplacian_of(make_rectangle({1, 0.1}, {7, 2})).rows.rows(), 14);  // a strip: every node by itself
}

TEST(Laplacian, OfEveryMeshIsFinite) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    const Laplacian laplacian = laplacian_of(mesh);
    EXPECT_TRUE(Eigen::MatrixXd(laplacian.rows).allFinite()) << name;
  }
}

}  // namespace
}  // namespace isocloth
