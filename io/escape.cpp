#include "io/escape.hpp"

namespace isocloth::io {
namespace {

/// What stands for a character; nothing where it stands for itself.
std::string_view written_out(char c) {
  if (c == '&') return "&amp;";
  if (c == '<') return "&lt;";
  if (c == '>') return "&gt;";
  if (c == '"') return "&quot;";
  return static_cast<unsigned char>(c) < 0x20 ? " " : "";
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    const std::string_view other = written_out(c);
    safe += other.empty() ? std::string_view(&c, 1) : other;
  }
  return safe;
}

}  // namespace isocloth::io
