#include "isocloth/projection/contact_adjoint.hpp"

#include <Eigen/LU>
#include <utility>

#include "isocloth/contact/contact_program.hpp"
#include "isocloth/projection/row_products.hpp"

namespace isocloth {
namespace {

/// Contacts that depend on each other share their force as the program left it; this much softness, over
/// what the cloth gives way by, keeps their system regular.
constexpr double kLeastSoftness = 1e-11;

}  // namespace

ContactAdjoint::ContactAdjoint(const std::vector<ContactRecord>& contacts, const std::vector<char>& held,
                               const std::vector<ContactGradient>& of_forces)
    : held_(held) {
  for (const ContactRecord& contact : contacts) {
    Side side{.contact = &contact};
    const Eigen::Matrix3d across = Eigen::Matrix3d::Identity() - contact.normal * contact.normal.transpose();
    if (contact.friction <= 0) {
      side.cut.setZero();
    } else if (contact.slides()) {
      const double length = contact.uncut.norm();
      const Vec3 direction = contact.uncut / length;
      side.cut -= direction * direction.transpose();
      side.cut *= contact.friction * contact.force / length;
      side.along = contact.friction * direction;
    }
    side.slope = side.cut * across;
    for (const ContactGradient& of : of_forces)
      if (of.obstacle == contact.obstacle && of.site == contact.site)
        side.after = contact.turn * of.tangential_force;
    sides_.push_back(side);
  }
}

void ContactAdjoint::enter(ProjectionSystem& assembled) const {
  for (const Side& side : sides_) {
    const SurfacePoint& point = side.contact->point;
    const Eigen::Matrix3d block = side.contact->penalty * side.slope;
    for (int i = 0; i < point.count; ++i)
      for (int j = 0; j <= i; ++j)
        if (!held_[point.nodes[i]] && !held_[point.nodes[j]])
          assembled.add(point.nodes[i], point.nodes[j], point.weights[i] * point.weights[j] * block);
  }
}

/// to += Wᵀ vector.
void ContactAdjoint::add_spread(const ContactRecord& contact, const Vec3& vector, Points& to) const {
  for (int i = 0; i < contact.point.count; ++i)
    to.row(contact.point.nodes[i]) += contact.point.weights[i] * vector.transpose();
}

void ContactAdjoint::solve(ProjectionSystem& factorized, Points& w) {
  const auto count = static_cast<Eigen::Index>(sides_.size());
  for (const Side& side : sides_)
    add_spread(*side.contact, -side.contact->penalty * (side.slope * side.after), w);
  clear_held(held_, w);
  factorized.solve(w, kExactTolerance);
  std::vector<Points> columns;
  Eigen::MatrixXd matrix(count, count);
  Vector right(count);
  for (Eigen::Index q = 0; q < count; ++q) {
    const ContactRecord& contact = *sides_[static_cast<std::size_t>(q)].contact;
    Points column = Points::Zero(w.rows(), 3);
    add_spread(contact, contact.normal, column);
    clear_held(held_, column);
    factorized.solve(column, kExactTolerance);
    columns.push_back(std::move(column));
  }
  for (Eigen::Index p = 0; p < count; ++p) {
    const Side& side = sides_[static_cast<std::size_t>(p)];
    const Vec3 direction = side.contact->normal + side.along;
    for (Eigen::Index q = 0; q < count; ++q)
      matrix(p, q) = direction.dot(side.contact->point.at(columns[static_cast<std::size_t>(q)]));
    matrix(p, p) += side.contact->softness + kLeastSoftness * matrix(p, p);
    right[p] = direction.dot(side.contact->point.at(w)) + side.along.dot(side.after);
  }
  const Vector pressed = Eigen::PartialPivLU<Eigen::MatrixXd>(matrix).solve(right);
  for (std::size_t q = 0; q < sides_.size(); ++q) {
    sides_[q].pressed = pressed[static_cast<Eigen::Index>(q)];
    w -= sides_[q].pressed * columns[q];
  }
}

void ContactAdjoint::add_to(const Points& d, IterationAdjoint& adjoint) const {
  for (const Side& side : sides_) {
    const ContactRecord& c = *side.contact;
    const Vec3 on_cloth = c.point.at(adjoint.w), y = on_cloth + side.after;
    const Vec3 of_uncut = side.cut * y, of_z = side.slope.transpose() * y;
    const Vec3 of_normal = c.force * on_cloth - side.pressed * c.point.at(d) - c.normal.dot(c.z) * of_uncut -
                           c.normal.dot(of_uncut) * c.z;
    add_spread(c, c.curvature * of_normal - side.pressed * c.normal - c.penalty * of_z, adjoint.x);
    add_spread(c, c.carry.transpose() * (c.penalty * of_z), adjoint.x_start);
    if (c.remembered) adjoint.of_memory.push_back({c.obstacle, c.site, c.turn.transpose() * of_z});
    double squares = 0;
    for (int i = 0; i < c.point.count; ++i)
      if (!held_[c.point.nodes[i]]) squares += c.point.weights[i] * c.point.weights[i];
    const double of_penalty = -of_z.dot(c.way);
    for (int i = 0; i < c.point.count && squares > 0; ++i)
      if (!held_[c.point.nodes[i]])
        adjoint.diagonal[c.point.nodes[i]] +=
            of_penalty * kPenaltyShare * c.point.weights[i] * c.point.weights[i] / (squares * squares);
  }
}

}  // namespace isocloth
