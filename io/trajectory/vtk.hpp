#pragma once

/// ParaView files: PolyData (`.vtp`), binary as inline base64, quads kept; and a collection in time (`.pvd`).
///
/// Point data: velocity [m/s]. Cell data: area_error, signed relative error of the element's area [-].

#include <string>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// The last frame; InputError where there is none.
void export_vtp(const std::string& path, const Trajectory& trajectory);

/// `NAME.pvd`, and one file per frame `NAME/frame_000000.vtp` in the folder of that name beside it.
void export_pvd(const std::string& path, const Trajectory& trajectory);

}  // namespace isocloth::io
