#pragma once

/// The motion of a robot's tool that carries the held nodes: poses over time, as CSV.
///
///   t,px,py,pz,qx,qy,qz,qw        or t,x,y,z,qw,qx,qy,qz, by the names in the header, in any order
///   t,x,y,z                       a tool that does not turn; the only form without a header

#include <string>
#include <vector>

#include "isocloth/obstacles/rigid_pose.hpp"

namespace isocloth::fitting {

struct ToolPath {
  std::vector<double> times;  ///< [s], increasing
  std::vector<RigidPose> poses;
  std::vector<std::string> remarks;  ///< what was mended

  /// Straight and with constant turn in between, constant before and after.
  PosePath path() const { return keyframe_pose(times, poses); }
};

/// InputError "FILE:LINE: …" where it cannot be used.
ToolPath read_tool_path(const std::string& path);

}  // namespace isocloth::fitting
