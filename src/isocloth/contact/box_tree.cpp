#include "isocloth/contact/box_tree.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace isocloth {
namespace {

/// Normals of a leaf are within this angle of their mean, and means of its neighbours of that: all are then
/// within 30° of it. So are those of the triangles around a node.
const double kCosLeaf = std::cos(10 * std::numbers::pi / 180),
             kCosAround = std::cos(30 * std::numbers::pi / 180);

/// The boundary turns inwards where elements fill more than this around a node: beyond half a turn, more than
/// smooth rims of holes do.
constexpr double kInwards = 1.15 * std::numbers::pi;

/// Angle of a triangle at its first corner.
double angle_at(const Vec3& corner, const Vec3& p, const Vec3& q) {
  return std::atan2((p - corner).cross(q - corner).norm(), (p - corner).dot(q - corner));
}

/// Nodes at which the boundary turns inwards, or where more than two of its edges meet.
std::vector<char> inward_nodes(const SurfaceTriangles& surface, const Points& rest) {
  std::vector<double> angle(surface.node_count, 0);
  for (const Triangle& t : surface.triangles)
    for (int c = 0; c < 3; ++c)
      angle[t[c]] += angle_at(rest.row(t[c]).transpose(), rest.row(t[(c + 1) % 3]).transpose(),
                              rest.row(t[(c + 2) % 3]).transpose());
  std::vector<int> ends(surface.node_count, 0);
  for (std::size_t e = 0; e < surface.edges.size(); ++e)
    if (surface.edge_triangles[e][1] < 0)
      for (const int node : surface.edges[e]) ++ends[node];
  std::vector<char> inward(surface.node_count);
  for (int i = 0; i < surface.node_count; ++i)
    inward[i] = ends[i] > 2 || (ends[i] > 0 && angle[i] > kInwards);
  return inward;
}

}  // namespace

BoxTree::BoxTree(const SurfaceTriangles& surface, const Points& rest)
    : surface_(surface), order_(surface.triangles.size()), triangle_boxes_(surface.triangles.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  std::vector<Vec3> middle;
  for (const Triangle& t : surface.triangles)
    middle.push_back((rest.row(t[0]) + rest.row(t[1]) + rest.row(t[2])).transpose() / 3);
  build(middle, 0, static_cast<int>(order_.size()));
  boxes_.resize(nodes_.size());
  leaf_normal_.resize(leaf_node_.size());
  lies_open_.resize(leaf_node_.size());
  normal_.resize(surface.triangles.size());
  inward_ = inward_nodes(surface, rest);
  opens_.resize(surface.node_count);
  for (const int node : leaf_node_)
    never_open_.push_back(!is_connected(nodes_[node]) || has_any(nodes_[node], inward_));
  find_neighbours();
}

int BoxTree::build(const std::vector<Vec3>& middle, int first, int count) {
  const int index = static_cast<int>(nodes_.size());
  nodes_.push_back({.first = first, .count = count});
  if (count <= kLeafSize) {
    nodes_[index].leaf = static_cast<int>(leaf_node_.size());
    leaf_node_.push_back(index);
    return index;
  }
  const auto begin = order_.begin() + first;
  const auto is_of_first_piece = [&, piece = surface_.piece[*begin]](int t) {
    return surface_.piece[t] == piece;
  };
  const auto end_of_piece = std::partition(begin, begin + count, is_of_first_piece);
  if (end_of_piece != begin + count) {  // cloths that are not connected are halves of their own
    std::sort(begin, end_of_piece);
    std::sort(end_of_piece, begin + count);
    const auto own = static_cast<int>(end_of_piece - begin);
    const int left = build(middle, first, own), right = build(middle, first + own, count - own);
    nodes_[index].left = left;
    nodes_[index].right = right;
    return index;
  }
  Vec3 low = middle[order_[first]], high = low;
  for (int k = first; k < first + count; ++k) {
    low = low.cwiseMin(middle[order_[k]]);
    high = high.cwiseMax(middle[order_[k]]);
  }
  int axis = 0;
  (high - low).maxCoeff(&axis);
  // halves of whole leaves, so that all leaves but one are full
  const int half = std::max(kLeafSize, (count / 2 + kLeafSize - 1) / kLeafSize * kLeafSize);
  std::nth_element(begin, begin + half, begin + count, [&](int a, int b) {
    const double x = middle[a][axis], y = middle[b][axis];
    return x != y ? x < y : a < b;
  });
  std::sort(begin, begin + half);
  const int left = build(middle, first, half), right = build(middle, first + half, count - half);
  nodes_[index].left = left;
  nodes_[index].right = right;
  return index;
}

