#include "progress_bar.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
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

std::string bar_of(double share) {
  const auto filled = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * kWidth);
  return fmt::format("[{}{}] {:3.0f} %", std::string(filled, '#'), std::string(kWidth - filled, '-'),
                     std::floor(100 * share));
}

std::string time_left(double share, double wall) { return clock_text(wall * (1 - share) / share) + " left"; }

std::string line_of(const RunReport& run, double wall) {
  const double share = static_cast<double>(run.steps) / static_cast<double>(run.planned_steps);
  const double end = run.simulated / share;  // [s]
  return fmt::format("{}  t = {:.2f} of {:.6g} s  {}× real time  {}", bar_of(share), run.simulated, end,
                     short_number(run.simulated / wall), time_left(share, wall));
}

}  // namespace

ProgressBar::ProgressBar() : on_terminal_(isatty(STDERR_FILENO) != 0), next_(begin_ + kPause) {}

ProgressBar::~ProgressBar() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

double ProgressBar::elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

bool ProgressBar::is_due() {
  if (!on_terminal_) return false;
  const Clock::time_point now = Clock::now();
  if (now < next_) return false;
  next_ = now + kPause;
  return true;
}

void ProgressBar::draw(const std::string& line) {
  std::fputs(("\r\033[K" + line).c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressBar::show(const RunReport& so_far) {
  if (is_due()) draw(line_of(so_far, elapsed()));
}

void ProgressBar::show(double share, const std::string& what) {
  if (share > 0 && is_due())
    draw(fmt::format("{}  {}  {}", bar_of(share), time_left(share, elapsed()), what));
}

}  // namespace isocloth::cli
