#include <gtest/gtest.h>

#include "fitting/camera/presets.hpp"
#include "fitting/camera/synthetic_recording.hpp"
#include "fitting/meshing/grid_distance.hpp"
#include "fitting/meshing/track_clouds.hpp"
#include "isocloth/mesh/generators.hpp"
#include "support/refusal.hpp"

namespace isocloth::fitting {
namespace {

/// A small, coarse and short reality: a third of a second of the fast shake.
std::shared_ptr<const Reality> short_reality() {
  static const auto reality = [] {
    RealityOptions options;
    options.nodes = {13, 13};
    options.step = 0.01;
    options.settling = 0.1;
    options.shake.before = 0;
    options.shake.during = 0.3;
    options.shake.after = 0;
    return std::make_shared<const Reality>(simulate_reality(options));
  }();
  return reality;
}

SyntheticCamera slow_camera() {
  SyntheticCamera camera;
  camera.fps = 15;
  return camera;
}

TEST(AirDrag, OpposesMotionAndGrowsWithItsSquare) {
  const Mesh mesh = make_rectangle({0.2, 0.3}, {3, 3});
  Points v = Points::Zero(9, 3);
  EXPECT_EQ(air_drag_force(mesh, mesh.x, v, {}), Points::Zero(9, 3));
  v.col(2).setConstant(0.5);  // across the sheet: ½ ρ C A v² = ½·1.2·1.2·0.06·0.25
  EXPECT_NEAR(air_drag_force(mesh, mesh.x, v, {}).col(2).sum(), -0.0108, 1e-12);
  EXPECT_NEAR(air_drag_force(mesh, mesh.x, 2 * v, {}).col(2).sum(), -0.0432, 1e-12);
}

TEST(DepthImage, SeesTheNearestSurfaceAtItsDepth) {
  Prop near{Points(3, 3), {9, 9, 9}}, far{Points(3, 3), {5, 5, 5}};
  near.corners << -1, 2, -1, 1, 2, -1, 0, 2, 1;
  far.corners << -9, 4, -9, 9, 4, -9, 0, 4, 9;
  io::Camera camera;  // looks along +y from the origin
  camera.focal = 10;
  camera.center_x = camera.center_y = 10;
  DepthImage image(20, 20);
  draw(far, camera, image);
  draw(near, camera, image);
  EXPECT_NEAR(static_cast<double>(image.at(10, 10).depth), 2, 1e-6);
  EXPECT_NEAR(static_cast<double>(image.at(1, 18).depth), 4, 1e-6);
  EXPECT_FALSE(std::isfinite(image.at(0, 0).depth));
}

TEST(Sensor, WithoutNoiseErrsByHalfAStepOfDisparityAtMost) {
  DepthImage image(40, 30);
  for (std::size_t k = 0; k < image.pixels.size(); ++k)
    image.pixels[k] = {1.5F + 0.0001F * static_cast<float>(k), 1, {1, 2, 3}};
  io::SensorOptions options;
  options.lateral_noise = options.disparity_noise = options.dropout = options.color_noise = 0;
  std::mt19937 random(1);
  const std::vector<io::SensedPixel> sensed = io::sense(image, options, random);
  ASSERT_EQ(sensed.size(), 1200U);
  for (std::size_t k = 0; k < sensed.size(); ++k) {
    const double depth = static_cast<double>(image.pixels[k].depth);
    EXPECT_LE(std::abs(sensed[k].depth - depth), 0.51 * depth * depth / options.disparity_scale);
    EXPECT_EQ(sensed[k].color, (io::Rgb{1, 2, 3}));
  }
}

TEST(SyntheticRecording, IsTheSameForTheSameSeedAndLate) {
  const SyntheticRecording one = record(short_reality(), slow_camera()),
                           other = record(short_reality(), slow_camera());
  ASSERT_GE(one.exposures.size(), 3U);
  EXPECT_EQ(one.clouds.times, other.clouds.times);
  EXPECT_EQ(one.clouds.load(1).points, other.clouds.load(1).points);
  EXPECT_NEAR(one.clouds.times[1] - one.exposures[1], one.camera.latency, 1e-12);
  EXPECT_EQ(one.truth({9, 9}).times, one.clouds.times);
}

/// The bar of the whole way: clutter, noise, lost pixels, clamps over the held corners.
TEST(SyntheticRecording, IsTrackedWithinThreeMillimetres) {
  const SyntheticRecording recording = record(short_reality(), slow_camera());
  TrackOptions options;
  options.cleaning.half_spaces = {{Vec3(0, -1, 0), -0.45}, {Vec3(0, 0, 1), 0.8}};
  options.cleaning.color = ColorFilter{.color = recording.camera.cloth_color, .distance = 30};
  const GridRecording grid = track_clouds(recording.clouds, options);
  const GridDistance distance = distance_between(grid, recording.truth(options.nodes));
  EXPECT_EQ(distance.frames, static_cast<int>(recording.exposures.size()));
  EXPECT_EQ(distance.seen, 1);
  EXPECT_LE(distance.mean, 0.003);
}

TEST(SyntheticPresets, AreThePapersAndMisspellingsAreMended) {
  EXPECT_EQ(synthetic_presets().size(), 8U);
  EXPECT_EQ(find_preset("cotton_fast").options.material.damping, 2.69);
  EXPECT_EQ(find_preset("wool_slow").options.shake.frequency, 0.3);
  EXPECT_REFUSES(find_preset("coton_fast"), "did you mean \"cotton_fast\"?");
}

}  // namespace
}  // namespace isocloth::fitting
