#pragma once

/// A recording that was never made: the simulated reality as a depth camera would have recorded it, with the
/// truth beside it.
///
/// Frames come at irregular times, some are lost, and each is stamped `latency` after it was seen, on the
/// clock of the robot. The truth has the stamps of the frames and the positions that were seen.

#include <memory>

#include "fitting/camera/depth_image.hpp"
#include "io/camera/sensor.hpp"

namespace isocloth::fitting {

struct SyntheticCamera {
  Vec3 position{0.15, -1.6, 1.2};  ///< [m]
  Vec3 target{0, 0, 1.1};          ///< what it looks at [m]
  double focal = 525;              ///< [pixels]
  int margin = 40;                 ///< of the picture around all places where the cloth is seen [pixels]
  double fps = 30;
  double jitter = 0.004;      ///< standard deviation of the time between frames [s]
  double lost_frames = 0.02;  ///< share [-]
  double latency = 0.08;      ///< [s]
  io::Rgb cloth_color{190, 60, 50};
  bool something_passes = false;  ///< before the cloth, to and fro
  io::SensorOptions sensor{};
  std::uint32_t seed = 1;
};

struct SyntheticRecording {
  std::shared_ptr<const Reality> reality;
  SyntheticCamera camera;
  io::CloudSequence clouds;       ///< drawn when asked for
  std::vector<double> exposures;  ///< when each frame was seen [s]

  /// Where the nodes of a grid were in each frame.
  GridRecording truth(std::array<int, 2> nodes) const;
};

SyntheticRecording record(std::shared_ptr<const Reality> reality, const SyntheticCamera& camera);

}  // namespace isocloth::fitting
