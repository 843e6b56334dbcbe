#include <gtest/gtest.h>

#include "projection/sheet_problem.hpp"
#include "support/deformations.hpp"

namespace isocloth {
namespace {

ProjectionOptions with(ProjectionMethod method, double tolerance) {
  return {.method = method, .tolerance = tolerance, .max_iterations = 100};
}

TEST(ReferenceProjection, AgreesWithTheFastOneOnEveryMeshWithAndWithoutBending) {
  for (const auto& [name, mesh] : test::all_meshes())
    for (const double bending : {0.0, 1e-4}) {  // [N·m]: S alone, and the matrix with A and J
      test::SheetProblem slow(mesh, test::wavy(mesh.x, 0.02), {.bending = bending});
      slow.held[0] = 1;  // one only: two may be further apart than the cloth reaches
      test::SheetProblem fast(mesh, test::wavy(mesh.x, 0.02), {.bending = bending});
      fast.held = slow.held;
      const ProjectionReport expected = fast.project(with(ProjectionMethod::fast, 1e-6));
      const ProjectionReport report = slow.project(with(ProjectionMethod::reference, 1e-6));
      EXPECT_EQ(report.status, StepStatus::converged) << name;
      EXPECT_EQ(report.status, expected.status) << name;
      EXPECT_LE(std::abs(report.iterations - expected.iterations), 1) << name;
      EXPECT_DOUBLE_EQ(report.largest_row, slow.largest_constraint()) << name;
      // the same iteration with the same ε: only rounding differs, enlarged by 1/ε at most
      const double tol = name == "sliver quads" ? 1e-5 : 1e-8;  // [m]; the metric of slivers varies by 10¹²
      EXPECT_LE((slow.x - fast.x).cwiseAbs().maxCoeff(), tol) << name << ", bending " << bending;
    }
}

TEST(ReferenceProjection, FindsTheMultipliersOfTheFastOne) {
  const Mesh mesh = make_rectangle({0.3, 0.4}, {4, 5});
  for (const double bending : {0.0, 1e-4}) {
    test::SheetProblem slow(mesh, test::rolled(mesh.x, 0.3, 0.4), {.bending = bending});
    test::SheetProblem fast(mesh, test::rolled(mesh.x, 0.3, 0.4), {.bending = bending});
    slow.held[0] = slow.held[3] = fast.held[0] = fast.held[3] = 1;
    (void)slow.project(with(ProjectionMethod::reference, 1e-6));
    (void)fast.project(with(ProjectionMethod::fast, 1e-6));
    // λ = (c + JΔx)/ε in the fast one: rounding of c, about 10⁻¹⁵, over ε, about 10⁻⁸ of its scale
    EXPECT_LE((slow.multipliers - fast.multipliers).cwiseAbs().maxCoeff(),
              1e-6 * fast.multipliers.cwiseAbs().maxCoeff());
    EXPECT_GT(fast.multipliers.cwiseAbs().maxCoeff(), 0);
  }
}

}  // namespace
}  // namespace isocloth
