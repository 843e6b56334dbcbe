#include "isocloth/contact/layer_contacts.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace isocloth {
namespace {

/// Edges, and nodes beyond a hem, may come nearer by this share of it: where layers lie on each other, nodes
/// carry them.
constexpr double kNearer = 0.005;

/// … and are contacts no more where they are further apart than that by this share.
constexpr double kOpened = 2e-3;

/// Share of the distance between layers by which they can be squeezed.
constexpr double kSoftOfLayers = 0.5;

/// Hems cross where the sine of the angle between them is above this; else their normal is none.
constexpr double kCrossing = 0.2;

/// Of what they can be squeezed by, nodes take this share at most before edges beside them press too.
constexpr double kMostCarried = 0.9;

/// Layers nearer than they can be squeezed, by this share of the distance asked for, were put there, and come
/// apart at this speed [m/s].
constexpr double kSunkShare = 0.05, kWayApart = 0.2;

/// A node over a valley shares its area out among triangles whose distances differ by less than this share of
/// the distance asked for, and whose directions by less than 1°, given as 1 − cos: cloth that crumples would
/// choose anew each time that it is looked at.
constexpr double kAlike = 0.01, kAlong = 1.5e-4;

/// Layers that can be squeezed hold each other by this µ at least: see the header.
constexpr double kLeastFriction = 1e-4;

/// What differs by rounding, as a share of the distance asked for.
constexpr double kByRounding = 1e-9;

/// Lists of what a node touches are sorted by its pairs.
constexpr std::uint64_t kPairsOfNode = std::uint64_t{1} << 31;

template <typename List, typename KeyOf>
auto first_not_before(const List& list, std::uint64_t key, KeyOf key_of) {
  return std::lower_bound(list.begin(), list.end(), key,
                          [&](const auto& entry, std::uint64_t k) { return key_of(entry) < k; });
}

/// Contacts of layers stand last in a list.
std::uint64_t key_of_contact(const Contact& c) { return c.is_of_layers() ? c.pair : 0; }
std::uint64_t key_of_memory(const LayerMemory& m) { return m.pair; }

bool share_a_node(const Triangle& a, const Triangle& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](int node) { return std::find(b.begin(), b.end(), node) != b.end(); });
}

/// The entry of the pair; else, of a node, the one of a neighbouring triangle that presses most.
template <typename List, typename KeyOf, typename ForceOf>
auto entry_of(const List& list, const LayerPair& pair, const SurfaceTriangles& surface, KeyOf key_of,
              ForceOf force_of) -> const typename List::value_type* {
  const std::uint64_t key = pair.key();
  const auto same = first_not_before(list, key, key_of);
  if (same != list.end() && key_of(*same) == key) return &*same;
  const typename List::value_type* best = nullptr;
  if (pair.kind != PairKind::node_triangle) return best;
  const std::uint64_t first = key - static_cast<std::uint64_t>(pair.b);
  for (auto e = first_not_before(list, std::max<std::uint64_t>(first, 1), key_of);
       e != list.end() && key_of(*e) < first + kPairsOfNode; ++e) {
    const auto triangle = static_cast<int>(key_of(*e) - first);
    if (!share_a_node(surface.triangles[pair.b], surface.triangles[triangle])) continue;
    if (force_of(*e) >= (best == nullptr ? 0.0 : force_of(*best))) best = &*e;
  }
  return best;
}

}  // namespace

LayerContacts::LayerContacts(const Mesh& rest, const LayerSurface& surface)
    : surface_(surface),
      pairs_(rest, surface.half_thickness),
      squeeze_(Vector::Zero(surface.half_thickness.size())) {}

void LayerContacts::begin_step(const Points& x, double duration, const std::vector<LayerMemory>& memory) {
  duration_ = duration;
  memory_ = memory;
  pairs_.begin(x);
}

/// What a pair answers with where it is squeezed.
Compression LayerContacts::law_of(const LayerPair& pair, double asked) const {
  const int node = pair.nodes[0], other = pair.nodes[3];
  const double pressure = std::min(surface_.compression[node], surface_.compression[other]);
  if (!std::isfinite(pressure)) return {};
  return {0.5 * surface_.area[node] * pressure, kSoftOfLayers * asked};
}

