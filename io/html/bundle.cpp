#include "io/html/bundle.hpp"

// The assembler copies the file into the program: ISOCLOTH_VIEWER_FILE is its path.
asm(".pushsection .rodata\n"
    ".global isocloth_viewer_begin\n"
    ".global isocloth_viewer_end\n"
    "isocloth_viewer_begin:\n"
    ".incbin \"" ISOCLOTH_VIEWER_FILE
    "\"\n"
    "isocloth_viewer_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const char isocloth_viewer_begin[];
extern const char isocloth_viewer_end[];
}

namespace isocloth::io {

std::string_view embedded_viewer() {
  return {isocloth_viewer_begin, static_cast<std::size_t>(isocloth_viewer_end - isocloth_viewer_begin)};
}

}  // namespace isocloth::io
