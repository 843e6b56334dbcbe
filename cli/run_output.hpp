#pragma once

/// Where the frames of a run go: nowhere, straight into a `.ict` file, or into memory until the run ends and
/// another format can be written whole.

#include <optional>
#include <string>

#include "io/trajectory/trajectory_writer.hpp"
#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::cli {

class RunOutput {
 public:
  /// `path` empty: frames are dropped. InputError where the file cannot be written, before anything is
  /// simulated.
  RunOutput(std::string path, TrajectoryInfo info);

  bool is_wanted() const { return !path_.empty(); }
  void append(const Frame& frame);

  /// Writes what waits in memory.
  void finish();

 private:
  std::string path_;
  std::optional<io::TrajectoryWriter> writer_;
  Trajectory waiting_;
};

}  // namespace isocloth::cli