/// Whether every triangle of a leaf shares a node with another, and so on to all.
bool BoxTree::is_connected(const Node& leaf) const {
  const auto triangle = [&](int k) { return surface_.triangles[order_[leaf.first + k]]; };
  std::vector<int> reached = {0};
  std::vector<char> seen(leaf.count, 0);
  seen[0] = 1;
  for (std::size_t r = 0; r < reached.size(); ++r)
    for (int k = 0; k < leaf.count; ++k) {
      const Triangle own = triangle(reached[r]), other = triangle(k);
      const bool touches =
          std::find_first_of(own.begin(), own.end(), other.begin(), other.end()) != own.end();
      if (!touches || seen[k]) continue;
      seen[k] = 1;
      reached.push_back(k);
    }
  return static_cast<int>(reached.size()) == leaf.count;
}

bool BoxTree::has_any(const Node& leaf, const std::vector<char>& nodes) const {
  for (int k = leaf.first; k < leaf.first + leaf.count; ++k)
    for (const int node : surface_.triangles[order_[k]])
      if (nodes[node]) return true;
  return false;
}

void BoxTree::find_neighbours() {
  std::vector<std::vector<int>> of_node(surface_.node_count);
  neighbours_.resize(leaf_node_.size());
  for (std::size_t leaf = 0; leaf < leaf_node_.size(); ++leaf) {
    const Node& node = nodes_[leaf_node_[leaf]];
    for (int k = node.first; k < node.first + node.count; ++k)
      for (const int i : surface_.triangles[order_[k]]) of_node[i].push_back(static_cast<int>(leaf));
  }
  for (const std::vector<int>& leaves : of_node)
    for (const int a : leaves)
      for (const int b : leaves) neighbours_[a].push_back(b);
  for (std::vector<int>& list : neighbours_) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
}

void BoxTree::fit(const std::vector<Box>& node_boxes, const Points& x, const Points& y) {
  for (std::size_t t = 0; t < surface_.triangles.size(); ++t) {
    const auto [a, b, c] = surface_.triangles[t];
    Box box = node_boxes[a];
    box.add(node_boxes[b]);
    box.add(node_boxes[c]);
    triangle_boxes_[t] = box;
  }
  for (std::size_t n = nodes_.size(); n-- > 0;) {  // children come after their parents
    const Node& node = nodes_[n];
    if (node.left >= 0) {
      boxes_[n] = boxes_[node.left];
      boxes_[n].add(boxes_[node.right]);
      continue;
    }
    boxes_[n] = triangle_boxes_[order_[node.first]];
    for (int k = node.first; k < node.first + node.count; ++k) boxes_[n].add(triangle_boxes_[order_[k]]);
  }
  std::fill(lies_open_.begin(), lies_open_.end(), char{1});
  std::transform(inward_.begin(), inward_.end(), opens_.begin(), [](char inward) { return !inward; });
  for (const Points* at : {&x, &y}) {
    find_normals(*at);
    keep_open_leaves();
    keep_open_nodes();
    if (&x == &y) break;
  }
}

void BoxTree::find_normals(const Points& x) {
  for (std::size_t t = 0; t < surface_.triangles.size(); ++t) {
    const auto [a, b, c] = surface_.triangles[t];
    const Vec3 p = x.row(a).transpose();
    normal_[t] = (x.row(b).transpose() - p).cross(x.row(c).transpose() - p).normalized();
  }
}

