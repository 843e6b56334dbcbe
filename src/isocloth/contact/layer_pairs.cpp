#include "isocloth/contact/layer_pairs.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace isocloth {
namespace {

/// Share of the distance asked for below which no way may lead.
constexpr double kLeastShare = 0.5;

/// A pair that is nearer than that already, as it was put there, may come this near to where it is. One that
/// came there by itself and differs from it by rounding, or by this share of it, comes no nearer.
constexpr double kLeastOfNow = 0.8, kCameThere = 0.99, kRounding = 1e-9;

/// Pairs are looked for up to two thicknesses, or this share of the mean edge, beyond where they touch; and
/// anew where a node is further than a share of that from where it was looked for, or of the least height
/// of its triangles: of several cloths one may be that much finer than another is thick, and what is woven
/// may shear until its triangles are slim.
constexpr double kSlackShare = 0.4, kMostAside = 0.4, kMostOfHeight = 0.25;

/// So far beyond where they touch all pairs are then known: both sides of one may be aside.
constexpr double kReachShare = 1 - 2 * kMostAside;

/// They are looked for along the way at hand and on, as if it went on: this many times as far at most, where
/// no node then goes further than so many times the slack.
constexpr double kMostAhead = 3, kFarthestAhead = 2;

double mean_edge(const SurfaceTriangles& surface, const Points& x) {
  double sum = 0;
  for (const Edge& edge : surface.edges) sum += (x.row(edge[1]) - x.row(edge[0])).norm();
  return sum / static_cast<double>(surface.edges.size());
}

/// The largest distance at rest of two nodes that are near on the cloth.
double largest_of_near(const SurfaceTriangles& surface, const Points& x) {
  double most = 0;
  for (int i = 0; i < surface.node_count; ++i)
    for (const int j : surface.near(i)) most = std::max(most, (x.row(i) - x.row(j)).norm());
  return most;
}

/// Height of a triangle above its longest side, squared [m²].
double least_squared_height(const Triangle& t, const Points& x) {
  const Vec3 a = x.row(t[0]).transpose(), ab = x.row(t[1]).transpose() - a, ac = x.row(t[2]).transpose() - a;
  return ab.cross(ac).squaredNorm() / std::max({ab.squaredNorm(), ac.squaredNorm(), (ac - ab).squaredNorm()});
}

}  // namespace

LayerPairs::LayerPairs(const Mesh& rest, const Vector& half_thickness)
    : rest_(rest.x),
      half_thickness_(half_thickness),
      surface_(rest),
      tree_(surface_, rest.x),
      slack_(std::max(4 * half_thickness.maxCoeff(), kSlackShare * mean_edge(surface_, rest.x))),
      near_(largest_of_near(surface_, rest.x)),
      most_aside_(rest.node_count()),
      start_(rest.x),
      safe_(rest.x),
      looked_from_(rest.x),
      looked_to_(rest.x),
      boxes_(rest.node_count()),
      edge_boxes_(surface_.edges.size()),
      way_(rest.node_count()) {}

double LayerPairs::reach() const { return kReachShare * slack_; }

void LayerPairs::begin(const Points& x) {
  if (x != safe_) {
    for (LayerPair& pair : pairs_) pair.at_least = 0;
    safe_ = x;
    has_pairs_ = is_looked_for(x);
  }
  start_ = x;
  forget_hits();
}

void LayerPairs::restart() {
  if (safe_ != start_) begin(start_);
  forget_hits();
}

void LayerPairs::forget_hits() {
  if (hits_.empty()) return;
  hits_.clear();
  for (LayerPair& pair : pairs_) pair.is_hit = false;
}

FourPoints LayerPairs::points(const LayerPair& pair, const Points& x) const {
  FourPoints result;
  for (int i = 0; i < 4; ++i) result[i] = x.row(pair.nodes[i]).transpose();
  return result;
}

double LayerPairs::distance_asked(const LayerPair& pair, const Nearest& nearest) const {
  if (!pair.is_near) return pair.thickness;
  Vec3 along = Vec3::Zero();
  for (int i = 0; i < 4; ++i) along += nearest.weights[i] * rest_.row(pair.nodes[i]).transpose();
  return pair.thickness * std::sin(std::min(along.norm() / pair.thickness, 0.5 * std::numbers::pi));
}

std::array<double, 4> LayerPairs::slopes_asked(const LayerPair& pair,
                                               const std::array<double, 4>& weights) const {
  std::array<double, 4> slopes{};
  Vec3 along = Vec3::Zero();
  for (int i = 0; i < 4; ++i) along += weights[i] * rest_.row(pair.nodes[i]).transpose();
  const double length = along.norm(), turn = length / pair.thickness;
  if (!pair.is_near || turn >= 0.5 * std::numbers::pi || length == 0) return slopes;
  for (int i = 0; i < 4; ++i)
    slopes[i] = std::cos(turn) / length * along.dot(rest_.row(pair.nodes[i]).transpose());
  return slopes;
}

