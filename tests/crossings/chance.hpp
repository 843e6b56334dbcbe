#pragma once

#include <cmath>
#include <random>

#include "isocloth/core/types.hpp"

namespace isocloth::test {

/// Numbers by chance; the same seed, the same numbers.
class Chance {
 public:
  explicit Chance(unsigned seed) : random_(seed) {}
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  double magnitude(double low, double high) { return low * std::pow(high / low, between(0, 1)); }
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  bool once_in(int n) { return whole(1, n) == 1; }
  Vec3 within(double size) { return {between(-size, size), between(-size, size), between(-size, size)}; }

 private:
  std::mt19937 random_;
};

}  // namespace isocloth::test
