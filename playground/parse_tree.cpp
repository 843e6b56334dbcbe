#include "io/scene/tree.hpp"

/// A page holds scenes as they are written out, so the engine in it needs no YAML library.
namespace isocloth::io {

Tree parse_tree(const std::string& text, const std::string& source, bool /*has_lines*/) {
  return parse_canonical(text, source);
}

}  // namespace isocloth::io
