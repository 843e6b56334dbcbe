#include "isocloth/projection/row_products.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "projection/sheet_problem.hpp"
#include "support/deformations.hpp"

namespace isocloth {
namespace {

TEST(RowProducts, AreThoseOfTheDenseJacobianOnEveryMesh) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    const test::SheetProblem problem(mesh, mesh.x);
    const RowPattern& pattern = problem.rows.pattern();
    RowValues values(pattern);
    problem.rows.evaluate(test::wavy(mesh.x, 0.1), values);
    const Eigen::MatrixXd jacobian = test::dense_jacobian(pattern, values, mesh.node_count());
    const double size =
        jacobian.cwiseAbs().rowwise().sum().maxCoeff() + jacobian.cwiseAbs().colwise().sum().maxCoeff();
    const double tol = 8 * std::numeric_limits<double>::epsilon() * size;  // sums of numbers up to 1 times J

    const Points dx = test::shaken(Points::Zero(mesh.node_count(), 3), 1, 1);
    Vector image(pattern.row_count());
    Threads threads;
    const RowProducts products(pattern, mesh.node_count(), threads);
    products.multiply(values, dx, image);
    EXPECT_LE((image - jacobian * test::stacked(dx)).cwiseAbs().maxCoeff(), tol) << name;

    const Vector y = Vector::LinSpaced(pattern.row_count(), -1, 1);
    const Points before = test::shaken(dx, 1, 2);
    Points sum = before;
    products.add_transposed(values, y, sum);
    EXPECT_LE((test::stacked(sum - before) - jacobian.transpose() * y).cwiseAbs().maxCoeff(), tol) << name;
  }
}

TEST(RowProducts, ClearHeldNodesOnly) {
  Points x = Points::Ones(4, 3);
  clear_held({0, 1, 0, 1}, x);
  EXPECT_EQ(x.rowwise().sum(), Eigen::Vector4d(3, 0, 3, 0));
}

}  // namespace
}  // namespace isocloth
