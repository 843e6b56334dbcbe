/// The programs of real steps, beside the exact solver.

#include <gtest/gtest.h>

#include <utility>

#include "contact/solve_tightly.hpp"
#include "projection/sheet_problem.hpp"
#include "support/dense_algebra.hpp"
#include "support/measured.hpp"
#include "support/sanitized.hpp"

namespace isocloth {
namespace {

/// A sheet that falls: each step is projected, and the program of its first iteration written down.
class FallingSheet {
 public:
  FallingSheet(const Mesh& mesh, const Obstacle& obstacle)
      : problem_(mesh, mesh.x), v_(Points::Zero(mesh.node_count(), 3)), area_(node_areas(mesh)) {
    problem_.contacts->set_obstacles({obstacle});
  }

  /// One step; `compare` gets the program's matrix, load and contacts, without friction.
  template <class Compare>
  void step(const Compare& compare) {
    const Points start = problem_.x;
    for (int i = 0; i < start.rows(); ++i) {
      problem_.load.row(i) = area_[i] / (kDt * kDt) * (start.row(i) + kDt * v_.row(i));
      problem_.load(i, 2) -= 9.8 * area_[i];
    }
    problem_.x = start + kDt * v_;
    problem_.contacts->begin_step(start, 0, kDt, memory_);
    (void)problem_.contacts->find(problem_.x, problem_.held);
    std::vector<Contact> contacts = std::as_const(*problem_.contacts).list();
    for (Contact& c : contacts) c.friction = c.slip_limit = 0;
    test::DenseSystem system(matrix(), problem_.held);
    compare(system, right_side_, contacts);
    problem_.contacts->restart();
    (void)problem_.project();
    problem_.contacts->remember(memory_);
    v_ = (problem_.x - start) / kDt;
  }

 private:
  static constexpr double kDt = 0.01;  ///< [s]

  /// H = A + JᵀWJ + T at x; leaves f − Ax − Jᵀp as the right side.
  Eigen::MatrixXd matrix() {
    const QuadraticRows& rows = problem_.rows;
    const int nodes = static_cast<int>(problem_.x.rows());
    RowValues values(rows.pattern());
    rows.evaluate(problem_.x, values);
    rows.tension_of_groups(0, rows.pattern().group_count(), problem_.multipliers, values);
    LinearLaw law(rows.pattern().row_count());
    linearize_at_multipliers(problem_.law, rows.pattern().constraint_rows, values.c, problem_.multipliers,
                             law);
    const Eigen::MatrixXd j = test::dense_jacobian(rows.pattern(), values, nodes);
    const Vector pull = j.transpose() * law.pull;
    right_side_ =
        problem_.load - problem_.metric * problem_.x - Eigen::Map<const Points>(pull.data(), nodes, 3);
    const Eigen::MatrixXd per_node =
        Eigen::MatrixXd(problem_.metric) + test::dense_tension(rows.pattern(), values, nodes);
    const Eigen::MatrixXd h =
        test::for_each_coordinate(per_node) + test::times(j.transpose() * law.slope.asDiagonal(), j);
    return 0.5 * (h + h.transpose());
  }

  test::SheetProblem problem_;
  Points v_, right_side_;
  Vector area_;
  std::vector<ContactMemory> memory_;
};

void expect_exact_optima(const char* what, const Mesh& mesh, const Obstacle& obstacle, int steps) {
  FallingSheet sheet(mesh, obstacle);
  test::Deviation worst;
  std::size_t most = 0;
  int told = 0;
  for (int k = 0; k < steps; ++k)
    sheet.step([&](test::DenseSystem& system, const Points& load, const std::vector<Contact>& contacts) {
      most = std::max(most, contacts.size());
      if (contacts.empty() || k % (test::kSanitized ? 16 : 4) != 3)
        return;  // half a second each, ten sanitized
      const test::Deviation here = test::deviation_from_exact(system, load, contacts);
      worst.d = std::max(worst.d, here.d);
      worst.objective = std::max(worst.objective, here.objective);
      told += here.report.infeasible;
    });
  EXPECT_GE(most, 4u) << what;
  EXPECT_EQ(told, 0) << what;
  test::expect_at_most(what, worst.d, 1e-6, "of d");
  test::expect_at_most(what, worst.objective, 1e-6, "of the objective");
}

Mesh sheet_at(double height) {
  return transformed(make_rectangle({0.2, 0.2}, {5, 5}), Vec3(0, 0, 0), Vec3(-0.09, -0.08, height));
}

TEST(RecordedSteps, OnASphereHaveTheOptimaOfAnExactSolver) {
  expect_exact_optima("steps of a sheet that falls on a sphere", sheet_at(0.085),
                      {.name = "ball", .shape = make_sphere(0.08), .friction = 0.3}, 20);
}

TEST(RecordedSteps, OnTheEdgeOfABoxHaveTheOptimaOfAnExactSolver) {
  expect_exact_optima("steps of a sheet that falls on the edge of a box", sheet_at(0.052),
                      {.name = "box", .shape = make_box(Vec3(0.1, 0.4, 0.1)), .friction = 0.3}, 20);
}

}  // namespace
}  // namespace isocloth