/// How much nodes are squeezed by the forces of the iteration before, or of the step before.
void LayerContacts::measure_squeeze(const std::vector<Contact>& before) {
  squeeze_.setZero();
  bool is_first = true;
  for (const Contact& c : before) {
    if (!c.is_of_layers()) continue;
    is_first = false;
    if (kind_of(c.pair) != PairKind::node_triangle || c.force[0] <= 0) continue;
    double& squeeze = squeeze_[c.point.nodes[0]];
    squeeze = std::max(squeeze, squeeze_of(c.compression, c.force[0]));
  }
  if (!is_first) return;
  for (const LayerMemory& m : memory_) {
    if (kind_of(m.pair) != PairKind::node_triangle) continue;
    const auto node = static_cast<int>(m.pair / kPairsOfNode % kPairsOfNode);
    const Triangle& other = pairs_.surface().triangles[m.pair % kPairsOfNode];
    const double thickness = surface_.half_thickness[node] + surface_.half_thickness[other[0]];
    const Compression law = law_of({.nodes = {node, other[0], other[1], other[2]}}, thickness);
    squeeze_[node] = std::max(squeeze_[node], squeeze_of(law, m.normal_force));
  }
}

/// The same where a pair of edges is nearest, of the side that is squeezed more.
double LayerContacts::squeeze_around(const LayerPair& pair, const Nearest& nearest) const {
  const auto of = [&](int i) { return std::abs(nearest.weights[i]) * squeeze_[pair.nodes[i]]; };
  return std::max(of(0) + of(1), of(2) + of(3));
}

/// Whether a pair may be near enough to be a contact: from what is known of its distance, as most are not.
bool LayerContacts::may_touch(const LayerPair& pair) const {
  if (pair.is_hit) return true;
  const bool is_there = pairs_.safe_share() == 1;  // else its way led on from where it is known
  if (pair.kind == PairKind::node_triangle)
    return pair.at_least <=
           pair.thickness + (is_there ? std::min(pair.thickness, pairs_.reach()) : pairs_.reach());
  if (pair.at_least > pair.thickness || !is_there || are_hems(pair)) return pair.at_least <= pair.thickness;
  const double kept = (1 - kNearer) * pair.thickness;
  const auto both = [&](int i) { return std::min(squeeze_[pair.nodes[i]], squeeze_[pair.nodes[i + 1]]); };
  const double carried = std::min(std::max(both(0), both(2)), kMostCarried * law_of(pair, kept).range);
  return pair.at_least <= kept - carried + kOpened * pair.thickness;
}

/// The pairs of a node, or one pair of edges, that are near.
void LayerContacts::gather(std::size_t first, std::size_t last) {
  candidates_.clear();
  for (std::size_t p = first; p < last; ++p) {
    if (!may_touch(pairs_.pairs()[p])) continue;
    const Nearest nearest = pairs_.measure(p);
    candidates_.push_back({static_cast<int>(p), nearest, nearest.between.norm()});
  }
}

/// Whether the nearest point of the triangle is on the boundary of the cloth.
bool LayerContacts::is_at_hem(const Candidate& candidate) const {
  if (candidate.nearest.is_inside) return false;
  const LayerPair& pair = pairs_.pairs()[candidate.pair];
  const SurfaceTriangles& surface = pairs_.surface();
  int corners[3] = {0, 0, 0}, count = 0;
  for (int c = 0; c < 3; ++c)
    if (candidate.nearest.weights[c + 1] != 0) corners[count++] = c;
  if (count == 1) return surface.on_boundary[pair.nodes[corners[0] + 1]];
  const int edge = corners[1] - corners[0] == 1 ? corners[0] : 2;  // from corner 0 to 1, 1 to 2, 2 to 0
  return surface.edge_triangles[surface.triangle_edges[pair.b][edge]][1] < 0;
}

/// Over the edge of a shallow valley a node is over the inside of both triangles beside it, of which each
/// carries its share of the node's area, so that none counts twice.
double LayerContacts::share_of_area(const Candidate& candidate) const {
  const LayerPair& pair = pairs_.pairs()[candidate.pair];
  if (pair.kind != PairKind::node_triangle || !candidate.nearest.is_inside) return 1;
  const SurfaceTriangles& surface = pairs_.surface();
  double all = 1;
  for (const Candidate& other : candidates_) {
    const int triangle = pairs_.pairs()[other.pair].b;
    if (triangle == pair.b || !other.nearest.is_inside ||
        !share_a_node(surface.triangles[pair.b], surface.triangles[triangle]))
      continue;
    const double turned =
        1 - other.nearest.between.dot(candidate.nearest.between) / (other.distance * candidate.distance);
    all += std::max(0.0, 1 - std::abs(other.distance - candidate.distance) / (kAlike * pair.thickness)) *
           std::max(0.0, 1 - turned / kAlong);
  }
  return 1 / all;
}

