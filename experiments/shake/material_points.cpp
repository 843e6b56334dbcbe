#include "experiments/shake/material_points.hpp"

#include <cassert>
#include <optional>

namespace isocloth::experiments {
namespace {

constexpr double kOutside = -1e-9;  ///< weights above this are inside, up to rounding

double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Weights of the corners of an element at a point, or nothing where the point is outside.
std::optional<std::array<double, 4>> weights_at(const Mesh& rest, const Element& element, const Vec2& point) {
  const auto corner = [&](int k) { return Vec2(rest.x.row(element[k]).head<2>()); };
  const Vec2 a = corner(1) - corner(0), b = corner(corner_count(element) - 1) - corner(0),
             p = point - corner(0);
  const double u = cross(p, b) / cross(a, b), v = cross(a, p) / cross(a, b);
  std::array<double, 4> w{};
  if (corner_count(element) == 3) {
    w = {1 - u - v, u, v, 0};
  } else {
    w = {(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v};
    if (u < kOutside || v < kOutside || u > 1 - kOutside || v > 1 - kOutside) return std::nullopt;
  }
  for (const double weight : w)
    if (weight < kOutside) return std::nullopt;
  return w;
}

}  // namespace

MaterialPoints::MaterialPoints(const Mesh& rest, std::array<double, 2> size, int side) {
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i) {
      const Vec2 point((i + 0.5) / side * size[0], (j + 0.5) / side * size[1]);
      for (const Element& element : rest.elements)
        if (const auto weights = weights_at(rest, element, point)) {
          Place place{.nodes = element, .weights = *weights};
          if (corner_count(element) == 3) place.nodes[3] = element[0];
          places_.push_back(place);
          break;
        }
    }
  assert(static_cast<int>(places_.size()) == side * side);
}

Points MaterialPoints::at(const Points& x) const {
  Points points = Points::Zero(static_cast<Eigen::Index>(places_.size()), 3);
  for (std::size_t k = 0; k < places_.size(); ++k)
    for (int c = 0; c < 4; ++c)
      points.row(static_cast<Eigen::Index>(k)) += places_[k].weights[c] * x.row(places_[k].nodes[c]);
  return points;
}

}  // namespace isocloth::experiments
