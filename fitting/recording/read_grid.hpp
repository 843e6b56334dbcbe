#pragma once

/// Tracked node grids as CSV: t, then x, y, z of node after node, with a header `t,x0,y0,z0,x1,…` or without.
///
/// With a header the columns may stand in any order. What can be mended is mended and said in the remarks:
/// rows out of order, times that repeat, a camera that handed out the same frame again, frames that see too
/// little, millimetres, rows counted from the top. What cannot is refused in a sentence with file and line.

#include <array>
#include <optional>

#include "fitting/recording/grid_recording.hpp"

namespace isocloth::fitting {

struct GridOptions {
  std::optional<int> rows{}, columns{};         ///< not given: a square grid
  std::optional<std::array<double, 2>> size{};  ///< width and height of the cloth [m], to tell units by
  bool hangs = true;                            ///< the last row is held above the others; false: not checked
};

GridRecording read_grid(const std::string& path, const GridOptions& options = {});

/// A tracked grid as CSV, as read_grid reads it: `t,x0,y0,z0,x1,…`, one row per frame, [s] and [m] to the
/// hundredth of a millimetre; `nan` where a node was not seen.
std::string format_grid(const GridRecording& grid);

/// Mends and checks frames as they come: sorted by time, what read_grid does to them after reading. `path`
/// names them in errors.
void mend_frames(GridRecording& grid, const GridOptions& options, const std::string& path);

/// Steps of it: whether what was tracked looks like a hanging cloth of its size, in metres.
///
/// Millimetres and centimetres become metres, with a remark; InputError where the cloth has another size than
/// was said.
void mend_units(GridRecording& grid, const GridOptions& options, const std::string& path);

/// Rows counted from the top are turned round, with a remark; InputError where the last row is beside the
/// first.
void check_upright(GridRecording& grid, const std::string& path);

/// Length of the cloth along its rows and along its columns [m]: the median over frames and rows of the way
/// from node to node, which an inextensible cloth keeps.
std::array<double, 2> measured_size(const GridRecording& grid);

}  // namespace isocloth::fitting
