#include "io/trajectory/output_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "io/file.hpp"

namespace isocloth::io {

OutputFile::OutputFile(const std::string& path) : path_(path), beside_(path + ".part") {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) fail("it is a folder");
  errno = 0;
  file_.open(beside_, std::ios::binary | std::ios::trunc);
  if (!file_.good()) fail(std::strerror(errno));
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