/// Keeps those open that are so with the normals at hand.
void BoxTree::keep_open_leaves() {
  for (std::size_t leaf = 0; leaf < leaf_node_.size(); ++leaf) {
    const Node& node = nodes_[leaf_node_[leaf]];
    Vec3 sum = Vec3::Zero();
    for (int k = 0; k < node.count; ++k) sum += normal_[order_[node.first + k]];
    sum.normalize();
    for (int k = 0; k < node.count; ++k)
      if (!(sum.dot(normal_[order_[node.first + k]]) > kCosLeaf) || never_open_[leaf]) sum.setZero();
    leaf_normal_[leaf] = sum;
  }
  for (std::size_t leaf = 0; leaf < leaf_normal_.size(); ++leaf) {
    const Vec3 own = leaf_normal_[leaf];
    const auto is_alike = [&](int other) { return own.dot(leaf_normal_[other]) > kCosLeaf; };
    lies_open_[leaf] =
        lies_open_[leaf] && std::all_of(neighbours_[leaf].begin(), neighbours_[leaf].end(), is_alike);
  }
}

void BoxTree::keep_open_nodes() {
  for (int i = 0; i < surface_.node_count; ++i) {
    const std::span<const int> around(surface_.around.data() + surface_.around_begin[i],
                                      surface_.around.data() + surface_.around_begin[i + 1]);
    Vec3 sum = Vec3::Zero();
    for (const int t : around) sum += normal_[t];
    sum.normalize();
    opens_[i] = opens_[i] && std::all_of(around.begin(), around.end(),
                                         [&](int t) { return sum.dot(normal_[t]) > kCosAround; });
  }
}

void BoxTree::find_pairs(std::vector<std::array<int, 2>>& pairs) const {
  pairs.clear();
  pair_up(0, 0, pairs);
}

void BoxTree::pair_up(int a, int b, std::vector<std::array<int, 2>>& pairs) const {
  const Node &first = nodes_[a], &second = nodes_[b];
  if (a == b) {
    if (first.left < 0) return pair_leaves(a, a, pairs);
    pair_up(first.left, first.left, pairs);
    pair_up(first.right, first.right, pairs);
    pair_up(first.left, first.right, pairs);
    return;
  }
  if (!boxes_[a].meets(boxes_[b])) return;
  if (first.left < 0 && second.left < 0) return pair_leaves(a, b, pairs);
  if (second.left < 0 || (first.left >= 0 && first.count >= second.count)) {
    pair_up(first.left, b, pairs);
    pair_up(first.right, b, pairs);
  } else {
    pair_up(a, second.left, pairs);
    pair_up(a, second.right, pairs);
  }
}

bool BoxTree::lie_open(int a, int b) const {
  const int leaf = nodes_[a].leaf, other = nodes_[b].leaf;
  if (!lies_open_[leaf] && !lies_open_[other]) return false;
  return leaf == other || std::binary_search(neighbours_[leaf].begin(), neighbours_[leaf].end(), other);
}

bool BoxTree::lie_open_around_a_node(int triangle, int other) const {
  for (const int node : surface_.triangles[triangle])
    for (const int of_other : surface_.triangles[other])
      if (node == of_other && opens_[node]) return true;
  return false;
}

void BoxTree::pair_leaves(int a, int b, std::vector<std::array<int, 2>>& pairs) const {
  if (lie_open(a, b)) return;
  const Node &first = nodes_[a], &second = nodes_[b];
  for (int k = first.first; k < first.first + first.count; ++k)
    for (int l = a == b ? k + 1 : second.first; l < second.first + second.count; ++l)
      if (triangle_boxes_[order_[k]].meets(triangle_boxes_[order_[l]]) &&
          !lie_open_around_a_node(order_[k], order_[l]))
        pairs.push_back({order_[k], order_[l]});
}

}  // namespace isocloth
