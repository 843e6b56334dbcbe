#include "isocloth/garments/shape.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace isocloth {

Fold fold_through(const Vec2& from, const Vec2& to) {
  const Vec2 along = (to - from).normalized();
  return {.point = from, .inward = Vec2(-along.y(), along.x())};
}

double bent_length(double radius) { return radius * std::numbers::pi / 2; }

Vec3 bent_over(const std::vector<Fold>& folds, const Vec2& point, PanelSide side, double radius) {
  Vec2 place = point;
  double y = radius;
  for (const Fold& fold : folds) {
    if (fold.half * point.x() < 0) continue;
    const double d = fold.inward.dot(point - fold.point);
    const double bent = std::max(0.0, bent_length(radius) - d);
    place += (bent - radius * std::sin(bent / radius)) * fold.inward;
    y *= std::cos(bent / radius);
  }
  return {place.x(), side == PanelSide::front ? 0 - y : y, place.y()};
}

double stretch_at(const std::vector<Fold>& folds, const Vec2& point, double radius) {
  if (folds.empty()) return 0;
  // derivatives by differences; their error is of the order (step / radius)² = 1e-8
  const double step = 1e-4 * radius;
  const auto derivative = [&](const Vec2& along) -> Vec3 {
    return (bent_over(folds, point + step * along, PanelSide::front, radius) -
            bent_over(folds, point - step * along, PanelSide::front, radius)) /
           (2 * step);
  };
  const Vec3 du = derivative(Vec2::UnitX()), dw = derivative(Vec2::UnitY());
  return std::max({std::abs(du.norm() - 1), std::abs(dw.norm() - 1), std::abs(du.dot(dw))});
}

}  // namespace isocloth