/// Whether a neighbour of the triangle is nearer to the node, which is over no inside of this one.
bool LayerContacts::is_hidden(const Candidate& candidate) const {
  if (candidate.nearest.is_inside) return false;
  const SurfaceTriangles& surface = pairs_.surface();
  const int own = pairs_.pairs()[candidate.pair].b;
  for (const Candidate& other : candidates_) {
    const int triangle = pairs_.pairs()[other.pair].b;
    if (triangle == own || !share_a_node(surface.triangles[own], surface.triangles[triangle])) continue;
    if (other.distance < candidate.distance * (1 - 1e-9)) return true;
    const bool is_as_near = other.distance < candidate.distance * (1 + 1e-9);
    if (is_as_near && (other.nearest.is_inside || triangle < own)) return true;
  }
  return false;
}

/// Whether a pair of edges lies on the boundary.
bool LayerContacts::are_hems(const LayerPair& pair) const {
  const auto& beside = pairs_.surface().edge_triangles;
  return beside[pair.a][1] < 0 && beside[pair.b][1] < 0;
}

bool LayerContacts::is_of_crossing_hems(const LayerPair& pair) const {
  if (!are_hems(pair)) return false;
  const FourPoints x = pairs_.points(pair, pairs_.safe());
  const Vec3 first = x[1] - x[0], second = x[3] - x[2];
  return first.cross(second).norm() > kCrossing * first.norm() * second.norm();
}

LayerErrors LayerContacts::find(const Points& x, const std::vector<char>& held,
                                const std::vector<Contact>& before, std::vector<Contact>& list) {
  LayerErrors errors;
  errors.crosses = !pairs_.advance(x);
  measure_squeeze(before);
  const std::vector<LayerPair>& all = pairs_.pairs();
  const std::size_t first_contact = list.size();
  std::size_t first = 0;
  for (; first < all.size() && all[first].kind == PairKind::node_triangle;) {
    std::size_t last = first + 1;
    while (last < all.size() && all[last].kind == all[first].kind && all[last].a == all[first].a) ++last;
    gather(first, last);
    for (const Candidate& candidate : candidates_)
      if (all[candidate.pair].is_hit || !is_hidden(candidate))
        add(candidate, is_at_hem(candidate), x, held, before, list, errors);
    first = last;
  }
  for (; first < all.size(); ++first) {
    gather(first, first + 1);
    for (const Candidate& candidate : candidates_)
      if (candidate.nearest.is_inside || all[first].is_hit)
        add(candidate, !is_of_crossing_hems(all[first]), x, held, before, list, errors);
  }
  count_ = list.size() - first_contact;
  return errors;
}

LayerContacts::Known LayerContacts::look_up(const LayerPair& pair, const std::vector<Contact>& before) const {
  // of a neighbouring triangle only where the node is on that one no more
  const auto is_left = [&](std::uint64_t key) {
    return key == pair.key() || std::none_of(candidates_.begin(), candidates_.end(), [&](const Candidate& c) {
             return c.nearest.is_inside && pairs_.pairs()[c.pair].key() == key;
           });
  };
  const auto force_of_contact = [&](const Contact& c) { return is_left(c.pair) ? c.force[0] : -1.0; };
  const auto force_of_memory = [&](const LayerMemory& m) { return is_left(m.pair) ? m.normal_force : -1.0; };
  return {entry_of(before, pair, pairs_.surface(), key_of_contact, force_of_contact),
          entry_of(memory_, pair, pairs_.surface(), key_of_memory, force_of_memory)};
}

/// How far one side went along the other since the step began, in the world as it is now [m].
Vec3 LayerContacts::way_since_start(const LayerPair& pair, const Nearest& nearest,
                                    const Vec3& between) const {
  const FourPoints then = pairs_.points(pair, pairs_.start()), now = pairs_.points(pair, pairs_.safe());
  const Eigen::Matrix3d turn = side_frame(pair.kind, now) * side_frame(pair.kind, then).transpose();
  Vec3 before = Vec3::Zero();
  for (int i = 0; i < 4; ++i) before += nearest.weights[i] * then[i];
  return between - (turn.allFinite() ? turn * before : before);
}

