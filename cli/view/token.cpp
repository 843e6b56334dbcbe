#include "view/token.hpp"

#include <sys/random.h>

#include <array>

#include "isocloth/core/require.hpp"

namespace isocloth::cli {

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  require(::getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()),
          "the system gives no random numbers for the address of the page; try again");
  std::string token;
  for (const unsigned char byte : bytes) {
    token += "0123456789abcdef"[byte >> 4];
    token += "0123456789abcdef"[byte & 15];
  }
  return token;
}

}  // namespace isocloth::cli
