#include "isocloth/garments/outline.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth {
namespace {

constexpr int kCurvePieces = 64;  // straight pieces per curve: within 1/5000 of its length [-]

double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

}  // namespace

Chain bezier(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
  Chain chain;
  for (int k = 0; k <= kCurvePieces; ++k) {
    const double t = static_cast<double>(k) / kCurvePieces, s = 1 - t;
    chain.push_back(s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d);
  }
  return chain;
}

Chain joined(Chain first, const Chain& second) {
  first.insert(first.end(), second.begin() + 1, second.end());
  return first;
}

Chain mirrored(const Chain& chain) {
  Chain result;
  for (auto p = chain.rbegin(); p != chain.rend(); ++p) result.push_back({-p->x(), p->y()});
  return result;
}

OutlineCurve mirrored(const OutlineCurve& curve) {
  OutlineCurve result{curve.name, curve.seam, mirrored(curve.points)};
  const std::size_t left = result.name.find("left"), right = result.name.find("right");
  if (left != std::string::npos) result.name.replace(left, 4, "right");
  if (right != std::string::npos) result.name.replace(right, 5, "left");
  return result;
}

Outline mirrored(const Outline& outline) {
  Outline result;
  for (auto curve = outline.rbegin(); curve != outline.rend(); ++curve) result.push_back(mirrored(*curve));
  return result;
}

double length_of(const Chain& chain) {
  double length = 0;
  for (std::size_t i = 1; i < chain.size(); ++i) length += (chain[i] - chain[i - 1]).norm();
  return length;
}

Chain divided(const Chain& chain, int segments) {
  const double total = length_of(chain);
  Chain result{chain.front()};
  double passed = 0;  // length up to the point `i - 1`
  std::size_t i = 1;
  for (int k = 1; k < segments; ++k) {
    const double wanted = total * k / segments;
    double piece = (chain[i] - chain[i - 1]).norm();
    while (passed + piece < wanted && i + 1 < chain.size()) {
      passed += piece;
      ++i;
      piece = (chain[i] - chain[i - 1]).norm();
    }
    const double along = piece > 0 ? std::min(1.0, (wanted - passed) / piece) : 0;
    result.push_back(chain[i - 1] + along * (chain[i] - chain[i - 1]));
  }
  result.push_back(chain.back());
  return result;
}

Chain polygon_of(const Outline& outline) {
  Chain polygon;
  for (const OutlineCurve& curve : outline)
    polygon.insert(polygon.end(), curve.points.begin(), curve.points.end() - 1);
  return polygon;
}

double area_of(const Chain& polygon) {
  double twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i)
    twice += cross(polygon[i], polygon[(i + 1) % polygon.size()]);
  return twice / 2;
}

bool is_inside(const Chain& polygon, const Vec2& point) {
  bool inside = false;  // as often as a ray to the right crosses the rim
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2& a = polygon[i];
    const Vec2& b = polygon[(i + 1) % polygon.size()];
    if ((a.y() > point.y()) == (b.y() > point.y())) continue;
    if (point.x() < a.x() + (b.x() - a.x()) * (point.y() - a.y()) / (b.y() - a.y())) inside = !inside;
  }
  return inside;
}

Vec2 nearest_on_segment(const Vec2& a, const Vec2& b, const Vec2& point) {
  const Vec2 along = b - a;
  const double square = along.squaredNorm();
  return square > 0 ? Vec2(a + std::clamp(along.dot(point - a) / square, 0.0, 1.0) * along) : a;
}

}  // namespace isocloth
