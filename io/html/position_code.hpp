#pragma once

/// Positions over time as bytes that deflate makes small.
///
///   u_f,i  = round((x_f,i − origin) / quantum)                  whole numbers, per coordinate
///   r_f,i  = u_f,i − 2 u_f−1,i + u_f−2,i                         what a steady motion does not explain
///   d_f,i  = r_f,i − r_f,i−1                                     neighbours accelerate alike
///
/// d is stored as 2d or −2d − 1 (small numbers for small |d|), its lowest bytes of all values first, then the
/// second, third and fourth. Sums wrap around, so decoding gives u exactly whatever the motion.

#include <cstdint>
#include <vector>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

struct CodedPositions {
  Vec3 origin = Vec3::Zero();        ///< [m]
  double quantum = 1;                ///< [m]
  std::vector<std::uint8_t> planes;  ///< 4 × frames × nodes × 3 bytes
};

/// All frames have the same number of nodes, and numbers that are finite.
CodedPositions code_positions(const std::vector<const Frame*>& frames);

/// Values in [0, largest] as 16 bit, low bytes first, then high bytes; differences over time, frame by frame
/// of `count` values. For quantities that colours show.
std::vector<std::uint8_t> code_scalars(const std::vector<Vector>& frames, double largest);

}  // namespace isocloth::io
