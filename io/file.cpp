#include "io/file.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "isocloth/core/require.hpp"

namespace isocloth::io {

std::string read_file(const std::string& path) {
  std::error_code ignored;
  require(!std::filesystem::is_directory(path, ignored), path + ": is a folder; name a file");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  require(file.good(), path + ": cannot be read (" + std::strerror(errno) + "); check the path");
  std::ostringstream contents;
  contents << file.rdbuf();
  return std::move(contents).str();
}

void write_file(const std::string& path, std::string_view bytes) {
  const std::string beside = path + ".part";
  errno = 0;
  std::ofstream file(beside, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  std::error_code failed;
  if (file.good()) std::filesystem::rename(beside, path, failed);
  if (file.good() && !failed) return;
  const std::string reason = failed ? failed.message() : std::strerror(errno);
  std::filesystem::remove(beside, failed);
  throw InputError(path + ": cannot be written (" + reason + "); check the folder and its permissions");
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
