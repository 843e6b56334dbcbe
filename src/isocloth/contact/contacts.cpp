#include "isocloth/contact/contacts.hpp"

#include <algorithm>
#include <cmath>

#include "isocloth/contact/soft_limits.hpp"
#include "isocloth/fem/element_geometry.hpp"

namespace isocloth {
namespace {

constexpr int kMostSteps = 64;

/// What was put inside comes out at this speed [m/s].
constexpr double kWayOut = 0.25;

/// Where derivatives go back, an edge that lies flat on an obstacle is no contact beside its nodes, which
/// rounding would choose between: what presses stays one where it is deeper than they are by this [m].
constexpr double kNotByRounding = 1e-9;

double longest(const Mesh& mesh, const std::vector<Edge>& edges) {
  double most = 0;
  for (const Edge& edge : edges) most = std::max(most, (mesh.x.row(edge[1]) - mesh.x.row(edge[0])).norm());
  return most;
}

Vector half_thicknesses(const Mesh& mesh, const ClothSurface& surface) {
  return surface.half_thickness.size() == 0 ? Vector(Vector::Zero(mesh.node_count()))
                                            : surface.half_thickness;
}

Vector soft_ranges(const Mesh& mesh, const ClothSurface& surface) {
  Vector range = kSoftShare * half_thicknesses(mesh, surface);
  for (Eigen::Index i = 0; i < range.size(); ++i)
    if (surface.compression.size() == 0 || !std::isfinite(surface.compression[i])) range[i] = 0;
  return range;
}

}  // namespace

Contacts::Contacts(const Mesh& mesh, const Topology& topology, const ClothSurface& surface,
                   const std::optional<LayerSurface>& layers)
    : sites_(mesh, topology, soft_ranges(mesh, surface).isZero(0) ? 1 : kSoftSites),
      half_thickness_(half_thicknesses(mesh, surface)),
      range_(soft_ranges(mesh, surface)),
      pressure_(surface.compression),
      thickest_(half_thickness_.maxCoeff()),
      has_soft_(range_.maxCoeff() > 0),
      has_hard_(range_.minCoeff() <= 0),
      longest_edge_(longest(mesh, topology.edges)),
      x_start_(mesh.x),
      at_node_(mesh.node_count()),
      edge_distance_(topology.edges.size()),
      edge_ends_level_(topology.edges.size()),
      program_(mesh.node_count()),
      finger_system_(mesh.node_count()) {
  if (layers) {
    layers_.emplace(mesh, *layers);
    program_.reserve(mesh.node_count(), mesh.node_count());
  }
  edge_deep_.resize(topology.edges.size());
  has_deep_.resize(topology.edges.size());
  if (!has_soft_) return;
  quarter_area_.resize(mesh.element_count());
  element_areas(mesh, mesh.x, quarter_area_);
  for (int k = 0; k < mesh.element_count(); ++k) quarter_area_[k] /= corner_count(mesh.elements[k]);
  node_area_ = Vector::Zero(mesh.node_count());
  edge_area_ = Vector::Zero(static_cast<Eigen::Index>(topology.edges.size()));
}

void Contacts::set_obstacles(const std::vector<Obstacle>& obstacles,
                             const std::vector<ObstacleState>& states) {
  obstacles_ = obstacles;
  start_.resize(obstacles.size());
  end_.resize(obstacles.size());
  index_.resize(most(), -1);
  memory_index_.resize(most(), -1);
  memory_.reserve(most());
  for (auto& list : found_) list.reserve(most());
  choices_.resize(has_soft_ ? obstacles.size() * sites_.elements.size() : 0);
  here_.clear();
  fingers_.clear();
  for (std::size_t o = 0; o < obstacles.size(); ++o) {
    if (o < states.size() && states[o].removed) continue;
    here_.push_back(static_cast<int>(o));
    if (obstacles[o].gives_way()) fingers_.push_back({.obstacle = here_.back()});
  }
  const int rows = sites_.node_count + static_cast<int>(fingers_.size());
  finger_system_.resize(static_cast<int>(fingers_.size()));
  end_base_.resize(fingers_.size());
  finger_load_ = finger_d_ = Points::Zero(fingers_.empty() ? 0 : rows, 3);
  program_.reserve(most(), rows);
}

void Contacts::begin_step(const Points& x, double start, double end, const std::vector<ContactMemory>& memory,
                          const std::vector<ObstacleState>& states, const std::vector<LayerMemory>& layers) {
  if (layers_) layers_->begin_step(x, end - start, layers);
  for (const int o : here_) {
    start_[o] = posed(obstacles_[o], start);
    end_[o] = posed(obstacles_[o], end);
  }
  x_start_ = x;
  duration_ = end - start;
  begin_fingers(start, end, states);
  restart();
  const auto place = [&](const ContactMemory& m) { return m.obstacle * stride() + m.site; };
  for (const ContactMemory& m : memory_) memory_index_[place(m)] = -1;
  memory_ = memory;
  for (std::size_t m = 0; m < memory_.size(); ++m) memory_index_[place(memory_[m])] = static_cast<int>(m);
}

void Contacts::restart() {
  forget_places(list());
  for (auto& list : found_) list.clear();
  if (layers_) layers_->restart();
  finds_ = 0;
  const auto elements = static_cast<std::ptrdiff_t>(sites_.elements.size());
  for (const int o : here_)
    if (has_choices_) std::fill_n(choices_.begin() + o * elements, elements, ElementChoice{});
  has_choices_ = false;
  for (FingerStep& f : fingers_)
    f.position = std::clamp(f.start + duration_ * f.velocity, 0.0, finger_of(obstacles_[f.obstacle]).stroke);
  put_fingers();
}

void Contacts::measure_nodes(int obstacle, const Points& x, const std::vector<char>& held,
                             Penetration& deepest) {
  const PosedShape& shape = end_[obstacle];
  const double outer = shape.shape->outer_radius(), far = 2 * longest_edge_ + thickest_ + kNodeReach;
  for (int i = 0; i < sites_.node_count; ++i) {
    const Vec3 point = x.row(i).transpose();
    const double least = (point - shape.pose.translation).norm() - outer;
    at_node_[i] = least > far ? SignedDistance{least, Vec3::Zero()} : shape.distance_to(point);
    if (!held[i])
      deepest.nodes = std::max(deepest.nodes, half_thickness_[i] - range_[i] - at_node_[i].distance);
  }
}

/// How deep a point may be at the end of the step, which has `gap` now [m].
double Contacts::may_stay_inside(int obstacle, const SurfacePoint& point, double gap) const {
  const double range = range_[point.nodes[0]];
  if (gap > -range - kWorthAsking) return 0;
  const double sunk =
      half_thickness_[point.nodes[0]] - start_[obstacle].distance_to(point.at(x_start_)).distance;
  return sunk > range + kSunk ? std::max(0.0, sunk - kWayOut * duration_) : 0.0;
}

Penetration Contacts::find(const Points& x, const std::vector<char>& held) {
  current_ = 1 - current_;
  list().clear();
  ++finds_;
  Penetration deepest;
  for (const int o : here_) {
    measure_nodes(o, x, held, deepest);
    if (has_soft_) find_areas(o, x, held, deepest);
    if (!has_hard_) continue;
    find_on_nodes(o, x, held, deepest);
    const std::size_t first = list().size();
    find_on_edges(o, x, deepest);
    find_in_elements(o, x, deepest);
    if (finds_ > kFindsToTell) keep_pressed(o, first, x, deepest);
  }
  add_stops(deepest);
  forget_places(solved());
  for (std::size_t k = 0; k < list().size(); ++k)
    index(list()[k].obstacle, list()[k].site) = static_cast<int>(k);
  if (layers_) deepest.layers = layers_->find(x, held, solved(), list());
  return deepest;
}

void Contacts::forget_places(const std::vector<Contact>& contacts) {
  for (const Contact& c : contacts)
    if (!c.is_of_layers()) index(c.obstacle, c.site) = -1;
}

void Contacts::find_on_nodes(int obstacle, const Points& x, const std::vector<char>& held,
                             Penetration& deepest) {
  for (int i = 0; i < sites_.node_count; ++i) {
    if (held[i] || is_soft(i)) continue;
    if (at_node_[i].distance - half_thickness_[i] < kNodeReach)
      add(obstacle, i, node_point(i), at_node_[i], x, 0, deepest);
  }
}

/// How much deeper than its surroundings a point inside an edge or element must be: one that presses stays,
/// also where the others, which press as well, are as deep or by a hair deeper.
double Contacts::margin(int obstacle, int site) const {
  const int before = index_[obstacle * stride() + site];
  const bool presses = before >= 0 ? solved()[before].force[0] > 0 : remembered(obstacle, site) >= 0;
  if (!presses) return kDeeper;
  return is_exact_ ? kNotByRounding : -kDeeper;
}

void Contacts::find_on_edges(int obstacle, const Points& x, Penetration& deepest) {
  const bool is_convex = obstacles_[obstacle].shape->is_convex();
  for (std::size_t e = 0; e < sites_.edges.size(); ++e) {
    const Edge& edge = sites_.edges[e];
    if (is_soft(edge[0])) continue;
    const SignedDistance &a = at_node_[edge[0]], &b = at_node_[edge[1]];
    edge_distance_[e] = std::min(a.distance, b.distance);
    edge_ends_level_[e] = has_deep_[e] = 0;
    if (is_convex && has_same_normal(a, b)) continue;  // the distance is linear along it
    const double half = half_thickness_[edge[0]];
    const double length = (x.row(edge[1]) - x.row(edge[0])).norm();
    if (0.5 * (a.distance + b.distance - length) - half > kInnerReach) continue;
    auto deep = deepest_on_edge(end_[obstacle], x, edge, a, b, is_exact_);
    const int site = sites_.edge_site(static_cast<int>(e));
    if (!deep) continue;
    edge_deep_[e] = *deep;
    has_deep_[e] = 1;
    const double deeper = deep->ends_level ? -kDeeper : margin(obstacle, site);
    if (deep->at.distance > edge_distance_[e] - deeper) continue;
    edge_distance_[e] = std::min(edge_distance_[e], deep->at.distance);
    if (is_exact_ && !deep->ends_level) make_level(end_[obstacle], x, *deep);
    if (deep->at.distance - half >= kInnerReach) continue;
    add(obstacle, site, deep->point, deep->at, x, 0, deepest);
    list().back().ends_level = deep->ends_level;
    edge_ends_level_[e] = deep->ends_level ? 1 : 0;
  }
}

void Contacts::find_in_elements(int obstacle, const Points& x, Penetration& deepest) {
  const bool is_convex = obstacles_[obstacle].shape->is_convex();
  for (std::size_t k = 0; k < sites_.elements.size(); ++k) {
    if (is_soft(sites_.elements[k][0])) continue;
    double limit = kInnerReach + half_thickness_[sites_.elements[k][0]] + kDeeper;
    double nearest = at_node_[sites_.elements[k][0]].distance;
    bool ends_level = false;  // then that edge carries it
    for (int c = 0; c < corner_count(sites_.elements[k]); ++c) {
      ends_level = ends_level || edge_ends_level_[sites_.element_edges[k][c]] != 0;
      limit = std::min(limit, edge_distance_[sites_.element_edges[k][c]]);
      nearest = std::min(nearest, at_node_[sites_.elements[k][c]].distance);
    }
    const Element& element = sites_.elements[k];
    const double reach =
        (x.row(element[2]) - x.row(element[0])).norm() + (x.row(element[1]) - x.row(element[0])).norm();
    if (nearest - reach > limit) continue;
    const int site = sites_.element_site(static_cast<int>(k));
    const double deeper = ends_level ? kDeeper : margin(obstacle, site);
    limit -= deeper;
    if (is_convex && is_beyond(element, x, limit - kUnnoticed)) continue;
    if (is_convex && deeper > 0) {
      const PokingPoint boundary = deepest_of_boundary(static_cast<int>(k));
      if (boundary.site >= 0 && !falls_inwards(x, element, boundary.deep)) continue;
    }
    auto deep = deepest_in_element(end_[obstacle], x, element, limit);
    if (!deep) continue;
    if (is_exact_) make_level(end_[obstacle], x, *deep);
    add(obstacle, site, deep->point, deep->at, x, 0, deepest);
  }
}

/// A point inside an edge or element that pressed stays a contact of the step, also where another one is
/// deepest now: on the edge of a box two might take turns for ever. `first`: from where on the list has such
/// points.
void Contacts::keep_pressed(int obstacle, std::size_t first, const Points& x, Penetration& deepest) {
  for (const Contact& c : solved()) {
    const bool stays = c.force[0] > 0 || is_kept(c.site);
    if (c.obstacle != obstacle || c.site < sites_.node_count || c.is_stop() || !stays) continue;
    if (is_soft(c.point.nodes[0])) continue;
    const int own = is_kept(c.site) ? c.site - kept_site(0) : c.site, site = kept_site(own);
    const int before = index(obstacle, site);
    if (!is_kept(c.site) && before >= 0) continue;  // that one stays
    const bool is_there = std::any_of(
        list().begin() + static_cast<std::ptrdiff_t>(first), list().end(), [&](const Contact& other) {
          if (other.site != own) return false;
          double difference = 0;
          for (int i = 0; i < c.point.count; ++i)
            difference = std::max(difference, std::abs(c.point.weights[i] - other.point.weights[i]));
          return difference < kSamePoint;
        });
    if (is_there) continue;
    add(obstacle, site, c.point, end_[obstacle].distance_to(c.point.at(x)), x, 0, deepest);
    Contact& kept = list().back();
    kept.multiplier[0] = c.force[0];
    kept.slip_limit = kept.friction * c.force[0];
    kept.slides = c.slides;
    kept.found = c.found;
  }
}

/// The deepest of the nodes of an element that are not held, and of the deep points of its edges.
Contacts::PokingPoint Contacts::deepest_of_boundary(int k, const std::vector<char>* held) const {
  const Element& element = sites_.elements[k];
  PokingPoint deepest{-1, {{}, {std::numeric_limits<double>::infinity(), Vec3::UnitZ()}}};
  for (int c = 0; c < corner_count(element); ++c) {
    const int node = element[c], e = sites_.element_edges[k][c];
    const bool is_held = held != nullptr && (*held)[node] != 0;
    if (!is_held && at_node_[node].distance < deepest.deep.at.distance)
      deepest = {node, {node_point(node), at_node_[node]}};
    if (has_deep_[e] && edge_deep_[e].at.distance < deepest.deep.at.distance)
      deepest = {sites_.edge_site(e), edge_deep_[e]};
  }
  return deepest;
}

/// Whether a tangent of the distance to a convex obstacle, at one of its corners, tells that all of an
/// element is further away than `limit`.
bool Contacts::is_beyond(const Element& element, const Points& x, double limit) const {
  for (int c = 0; c < corner_count(element); ++c) {
    const auto& [distance, normal] = at_node_[element[c]];
    if (normal.isZero(0)) continue;  // far away: not known
    double nearer = 0;
    for (int k = 0; k < corner_count(element); ++k)
      nearer = std::min(nearer, (x.row(element[k]) - x.row(element[c])).dot(normal));
    if (distance + nearer > limit) return true;
  }
  return false;
}

/// Adds a contact to the list, with the multipliers that it had.
void Contacts::add(int obstacle, int site, const SurfacePoint& point, const SignedDistance& at,
                   const Points& x, double area, Penetration& deepest) {
  const int node = point.nodes[0];  // all are of one cloth
  const double gap = at.distance - half_thickness_[node], allowed = may_stay_inside(obstacle, point, gap);
  const int before = index(obstacle, site), memory = remembered(obstacle, site);
  const double accounted =
      before >= 0 ? squeeze_of(solved()[before].compression, solved()[before].force[0]) : 0.0;
  deepest.surface = std::max(deepest.surface, -gap - range_[node]);
  deepest.sunk = deepest.sunk || allowed > 0;
  deepest.beyond = std::max(deepest.beyond, -gap - allowed - accounted);
  Contact contact{.obstacle = obstacle, .site = site, .point = point, .frame = contact_frame(at.normal)};
  contact.friction = obstacles_[obstacle].friction;
  contact.found = finds_;
  for (std::size_t f = 0; f < fingers_.size(); ++f)
    if (fingers_[f].obstacle == obstacle) contact.finger = sites_.node_count + static_cast<int>(f);
  const RigidPose &start = start_[obstacle].pose, &end = end_[obstacle].pose;
  const Vec3 carried = end.to_world(start.to_own(point.at(x_start_)));  // where it would be without slipping
  contact.offset = contact.frame * (point.at(x) - carried);
  contact.offset[0] = gap + allowed;
  if (is_soft(node)) contact.compression = {area * pressure_[node], range_[node]};
  if (memory >= 0) {
    const ContactMemory& m = memory_[memory];
    contact.multiplier = contact.frame * (end_[obstacle].rotation * m.tangential_force);
    contact.multiplier[0] = m.normal_force;
    contact.slides = m.slides;
  }
  if (before >= 0) {
    contact.multiplier[0] = solved()[before].force[0];
    contact.slides = solved()[before].slides;
  }
  contact.slip_limit = contact.friction * contact.multiplier[0];
  list().push_back(contact);
}

void Contacts::remember(std::vector<ContactMemory>& memory) const {
  memory.clear();
  for (const Contact& c : solved()) {
    if (c.force[0] <= 0 || c.is_of_layers()) continue;
    const Vec3 tangential = c.frame.bottomRows<2>().transpose() * c.force.tail<2>();
    if (is_kept(c.site)) continue;  // where it is needed again, it is found again
    const bool fresh = remembered(c.obstacle, c.site) < 0;
    memory.push_back({c.obstacle, c.site, c.force[0], end_[c.obstacle].rotation.transpose() * tangential,
                      fresh, c.slides});
  }
}

void Contacts::add_forces(double share, Points& force, ForcesOf which) const {
  for (const Contact& c : solved()) {
    const ForcesOf own = c.is_of_layers() ? ForcesOf::layers : ForcesOf::obstacles;
    if (c.force[0] <= 0 || (which != ForcesOf::all && which != own)) continue;
    const Vec3 world = c.frame.transpose() * (share * c.force);
    for (int i = 0; i < c.point.count; ++i)
      force.row(c.point.nodes[i]) += c.point.weights[i] * world.transpose();
  }
}

Vec3 Contacts::pushed_out(int node, Vec3 point) const {
  const double least = half_thickness_[node] - range_[node];
  for (const int o : here_) {
    if (obstacles_[o].gives_way()) continue;
    const SignedDistance at = end_[o].distance_to(point);
    if (at.distance < least) point += (least - at.distance) * at.normal;
  }
  return point;
}

int Contacts::steps_needed(const Points& x, const Points& v, double dt, double end,
                           const std::vector<ObstacleState>& states) const {
  double most = 1;
  for (const int o : here_) {
    const Obstacle& obstacle = obstacles_[o];
    const ObstacleState finger = o < static_cast<int>(states.size()) ? states[o] : ObstacleState{};
    const double allowed = kMostOfRadius * obstacle.shape->inner_radius();
    if (!std::isfinite(allowed)) continue;
    const PosedShape now = posed(obstacle, end - dt, finger.position);
    const RigidPose then = obstacle.pose(end, finger.position + dt * finger.velocity);
    for (int i = 0; i < sites_.node_count; ++i) {
      const Vec3 here = x.row(i).transpose();
      const Vec3 carried = then.to_world(now.pose.to_own(here)) - here;
      const Vec3 way = dt * v.row(i).transpose() - carried;
      const double length = way.norm();
      if (length <= allowed) continue;
      const SignedDistance at = now.distance_to(here);
      const double nearing = -at.normal.dot(way);
      if (nearing > allowed && at.distance - half_thickness_[i] < 2 * length + longest_edge_)
        most = std::max(most, std::ceil(nearing / allowed));
    }
  }
  return static_cast<int>(std::min<double>(most, kMostSteps));
}

}  // namespace isocloth
