#include "video.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "io/file.hpp"

extern char** environ;

namespace isocloth::cli {
namespace {

constexpr const char* kInstall =
    "a video needs the program ffmpeg; install it (apt install ffmpeg) or make a .png";
constexpr const char* kCannotWrite = "ffmpeg cannot write the video; check the folder and the free space";

/// Starts `arguments` with its stdin at the returned descriptor; −1 where that is impossible.
int spawn(const std::vector<std::string>& arguments, int& process) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return -1;
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0);
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const int failed = ::posix_spawnp(&process, argv[0], &actions, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[0]);
  if (failed == 0) return ends[1];
  ::close(ends[1]);
  process = -1;
  return -1;
}

}  // namespace

VideoWriter::VideoWriter(const std::string& path, int width, int height, double frames_per_second)
    : file_(path) {
  ::signal(SIGPIPE, SIG_IGN);  // write fails instead, and says so
  pipe_ = spawn({"ffmpeg",
                 "-loglevel",
                 "error",
                 "-y",
                 "-f",
                 "rawvideo",
                 "-pix_fmt",
                 "rgb24",
                 "-s",
                 fmt::format("{}x{}", width, height),
                 "-r",
                 fmt::format("{}", frames_per_second),
                 "-i",
                 "-",
                 "-vf",
                 "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white",
                 "-c:v",
                 "libx264",
                 "-pix_fmt",
                 "yuv420p",
                 "-crf",
                 "20",
                 "-movflags",
                 "+faststart",
                 "-f",
                 "mp4",
                 "file:" + file_.beside()},
                process_);
  if (pipe_ < 0) io::fail_at(path, 0, kInstall);
}

VideoWriter::~VideoWriter() {
  if (process_ < 0) return;
  close_pipe();
  wait();
}

void VideoWriter::add(const io::Image& image) {
  const auto* bytes = reinterpret_cast<const char*>(image.rgb.data());
  for (std::size_t done = 0; done < image.rgb.size();) {
    const ssize_t count = ::write(pipe_, bytes + done, image.rgb.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) io::fail_at(file_.path(), 0, kCannotWrite);
    done += static_cast<std::size_t>(count);
  }
}

void VideoWriter::finish() {
  close_pipe();
  if (!wait()) io::fail_at(file_.path(), 0, kCannotWrite);
  file_.commit();
}

void VideoWriter::close_pipe() {
  if (pipe_ >= 0) ::close(pipe_);
  pipe_ = -1;
}

bool VideoWriter::wait() {
  int how = 0;
  ::waitpid(process_, &how, 0);
  process_ = -1;
  return WIFEXITED(how) && WEXITSTATUS(how) == 0;
}

}  // namespace isocloth::cli
