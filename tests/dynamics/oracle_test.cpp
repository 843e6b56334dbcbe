#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

#include "dynamics/runs.hpp"
#include "support/measured.hpp"

namespace isocloth::test {
namespace {

const std::string kOracle = std::string(ISOCLOTH_SOURCE_DIR) + "/../shared/data/oracle/grid10_swing.csv";

std::vector<std::vector<double>> read_rows(const std::string& path) {
  std::ifstream file(path);
  std::string line, cell;
  std::getline(file, line);
  std::vector<std::vector<double>> rows;
  while (std::getline(file, line)) {
    std::stringstream cells(line);
    rows.emplace_back();
    while (std::getline(cells, cell, ',')) rows.back().push_back(std::stod(cell));
  }
  return rows;
}

/// Square of 0.3 m in the plane y = 0.5, top corners swung along +y by 0.08 (1 − cos πt).
Simulation swung_square(ProjectionMethod method) {
  const Mesh sheet = make_rectangle({0.3, 0.3}, {10, 10});
  StepOptions options{.integrator = Integrator::euler};  // theirs
  options.projection.method = method;
  const Points start = upright(sheet).rowwise() + Eigen::RowVector3d(-0.15, 0.5, 0);
  Simulation sim(
      make_cloth_model(sheet, {.density = 0.2, .virtual_mass = 0.2, .damping = 1.5}, {.rows = RowsAt::nodes}),
      start, options);
  const Motion swing =
      position_motion([](double t) { return Vec3(0, 0.08 * (1 - std::cos(std::numbers::pi * t)), 0); });
  sim.add_grasp({.name = "left", .nodes = {90}, .motion = swing, .grip = rigid_grip()});
  sim.add_grasp({.name = "right", .nodes = {99}, .motion = swing, .grip = rigid_grip()});
  return sim;
}

double mean_distance(const Points& x, const std::vector<double>& row) {
  double sum = 0;
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    sum += (x.row(i).transpose() - Vec3(row[1 + 3 * i], row[2 + 3 * i], row[3 + 3 * i])).norm();
  return sum / static_cast<double>(x.rows());
}

void compare(ProjectionMethod method, const std::string& name) {
  if (!std::ifstream(kOracle).good()) GTEST_SKIP() << "the authors' trajectory is not at " << kOracle;
  const std::vector<std::vector<double>> rows = read_rows(kOracle);
  Simulation sim = swung_square(method);
  double mean = 0, worst = 0;
  for (std::size_t k = 1; k < rows.size(); ++k) {
    EXPECT_EQ(advance(sim, 5).missed, 0);
    ASSERT_NEAR(sim.state().time, rows[k][0], 1e-9);
    const double distance = mean_distance(sim.state().x, rows[k]);
    mean += distance / static_cast<double>(rows.size() - 1);
    worst = std::max(worst, distance);
  }
  expect_at_most((name + ": mean node distance to the authors' trajectory over 5 s").c_str(), 1e3 * mean, 1.0,
                 "mm");
  expect_at_most((name + ": worst frame").c_str(), 1e3 * worst, 2.0, "mm");
}

TEST(Oracle, ImplicitProjectionFollowsTheAuthorsTrajectory) {
  compare(ProjectionMethod::implicit, "implicit");
}
TEST(Oracle, FastProjectionFollowsTheAuthorsTrajectory) {
  compare(ProjectionMethod::fast, "fast projection");
}

}  // namespace
}  // namespace isocloth::test
