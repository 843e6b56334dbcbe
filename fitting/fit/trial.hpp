#pragma once

/// A recorded motion made ready to be simulated again and again with other parameters.
///
/// The cloth hangs at rest under its held nodes when the recording begins; then these move as the tool
/// carried them, or, without a tool, as they were tracked. What is compared are the nodes of the recorded
/// grid at the times of its frames: positions of the mesh between its nodes and between two steps are
/// interpolated.

#include <array>

#include "fitting/fit/hanger.hpp"
#include "fitting/recording/grid_samples.hpp"
#include "isocloth/dynamics/simulation.hpp"

namespace isocloth::fitting {

struct TrialOptions {
  std::array<int, 2> mesh{
      0, 0};         ///< nodes {columns, rows}; 0: as many as the recorded grid, refined to at least 7
  double dt = 0.01;  ///< [s]
  Vec3 gravity{0, 0, -9.8};  ///< [m/s²]
  ClothOptions cloth{};
};

/// What may differ from one simulation to the next.
struct TrialParameters {
  Material material{};
  double later = 0;           ///< latency on top of the hanger's [s]
  Vec3 shift = Vec3::Zero();  ///< of the held nodes on top of the hanger's offsets, world frame [m]
  double shear = 0;           ///< stiffness of the edge model, where TrialOptions::cloth is one [N/m]
};

class Trial {
 public:
  /// Carried by the hanger where there is one, else by what was tracked. With a hanger the recording is
  /// turned into the robot's frame.
  Trial(Recording recording, const TrialOptions& options, std::optional<Hanger> hanger = {});

  const Recording& recording() const { return recording_; }
  const TrialOptions& options() const { return options_; }
  const std::optional<Hanger>& hanger() const { return hanger_; }
  const Vector& area_shares() const { return area_shares_; }
  std::size_t frames() const { return recording_.grid.times.size(); }

  /// Number of frames in the first `share` of the time.
  std::size_t frames_until(double share) const;

  struct Run {
    std::vector<Points> frames{};  ///< nodes of the recorded grid, frame by frame [m]
    int steps = 0;
    int missed = 0;  ///< steps that did not converge
  };
  /// Simulates up to frame `last` (not included). Safe to call from several threads at once.
  Run simulate(const TrialParameters& parameters, std::size_t last) const;

  /// The cloth as a rigid plate that hangs from its held nodes and only turns with the tool.
  std::vector<Points> rigid_plate(std::size_t last) const;

 private:
  std::vector<Grasp> grasps(const TrialParameters& parameters) const;
  Points settled(const Material& material) const;

  Recording recording_;
  TrialOptions options_;
  std::optional<Hanger> hanger_;
  Mesh rest_;
  GridSamples samples_;
  Vector area_shares_;
  std::vector<int> held_;  ///< nodes of the mesh
  Points start_;           ///< at rest under the held nodes, for a material without bending [m]
};

}  // namespace isocloth::fitting