void LayerContacts::add(const Candidate& candidate, bool is_weak, const Points& x,
                        const std::vector<char>& held, const std::vector<Contact>& before,
                        std::vector<Contact>& list, LayerErrors& errors) {
  const LayerPair& pair = pairs_.pairs()[candidate.pair];
  const Nearest& nearest = candidate.nearest;
  if (candidate.distance <= 0) return;
  if (std::all_of(pair.nodes.begin(), pair.nodes.end(), [&](int node) { return held[node] != 0; })) return;
  const double kept = (is_weak ? 1 - kNearer : 1) * pairs_.distance_asked(pair, nearest);
  Compression law = law_of(pair, kept);
  law.force *= share_of_area(candidate);
  const double carried = pair.kind == PairKind::edge_edge
                             ? std::min(squeeze_around(pair, nearest), kMostCarried * law.range)
                             : 0.0;  // by nodes around
  const double asked = kept - carried;
  law.range -= carried;
  const Vec3 normal = nearest.between / candidate.distance;
  Vec3 between = Vec3::Zero();
  for (int i = 0; i < 4; ++i) between += nearest.weights[i] * x.row(pair.nodes[i]).transpose();
  const double gap = normal.dot(between) - asked;
  if (!pair.is_hit && gap > std::min(pair.thickness, pairs_.reach())) return;

  const auto [last, memory] = look_up(pair, before);
  const bool pressed = last != nullptr ? last->force[0] > 0 && last->pair == pair.key()
                                       : memory != nullptr && memory->pair == pair.key();
  if (is_weak && !pair.is_hit && !pressed && gap > 0) return;

  const int node = pair.nodes[0], other = pair.nodes[3];
  Contact contact{.obstacle = kOtherLayer, .pair = pair.key(), .point = {pair.nodes, nearest.weights, 4}};
  contact.frame = contact_frame(normal);
  contact.friction = std::sqrt(surface_.friction[node] * surface_.friction[other]);
  if (law.is_soft()) contact.friction = std::max(contact.friction, kLeastFriction);
  contact.compression = law;

  // layers that were put too near are let apart at a walk
  double allowed = 0;
  const double range = contact.compression.range;
  if (gap < -range - kSunkShare * asked) {
    const double then = asked - nearest_points(pair.kind, pairs_.points(pair, pairs_.start())).between.norm();
    if (then > range + kSunkShare * asked) allowed = std::max(0.0, then - range - kWayApart * duration_);
  }
  contact.offset = contact.frame * way_since_start(pair, nearest, between);
  contact.offset[0] = gap + allowed;
  if (memory != nullptr) {
    contact.multiplier = contact.frame * memory->tangential_force;
    contact.multiplier[0] = memory->normal_force;
    contact.slides = memory->slides;
    contact.pair_before = memory->pair;
  }
  double accounted = 0;
  if (last != nullptr) {
    contact.multiplier[0] = last->force[0];
    contact.slides = last->slides;
    accounted = squeeze_of(contact.compression, last->force[0]);
  }
  contact.slip_limit = contact.friction * contact.multiplier[0];
  errors.beyond = std::max(errors.beyond, (-gap - allowed - accounted) / pair.thickness);
  list.push_back(contact);
}

namespace {

void couple(const std::array<int, 4>& nodes, PairKind kind, std::vector<Edge>& couplings) {
  const int split = kind == PairKind::node_triangle ? 1 : 2;
  for (int i = 0; i < split; ++i)
    for (int j = split; j < 4; ++j)
      couplings.push_back({std::min(nodes[i], nodes[j]), std::max(nodes[i], nodes[j])});
}

void sort_once(std::vector<Edge>& couplings) {
  std::sort(couplings.begin(), couplings.end());
  couplings.erase(std::unique(couplings.begin(), couplings.end()), couplings.end());
}

}  // namespace

void LayerContacts::list_couplings(const std::vector<Contact>& list, std::vector<Edge>& couplings) const {
  couplings.clear();
  for (const Contact& c : list)
    if (c.is_of_layers()) couple(c.point.nodes, kind_of(c.pair), couplings);
  sort_once(couplings);
}

void LayerContacts::list_couplings_ahead(const std::vector<Contact>& list,
                                         std::vector<Edge>& couplings) const {
  list_couplings(list, couplings);
  for (const LayerPair& pair : pairs_.pairs()) {
    if (pair.kind != PairKind::node_triangle || pair.at_least > pair.thickness + pairs_.reach()) continue;
    const Nearest nearest = nearest_points(pair.kind, pairs_.points(pair, pairs_.safe()));
    if (nearest.between.norm() < pair.thickness + pairs_.reach()) couple(pair.nodes, pair.kind, couplings);
  }
  sort_once(couplings);
}

