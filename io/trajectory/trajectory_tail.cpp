#include "io/trajectory/trajectory_tail.hpp"

#include <filesystem>
#include <fstream>

#include "io/file.hpp"
#include "io/trajectory/frame_reader.hpp"
#include "io/trajectory/layout.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

std::uint64_t size_now(const std::string& path) {
  std::error_code failed;
  const std::uintmax_t bytes = std::filesystem::file_size(path, failed);
  return failed ? 0 : bytes;
}

/// What tells a header from another: its fixed part, and the checksum that ends it.
std::string mark_of(std::istream& file, std::size_t header_bytes) {
  std::string mark(ict::kRestAt + ict::kChecksumBytes, '\0');
  file.read(mark.data(), ict::kRestAt);
  file.seekg(static_cast<std::streamoff>(header_bytes - ict::kChecksumBytes));
  file.read(&mark[ict::kRestAt], ict::kChecksumBytes);
  file.clear();
  return mark;
}

}  // namespace

TrajectoryTail::TrajectoryTail(std::string path) : path_(std::move(path)) {
  const std::uint64_t bytes = size_now(path_);
  std::ifstream file(path_, std::ios::binary);
  if (!file.good()) fail_at(path_, 0, "cannot be read; check the path");
  begin(file, bytes);
}

void TrajectoryTail::begin(std::istream& file, std::uint64_t bytes) {
  file.seekg(0);
  header_ = read_header(file, bytes, path_);
  file.seekg(0);
  mark_ = mark_of(file, header_.header_bytes);
  frames_ = 0;
}

std::optional<Frame> TrajectoryTail::newest() {
  const std::uint64_t bytes = size_now(path_);
  std::ifstream file(path_, std::ios::binary);
  if (!file.good()) return std::nullopt;
  if (mark_of(file, header_.header_bytes) != mark_) {
    try {
      begin(file, bytes);
    } catch (const InputError&) {
      return std::nullopt;  // its header is not whole yet
    }
  }
  if (bytes < header_.header_bytes) return std::nullopt;
  const std::uint64_t whole = (bytes - header_.header_bytes) / header_.frame_bytes;
  if (whole == frames_ || whole == 0) return std::nullopt;
  file.seekg(static_cast<std::streamoff>(header_.header_bytes + (whole - 1) * header_.frame_bytes));
  Frame frame;
  if (!read_frame(file, header_, frame).empty()) return std::nullopt;
  frames_ = whole;
  return frame;
}

}  // namespace isocloth::io
