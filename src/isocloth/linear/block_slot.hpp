#pragma once

#include <cstddef>

namespace isocloth {

/// Where the block (row node, column node) lies: values()[offset + r + c·leading] is its entry (r, c).
struct BlockSlot {
  std::ptrdiff_t offset = 0;
  int leading = 0;
};

}  // namespace isocloth
