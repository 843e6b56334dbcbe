#include "experiments/validation/synthetic.hpp"

#include "fitting/camera/presets.hpp"
#include "fitting/camera/synthetic_recording.hpp"
#include "fitting/meshing/grid_distance.hpp"
#include "fitting/meshing/track_clouds.hpp"

namespace isocloth::experiments {
namespace {

using fitting::GridRecording;

constexpr std::array<int, 2> kNodes{9, 9};
constexpr double kToolStep = 0.02;  ///< of the robot's log [s]

fitting::ToolPath tool_of(const fitting::Shake& shake) {
  fitting::ToolPath tool;
  for (int k = 0; k * kToolStep <= shake.duration(); ++k) {
    tool.times.push_back(k * kToolStep);
    tool.poses.push_back(
        {.rotation = Eigen::Quaterniond::Identity(), .translation = shake.displacement(k * kToolStep)});
  }
  return tool;
}

fitting::TrackOptions track_options(const fitting::RealityOptions& reality,
                                    const fitting::SyntheticCamera& camera) {
  fitting::TrackOptions options;
  options.size = reality.size;
  options.nodes = kNodes;
  options.cleaning.color = fitting::ColorFilter{.color = camera.cloth_color};
  options.cleaning.half_spaces = {{.normal = {0, -1, 0}, .offset = -0.4},
                                  {.normal = {0, 0, 1}, .offset = 0.5}};  // wall, table
  return options;
}

}  // namespace

fitting::RealityOptions reality_of(const validation::PaperCase& paper_case) {
  return fitting::find_preset(std::string(paper_case.textile) + (paper_case.fast ? "_fast" : "_slow"))
      .options;
}

std::string name_of(const validation::PaperCase& paper_case) {
  return std::string(paper_case.textile) + (paper_case.fast ? " fast" : " slow");
}

SyntheticCase make_synthetic(const validation::PaperCase& paper_case, double frames_per_second,
                             std::uint32_t seed) {
  fitting::RealityOptions reality = reality_of(paper_case);
  reality.seed = seed;
  fitting::SyntheticCamera camera;
  camera.fps = frames_per_second;
  camera.seed = seed;
  const fitting::SyntheticRecording seen =
      record(std::make_shared<const fitting::Reality>(simulate_reality(reality)), camera);
  GridRecording grid = track_clouds(seen.clouds, track_options(reality, camera));
  SyntheticCase out;
  out.tracking_error = distance_between(grid, seen.truth(kNodes)).mean;
  fitting::RecordingOptions options;
  options.grid.size = reality.size;
  out.recording = make_recording(std::move(grid), name_of(paper_case), options);
  out.recording.tool = tool_of(reality.shake);
  return out;
}

}  // namespace isocloth::experiments
