#pragma once

/// Numbers as text, the same in every locale.

#include <charconv>
#include <string>

namespace isocloth::io {

/// Adds `value` with at most 9 significant digits, as printf's %.9g does in the C locale.
inline void append_number(std::string& text, double value) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 9).ptr;
  text.append(digits, end);
}

}  // namespace isocloth::io
