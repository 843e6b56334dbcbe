#include "io/scene/text_file.hpp"

#include <filesystem>

#include "io/file.hpp"
#include "io/scene/tree.hpp"

namespace isocloth::io {

std::string read_text_file(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::file_status status = fs::status(path, failed);
  // devices such as /dev/zero have no end; pipes are fine
  if (fs::is_character_file(status) || fs::is_block_file(status))
    fail_at(path, 0, "is a device; name a file");
  if (fs::is_regular_file(status) && fs::file_size(path, failed) > kMaxTextBytes) {
    fail_at(path, 0, "is larger than 16 MB; is this the right file?");
  }
  std::string text = read_file(path);
  constexpr const char* kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.erase(0, 3);
  return text;
}

}  // namespace isocloth::io
