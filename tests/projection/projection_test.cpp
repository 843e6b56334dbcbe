#include "isocloth/projection/projection.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "projection/sheet_problem.hpp"
#include "support/count_allocations.hpp"
#include "support/deformations.hpp"

namespace isocloth {
namespace {

constexpr ProjectionMethod kAll[] = {ProjectionMethod::implicit, ProjectionMethod::fast,
                                     ProjectionMethod::reference};

TEST(ProjectionOptions, SayWhatIsWrongWithThem) {
  EXPECT_EQ(ProjectionOptions().problem(), std::nullopt);
  EXPECT_EQ(ProjectionOptions{.tolerance = 0}.problem(), "tolerance must be between 0 and 1, got 0");
  EXPECT_EQ(ProjectionOptions{.tolerance = 1}.problem(), "tolerance must be between 0 and 1, got 1");
  EXPECT_EQ(ProjectionOptions{.tolerance = NAN}.problem(), "tolerance must be between 0 and 1, got nan");
  EXPECT_EQ(ProjectionOptions{.max_iterations = 0}.problem(), "max_iterations must be at least 1, got 0");
}

TEST(StepStatus, HasAName) {
  EXPECT_STREQ(to_text(StepStatus::converged), "converged");
  EXPECT_STREQ(to_text(StepStatus::infeasible), "infeasible");
  EXPECT_STREQ(to_text(StepStatus::iteration_limit), "iteration_limit");
  EXPECT_STREQ(to_text(StepStatus::not_finite), "not_finite");
}

TEST(Projection, DoesNotMoveHeldNodes) {
  for (const auto& [name, mesh] : test::all_meshes())
    for (const ProjectionMethod method : kAll) {
      test::SheetProblem problem(mesh, test::wavy(mesh.x, 0.05));
      problem.held[0] = problem.held[mesh.node_count() - 1] = 1;
      const Points before = problem.x;
      (void)problem.project({.method = method});
      EXPECT_TRUE(problem.x.allFinite()) << name;
      EXPECT_EQ(problem.x.row(0), before.row(0)) << name;
      EXPECT_EQ(problem.x.row(mesh.node_count() - 1), before.row(mesh.node_count() - 1)) << name;
    }
}

TEST(Projection, LeavesAFlatSheetThatFallsFlat) {
  for (const auto& [name, mesh] : test::all_meshes())
    for (const ProjectionMethod method : kAll) {
      if (name.find("tube") != std::string::npos) continue;
      test::SheetProblem problem(mesh, mesh.x);
      EXPECT_EQ(problem.project({.method = method}).status, StepStatus::converged) << name;
      Points fallen = mesh.x;
      fallen.col(2).array() -= 9.8 * 0.01 * 0.01;                // [m] g·dt²
      const double tol = name == "sliver quads" ? 1e-9 : 1e-12;  // the metric of slivers varies by 10¹²
      EXPECT_LE((problem.x - fallen).cwiseAbs().maxCoeff(), tol) << name;
    }
}

TEST(Projection, OfSingleElementsMeetsTheirRows) {
  Mesh triangle, quad = make_rectangle({0.2, 0.3}, {2, 2});
  triangle.x = quad.x.topRows(3);
  triangle.elements = {{0, 1, 2, kNoNode}};
  for (const Mesh& mesh : {triangle, quad})
    for (const ProjectionMethod method : kAll) {
      test::SheetProblem problem(mesh, test::shaken(mesh.x, 0.02, 1));
      problem.held[1] = 1;
      const ProjectionReport report = problem.project({.method = method, .tolerance = 1e-4});
      EXPECT_EQ(report.status, StepStatus::converged);
      EXPECT_LE(problem.largest_constraint(), 1e-4);
    }
}

TEST(Projection, WithoutRowsIsTheFreeMotion) {
  const QuadraticRows rows;
  NodeMatrix metric(3, 3);
  for (int i = 0; i < 3; ++i) metric.insert(i, i) = 2;  // [N/m]
  metric.insert(0, 1) = metric.insert(1, 0) = 1;
  metric.makeCompressed();
  const Points load = (Points(3, 3) << 3, 0, 0, 3, 0, 0, 2, 4, 6).finished();
  for (const ProjectionMethod method : kAll) {
    const RowLaw law;
    Threads threads;
    Projection projection(rows, law, metric, threads);
    Points x = Points::Zero(3, 3);
    Vector multipliers;
    const Mesh mesh{Points::Identity(3, 3), {{0, 1, 2, kNoNode}}};
    Contacts none(mesh, analyze_topology(mesh), ClothSurface{});
    const ProjectionReport report =
        projection.project({.method = method}, load, {0, 0, 0}, none, x, multipliers);
    EXPECT_EQ(report.status, StepStatus::converged);
    EXPECT_EQ(report.largest_row, 0);
    EXPECT_LE((x - (Points(3, 3) << 1, 0, 0, 1, 0, 0, 1, 2, 3).finished()).cwiseAbs().maxCoeff(), 1e-15);
  }
}

TEST(Projection, WithEveryNodeHeldMovesNothing) {
  const Mesh mesh = make_rectangle({0.3, 0.4}, {3, 4});
  for (const ProjectionMethod method : kAll) {
    test::SheetProblem problem(mesh, mesh.x);
    problem.held.assign(mesh.node_count(), 1);
    EXPECT_EQ(problem.project({.method = method}).status, StepStatus::converged);
    EXPECT_EQ(problem.x, mesh.x);
  }
}

/// A sheet whose corners 0 and 3 are held `stretch` times as far apart as they can be, after some steps.
ProjectionReport pulled_apart(ProjectionMethod method, double stretch, test::SheetProblem& problem) {
  problem.held[0] = problem.held[3] = 1;
  problem.x.row(3) = problem.x.row(0) + stretch * (problem.x.row(3) - problem.x.row(0));
  const Points inertia = problem.load - problem.metric * problem.x;  // gravity and what bending adds
  ProjectionReport report;
  for (int step = 0; step < 8; ++step) {
    report = problem.project({.method = method});
    problem.load = problem.metric * problem.x + inertia;
  }
  return report;
}

TEST(Projection, SaysThatGraspsTooFarApartAreInfeasibleAndStaysFinite) {
  const Mesh mesh = make_rectangle({0.3, 0.4}, {4, 5});
  for (const double stretch : {1.01, 1.2, 3.0, 100.0}) {
    test::SheetProblem problem(mesh, mesh.x);
    const ProjectionReport report = pulled_apart(ProjectionMethod::implicit, stretch, problem);
    EXPECT_EQ(report.status, StepStatus::infeasible) << stretch;
    EXPECT_TRUE(problem.x.allFinite() && problem.multipliers.allFinite()) << stretch;
    EXPECT_GE(report.largest_row, stretch * stretch - 1)
        << "no chain of three edges is stretched less than this";
    EXPECT_LE(problem.x.cwiseAbs().maxCoeff(), stretch) << "[m] and nothing flies away";
    for (const ProjectionMethod method : {ProjectionMethod::fast, ProjectionMethod::reference}) {
      test::SheetProblem hard(mesh, mesh.x);
      EXPECT_NE(pulled_apart(method, stretch, hard).status, StepStatus::converged) << stretch;
      EXPECT_TRUE(hard.x.allFinite()) << stretch;
    }
  }
}

TEST(Projection, SaysWhereNumbersOverflowed) {
  const Mesh meshes[] = {make_rectangle({0.3, 0.4}, {4, 5}),
                         test::two_pieces()};  // the other piece stays fine
  for (const Mesh& mesh : meshes)
    for (const ProjectionMethod method : kAll)
      for (const double bad : {double(NAN), double(INFINITY), 1e200}) {
        test::SheetProblem loaded(mesh, test::wavy(mesh.x, 0.01));
        loaded.load(1, 2) = bad;
        EXPECT_EQ(loaded.project({.method = method}).status, StepStatus::not_finite) << "load " << bad;
        test::SheetProblem moved(mesh, test::wavy(mesh.x, 0.01));
        moved.held[1] = 1;
        moved.x(1, 2) = bad;
        EXPECT_EQ(moved.project({.method = method}).status, StepStatus::not_finite) << "grasp at " << bad;
      }
}

TEST(Projection, TakesNoMemoryPerStep) {
  if (!test::CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  const Mesh mesh = make_irregular_rectangle({0.3, 0.4}, 60, 1);
  for (const ProjectionMethod method : {ProjectionMethod::implicit, ProjectionMethod::fast}) {
    test::SheetProblem problem(mesh, test::wavy(mesh.x, 0.1));
    (void)problem.project({.method = method});
    problem.x = test::wavy(mesh.x, 0.12);
    const test::CountAllocations here;
    const ProjectionReport report =
        problem.project({.method = method, .tolerance = 1e-9, .max_iterations = 20});
    EXPECT_EQ(here.count(), 0);
    EXPECT_GT(report.iterations, 1);
  }
}

}  // namespace
}  // namespace isocloth
