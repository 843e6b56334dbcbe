#include "io/html/deflate.hpp"

#include <zlib.h>

#include "isocloth/core/require.hpp"

namespace isocloth::io {

std::string deflated(std::string_view bytes, int effort) {
  std::string small(compressBound(bytes.size()), '\0');
  uLongf size = small.size();
  const int status = compress2(reinterpret_cast<Bytef*>(small.data()), &size,
                               reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), effort);
  require(status == Z_OK, "not enough memory to compress " + std::to_string(bytes.size()) + " bytes");
  small.resize(size);
  return small;
}

}  // namespace isocloth::io
