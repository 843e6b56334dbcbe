#pragma once

/// A file that only this user can read, gone with the object.

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "isocloth/core/require.hpp"

namespace isocloth::cli {

class TemporaryFile {
 public:
  /// An empty one whose name ends in `ending` (".html"). InputError where none can be made.
  explicit TemporaryFile(const std::string& ending)
      : path_((std::filesystem::temp_directory_path() / ("isocloth_XXXXXX" + ending)).string()) {
    const int file = ::mkstemps(path_.data(), static_cast<int>(ending.size()));
    require(file >= 0, path_ + ": cannot be made; check the free space of the temporary folder");
    ::close(file);
  }
  ~TemporaryFile() { ::unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace isocloth::cli
