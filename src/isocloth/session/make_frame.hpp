#pragma once

/// What a trajectory keeps of a simulation.

#include "isocloth/dynamics/simulation.hpp"
#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth {

/// The simulation as it stands; `since` are the steps since the frame before.
Frame make_frame(const Simulation& simulation, const StepTotals& since);

/// What a trajectory file says of a run ahead of its frames; `scene` is the text it was made from, if any. A
/// half-space shows the square of its plane that is nearest to the cloth, large enough for it to move about.
TrajectoryInfo trajectory_info(const std::string& scene, const Simulation& simulation);

/// The grasps with the nodes they hold: at the end of a run those by place have closed.
std::vector<GraspInfo> grasp_infos(const Simulation& simulation);

}  // namespace isocloth
