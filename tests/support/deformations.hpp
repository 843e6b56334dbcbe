#pragma once

/// Positions of a mesh's nodes away from rest.

#include <cmath>
#include <random>

#include "isocloth/mesh/mesh.hpp"

namespace isocloth::test {

/// A smooth bump out of the plane with some stretch in it; `size` ≈ 0.1 changes lengths by a few percent.
inline Points wavy(const Points& rest, double size) {
  Points x = rest;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const double u = 7 * rest(i, 0) + 3 * rest(i, 2), v = 5 * rest(i, 1) - 4 * rest(i, 2);
    x.row(i) += 0.2 * size * Eigen::RowVector3d(std::sin(v), std::cos(u + v), 4 * std::sin(u) * std::cos(v));
  }
  return x;
}

/// Every coordinate moved by up to ±size [m].
inline Points shaken(const Points& rest, double size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> move(-size, size);
  Points x = rest;
  for (Eigen::Index k = 0; k < x.size(); ++k) x.data()[k] += move(random);
  return x;
}

/// A sheet in the x–y plane rolled onto a cylinder of this radius [m]; it curves along (cos angle, sin angle)
/// and stays straight across. An isometry.
inline Points rolled(const Points& flat, double radius, double angle = 0) {
  Points x = flat;
  const double c = std::cos(angle), s = std::sin(angle);
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const double along = c * flat(i, 0) + s * flat(i, 1), across = c * flat(i, 1) - s * flat(i, 0);
    const double chord = radius * std::sin(along / radius);
    x.row(i) << c * chord - s * across, s * chord + c * across,
        flat(i, 2) + radius * (1 - std::cos(along / radius));
  }
  return x;
}

}  // namespace isocloth::test
