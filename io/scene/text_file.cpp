#include "io/scene/text_file.hpp"

#include "io/file.hpp"
#include "io/scene/tree.hpp"

namespace isocloth::io {

std::string read_text_file(const std::string& path) {
  std::string text = read_file(path, kMaxTextBytes);
  constexpr const char* kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.erase(0, 3);
  return text;
}

}  // namespace isocloth::io
