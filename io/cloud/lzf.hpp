#pragma once

/// LZF, the compression of binary_compressed PCD files: copies of earlier bytes, and bytes as they are.
///
///   000LLLLL                    the next L + 1 bytes as they are
///   LLLooooo oooooooo           L + 2 bytes from o + 1 bytes before; for L = 7 a byte more for L follows
///
/// [Lehmann, LibLZF]

#include <optional>
#include <string>
#include <string_view>

namespace isocloth::io {

/// The `size` bytes that were compressed; nothing where the data does not give exactly as many.
std::optional<std::string> decompress_lzf(std::string_view data, std::size_t size);

}  // namespace isocloth::io