bool LayerContacts::are_known(const std::vector<LayerMemory>& memory) const {
  const SurfaceTriangles& surface = pairs_.surface();
  const auto is_known = [&](const LayerMemory& m) {
    const std::uint64_t b = m.pair % kPairsOfNode, a = m.pair / kPairsOfNode % kPairsOfNode;
    if (m.pair >> 63 != 0) return false;
    return kind_of(m.pair) == PairKind::node_triangle
               ? a < static_cast<std::uint64_t>(surface.node_count) && b < surface.triangles.size()
               : a < surface.edges.size() && b < surface.edges.size();
  };
  return std::all_of(memory.begin(), memory.end(), is_known) &&
         std::is_sorted(memory.begin(), memory.end(),
                        [](const LayerMemory& m, const LayerMemory& n) { return m.pair < n.pair; });
}

bool LayerContacts::has_settled(std::uint64_t pair) const {
  const auto found = first_not_before(memory_, pair, key_of_memory);
  return found != memory_.end() && found->pair == pair && !found->fresh;
}

void LayerContacts::record(const Contact& c, const Points& x, const Points& d, ContactRecords& to) const {
  const LayerPair& pair = pairs_.pair_of(c.pair);
  const FourPoints safe = pairs_.points(pair, pairs_.safe()), start = pairs_.points(pair, pairs_.start());
  LayerRecord layer{.kind = pair.kind, .weights = c.point.weights, .safe = safe, .start = start};
  layer.find_ways();
  const Nearest nearest = nearest_points(pair.kind, safe);
  const Candidate candidate{static_cast<int>(&pair - pairs_.pairs().data()), nearest, nearest.between.norm()};
  const bool is_weak = pair.kind == PairKind::edge_edge ? !is_of_crossing_hems(pair) : is_at_hem(candidate);
  const double nearer = is_weak ? 1 - kNearer : 1, asked = nearer * pairs_.distance_asked(pair, nearest);
  const double squeeze = squeeze_of(c.compression, c.force[0]);
  layer.asked = pairs_.slopes_asked(pair, c.point.weights);
  for (double& slope : layer.asked)
    slope *= nearer * (1 - squeeze / asked);  // its range follows what is asked

  ContactRecord r{
      .key = {kOtherLayer, 0, c.pair}, .layers = static_cast<int>(to.layers.size()), .point = c.point};
  r.normal = c.frame.row(0).transpose();
  const Eigen::Matrix3d turn = side_frame(pair.kind, safe) * side_frame(pair.kind, start).transpose();
  layer.turns = turn.allFinite();
  if (layer.turns) r.carry = turn;
  const Vec3 between = c.point.at(x);
  r.way = between + c.point.at(d) - r.carry * c.point.at(pairs_.start());
  r.remembered = c.pair_before != 0;
  if (r.remembered) {
    r.memory = {kOtherLayer, 0, c.pair_before};
    r.before = first_not_before(memory_, c.pair_before, key_of_memory)->tangential_force;
  }
  r.force = c.force[0];
  r.friction = c.friction;
  r.penalty = c.penalty[1];
  r.set_friction();
  if (c.compression.is_soft()) r.softness = 1 / squeeze_stiffness(c.compression, squeeze);
  // put too near and let apart, or edges that ask for less where nodes beside them are squeezed: by forces of
  // before, of which nothing goes back; nor of how an area is shared out
  const double allowed = c.offset[0] - (r.normal.dot(between) - asked);
  const bool is_shared = c.compression.force < (1 - kByRounding) * law_of(pair, asked).force;
  r.is_smooth = layer.turns && !layer.is_parallel() && pairs_.safe_share() == 1 &&
                std::abs(allowed) < kByRounding * asked && !is_shared;
  to.list.push_back(r);
  to.layers.push_back(layer);
}

void LayerContacts::remember(const std::vector<Contact>& solved, std::vector<LayerMemory>& memory) const {
  memory.clear();
  for (const Contact& c : solved) {
    if (!c.is_of_layers() || c.force[0] <= 0) continue;
    const auto found = first_not_before(memory_, c.pair, key_of_memory);
    const bool fresh = found == memory_.end() || found->pair != c.pair;
    memory.push_back(
        {c.pair, c.force[0], c.frame.bottomRows<2>().transpose() * c.force.tail<2>(), fresh, c.slides});
  }
}

}  // namespace isocloth
