#pragma once

/// What the server hands out of a live run, the first message and the frames for saving: written by the
/// engine, read by the server, neither waits long.

#include <deque>
#include <memory>
#include <mutex>
#include <string>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::cli {

class LiveRecord {
 public:
  /// Forgets all frames.
  void restart(TrajectoryInfo info);

  /// Beyond kMostBytes the oldest frames are forgotten.
  void add(Frame frame);

  /// What a new viewer gets first.
  void set_hello(std::string message);
  std::string hello() const;

  /// The bytes of a trajectory file.
  std::string trajectory_file() const;

 private:
  static constexpr std::size_t kMostBytes = std::size_t{256} << 20;

  mutable std::mutex mutex_;
  std::shared_ptr<const TrajectoryInfo> info_;
  std::deque<std::shared_ptr<const Frame>> frames_;
  std::string hello_;
};

}  // namespace isocloth::cli
