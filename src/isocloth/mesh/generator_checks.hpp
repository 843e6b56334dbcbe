#pragma once

/// Arguments that generators refuse, in one wording.

#include <cmath>
#include <cstdint>
#include <string>

#include "isocloth/core/require.hpp"

namespace isocloth {

/// Most nodes a generator makes: about 100 MB of mesh, and far more than can be simulated.
inline constexpr std::int64_t kMostNodes = 4'000'000;

/// Most nodes of an irregular mesh, which takes about 20 µs per node to make.
inline constexpr int kMostIrregularNodes = 200'000;

inline void require_length(double value, const std::string& name) {
  require(value > 0 && std::isfinite(value), name + " must be a finite length > 0 m, got " + to_text(value));
}

inline void require_at_least(int value, int least, const std::string& name) {
  require(value >= least,
          name + " must be at least " + std::to_string(least) + ", got " + std::to_string(value));
}

inline void require_node_count(std::int64_t count, const std::string& names) {
  require(count <= kMostNodes, names + " ask for " + std::to_string(count) + " nodes; at most " +
                                   std::to_string(kMostNodes) + " are made, so ask for fewer");
}

}  // namespace isocloth
