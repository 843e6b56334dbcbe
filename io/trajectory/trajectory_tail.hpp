#pragma once

/// The newest frame of a `.ict` file that somebody else is writing.

#include <optional>
#include <string>

#include "io/trajectory/header_reader.hpp"

namespace isocloth::io {

class TrajectoryTail {
 public:
  /// InputError "PATH: …" for a file that is no trajectory.
  explicit TrajectoryTail(std::string path);

  const TrajectoryInfo& info() const { return header_.info; }

  /// The last whole frame, where it is newer than the one before. A file that is another now, or begins
  /// anew, is read from its start: then info() has changed.
  std::optional<Frame> newest();

 private:
  void begin(std::istream& file, std::uint64_t bytes);

  std::string path_, mark_;  ///< which file, and which header it had
  TrajectoryHeader header_;
  std::uint64_t frames_ = 0;
};

}  // namespace isocloth::io
