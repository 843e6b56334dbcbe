#pragma once

/// What links a robot's tool to the nodes it holds and to the camera that sees them, found from what was
/// tracked.
///
///   x_k(t) = Q [R(t − τ) o_k + p(t − τ) − c] + c
///
/// p, R: pose of the tool; o_k: where held node k sits in the tool's frame [m]; τ: latency of the camera [s];
/// Q: a small rotation by which the camera's frame is off the robot's, about the middle c of the tool's way.
///
/// For a given τ the o_k and Q are those with the least mean distance (not squared: nodes that slip now and
/// then must not pull them away); τ is where that distance is least. It is what the camera cannot tell: the
/// noise floor of every error measured with it. All recordings of a day, in which neither camera nor
/// grasp was touched, are used together.

#include <span>

#include "fitting/recording/recording.hpp"
#include "isocloth/dynamics/motion.hpp"

namespace isocloth::fitting {

struct Hanger {
  double latency = 0;               ///< τ [s]
  std::vector<Vec3> offsets{};      ///< o_k, in the order of the held nodes [m]
  Vec3 camera_turn = Vec3::Zero();  ///< axis · angle of Q [rad]
  Vec3 pivot = Vec3::Zero();        ///< c [m]
  double scatter = 0;               ///< mean distance of the tracked held nodes from the hanger [m]
  double measured_span = 0;         ///< between the first and the last held node as tracked [m]

  /// From the camera's frame to the robot's: Q⁻¹ about c.
  Points in_robot_frame(const Points& x) const;
};

/// A part of a recording.
struct RecordingPart {
  const Recording* recording = nullptr;
  double until = 0;  ///< frames up to here are used [s]
};

struct HangerOptions {
  std::optional<double> latency{};  ///< where it is known [s]
  bool turn_camera = false;         ///< find Q; needs a tool that goes about
  double span = 0;  ///< two held nodes are set this far apart, about their middle; 0: as tracked [m]
};

/// InputError where a recording has no tool, or a held node is never seen.
Hanger calibrate_hanger(std::span<const RecordingPart> parts, const HangerOptions& options = {});

/// The same with the span of two nodes that a tool holds nearly taut: tracked ones slip inwards by up to a
/// tenth. Where they were tracked closer than that, or there are more than two: as tracked.
Hanger calibrate_taut_hanger(std::span<const RecordingPart> parts, HangerOptions options);

/// Mean distance of the tracked held nodes from a given hanger, in frames from `from` on [m].
double hanger_scatter(const Recording& recording, const Hanger& hanger, double from);

/// Where the hanger wants held node `k` at the time of the camera, in the robot's frame.
Motion carried_motion(const ToolPath& tool, const Hanger& hanger, std::size_t k, const Vec3& shift);

}  // namespace isocloth::fitting
