#pragma once

/// One frame of a `.ict` file.

#include "io/trajectory/header_reader.hpp"

namespace isocloth::io {

/// Reads the frame that begins where `file` stands; returns what is wrong with it, empty where it is whole.
std::string read_frame(std::istream& file, const TrajectoryHeader& header, Frame& frame);

}  // namespace isocloth::io
