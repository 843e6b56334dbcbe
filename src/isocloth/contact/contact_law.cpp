#include "isocloth/contact/contact_law.hpp"

#include <algorithm>

namespace isocloth {

Vec3 uncut_force(const Contact& c, const Vec3& u) {
  Vec3 force = c.multiplier - c.penalty.cwiseProduct(c.offset + u);
  if (c.compression.is_soft()) force[0] = squeeze_force(c.compression, -(c.offset[0] + u[0]));
  return force;
}

Vec3 respond_force(const Contact& c, const Vec3& u) {
  Vec3 force = uncut_force(c, u);
  if (force[0] <= 0) return Vec3::Zero();
  const double length = force.tail<2>().norm();
  if (c.slip_limit <= 0)
    force.tail<2>().setZero();
  else if (length > c.slip_limit)
    force.tail<2>() *= c.slip_limit / length;
  return force;
}

namespace {

/// Cuts friction off at µγ, with the stiffness that is left.
void cut_off_friction(const Contact& c, ContactResponse& r) {
  auto tangential = r.force.tail<2>();
  if (c.slip_limit <= 0) {
    tangential.setZero();
    return;
  }
  const double length = tangential.norm();
  auto block = r.stiffness.bottomRightCorner<2, 2>();
  block.diagonal() = c.penalty.tail<2>();
  if (length <= c.slip_limit) return;
  const Vec2 along = tangential / length;  // slips: only turning the direction meets resistance
  block -= block.diagonal()[0] * along * along.transpose();
  block *= c.slip_limit / length;
  tangential = c.slip_limit * along;
}

}  // namespace

double contact_energy(const Contact& c, const Vec3& u) {
  const Vec3 force = uncut_force(c, u);
  if (force[0] <= 0) return 0;
  const double length = force.tail<2>().norm(), within = std::min(length, c.slip_limit);
  const double normal = c.compression.is_soft() ? squeeze_energy(c.compression, -(c.offset[0] + u[0]))
                                                : 0.5 * force[0] * force[0] / c.penalty[0];
  return normal + within * (length - 0.5 * within) / c.penalty[1];
}

ContactResponse respond(const Contact& c, const Vec3& u) {
  ContactResponse r;
  r.force = uncut_force(c, u);
  if (r.force[0] <= 0) {
    r.force.setZero();
    return r;
  }
  r.stiffness(0, 0) =
      c.compression.is_soft() ? squeeze_stiffness(c.compression, -(c.offset[0] + u[0])) : c.penalty[0];
  cut_off_friction(c, r);
  return r;
}

ContactResponse respond_pressing(const Contact& c, const Vec3& u) {
  if (c.compression.is_soft()) return respond(c, u);
  ContactResponse r;
  r.force = uncut_force(c, u);
  r.stiffness(0, 0) = c.penalty[0];
  cut_off_friction(c, r);
  return r;
}

ContactResponse respond_as_before(const Contact& c, const Vec3& u) {
  if (!c.compression.is_soft()) return respond(c, u);
  ContactResponse r;
  const double squeeze = squeeze_of(c.compression, c.multiplier[0]);
  r.force = c.multiplier - c.penalty.cwiseProduct(c.offset + u);
  r.stiffness(0, 0) = squeeze_stiffness(c.compression, squeeze);
  r.force[0] = c.multiplier[0] - r.stiffness(0, 0) * (c.offset[0] + u[0] + squeeze);
  if (c.slides)
    cut_off_friction(c, r);
  else
    r.stiffness.diagonal().tail<2>() = c.penalty.tail<2>();
  return r;
}

ContactResponse respond_from_rest(const Contact& c, const Vec3& u) {
  ContactResponse r = respond(c, u);
  if (!c.compression.is_soft() || r.force[0] <= 0) return r;
  r.stiffness(0, 0) = c.compression.force / c.compression.range;
  r.force[0] = -r.stiffness(0, 0) * (c.offset[0] + u[0]);
  return r;
}

}  // namespace isocloth
