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

ContactAdjoint::ContactAdjoint(const ContactRecords& contacts, const std::vector<char>& held,
                               const std::vector<ContactGradient>& of_forces,
                               const std::vector<NormalGradient>& of_normals)
    : contacts_(contacts), held_(held) {
  for (const ContactRecord& contact : contacts.list) {
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
      if (of.key == contact.key) side.after += contact.turn * of.tangential_force;
    for (const NormalGradient& of : of_normals)
      if (of.key == contact.key) side.of_normal += of.normal;
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

void ContactAdjoint::add_to(const Points& x, const Points& d, const NodeMatrix& metric,
                            IterationAdjoint& adjoint) const {
  for (const Side& side : sides_) {
    const ContactRecord& c = *side.contact;
    Said said;
    const Vec3 on_cloth = c.point.at(adjoint.w), y = on_cloth + side.after, of_uncut = side.cut * y;
    said.of_z = side.slope.transpose() * y;
    said.of_normal = c.force * on_cloth - side.pressed * c.point.at(d) - c.normal.dot(c.z) * of_uncut -
                     c.normal.dot(of_uncut) * c.z + side.of_normal;
    said.of_weights = of_penalty(c, -said.of_z.dot(c.way), metric, adjoint.diagonal);
    const Vec3 force = c.force * c.normal + c.tangential(), of_carried = c.penalty * said.of_z;
    for (int i = 0; i < c.point.count; ++i) {
      const int node = c.point.nodes[i];
      const Vec3 end = (x.row(node) + d.row(node)).transpose();
      said.of_weights[i] += force.dot(adjoint.w.row(node).transpose()) - side.pressed * c.normal.dot(end) -
                            of_carried.dot(end - c.carry * adjoint.began->row(node).transpose());
    }
    add_spread(c, -side.pressed * c.normal - of_carried, adjoint.x);
    add_spread(c, c.carry.transpose() * of_carried, adjoint.x_start);
    if (c.remembered) adjoint.of_memory.push_back({c.memory, c.turn.transpose() * said.of_z});
    if (c.layers < 0)
      add_to_nodes_on_obstacle(side, said, x, adjoint);
    else
      add_to_nodes_of_layers(side, said, x, adjoint);
  }
  if (adjoint.of_safe.isZero(0)) return;
  const double share = contacts_.safe_share;
  adjoint.x += share * adjoint.of_safe;
  adjoint.of_safe *= 1 - share;
}

/// A normal that turns with the place, and a deepest point that moves, or that an earlier iteration found.
void ContactAdjoint::add_to_nodes_on_obstacle(const Side& side, Said& said, const Points& x,
                                              IterationAdjoint& adjoint) const {
  const ContactRecord& c = *side.contact;
  Vec3 m = said.of_normal;
  const Vec3 bent = c.curvature * m;
  for (int i = 0; i < c.point.count; ++i) said.of_weights[i] += bent.dot(x.row(c.point.nodes[i]).transpose());
  if (c.found != contacts_.search) adjoint.of_kept.push_back({c.finder, c.found, said.of_weights});
  for (KeptGradient& kept : adjoint.of_kept) {
    if (kept.found != contacts_.search || kept.key != c.key) continue;
    for (int i = 0; i < c.point.count; ++i) said.of_weights[i] += std::exchange(kept.weights[i], 0.0);
  }
  Vec2 of_coordinates = Vec2::Zero();
  for (int a = 0; a < c.level.ways; ++a)
    for (int i = 0; i < c.point.count; ++i) of_coordinates[a] += c.level.slopes[a][i] * said.of_weights[i];
  const Vec2 sigma = c.level.inverse * of_coordinates;
  for (int a = 0; a < c.level.ways; ++a) {
    m -= sigma[a] * c.level.along[a];
    for (int i = 0; i < c.point.count; ++i)
      adjoint.x.row(c.point.nodes[i]) -= sigma[a] * c.level.slopes[a][i] * c.normal.transpose();
  }
  add_spread(c, c.curvature * m, adjoint.x);
  add_to_obstacle(side, said.of_z, m, adjoint);
}

/// Normal, weights and the turning frame of the other side are those of the nodes at `safe`.
void ContactAdjoint::add_to_nodes_of_layers(const Side& side, const Said& said, const Points& x,
                                            IterationAdjoint& adjoint) const {
  const ContactRecord& c = *side.contact;
  const LayerRecord& layers = contacts_.layers[static_cast<std::size_t>(c.layers)];
  LayerGradient of{.normal = said.of_normal - side.pressed * c.point.at(x),  // n·q⁺, not n·(q⁺ − q)
                   .weights = said.of_weights};
  for (int i = 0; i < 4; ++i) of.weights[i] += side.pressed * layers.asked[i];
  of.turn = c.penalty * said.of_z * c.point.at(*adjoint.began).transpose();
  const LayerNodesGradient nodes = go_back(layers, of);
  for (int i = 0; i < 4; ++i) {
    adjoint.of_safe.row(c.point.nodes[i]) += nodes.safe[i].transpose();
    adjoint.x_start.row(c.point.nodes[i]) += nodes.start[i].transpose();
  }
}

/// ρ_t = 30 Σ w²A / (Σ w²)², over the nodes that are free; A: the metric's diagonal. By the weights.
std::array<double, 4> ContactAdjoint::of_penalty(const ContactRecord& c, double by_penalty,
                                                 const NodeMatrix& metric, Vector& diagonal) const {
  std::array<double, 4> of_weights{};
  double squares = 0, inertia = 0;
  for (int i = 0; i < c.point.count; ++i) {
    const int node = c.point.nodes[i];
    if (held_[node]) continue;
    squares += c.point.weights[i] * c.point.weights[i];
    inertia += c.point.weights[i] * c.point.weights[i] * metric.coeff(node, node);
  }
  if (squares <= 0) return of_weights;
  const double share = by_penalty * kPenaltyShare / (squares * squares);
  for (int i = 0; i < c.point.count; ++i) {
    const int node = c.point.nodes[i];
    const double weight = c.point.weights[i];
    if (held_[node]) continue;
    diagonal[node] += share * weight * weight;
    of_weights[i] = share * weight * (2 * metric.coeff(node, node) - 4 * inertia / squares);
  }
  return of_weights;
}

/// Moved by δ and turned by θ about its place, an obstacle changes a gap by −n·(δ + θ × arm), a normal by
/// θ × n less C times that way, and carries along what touches it.
void ContactAdjoint::add_to_obstacle(const Side& side, const Vec3& of_z, const Vec3& m,
                                     IterationAdjoint& adjoint) {
  const ContactRecord& c = *side.contact;
  const auto obstacle = static_cast<std::size_t>(c.key.obstacle);
  if (adjoint.of_obstacles.size() <= obstacle) adjoint.of_obstacles.resize(obstacle + 1);
  ObstacleGradient& of = adjoint.of_obstacles[obstacle];
  const Vec3 of_place = side.pressed * c.normal - c.curvature * m;
  const Vec3 of_carried = c.penalty * of_z, of_start = c.carry.transpose() * of_carried;
  of.end.place += of_place + of_carried;
  of.end.turn += c.arm.cross(of_place) + c.normal.cross(m) + c.carried_arm.cross(of_carried) +
                 c.before.cross(of_z) - c.tangential().cross(side.after);
  of.begin.place -= of_start;
  of.begin.turn -= c.start_arm.cross(of_start);
}

}  // namespace isocloth
