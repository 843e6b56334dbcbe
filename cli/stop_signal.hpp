#pragma once

/// Ctrl-C and kill end a run after the step at hand; a second one ends the program at once.

namespace isocloth::cli {

/// Catches SIGINT and SIGTERM while it lives.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  bool received() const;
};

}  // namespace isocloth::cli
