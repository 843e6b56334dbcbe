#pragma once

/// Distance of points to the shapes of obstacles (obstacles/shape.hpp, ShapeFormula), and where these are.

#include "isocloth/batch/world.hpp"

namespace isocloth::batch {

/// x_world = R x_own + at.
template <class E>
struct Placed {
  using Real = typename E::Real;
  Three<Real> row[3];  ///< of R
  Three<Real> at;

  ISOCLOTH_ANYWHERE Three<Real> turned(Three<Real> a) const {
    return {dot(row[0], a), dot(row[1], a), dot(row[2], a)};
  }
  ISOCLOTH_ANYWHERE Three<Real> turned_back(Three<Real> a) const {
    return a.x * row[0] + a.y * row[1] + a.z * row[2];
  }
  ISOCLOTH_ANYWHERE Three<Real> to_world(Three<Real> own) const { return turned(own) + at; }
  ISOCLOTH_ANYWHERE Three<Real> to_own(Three<Real> world) const { return turned_back(world - at); }
};

/// From twelve numbers: rows of R, at.
template <class E>
ISOCLOTH_ANYWHERE inline Placed<E> placed_at(const typename E::Real* numbers, int obstacle) {
  const typename E::Real* from = numbers + 12 * obstacle;
  return {{three_at(from, 0), three_at(from, 1), three_at(from, 2)}, three_at(from, 3)};
}

/// Twelve numbers from seven: at, and a quaternion w x y z, whose length may be off by rounding.
template <class E>
ISOCLOTH_ANYWHERE inline void place(const typename E::Real* pose, typename E::Real* to) {
  using Real = typename E::Real;
  const Real one = real<E>(1), scale = one / E::sqrt(pose[3] * pose[3] + pose[4] * pose[4] +
                                                     pose[5] * pose[5] + pose[6] * pose[6]);
  const Real w = scale * pose[3], x = scale * pose[4], y = scale * pose[5], z = scale * pose[6];
  put_three(to, 0, Three<Real>{one - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)});
  put_three(to, 1, Three<Real>{2 * (x * y + w * z), one - 2 * (x * x + z * z), 2 * (y * z - w * x)});
  put_three(to, 2, Three<Real>{2 * (x * z - w * y), 2 * (y * z + w * x), one - 2 * (x * x + y * y)});
  put_three(to, 3, three_at(pose, 0));
}

template <class E>
struct Distance {
  typename E::Real length;  ///< [m], negative inside
  Three<typename E::Real> normal;
};

/// To the octant q ≤ 0 (obstacles/direction.hpp).
template <class E>
ISOCLOTH_ANYWHERE inline Distance<E> distance_to_octant(Three<typename E::Real> q) {
  using Real = typename E::Real;
  const Real zero = {}, one = real<E>(1);
  const auto is_y = q.y > q.x;
  const Real xy = is_y ? q.y : q.x;
  const auto is_z = q.z > xy;
  const Real largest = is_z ? q.z : xy;
  const Three<Real> face = {(is_y | is_z) ? zero : one, is_z ? zero : (is_y ? one : zero), is_z ? one : zero};
  const Three<Real> out = {larger(q.x, zero), larger(q.y, zero), larger(q.z, zero)};
  const Real square = dot(out, out), length = E::sqrt(square);
  const auto is_inside = square <= 0;
  const Real over = one / (is_inside ? one : length);
  return {is_inside ? largest : length, choose(is_inside, face, over * out)};
}

template <class Real>
ISOCLOTH_ANYWHERE inline Real with_sign_of(Real value, Real size) {
  return value < 0 ? -size : size;
}

/// In the shape's own frame.
template <class E>
ISOCLOTH_ANYWHERE inline Distance<E> distance_of(const ShapeFacts& shape, Three<typename E::Real> p) {
  using Real = typename E::Real;
  const Real zero = {}, one = real<E>(1);
  const auto three = [&](const double* a) { return Three<Real>{zero + a[0], zero + a[1], zero + a[2]}; };
  if (shape.kind == kPlane) {
    const Three<Real> normal = three(shape.normal);
    return {dot(normal, p - three(shape.core)), normal};
  }
  if (shape.kind == kRoundedBox) {
    const Distance<E> d =
        distance_to_octant<E>(Three<Real>{size_of(p.x), size_of(p.y), size_of(p.z)} - three(shape.core));
    return {d.length - shape.rounding,
            {with_sign_of(p.x, d.normal.x), with_sign_of(p.y, d.normal.y), with_sign_of(p.z, d.normal.z)}};
  }
  const Real radius = E::sqrt(p.x * p.x + p.y * p.y);
  const auto is_on_axis = radius <= 0;
  const Real over = one / (is_on_axis ? one : radius);
  const Distance<E> d =
      distance_to_octant<E>({radius - shape.core[0], real<E>(-1e300), size_of(p.z) - shape.core[2]});
  return {d.length - shape.rounding,
          {is_on_axis ? d.normal.x : d.normal.x * (over * p.x), is_on_axis ? zero : d.normal.x * (over * p.y),
           with_sign_of(p.z, d.normal.z)}};
}

template <class E>
ISOCLOTH_ANYWHERE inline Distance<E> distance_in_world(const ShapeFacts& shape, const Placed<E>& placed,
                                                       Three<typename E::Real> p) {
  using Real = typename E::Real;
  if (shape.kind == kNowhere) return {real<E>(1e9), {Real{}, Real{}, real<E>(1)}};
  const Distance<E> own = distance_of<E>(shape, placed.to_own(p));
  return {own.length, placed.turned(own.normal)};
}

}  // namespace isocloth::batch
