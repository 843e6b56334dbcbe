#include "stop_signal.hpp"

#include <signal.h>

#include <atomic>
#include <initializer_list>

namespace isocloth::cli {
namespace {

std::atomic<bool> g_received = false;  // a signal comes to any thread, and may touch nothing that locks
static_assert(std::atomic<bool>::is_always_lock_free);

void handle(int signal, void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags =
      SA_RESTART | static_cast<int>(SA_RESETHAND);  // frames are written whole; the second one kills
  sigemptyset(&action.sa_mask);
  struct sigaction before{};
  sigaction(signal, nullptr, &before);
  if (before.sa_handler != SIG_IGN)
    sigaction(signal, &action, nullptr);  // nohup and background jobs ignore it
}

}  // namespace

StopSignal::StopSignal() {
  g_received = false;
  for (const int signal : {SIGINT, SIGTERM}) handle(signal, [](int) { g_received = true; });
}

StopSignal::~StopSignal() {
  for (const int signal : {SIGINT, SIGTERM}) handle(signal, SIG_DFL);
}

bool StopSignal::received() const { return g_received; }

}  // namespace isocloth::cli
