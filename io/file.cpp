#include "io/file.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "io/inputs.hpp"
#include "io/output_file.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {

std::uint64_t size_to_read(const std::string& path, std::uint64_t most) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::file_status status = fs::status(path, failed);
  if (fs::is_directory(status)) fail_at(path, 0, "is a folder; name a file");
  if (!failed && !fs::is_regular_file(status))
    fail_at(path, 0, std::string("is a ") + (fs::is_fifo(status) ? "pipe" : "device") + "; name a file");
  const std::uint64_t size = failed ? 0 : fs::file_size(path, failed);
  if (failed) fail_at(path, 0, "cannot be read (" + failed.message() + "); check the path");
  if (size > most) {
    const bool gigabytes = most >= 1u << 30;
    fail_at(path, 0,
            "is larger than " + std::to_string(most >> (gigabytes ? 30 : 20)) + (gigabytes ? " GB" : " MB") +
                "; is this the right file?");
  }
  remember_input(path);
  return size;
}

std::string read_file(const std::string& path, std::uint64_t most) {
  std::string bytes(size_to_read(path, most), '\0');
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  require(file.good(), path + ": cannot be read (" + std::strerror(errno) + "); check the path");
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));  // less where it was cut meanwhile
  return bytes;
}

std::string read_text_file(const std::string& path) {
  std::string text = read_file(path, kMaxTextBytes);
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

void write_file(const std::string& path, std::string_view bytes) {
  OutputFile file(path);
  file.write(bytes);
  file.commit();
}

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!std::filesystem::is_directory(folder))
    fail_at(folder, 0,
            "cannot be made a folder" + (error ? " (" + error.message() + ")" : "") + "; choose another");
}

void fail_at(const std::string& path, int line, const std::string& message) {
  throw InputError(path + (line > 0 ? ":" + std::to_string(line) : std::string()) + ": " + message);
}

std::string ending_of(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return ending;
}

}  // namespace isocloth::io
