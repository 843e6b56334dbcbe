#include "cli/bench/measure.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>

#include "io/file.hpp"
#include "io/scene/build_simulation.hpp"
#include "io/scene/run_scene.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::cli::bench {
namespace {

using Clock = std::chrono::steady_clock;

void build_and_run(const io::Scene& scene, double seconds) {
  const Clock::time_point begin = Clock::now();
  Session session(io::make_simulation(scene));
  io::run_scene(scene, session, {.go_on = [&](const RunReport&) {
                  return std::chrono::duration<double>(Clock::now() - begin).count() < seconds;
                }});
}

/// Builds and runs the scene in this process, which then ends without cleaning up what is its parent's.
[[noreturn]] void be_child(const io::Scene& scene, double seconds) {
  try {
    build_and_run(scene, seconds);
  } catch (...) {
    ::_exit(1);
  }
  ::_exit(0);
}

}  // namespace

double peak_memory_mb(const io::Scene& scene, double seconds) {
  std::fflush(nullptr);  // so that nothing is printed twice
  const pid_t child = ::fork();
  require(child >= 0, "no child process can be started to measure memory; close other programs");
  if (child == 0) be_child(scene, seconds);
  int how = 0;
  rusage use{};
  while (::wait4(child, &how, 0, &use) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(how) && WEXITSTATUS(how) == 0)
    return static_cast<double>(use.ru_maxrss) * 1024 / 1e6;  // ru_maxrss: KiB
  io::make_simulation(scene);                                // says what is wrong with it, in this process
  io::fail_at(scene.path, 0, "ends the process that runs it; is there enough memory?");
}

}  // namespace isocloth::cli::bench
