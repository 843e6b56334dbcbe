#pragma once

/// ParaView files: PolyData (`.vtp`), binary as inline base64, quads kept; and a collection in time (`.pvd`).
///
/// Point data: velocity [m/s], contact_force [N] where there are obstacles. Cell data: area_error, signed
/// relative error of the element's area [-]; of obstacles: obstacle, which one a cell belongs to.

#include <string>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// The last frame; InputError where there is none.
void export_vtp(const std::string& path, const Trajectory& trajectory);

/// `NAME.pvd`, and one file per frame `NAME/frame_000000.vtp` in the folder of that name beside it. Obstacles
/// are part 1: `NAME/obstacles_000000.vtp`, a new one whenever they have moved.
void export_pvd(const std::string& path, const Trajectory& trajectory);

}  // namespace isocloth::io
