#include "io/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "io/file.hpp"
#include "io/inputs.hpp"

namespace isocloth::io {

OutputFile::OutputFile(const std::string& path) : path_(path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) fail("it is a folder");
  refuse_input(path);
  create_beside();
  errno = 0;
  file_.open(beside_, std::ios::binary | std::ios::trunc);
  if (file_.good()) return;
  const std::string reason = std::strerror(errno);
  std::filesystem::remove(beside_, ignored);
  fail(reason);
}

/// A new file, which nobody else can have: what is there already is left alone.
void OutputFile::create_beside() {
  static std::atomic<unsigned> count = 0;
  int file = -1;
  do {
    beside_ = path_ + "." + std::to_string(::getpid()) + "-" + std::to_string(count++) + ".part";
    file = ::open(beside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (file < 0 && errno == EEXIST);
  if (file < 0) fail(std::strerror(errno));
  ::close(file);
}

OutputFile::~OutputFile() {
  if (committed_) return;
  file_.close();
  std::error_code ignored;
  std::filesystem::remove(beside_, ignored);
}

void OutputFile::write(std::string_view bytes) {
  errno = 0;
  file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file_.good()) fail(std::strerror(errno));
  size_ += bytes.size();
}

void OutputFile::overwrite(std::uint64_t offset, std::string_view bytes) {
  errno = 0;
  file_.seekp(static_cast<std::streamoff>(offset));
  file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file_.seekp(static_cast<std::streamoff>(size_));
  if (!file_.good()) fail(std::strerror(errno));
}

void OutputFile::commit() {
  errno = 0;
  file_.close();
  if (!file_.good()) fail(std::strerror(errno));
  std::error_code failed;
  std::filesystem::rename(beside_, path_, failed);
  if (failed) fail(failed.message());
  committed_ = true;
}

void OutputFile::fail(const std::string& reason) const {
  fail_at(path_, 0,
          "cannot be written (" + reason + "); check the folder, its permissions and the free space");
}

}  // namespace isocloth::io
