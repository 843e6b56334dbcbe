#include "isocloth/contact/layer_pairs.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace isocloth {
namespace {

/// Share of the distance asked for below which no way may lead.
constexpr double kLeastShare = 0.5;

/// A pair that is nearer than that already, as it was put there, may come this near to where it is. One that
/// came there by itself and differs from it by rounding, or by this share of it, comes no nearer.
constexpr double kLeastOfNow = 0.8, kCameThere = 0.99, kRounding = 1e-9;

/// Pairs are looked for up to two thicknesses, or this share of the mean edge, beyond where they touch; and
/// anew where a node is further than this share of that from where it was looked for, or of the least height
/// of its triangles: of several cloths one may be that much finer than another is thick, and what is woven
/// may shear until its triangles are slim.
constexpr double kSlackShare = 0.4, kMostAside = 0.25;

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

/// Height of a triangle above its longest side [m].
double least_height(const Triangle& t, const Points& x) {
  const Vec3 a = x.row(t[0]).transpose(), ab = x.row(t[1]).transpose() - a, ac = x.row(t[2]).transpose() - a;
  return ab.cross(ac).norm() / std::max({ab.norm(), ac.norm(), (ac - ab).norm()});
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
      looked_at_(rest.x),
      boxes_(rest.node_count()),
      edge_boxes_(surface_.edges.size()),
      way_(rest.node_count()) {}

void LayerPairs::begin(const Points& x) {
  if (x != safe_)
    for (LayerPair& pair : pairs_) pair.at_least = 0;
  start_ = safe_ = x;
  has_pairs_ = is_looked_for(x);
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
  most_aside_.setConstant(kMostAside * slack_);
  for (const Triangle& t : surface_.triangles) {
    const double most = kMostAside * std::min(least_height(t, safe_), least_height(t, y));
    for (const int node : t) most_aside_[node] = std::min(most_aside_[node], most);
  }
}

/// Whether the pairs known are all those around x.
bool LayerPairs::is_looked_for(const Points& x) const {
  if (!has_pairs_) return false;
  const Eigen::RowVector3d shift = (x - looked_at_).colwise().mean();
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    if (!((x.row(i) - looked_at_.row(i) - shift).norm() <= most_aside_[i])) return false;
  return true;
}

/// Boxes of the ways to y, less the shift of all.
void LayerPairs::fit_boxes(const Points& y) {
  const Eigen::RowVector3d shift = (y - safe_).colwise().mean();
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const Vec3 a = safe_.row(k).transpose(), b = (y.row(k) - shift).transpose();
    const double more = half_thickness_[k] + 0.5 * slack_;
    boxes_[i] = {a.cwiseMin(b).array() - more, a.cwiseMax(b).array() + more};
  }
  for (std::size_t e = 0; e < edge_boxes_.size(); ++e) {
    edge_boxes_[e] = boxes_[surface_.edges[e][0]];
    edge_boxes_[e].add(boxes_[surface_.edges[e][1]]);
  }
}

void LayerPairs::look_for_pairs(const Points& y) {
  looked_at_ = y;
  limit_ways(y);
  fit_boxes(y);
  tree_.fit(boxes_, safe_, y);
  tree_.find_pairs(triangles_);
  found_.clear();
  for (const auto& [t, u] : triangles_) {
    for (int c = 0; c < 3; ++c) {
      if (surface_.owns_node[t][c]) add(PairKind::node_triangle, surface_.triangles[t][c], u, y);
      if (surface_.owns_node[u][c]) add(PairKind::node_triangle, surface_.triangles[u][c], t, y);
      for (int d = 0; d < 3; ++d)
        if (surface_.owns_edge[t][c] && surface_.owns_edge[u][d])
          add(PairKind::edge_edge, surface_.triangle_edges[t][c], surface_.triangle_edges[u][d], y);
    }
  }
  sorted_.clear();
  for (std::size_t p = 0; p < found_.size(); ++p) sorted_.emplace_back(found_[p].key(), static_cast<int>(p));
  std::sort(sorted_.begin(), sorted_.end());
  pairs_.clear();
  for (const auto& [key, p] : sorted_) {
    pairs_.push_back(found_[p]);
    pairs_.back().is_hit = std::binary_search(hits_.begin(), hits_.end(), key);
  }
  has_pairs_ = true;
}

/// Adds the pair where it is one, and may come within the slack on the way to y.
void LayerPairs::add(PairKind kind, int a, int b, const Points& y) {
  LayerPair pair{.kind = kind, .a = a, .b = b};
  int split = 1;
  if (kind == PairKind::node_triangle) {
    if (!boxes_[a].meets(tree_.box_of(b))) return;
    const Triangle& t = surface_.triangles[b];
    pair.nodes = {a, t[0], t[1], t[2]};
  } else {
    if (!edge_boxes_[a].meets(edge_boxes_[b])) return;
    split = 2;
    if (a > b) std::swap(pair.a, pair.b);
    const Edge &first = surface_.edges[pair.a], &second = surface_.edges[pair.b];
    pair.nodes = {first[0], first[1], second[0], second[1]};
  }
  for (int i = 0; i < split; ++i)
    for (int j = split; j < 4; ++j)
      if (pair.nodes[i] == pair.nodes[j]) return;
  pair.thickness = half_thickness_[pair.nodes[0]] + half_thickness_[pair.nodes[3]];
  const FourPoints from = points(pair, safe_);
  pair.at_least = nearest_points(kind, from).between.norm();
  if (pair.at_least > pair.thickness + slack_ + speed(kind, from, points(pair, y))) return;
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
