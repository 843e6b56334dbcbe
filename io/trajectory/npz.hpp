#pragma once

/// Everything as numpy arrays; `numpy.load(path)` gives, for f frames, n nodes, e elements, g grasps and k
/// obstacles:
///
///   t (f)  positions (f,n,3)  velocities (f,n,3)  rest (n,3)  elements (e,4), −1 as a triangle's fourth
///   metric_error area_total area_mean area_dispersion (f)  steps converged_steps iterations (f)
///   node_penetration surface_penetration (f)  grasp_force (f,g,3)  grasp_names (g)
///   obstacle_names (k)  obstacle_pose (f,k,7): x y z qw qx qy qz  obstacle_force obstacle_torque (f,k,3)
///   contact_force (f,n,3), (f,0,3) without obstacles

#include <string>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// InputError above 4 GB, the limit of zip without extensions.
void export_npz(const std::string& path, const Trajectory& trajectory);

}  // namespace isocloth::io