const LayerPair& LayerPairs::pair_of(std::uint64_t key) const {
  return *std::lower_bound(pairs_.begin(), pairs_.end(), key,
                           [](const LayerPair& pair, std::uint64_t k) { return pair.key() < k; });
}

double LayerPairs::least(const LayerPair& pair, double now) const {
  const double share = pair.is_near ? 0.8 : 1;  // no nearer on the cloth than sin(1)
  const double asked = kLeastShare * share * pair.thickness;
  return now < kCameThere * asked ? kLeastOfNow * now : std::min(asked, now - kRounding * asked);
}

/// How far nodes may go until pairs are looked for anew.
void LayerPairs::limit_ways(const Points& y) {
  constexpr double kShare = kMostOfHeight * kMostOfHeight;
  most_aside_.setConstant(kMostAside * kMostAside * slack_ * slack_);
  for (const Triangle& t : surface_.triangles) {
    const double most = kShare * std::min(least_squared_height(t, safe_), least_squared_height(t, y));
    for (const int node : t) most_aside_[node] = std::min(most_aside_[node], most);
  }
  most_aside_ = most_aside_.cwiseSqrt();
}

/// Whether the pairs known are all those around x: all nodes are near one place of their ways.
bool LayerPairs::is_looked_for(const Points& x) const {
  if (!has_pairs_) return false;
  const auto way = [&](Eigen::Index i) { return looked_to_.row(i) - looked_from_.row(i); };
  const auto gone = [&](Eigen::Index i) { return x.row(i) - looked_from_.row(i); };
  Eigen::RowVector3d shift = Eigen::RowVector3d::Zero(), way_of_all = shift;
  double along = 0, length = 0;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    shift += gone(i);
    way_of_all += way(i);
    along += gone(i).dot(way(i));
    length += way(i).squaredNorm();
  }
  const double share = length > 0 ? std::clamp(along / length, 0.0, 1.0) : 0.0;
  shift = (shift - share * way_of_all) / static_cast<double>(x.rows());
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    if (!((gone(i) - share * way(i) - shift).squaredNorm() <= most_aside_[i] * most_aside_[i])) return false;
  return true;
}

/// Where the way to y leads if it goes on.
void LayerPairs::look_ahead(const Points& y) {
  const double longest = std::sqrt((y - safe_).rowwise().squaredNorm().maxCoeff());
  const double times = longest > 0 ? std::clamp(kFarthestAhead * slack_ / longest, 1.0, kMostAhead) : 1.0;
  looked_from_ = safe_;
  looked_to_ = safe_ + times * (y - safe_);
}

/// Ways to y, less the shift of all, and their boxes.
void LayerPairs::fit_boxes(const Points& y) {
  const Eigen::RowVector3d shift = (y - safe_).colwise().mean();
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const Vec3 a = safe_.row(k).transpose(), b = (y.row(k) - shift).transpose();
    way_[i] = (b - a).norm();
    const double more = half_thickness_[k] + 0.5 * slack_;
    boxes_[i] = Box::around(a.cwiseMin(b).array() - more, a.cwiseMax(b).array() + more);
  }
  for (std::size_t e = 0; e < edge_boxes_.size(); ++e) {
    edge_boxes_[e] = boxes_[surface_.edges[e][0]];
    edge_boxes_[e].add(boxes_[surface_.edges[e][1]]);
  }
}

void LayerPairs::look_for_pairs(const Points& to) {
  look_ahead(to);
  const Points& y = looked_to_;
  limit_ways(y);
  fit_boxes(y);
  tree_.fit(boxes_, safe_, y);
  tree_.find_pairs(triangles_);
  found_.clear();
  const auto add_near = [&](PairKind kind, int i, const Box& box, int j, const Box& other) {
    if (box.meets(other)) add(kind, i, j, y);
  };
  const auto add_node = [&](int node, int triangle) {
    add_near(PairKind::node_triangle, node, boxes_[node], triangle, tree_.box_of(triangle));
  };
  const auto add_edges = [&](int a, int b) {
    add_near(PairKind::edge_edge, std::min(a, b), edge_boxes_[a], std::max(a, b), edge_boxes_[b]);
  };
  for (const auto& [t, u] : triangles_) {
    for (int c = 0; c < 3; ++c) {
      if (surface_.owns_node[t][c]) add_node(surface_.triangles[t][c], u);
      if (surface_.owns_node[u][c]) add_node(surface_.triangles[u][c], t);
      for (int d = 0; surface_.owns_edge[t][c] && d < 3; ++d)
        if (surface_.owns_edge[u][d]) add_edges(surface_.triangle_edges[t][c], surface_.triangle_edges[u][d]);
    }
  }
  sort_found();
  pairs_.clear();
  for (const int p : sorted_) {
    pairs_.push_back(found_[p]);
    pairs_.back().is_hit = std::binary_search(hits_.begin(), hits_.end(), found_[p].key());
  }
  has_pairs_ = true;
}

