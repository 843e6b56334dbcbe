#include "io/html/escape.hpp"

namespace isocloth::io {

std::string escaped(std::string_view text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return html;
}

}  // namespace isocloth::io
