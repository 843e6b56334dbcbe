#pragma once

/// The header of a `.ict` file. Lengths are held against the size of the file before anything is allocated.

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

struct TrajectoryHeader {
  TrajectoryInfo info;
  std::uint32_t format = 0;  ///< version of the format
  std::string program_version;
  std::size_t header_bytes = 0;
  std::size_t frame_bytes = 0;
};

/// Reads the header from the start of `file`, which is `file_bytes` long; InputError "PATH: …" where it is
/// damaged.
TrajectoryHeader read_header(std::istream& file, std::uint64_t file_bytes, const std::string& path);

}  // namespace isocloth::io
