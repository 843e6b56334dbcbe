#pragma once

/// Uniform numbers from raw outputs of std::mt19937. The standard fixes those outputs but not what its
/// distributions make of them, so that meshes built on these are the same with every standard library.

#include <random>

namespace isocloth {

/// Uniform in (0, 1): 52 random bits, centred in their cell so that neither end occurs.
inline double random_unit(std::mt19937& random) {
  const auto high = static_cast<double>(random() >> 6);  // 26 bits
  const auto low = static_cast<double>(random() >> 6);   // 26 bits
  return (high * 0x1p26 + low + 0.5) * 0x1p-52;
}

}  // namespace isocloth
