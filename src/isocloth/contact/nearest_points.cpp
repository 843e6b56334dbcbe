#include "isocloth/contact/nearest_points.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace isocloth {
namespace {

/// A way ends where this much of the distance above the least is left, and advances by this share of what is
/// safe.
constexpr double kLeftShare = 0.1, kAdvance = 0.9;
constexpr int kMostAdvances = 200;

/// Edges whose directions' sine is below this count as parallel.
constexpr double kParallel = 1e-6;

Nearest at_weights(const FourPoints& x, const std::array<double, 4>& w, bool is_inside) {
  Nearest result{w, Vec3::Zero(), is_inside};
  for (int i = 0; i < 4; ++i) result.between += w[i] * x[i];
  return result;
}

/// The nearest point of a triangle by the region that the node lies in [Ericson, Real-Time Collision
/// Detection, 5.1.5].
Nearest nearest_in_triangle(const FourPoints& x) {
  const Vec3 ab = x[2] - x[1], ac = x[3] - x[1], ap = x[0] - x[1];
  const double d1 = ab.dot(ap), d2 = ac.dot(ap);
  if (d1 <= 0 && d2 <= 0) return at_weights(x, {1, -1, 0, 0}, false);
  const Vec3 bp = x[0] - x[2];
  const double d3 = ab.dot(bp), d4 = ac.dot(bp);
  if (d3 >= 0 && d4 <= d3) return at_weights(x, {1, 0, -1, 0}, false);
  const Vec3 cp = x[0] - x[3];
  const double d5 = ab.dot(cp), d6 = ac.dot(cp);
  if (d6 >= 0 && d5 <= d6) return at_weights(x, {1, 0, 0, -1}, false);
  const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const double s = d1 / (d1 - d3);
    return at_weights(x, {1, s - 1, -s, 0}, false);
  }
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const double s = d2 / (d2 - d6);
    return at_weights(x, {1, s - 1, 0, -s}, false);
  }
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const double s = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    return at_weights(x, {1, 0, s - 1, -s}, false);
  }
  const double sum = va + vb + vc, b = vb / sum, c = vc / sum;
  return at_weights(x, {1, b + c - 1, -b, -c}, true);
}

/// p/q within [0, 1]; 0 where q is 0.
double part_of(double p, double q) { return p <= 0 ? 0.0 : p >= q ? (q > 0 ? 1.0 : 0.0) : p / q; }

Nearest nearest_of_edges(const FourPoints& x) {
  const Vec3 u = x[1] - x[0], v = x[3] - x[2], r = x[0] - x[2];
  const double a = u.squaredNorm(), e = v.squaredNorm(), b = u.dot(v), c = u.dot(r), f = v.dot(r);
  const double sine = a * e - b * b;
  const bool is_parallel = sine <= kParallel * kParallel * a * e;
  double s = is_parallel ? 0.5 : part_of(b * f - c * e, sine);
  const double t = part_of(v.dot(r + s * u), e);  // of the point of the first edge
  s = part_of(u.dot(t * v - r), a);               // … and back
  const bool is_inside = !is_parallel && s > 0 && s < 1 && t > 0 && t < 1;
  return at_weights(x, {1 - s, s, t - 1, -t}, is_inside);
}

}  // namespace

Nearest nearest_points(PairKind kind, const FourPoints& x) {
  return kind == PairKind::node_triangle ? nearest_in_triangle(x) : nearest_of_edges(x);
}

namespace {

/// The way of each node, less their mean.
FourPoints ways_apart(const FourPoints& x, const FourPoints& y) {
  FourPoints way;
  Vec3 mean = Vec3::Zero();
  for (int i = 0; i < 4; ++i) mean += 0.25 * (y[i] - x[i]);
  for (int i = 0; i < 4; ++i) way[i] = y[i] - x[i] - mean;
  return way;
}

double speed_of(PairKind kind, const FourPoints& way) {
  const int split = kind == PairKind::node_triangle ? 1 : 2;  // first node of the second part
  double fastest[2] = {0, 0};
  for (int i = 0; i < 4; ++i) fastest[i >= split] = std::max(fastest[i >= split], way[i].squaredNorm());
  return std::sqrt(fastest[0]) + std::sqrt(fastest[1]);
}

}  // namespace

double speed(PairKind kind, const FourPoints& x, const FourPoints& y) {
  return speed_of(kind, ways_apart(x, y));
}

double free_share(PairKind kind, const FourPoints& x, const FourPoints& y, double least) {
  const FourPoints way = ways_apart(x, y);
  const double speed = speed_of(kind, way);
  double left = nearest_points(kind, x).between.norm() - least;
  if (speed < left) return 1;
  const double enough = kLeftShare * left;
  if (left <= 0) return 0;
  double share = 0;
  for (int k = 0; k < kMostAdvances; ++k) {
    const double next = share + kAdvance * left / speed;
    if (next >= 1) return 1;
    FourPoints here;
    for (int i = 0; i < 4; ++i) here[i] = x[i] + next * way[i];
    left = nearest_points(kind, here).between.norm() - least;
    if (left <= enough) return left > 0 ? next : share;
    share = next;
  }
  return share;
}

}  // namespace isocloth
