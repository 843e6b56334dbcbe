#include <gtest/gtest.h>

#include <filesystem>

#include "fitting/fit/hanger.hpp"
#include "support/measured.hpp"

namespace isocloth::fitting::test {
namespace {

const std::string kReal = std::string(ISOCLOTH_SOURCE_DIR) + "/../shared/data/recordings/";

TEST(RealRecordings, AreReadAndTheirFaultsAreSaid) {
  const std::string run = kReal + "2021-06-23_n7_traj8_1";
  if (!std::filesystem::exists(run + "_cloth.csv")) GTEST_SKIP() << "no recordings at " << kReal;
  RecordingOptions options;
  options.grid.size = std::array{0.3, 0.3};
  options.tool = run + "_tcp.csv";
  const Recording recording = read_recording(run + "_cloth.csv", options);
  EXPECT_EQ(recording.grid.rows, 7);
  EXPECT_GE(recording.remarks().size(), 2u);  // repeated frames, lost depth
  const std::array parts{RecordingPart{&recording, recording.grid.times.back()}};
  const Hanger hanger = calibrate_hanger(parts);
  isocloth::test::expect_at_most("June, 7×7, motion 8: scatter of the held corners about the hanger",
                                 1000 * hanger.scatter, 18, "mm");
  EXPECT_NEAR(hanger.latency, 0.33, 0.05);
}

}  // namespace
}  // namespace isocloth::fitting::test
