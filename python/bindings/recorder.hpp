#pragma once

/// A trajectory of a simulation that somebody else steps.
///
/// Bodies that are only seen follow the simulation's obstacles, in the order in which they are given. Grasps
/// may come while it records: a frame before one came holds no force of it, and its hand where it took hold.
/// A file that is written meanwhile is then written anew under its name, so that it is whole at any time.

#include <optional>
#include <string>
#include <vector>

#include "bound_simulation.hpp"
#include "io/trajectory/trajectory_writer.hpp"
#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::python {

class Recorder {
 public:
  /// `looks`: how obstacles of the simulation are drawn, in their order, instead of by their own surface.
  Recorder(const Simulation& simulation, const std::string& scene,
           std::vector<std::pair<int, ObstacleInfo>> looks, std::vector<ObstacleInfo> bodies,
           std::optional<std::string> out);

  void note(const StepReport& step) { since_.add(step); }

  /// A frame of the simulation as it is, with the bodies at these poses.
  void keep(const Simulation& simulation, const std::vector<RigidPose>& body_poses);

  const Trajectory& trajectory() const { return trajectory_; }

 private:
  void add_grasps(const Simulation& simulation, const Frame& frame);
  void write_anew();

  Trajectory trajectory_;
  std::size_t obstacles_, bodies_;
  StepTotals since_;
  std::optional<std::string> out_;
  std::optional<io::TrajectoryWriter> file_;
};

}  // namespace isocloth::python
