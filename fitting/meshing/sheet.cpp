#include "fitting/meshing/sheet.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace isocloth::fitting {

Vec3 SheetSpot::normal() const { return along_u.cross(along_v).normalized(); }

SheetSpot spot_at(const SheetShape& shape, const Points& x, const Vec2& uv) {
  const int c = std::clamp(static_cast<int>(std::floor(uv.x())), 0, shape.nodes[0] - 2);
  const int r = std::clamp(static_cast<int>(std::floor(uv.y())), 0, shape.nodes[1] - 2);
  const double a = uv.x() - c, b = uv.y() - r;
  SheetSpot spot;
  spot.corners = {shape.node(c, r), shape.node(c + 1, r), shape.node(c, r + 1), shape.node(c + 1, r + 1)};
  spot.weights = {(1 - a) * (1 - b), a * (1 - b), (1 - a) * b, a * b};
  const Vec3 p = x.row(spot.corners[0]), q = x.row(spot.corners[1]), s = x.row(spot.corners[2]),
             t = x.row(spot.corners[3]);
  spot.along_u = (1 - b) * (q - p) + b * (t - s);
  spot.along_v = (1 - a) * (s - p) + a * (t - q);
  spot.position = (1 - b) * ((1 - a) * p + a * q) + b * ((1 - a) * s + a * t);
  return spot;
}

void drop_foot(const SheetShape& shape, const Points& x, const Vec3& point, int steps, Vec2& uv) {
  constexpr double kBeyond = 4;  ///< places are sought this far outside [cells]
  for (int k = 0; k < steps; ++k) {
    const SheetSpot spot = spot_at(shape, x, uv);
    const Vec3 d = point - spot.position;
    const double uu = spot.along_u.squaredNorm(), vv = spot.along_v.squaredNorm(),
                 cross = spot.along_u.dot(spot.along_v);
    const double du = spot.along_u.dot(d), dv = spot.along_v.dot(d), area = uu * vv - cross * cross;
    if (!(area > 1e-6 * uu * vv)) return;  // the cell has no area
    Vec2 change((vv * du - cross * dv) / area, (uu * dv - cross * du) / area);
    change = change.cwiseMax(-2.0).cwiseMin(2.0);
    uv = (uv + change)
             .cwiseMax(-kBeyond)
             .cwiseMin(Vec2(shape.nodes[0] - 1 + kBeyond, shape.nodes[1] - 1 + kBeyond));
    if (change.cwiseAbs().maxCoeff() < 0.01) return;
  }
}

Points smoothed(const SheetShape& shape, const Points& x) {
  constexpr int kPasses = 4;
  const auto [columns, rows] = shape.nodes;
  Points now = x, next = x;
  const auto pass = [&](int count, int lines, int step, int line_step) {
    for (int line = 0; line < lines; ++line)
      for (int k = 1; k + 1 < count; ++k) {
        const int node = line * line_step + k * step;
        next.row(node) = 0.25 * now.row(node - step) + 0.5 * now.row(node) + 0.25 * now.row(node + step);
      }
    now = next;
  };
  for (int k = 0; k < kPasses; ++k) {
    pass(columns, rows, 1, columns);
    pass(rows, columns, columns, 1);
  }
  return now;
}

}  // namespace isocloth::fitting
