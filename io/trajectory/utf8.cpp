#include "io/trajectory/utf8.hpp"

#include <array>
#include <cstddef>

namespace isocloth::io {

namespace {

/// Length of the sequence that `lead` starts, 0 where it starts none.
std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC0) return 0;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF8 ? 4 : 0;
}

bool is_scalar(char32_t c, std::size_t length) {
  constexpr std::array<char32_t, 5> kSmallest{0, 0, 0x80, 0x800, 0x10000};  // below: an overlong form
  return c >= kSmallest[length] && c <= 0x10FFFF && !(c >= 0xD800 && c <= 0xDFFF);
}

}  // namespace

std::u32string from_utf8(std::string_view text) {
  std::u32string points;
  while (!text.empty()) {
    const auto lead = static_cast<unsigned char>(text[0]);
    const std::size_t length = sequence_length(lead);
    bool good = length > 0 && length <= text.size();
    char32_t point = length <= 1 ? lead : lead & (0x7Fu >> length);
    for (std::size_t i = 1; good && i < length; ++i) {
      const auto next = static_cast<unsigned char>(text[i]);
      good = (next & 0xC0) == 0x80;
      point = (point << 6) | (next & 0x3Fu);
    }
    good = good && is_scalar(point, length);
    points += good ? point : U'\uFFFD';
    text.remove_prefix(good ? length : 1);
  }
  return points;
}

}  // namespace isocloth::io
