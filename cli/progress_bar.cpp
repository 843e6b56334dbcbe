#include "progress_bar.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "output.hpp"

namespace isocloth::cli {
namespace {

constexpr int kWidth = 20;
constexpr std::chrono::milliseconds kPause{100};

/// "0:07", "12:30", "3:00:00".
std::string clock_text(double seconds) {
  const long long s = std::llround(std::min(seconds, 1e9));
  if (s >= 3600) return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
  return fmt::format("{}:{:02}", s / 60, s % 60);
}

std::string line_of(const io::RunReport& run, double wall) {
  const double share = static_cast<double>(run.steps) / static_cast<double>(run.planned_steps);
  const auto filled = static_cast<std::size_t>(share * kWidth);
  const double end = run.simulated / share;  // [s]
  return fmt::format("[{}{}] {:3.0f} %  t = {:.2f} of {:.6g} s  {}× real time  {} left",
                     std::string(filled, '#'), std::string(kWidth - filled, '-'), std::floor(100 * share),
                     run.simulated, end, short_number(run.simulated / wall),
                     clock_text(wall * (1 - share) / share));
}

}  // namespace

ProgressBar::ProgressBar() : on_terminal_(isatty(STDERR_FILENO) != 0), next_(begin_ + kPause) {}

ProgressBar::~ProgressBar() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void ProgressBar::show(const io::RunReport& so_far) {
  if (!on_terminal_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + kPause;
  const double wall = std::chrono::duration<double>(now - begin_).count();
  fmt::print(stderr, "\r\033[K{}", line_of(so_far, wall));
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace isocloth::cli
