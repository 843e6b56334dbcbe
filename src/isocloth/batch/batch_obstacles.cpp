#include "isocloth/batch/batch_obstacles.hpp"

#include <algorithm>

namespace isocloth::batch {
namespace {

ShapeKind kind_of(ShapeFormula::Kind kind) {
  switch (kind) {
    case ShapeFormula::half_space:
      return kPlane;
    case ShapeFormula::rounded_box:
      return kRoundedBox;
    case ShapeFormula::rounded_cylinder:
      return kRoundedCylinder;
    default:
      return kNowhere;
  }
}

bool is_removed(const Simulation& simulation, std::size_t obstacle) {
  const std::vector<ObstacleState>& states = simulation.state().obstacles;
  return obstacle < states.size() && states[obstacle].removed;
}

constexpr int kNoContact = -1;

/// What pokes is the last site of an element, and the first in lanes.
int turned_in_element(const Tables& tables, const InnerSites& sites, int site, int by) {
  const int inside = site - sites.elements, count = tables.sites_per_element;
  return inside < 0 ? site : site + (inside + count + by) % count - inside % count;
}

/// The contact of a site, as lanes number it.
int contact_of(const Tables& tables, const ContactMemory& memory) {
  if (memory.site < tables.nodes) return memory.obstacle * tables.nodes + memory.site;
  const InnerSites& sites = tables.sites_of[memory.obstacle];
  const int site = sites.begin + memory.site - tables.nodes;
  return site < sites.end ? tables.obstacles * tables.nodes + turned_in_element(tables, sites, site, 1)
                          : kNoContact;
}

/// The site of a contact inside an edge or element.
int site_of(const Tables& tables, int obstacle, int inner) {
  const InnerSites& sites = tables.sites_of[obstacle];
  return tables.nodes + turned_in_element(tables, sites, inner, -1) - sites.begin;
}

}  // namespace

std::vector<ShapeFacts> shapes_of(const Simulation& simulation) {
  std::vector<ShapeFacts> shapes;
  for (std::size_t o = 0; o < simulation.obstacles().size(); ++o) {
    const Shape& shape = *simulation.obstacles()[o].shape;
    const ShapeFormula formula = shape.formula();
    ShapeFacts facts{};
    facts.kind = is_removed(simulation, o) ? kNowhere : kind_of(formula.kind);
    facts.rounding = formula.rounding;
    facts.inner_radius = shape.inner_radius();
    for (int k = 0; k < 3; ++k) facts.core[k] = formula.core[k], facts.normal[k] = formula.normal[k];
    shapes.push_back(facts);
  }
  return shapes;
}

bool can_touch_in_lanes(const Simulation& simulation) {
  for (std::size_t o = 0; o < simulation.obstacles().size(); ++o)
    if (!is_removed(simulation, o) && simulation.obstacles()[o].shape->formula().kind == ShapeFormula::none)
      return false;
  return true;
}

void put_pose(const RigidPose& pose, double* numbers) {
  const Eigen::Quaterniond& q = pose.rotation;
  const double all[] = {
      pose.translation[0], pose.translation[1], pose.translation[2], q.w(), q.x(), q.y(), q.z()};
  std::copy_n(all, 7, numbers);
}

RigidPose pose_in(const double* p) {
  return {Eigen::Quaterniond(p[3], p[4], p[5], p[6]).normalized(), Vec3(p[0], p[1], p[2])};
}

void put_contacts(const Tables& tables, const ClothState& state, double* numbers) {
  const WorldLayout& at = tables.at;
  std::fill(numbers + at.pressed, numbers + at.size, 0.0);
  for (const ContactMemory& memory : state.contacts) {
    const int contact = contact_of(tables, memory);
    if (contact == kNoContact) continue;
    numbers[at.pressed + contact] = memory.normal_force;
    numbers[at.settled + contact] = memory.fresh ? 0 : 1;
    numbers[at.slid + contact] = memory.slides ? 1 : 0;
    for (int k = 0; k < 3; ++k) numbers[at.rubbed + 3 * contact + k] = memory.tangential_force[k];
  }
}

void take_contacts(const Tables& tables, const double* numbers, std::vector<ContactMemory>& to) {
  const WorldLayout& at = tables.at;
  to.clear();
  const int of_nodes = tables.obstacles * tables.nodes;
  for (int contact = 0; contact < of_nodes + tables.inner; ++contact) {
    const double* const rubbed = numbers + at.rubbed + 3 * contact;
    const bool is_node = contact < of_nodes;
    const int obstacle = is_node ? contact / tables.nodes : tables.site[contact - of_nodes].obstacle;
    if (numbers[at.pressed + contact] > 0)
      to.push_back({.obstacle = obstacle,
                    .site = is_node ? contact % tables.nodes : site_of(tables, obstacle, contact - of_nodes),
                    .normal_force = numbers[at.pressed + contact],
                    .tangential_force = {rubbed[0], rubbed[1], rubbed[2]},
                    .fresh = numbers[at.settled + contact] == 0,
                    .slides = numbers[at.slid + contact] != 0});
  }
}

bool are_in_lanes(const Tables& tables, const std::vector<ContactMemory>& contacts) {
  return std::all_of(contacts.begin(), contacts.end(),
                     [&](const ContactMemory& memory) { return contact_of(tables, memory) != kNoContact; });
}

}  // namespace isocloth::batch
