#include <gtest/gtest.h>

#include <limits>

#include "fitting/fit/errors.hpp"
#include "fitting/recording/grid_samples.hpp"

namespace isocloth::fitting::test {
namespace {

GridRecording flat_grid(int frames) {
  GridRecording grid{.rows = 3, .columns = 3, .times = {}, .positions = {}, .remarks = {}};
  for (int f = 0; f < frames; ++f) {
    grid.times.push_back(0.1 * f);
    Points x(9, 3);
    for (int k = 0; k < 9; ++k) x.row(k) << 0.1 * (k % 3), 0, 0.1 * (k / 3);
    grid.positions.push_back(x);
  }
  return grid;
}

TEST(Errors, AShiftIsItsLengthWithoutDispersion) {
  const GridRecording grid = flat_grid(4);
  std::vector<Points> simulated = grid.positions;
  for (Points& x : simulated) x.rowwise() += Eigen::RowVector3d(0.03, 0, 0.04);
  const ErrorSummary errors = summarize(frame_errors(grid, 0, 4, simulated, area_shares({3, 3})));
  EXPECT_NEAR(errors.error, 0.05, 1e-12);
  EXPECT_NEAR(errors.mean, 0.05, 1e-12);
  EXPECT_NEAR(errors.dispersion, 0.05, 1e-7);  // √ of what rounding leaves of a variance
  EXPECT_NEAR(errors.loss, 0.0025, 1e-12);
}

TEST(Errors, NodesCountByTheirArea) {
  const GridRecording grid = flat_grid(2);
  std::vector<Points> simulated = grid.positions;
  for (Points& x : simulated) x(4, 1) += 0.1;  // the middle has a quarter of the area
  const ErrorSummary errors = summarize(frame_errors(grid, 0, 2, simulated, area_shares({3, 3})));
  EXPECT_NEAR(errors.error, 0.05, 1e-12);
  EXPECT_NEAR(errors.mean, 0.1 / 9, 1e-12);
}

TEST(Errors, NodesThatWereNotSeenDoNotCount) {
  GridRecording grid = flat_grid(2);
  std::vector<Points> simulated = grid.positions;
  for (Points& x : simulated) x(4, 1) += 0.1;
  for (Points& x : grid.positions) x.row(4).setConstant(std::numeric_limits<double>::quiet_NaN());
  const std::vector<FrameError> frames = frame_errors(grid, 0, 2, simulated, area_shares({3, 3}));
  EXPECT_EQ(summarize(frames).error, 0);
  EXPECT_TRUE(std::isnan(node_errors(grid, 0, 2, simulated)[4]));
}

TEST(GridSamples, AFinerMeshGivesTheSamePlane) {
  const GridSamples samples({5, 9}, {3, 3});
  Points mesh(45, 3), grid;
  for (int k = 0; k < 45; ++k) mesh.row(k) << 0.25 * (k % 5), 1, 0.125 * (k / 5);
  samples.take(mesh, grid);
  for (int k = 0; k < 9; ++k)
    EXPECT_LT((grid.row(k) - Eigen::RowVector3d(0.5 * (k % 3), 1, 0.5 * (k / 3))).norm(), 1e-15);
  EXPECT_EQ(samples.nearest(8), 44);
}

}  // namespace
}  // namespace isocloth::fitting::test
