#include "isocloth/projection/projection_system.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>

#include "projection/sheet_problem.hpp"
#include "support/deformations.hpp"
#include "support/dense_algebra.hpp"

namespace isocloth {
namespace {

TEST(ProjectionSystem, SolvesWithMetricRowsAndTensionAsADenseMatrixDoesOnEveryMesh) {
  for (const auto& [name, mesh] : test::all_meshes())
    for (const bool with_tension : {false, true}) {
      const test::SheetProblem problem(mesh, mesh.x, {.wave_speed = 20});
      const RowPattern& pattern = problem.rows.pattern();
      const int n = mesh.node_count();
      RowValues values(pattern);
      problem.rows.evaluate(test::wavy(mesh.x, 0.1), values);
      problem.rows.tension(problem.law.stiffness.cwiseProduct(values.c), values);
      std::vector<char> held(n, 0);
      held[0] = held[n / 2] = 1;

      const Eigen::MatrixXd jacobian = test::dense_jacobian(pattern, values, n);
      Eigen::MatrixXd matrix =
          test::for_each_coordinate(Eigen::MatrixXd(problem.metric)) +
          test::times(jacobian.transpose() * problem.law.stiffness.asDiagonal(), jacobian);
      if (with_tension) matrix += test::for_each_coordinate(test::dense_tension(pattern, values, n));
      Points right = test::shaken(Points::Zero(n, 3), 1, 1);
      test::eliminate_held(held, matrix, right);

      Threads threads;
      ProjectionSystem system(pattern, problem.metric, threads);
      system.assemble(problem.metric, values, problem.law.stiffness, with_tension, held);
      ASSERT_TRUE(system.factor()) << name;
      Points x = right;
      system.solve(x);
      for (int i = 0; i < n; ++i)
        if (held[i]) {
          EXPECT_EQ(x.row(i).cwiseAbs().maxCoeff(), 0) << name;
        }
      // the residual is that of a stable solve: ε·|H||x|, a few times
      const Vector residual = matrix * test::stacked(x) - test::stacked(right);
      const Vector terms = matrix.cwiseAbs() * test::stacked(x).cwiseAbs() + test::stacked(right).cwiseAbs();
      EXPECT_LE(residual.cwiseAbs().maxCoeff(), 1e-13 * terms.maxCoeff()) << name;
    }
}

TEST(ProjectionSystem, SaysNoToNumbersThatAreNone) {
  const Mesh mesh = make_rectangle({0.3, 0.4}, {3, 4});
  const test::SheetProblem problem(mesh, mesh.x);
  RowValues values(problem.rows.pattern());
  Points x = mesh.x;
  x(5, 1) = NAN;
  problem.rows.evaluate(x, values);
  Threads threads;
  ProjectionSystem system(problem.rows.pattern(), problem.metric, threads);
  system.assemble(problem.metric, values, problem.law.stiffness, false, problem.held);
  EXPECT_FALSE(system.factor());
}

}  // namespace
}  // namespace isocloth
