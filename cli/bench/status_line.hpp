#pragma once

/// One line on stderr that is written over again and again, and only where stderr is a terminal.

#include <unistd.h>

#include <cstdio>
#include <string>

namespace isocloth::cli::bench {

class StatusLine {
 public:
  StatusLine() = default;
  ~StatusLine() { show(""); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  void show(const std::string& text) const {
    if (!on_terminal_) return;
    std::fputs(("\r\033[K" + text).c_str(), stderr);
    std::fflush(stderr);
  }

 private:
  const bool on_terminal_ = isatty(STDERR_FILENO) != 0;
};

}  // namespace isocloth::cli::bench
