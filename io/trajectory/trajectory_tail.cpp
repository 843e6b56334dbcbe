#include "io/trajectory/trajectory_tail.hpp"

#include <sys/stat.h>

#include <fstream>

#include "io/file.hpp"
#include "io/trajectory/frame_reader.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

struct FileNow {
  std::uint64_t number, bytes;
};

std::optional<FileNow> file_now(const std::string& path) {
  struct stat now{};
  if (::stat(path.c_str(), &now) != 0) return std::nullopt;
  return FileNow{static_cast<std::uint64_t>(now.st_ino), static_cast<std::uint64_t>(now.st_size)};
}

}  // namespace

TrajectoryTail::TrajectoryTail(std::string path) : path_(std::move(path)) {
  const auto now = file_now(path_);
  if (!now) fail_at(path_, 0, "cannot be read; check the path");
  std::ifstream file(path_, std::ios::binary);
  header_ = read_header(file, now->bytes, path_);
  file_ = now->number;
}

std::optional<Frame> TrajectoryTail::newest() {
  const auto now = file_now(path_);
  if (!now) return std::nullopt;
  const bool another =
      now->number != file_ || now->bytes < header_.header_bytes + frames_ * header_.frame_bytes;
  if (another) {
    try {
      std::ifstream file(path_, std::ios::binary);
      header_ = read_header(file, now->bytes, path_);
    } catch (const InputError&) {
      return std::nullopt;  // its header is not whole yet
    }
    file_ = now->number;
    frames_ = 0;
  }
  const std::uint64_t whole = (now->bytes - header_.header_bytes) / header_.frame_bytes;
  if (whole == frames_) return std::nullopt;
  std::ifstream file(path_, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(header_.header_bytes + (whole - 1) * header_.frame_bytes));
  Frame frame;
  if (!read_frame(file, header_, frame).empty()) {
    file_ = 0;  // it may have been written over: its header is read again
    return std::nullopt;
  }
  frames_ = whole;
  return frame;
}

}  // namespace isocloth::io
