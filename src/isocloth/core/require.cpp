#include "isocloth/core/require.hpp"

#include <cstdio>

namespace isocloth {

void require(bool condition, const std::string& message) {
  if (!condition) throw InputError(message);
}

std::string to_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

}  // namespace isocloth
