#include "fitting/camera/synthetic_recording.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "io/cloud/point_list.hpp"
#include "isocloth/core/random.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::fitting {
namespace {

/// The part of the picture in which the cloth is ever seen, with its margin.
struct Window {
  io::Camera camera;  ///< with its middle shifted into the window
  int width = 0, height = 0;
};

Window window_of(const Reality& reality, const SyntheticCamera& options) {
  Window window;
  io::Camera& camera = window.camera;
  camera.position = options.position;
  camera.forward = (options.target - options.position).normalized();
  camera.right = camera.forward.cross(Vec3::UnitZ()).normalized();
  camera.up = camera.right.cross(camera.forward);
  camera.focal = options.focal;
  Vec2 low = Vec2::Constant(1e9), high = -low;
  for (const Points& x : reality.positions) {
    for (Eigen::Index k = 0; k < x.rows(); ++k) {
      const Vec3 seen = camera.project(x.row(k));
      require(seen.z() > 0.1, "the synthetic camera stands in the way of the cloth; move it back");
      low = low.cwiseMin(seen.head<2>());
      high = high.cwiseMax(seen.head<2>());
    }
  }
  camera.center_x = std::round(options.margin - low.x());
  camera.center_y = std::round(options.margin - low.y());
  window.width = static_cast<int>(high.x() - low.x()) + 2 * options.margin;
  window.height = static_cast<int>(high.y() - low.y()) + 2 * options.margin;
  require(window.width <= 4096 && window.height <= 4096,
          "the synthetic camera is too near to the cloth; move it back or take a smaller focal length");
  return window;
}

std::vector<double> frame_times(const SyntheticCamera& camera, double duration) {
  std::mt19937 random(camera.seed);
  std::vector<double> times;
  for (int k = 0; k / camera.fps <= duration; ++k) {
    const double normal = io::random_normal(random);
    const bool lost = random_unit(random) < camera.lost_frames;
    const double most = 0.4 / camera.fps;  // frames keep their order
    const double time = k / camera.fps + std::clamp(camera.jitter * normal, -most, most);
    if (time >= 0 && time <= duration && !lost) times.push_back(time);
  }
  return times;
}

/// Points in the world frame [m], with colour.
io::Cloud cloud_of(const std::vector<io::SensedPixel>& pixels, const io::Camera& camera) {
  io::PointList list;
  for (const io::SensedPixel& pixel : pixels) {
    const Vec3 point = camera.position + pixel.depth * camera.ray(pixel.x + 0.5, pixel.y + 0.5);
    list.add(point.x(), point.y(), point.z());
    list.colors.push_back(pixel.color);
  }
  return std::move(list).to_cloud();
}

}  // namespace

GridRecording SyntheticRecording::truth(std::array<int, 2> nodes) const {
  GridRecording grid = true_grid(*reality, nodes, exposures);
  grid.times = clouds.times;
  return grid;
}

SyntheticRecording record(std::shared_ptr<const Reality> reality, const SyntheticCamera& camera) {
  require(camera.fps > 0 && camera.fps <= 1000, "a synthetic camera makes from 0 to 1000 frames per second");
  SyntheticRecording recording{reality, camera, {}, frame_times(camera, reality->options.shake.duration())};
  io::CloudSequence& clouds = recording.clouds;
  clouds.name = "synthetic";
  for (const double time : recording.exposures) {
    clouds.times.push_back(time + camera.latency);
    clouds.files.push_back("synthetic frame " + std::to_string(clouds.files.size()));
  }
  clouds.load = [reality, camera, window = window_of(*reality, camera),
                 exposures = recording.exposures](int frame) {
    const double time = exposures[frame];
    DepthImage image(window.width, window.height);
    draw(cloth_prop(*reality, reality->at(time), camera.cloth_color), window.camera, image);
    for (const Prop& prop : studio_props(reality->options, reality->options.shake.displacement(time)))
      draw(prop, window.camera, image);
    if (camera.something_passes) draw(passing_prop(reality->options, time), window.camera, image);
    std::mt19937 random(camera.seed + 7919U * static_cast<std::uint32_t>(frame + 1));
    return cloud_of(io::sense(image, camera.sensor, random), window.camera);
  };
  return recording;
}

}  // namespace isocloth::fitting
