#include "stop_signal.hpp"

#include <signal.h>

#include <initializer_list>

namespace isocloth::cli {
namespace {

volatile sig_atomic_t g_received = 0;  // the only thing that a signal handler may touch

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
  g_received = 0;
  for (const int signal : {SIGINT, SIGTERM}) handle(signal, [](int) { g_received = 1; });
}

StopSignal::~StopSignal() {
  for (const int signal : {SIGINT, SIGTERM}) handle(signal, SIG_DFL);
}

bool StopSignal::received() const { return g_received != 0; }

}  // namespace isocloth::cli
