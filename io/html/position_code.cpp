#include "io/html/position_code.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth::io {
namespace {

constexpr double kQuantaPerMotion = 1 << 20;

using Quanta = std::vector<std::uint32_t>;  ///< unsigned: sums wrap around

Quanta quantise(const Points& x, const Vec3& origin, double quantum) {
  Quanta u(static_cast<std::size_t>(x.size()));
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    for (int a = 0; a < 3; ++a) {
      const double whole = std::round((x(i, a) - origin[a]) / quantum);
      u[static_cast<std::size_t>(3 * i + a)] = static_cast<std::uint32_t>(std::llround(whole));
    }
  }
  return u;
}

/// Small numbers for small differences of either sign.
std::uint32_t zigzag(std::uint32_t d) { return (d << 1) ^ (0u - (d >> 31)); }

}  // namespace

CodedPositions code_positions(const std::vector<const Frame*>& frames) {
  CodedPositions coded;
  Vec3 low = frames.front()->x.row(0), high = low;
  for (const Frame* frame : frames) {
    low = low.cwiseMin(frame->x.colwise().minCoeff().transpose());
    high = high.cwiseMax(frame->x.colwise().maxCoeff().transpose());
  }
  coded.origin = low;
  const double extent = (high - low).maxCoeff();
  coded.quantum = extent > 0 ? extent / kQuantaPerMotion : 1;

  const auto values = static_cast<std::size_t>(frames.front()->x.size());
  const std::size_t all = values * frames.size();
  coded.planes.resize(4 * all);
  Quanta before(values, 0), second_before(values, 0);
  std::size_t at = 0;
  for (const Frame* frame : frames) {
    const Quanta u = quantise(frame->x, coded.origin, coded.quantum);
    for (std::size_t k = 0; k < values; ++k, ++at) {
      const auto surprise = [&](std::size_t j) { return u[j] - 2 * before[j] + second_before[j]; };
      const std::uint32_t code = zigzag(surprise(k) - (k >= 3 ? surprise(k - 3) : 0));
      for (std::size_t plane = 0; plane < 4; ++plane)
        coded.planes[plane * all + at] = static_cast<std::uint8_t>(code >> (8 * plane));
    }
    second_before = std::exchange(before, u);
  }
  return coded;
}

std::vector<std::uint8_t> code_scalars(const std::vector<Vector>& frames, double largest) {
  const auto values = static_cast<std::size_t>(frames.front().size());
  const std::size_t all = values * frames.size();
  std::vector<std::uint8_t> planes(2 * all);
  std::vector<std::uint16_t> before(values, 0);
  std::size_t at = 0;
  for (const Vector& frame : frames) {
    for (std::size_t k = 0; k < values; ++k, ++at) {
      const double share =
          largest > 0 ? std::clamp(frame[static_cast<Eigen::Index>(k)] / largest, 0.0, 1.0) : 0;
      const auto u = static_cast<std::uint16_t>(std::lround(65535 * share));
      const auto d = static_cast<std::uint16_t>(u - std::exchange(before[k], u));
      planes[at] = static_cast<std::uint8_t>(d);
      planes[all + at] = static_cast<std::uint8_t>(d >> 8);
    }
  }
  return planes;
}

}  // namespace isocloth::io
