#include "program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

namespace isocloth::cli::test {
namespace fs = std::filesystem;
namespace {

void redirect(const std::string& path, int descriptor) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::dup2(file, descriptor);
  ::close(file);
}

void limit_files(std::uint64_t bytes) {
  if (bytes == 0) return;
  const rlimit limit{bytes, bytes};
  ::setrlimit(RLIMIT_FSIZE, &limit);
  ::signal(SIGXFSZ, SIG_IGN);  // so that write fails, as on a full disk
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "isocloth_cli_XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  std::ofstream(path_ / name, std::ios::binary) << text;
  return *this / name;
}

int TemporaryFolder::size() const {
  return static_cast<int>(std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
}

Child::Child(const std::vector<std::string>& arguments, std::uint64_t largest_file,
             const std::string& program) {
  const std::string out = folder_ / "out", err = folder_ / "err";
  std::vector<char*> argv{const_cast<char*>(program.empty() ? ISOCLOTH_PROGRAM : program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  process_ = ::fork();
  if (process_ != 0) return;
  redirect(out, STDOUT_FILENO);
  redirect(err, STDERR_FILENO);
  limit_files(largest_file);
  ::signal(SIGINT, SIG_DFL);  // a shell ignores it in what it starts in the background, and that is inherited
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

Child::~Child() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

void Child::send(int signal) const { ::kill(process_, signal); }

Result Child::wait() {
  int how = 0;
  ::waitpid(process_, &how, 0);
  process_ = -1;
  return {WIFEXITED(how) ? WEXITSTATUS(how) : -1, contents_of(folder_ / "out"), contents_of(folder_ / "err")};
}

Result isocloth_program(const std::vector<std::string>& arguments) { return Child(arguments).wait(); }

Result in_shell(const std::string& line) {
  return Child({"-c", "isocloth() { " ISOCLOTH_PROGRAM " \"$@\"; }; " + line}, 0, "/bin/sh").wait();
}

std::string contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  std::ostringstream contents;
  contents << file.rdbuf();
  return std::move(contents).str();
}

bool wait_for_size(const std::string& path, std::uintmax_t bytes) {
  for (int tries = 0; tries < 60'000; ++tries) {
    std::error_code none_yet;
    const std::uintmax_t size = fs::file_size(path, none_yet);
    if (!none_yet && size >= bytes) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

void expect_refusal(const Result& result, const std::string& part) {
  EXPECT_EQ(result.status, 2) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(result.err.starts_with("isocloth: ")) << result.err;
  EXPECT_EQ(result.err.find('\n'), result.err.size() - 1) << "one line: " << result.err;
  EXPECT_NE(result.err.find(part), std::string::npos) << result.err;
}

}  // namespace isocloth::cli::test