/// By nodes and edges, of which there are few, then those of each.
void LayerPairs::sort_found() {
  const auto owner = [&](const LayerPair& pair) {
    return pair.a + (pair.kind == PairKind::node_triangle ? 0 : surface_.node_count);
  };
  first_of_.assign(surface_.node_count + surface_.edges.size() + 2, 0);
  for (const LayerPair& pair : found_) ++first_of_[owner(pair) + 2];
  std::partial_sum(first_of_.begin(), first_of_.end(), first_of_.begin());
  sorted_.resize(found_.size());
  for (std::size_t p = 0; p < found_.size(); ++p)
    sorted_[first_of_[owner(found_[p]) + 1]++] = static_cast<int>(p);
  for (std::size_t k = 0; k + 2 < first_of_.size(); ++k)
    std::sort(sorted_.begin() + first_of_[k], sorted_.begin() + first_of_[k + 1],
              [&](int p, int q) { return found_[p].b < found_[q].b; });
}

std::array<int, 4> LayerPairs::nodes_of(PairKind kind, int a, int b) const {
  if (kind == PairKind::node_triangle) {
    const Triangle& t = surface_.triangles[b];
    return {a, t[0], t[1], t[2]};
  }
  const Edge &first = surface_.edges[a], &second = surface_.edges[b];
  return {first[0], first[1], second[0], second[1]};
}

/// Adds the pair where it is one, and may come within the slack on the way to y.
void LayerPairs::add(PairKind kind, int a, int b, const Points& y) {
  LayerPair pair{.kind = kind, .a = a, .b = b, .nodes = nodes_of(kind, a, b)};
  const int split = kind == PairKind::node_triangle ? 1 : 2;
  double ways[2] = {0, 0};
  for (int i = 0; i < 4; ++i) {
    for (int j = split; i < split && j < 4; ++j)
      if (pair.nodes[i] == pair.nodes[j]) return;
    ways[i >= split] = std::max(ways[i >= split], way_[pair.nodes[i]]);
  }
  pair.thickness = half_thickness_[pair.nodes[0]] + half_thickness_[pair.nodes[3]];
  const FourPoints from = points(pair, safe_);
  pair.at_least = nearest_points(kind, from).between.norm();
  const double beyond = pair.at_least - pair.thickness - slack_;
  if (beyond > ways[0] + ways[1]) return;
  if (beyond > 0 && beyond > speed(kind, from, points(pair, y))) return;
  for (int i = 0; i < split; ++i)
    for (int j = split; j < 4; ++j) pair.is_near = pair.is_near || are_near(pair.nodes[i], pair.nodes[j]);
  found_.push_back(pair);
}

/// Whether two nodes are near on the cloth; most are not, as their distance at rest tells.
bool LayerPairs::are_near(int node, int other) const {
  return (rest_.row(node) - rest_.row(other)).squaredNorm() <= near_ * near_ &&
         surface_.are_near(node, other);
}

Nearest LayerPairs::measure(std::size_t index) {
  LayerPair& pair = pairs_[index];
  const Nearest nearest = nearest_points(pair.kind, points(pair, safe_));
  pair.at_least = std::max(pair.at_least, nearest.between.norm());
  return nearest;
}

bool LayerPairs::advance(const Points& y) {
  if (!is_looked_for(y)) look_for_pairs(y);
  safe_share_ = 1;
  if (pairs_.empty()) {
    safe_ = y;
    return true;
  }
  double share = 1;
  bool has_new_hits = false;
  for (std::size_t i = 0; i < way_.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    way_[i] = (y.row(k) - safe_.row(k)).norm();
  }
  for (LayerPair& pair : pairs_) {
    const int split = pair.kind == PairKind::node_triangle ? 1 : 2;
    double ways[2] = {0, 0};
    for (int i = 0; i < 4; ++i) ways[i >= split] = std::max(ways[i >= split], way_[pair.nodes[i]]);
    const double nearer = ways[0] + ways[1], enough = kLeastShare * pair.thickness;
    if (pair.at_least - nearer > enough) {
      pair.at_least -= nearer;
      continue;
    }
    const FourPoints from = points(pair, safe_), to = points(pair, y);
    const double now = nearest_points(pair.kind, from).between.norm();
    const double here = free_share(pair.kind, from, to, least(pair, now));
    pair.at_least = here < 1 ? 0 : nearest_points(pair.kind, to).between.norm();
    if (here >= 1) continue;
    share = std::min(share, here);
    if (!pair.is_hit) hits_.push_back(pair.key());
    has_new_hits = has_new_hits || !pair.is_hit;
    pair.is_hit = true;
  }
  if (has_new_hits) std::sort(hits_.begin(), hits_.end());
  if (share >= 1) {
    safe_ = y;
    return true;
  }
  for (LayerPair& pair : pairs_) pair.at_least = 0;  // those of y, not of where it ends
  safe_ += share * (y - safe_);
  safe_share_ = share;
  return false;
}

}  // namespace isocloth
