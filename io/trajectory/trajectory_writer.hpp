#pragma once

/// Writes a `.ict` file while the run goes on (layout.hpp, docs/trajectory-format.md).

#include <cstddef>
#include <string>
#include <vector>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// Each frame has reached the operating system when append returns, so a killed run is readable to its last
/// frame. Where a frame cannot be written whole, the file is cut back to the frames before it.
class TrajectoryWriter {
 public:
  /// Creates or empties the file and writes the header. InputError "PATH: …" where that is impossible.
  TrajectoryWriter(const std::string& path, const TrajectoryInfo& info);
  ~TrajectoryWriter();
  TrajectoryWriter(const TrajectoryWriter&) = delete;
  TrajectoryWriter& operator=(const TrajectoryWriter&) = delete;

  /// Adds one frame; allocates nothing. InputError for a frame of another shape, numbers that are not finite,
  /// or a full disk.
  void append(const Frame& frame);

  std::size_t frame_count() const { return frame_count_; }

 private:
  void write_or_cut_back(const char* bytes, std::size_t count);

  std::string path_;
  TrajectoryInfo shape_;      ///< what frames are checked against: the header's info without its scene text
  std::vector<char> buffer_;  ///< one frame
  int file_ = -1;
  std::size_t written_ = 0;  ///< bytes of the header and all whole frames
  std::size_t frame_count_ = 0;
};

/// A whole trajectory at once.
void write_trajectory(const std::string& path, const Trajectory& trajectory);

}  // namespace isocloth::io
