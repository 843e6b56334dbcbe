#include "isocloth/contact/compression.hpp"

#include <algorithm>
#include <cmath>

#include "isocloth/contact/soft_limits.hpp"

namespace isocloth {

double squeeze_force(const Compression& law, double squeeze) {
  const double z = squeeze / law.range;
  if (z <= 0) return 0;
  return law.force * (z < kEnd ? z / (1 - z) : kEndForce + kEndSlope * (z - kEnd));
}

double squeeze_stiffness(const Compression& law, double squeeze) {
  const double z = squeeze / law.range, left = 1 - std::min(z, kEnd);
  return z <= 0 ? 0.0 : law.force / law.range / (left * left);
}

double squeeze_energy(const Compression& law, double squeeze) {
  const double z = squeeze / law.range;
  if (z <= 0) return 0;
  const double within = std::min(z, kEnd), beyond = z - within;
  return law.force * law.range *
         (-within - std::log1p(-within) + beyond * (kEndForce + 0.5 * kEndSlope * beyond));
}

double squeeze_of(const Compression& law, double force) {
  if (!law.is_soft()) return 0;
  const double share = force / law.force;
  return law.range * (share < kEndForce ? share / (1 + share) : kEnd + (share - kEndForce) / kEndSlope);
}

bool is_beyond_law(const Compression& law, double squeeze) {
  return law.is_soft() && squeeze > kEnd * law.range;
}

}  // namespace isocloth
