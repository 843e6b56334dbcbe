#pragma once

/// A secret that only who was given the address knows: 128 random bits from the system, in hexadecimal.

#include <string>

namespace isocloth::cli {

std::string random_token();

}  // namespace isocloth::cli
