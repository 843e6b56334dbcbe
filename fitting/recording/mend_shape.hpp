#pragma once

/// Whether what was tracked looks like a hanging cloth of its size, in metres.

#include "fitting/recording/read_grid.hpp"

namespace isocloth::fitting {

/// Millimetres and centimetres become metres, with a remark; InputError where the cloth has another size than
/// was said.
void mend_units(GridRecording& grid, const GridOptions& options, const std::string& path);

/// Rows counted from the top are turned round, with a remark; InputError where the last row is beside the
/// first.
void check_upright(GridRecording& grid, const std::string& path);

}  // namespace isocloth::fitting
