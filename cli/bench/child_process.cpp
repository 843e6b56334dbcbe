#include "cli/bench/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>

#include "io/file.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::cli::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostBytes = 16'000'000;

class Pipe {
 public:
  Pipe() { require(::pipe2(ends_.data(), O_CLOEXEC) == 0, "no pipe can be made; close other programs"); }
  ~Pipe() {
    close_writer();
    ::close(ends_[0]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int reader() const { return ends_[0]; }
  int writer() const { return ends_[1]; }
  void close_writer() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

/// A process that is ended and waited for at the latest when the object goes.
class Process {
 public:
  Process(const std::string& program, const std::vector<std::string>& arguments, int out, int err) {
    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    const int failed = ::posix_spawnp(&id_, program.c_str(), &actions, nullptr, argv.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed != 0)
      io::fail_at(program, 0,
                  std::string("cannot be started (") + std::strerror(failed) + "); name another isocloth");
  }
  ~Process() {
    if (id_ <= 0) return;
    ::kill(id_, SIGKILL);
    wait();
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  int wait() {
    int how = 0;
    while (::waitpid(id_, &how, 0) < 0 && errno == EINTR) {
    }
    id_ = -1;
    return WIFEXITED(how) ? WEXITSTATUS(how) : -1;
  }

 private:
  pid_t id_ = -1;
};

/// Appends what can be read; false at the end.
bool read_some(int reader, std::string& text) {
  std::array<char, 65536> buffer;
  const ssize_t count = ::read(reader, buffer.data(), buffer.size());
  if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && errno == EINTR);
}

/// Reads both until both have ended.
void read_all(const std::string& program, const std::array<int, 2>& readers,
              const std::array<std::string*, 2>& texts, double seconds) {
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  std::array<pollfd, 2> waiting{{{readers[0], POLLIN, 0}, {readers[1], POLLIN, 0}}};
  while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
    const double left = std::chrono::duration<double>(end - Clock::now()).count();
    if (left <= 0)
      io::fail_at(program, 0,
                  "has not ended after " + to_text(std::round(seconds)) + " s; is it an isocloth program?");
    ::poll(waiting.data(), waiting.size(), static_cast<int>(1000 * std::min(left, 1.0)) + 1);
    for (std::size_t k = 0; k < 2; ++k) {
      if (waiting[k].fd < 0 || waiting[k].revents == 0) continue;
      waiting[k].revents = 0;
      if (!read_some(readers[k], *texts[k])) waiting[k].fd = -1;
      if (texts[k]->size() > kMostBytes)
        io::fail_at(program, 0, "prints more than 16 MB; is it an isocloth program?");
    }
  }
}

}  // namespace

ChildOutput run_child(const std::string& program, const std::vector<std::string>& arguments, double seconds) {
  Pipe out, err;
  Process process(program, arguments, out.writer(), err.writer());
  out.close_writer();
  err.close_writer();
  ChildOutput output;
  read_all(program, {out.reader(), err.reader()}, {&output.out, &output.err}, seconds);
  output.status = process.wait();
  return output;
}

}  // namespace isocloth::cli::bench
