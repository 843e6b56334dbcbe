#pragma once

/// The built program as a child process, as a script would use it.

#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace isocloth::cli::test {

/// An empty folder that goes away with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

  /// Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& text) const;

  /// Number of files and folders in it.
  int size() const;

 private:
  std::filesystem::path path_;
};

struct Result {
  int status = -1;  ///< exit status; −1 where a signal ended it
  std::string out, err;

  nlohmann::json json() const { return nlohmann::json::parse(out); }
};

/// A program that has been started and not yet waited for.
class Child {
 public:
  /// `largest_file`: no file may grow beyond this [bytes], as on a full disk; 0: no limit. `program`: another
  /// than isocloth.
  explicit Child(const std::vector<std::string>& arguments, std::uint64_t largest_file = 0,
                 const std::string& program = {});
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void send(int signal) const;
  Result wait();

 private:
  TemporaryFolder folder_;  ///< holds its stdout and stderr
  pid_t process_ = -1;
};

/// Runs `isocloth arguments…` to its end.
Result isocloth_program(const std::vector<std::string>& arguments);

/// Runs a line of the shell, in which `isocloth` is the program.
Result in_shell(const std::string& line);

/// Contents of a file; a failure of the test where there is none.
std::string contents_of(const std::string& path);

/// Waits until the file has at least `bytes`; false after 60 s.
bool wait_for_size(const std::string& path, std::uintmax_t bytes);

/// Exit status 2, nothing on stdout, and one line "isocloth: …" on stderr that contains `part`.
void expect_refusal(const Result& result, const std::string& part);

}  // namespace isocloth::cli::test
