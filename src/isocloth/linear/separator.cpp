#include "isocloth/linear/ordering.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace isocloth {
namespace {

/// Ten landmarks give 45 pairs, of which some lie across any sheet the short way; fewer must do where each
/// takes long, and three do a fifth worse.
int landmark_count(const NodeGraph& graph, OrderingEffort effort) {
  return effort == OrderingEffort::quick ? 3 : std::clamp(50000 / graph.size(), 4, 10);
}

constexpr int kRefined = 3;  ///< best cuts that are refined

/// A cut and what it costs: nodes of the separator, per (nodes of the smaller side)^¾. With the first power
/// separators bend for the sake of balance, with the square root they cut off corners.
struct Cut {
  std::vector<CutSide> side;
  int count[3] = {};

  double cost() const {
    const double smaller = std::min(count[0], count[1]);
    return smaller > 0 ? count[2] / std::sqrt(smaller * std::sqrt(smaller)) : 1e300;
  }
  void set(int node, CutSide to) {
    --count[static_cast<int>(side[node])];
    ++count[static_cast<int>(to)];
    side[node] = to;
  }
};

/// Steps from `start` to each node; nodes out of reach are as far as the farthest and one.
std::vector<int> distances(const NodeGraph& graph, int start) {
  std::vector<int> distance(graph.size(), -1), queue = {start};
  distance[start] = 0;
  for (std::size_t k = 0; k < queue.size(); ++k)
    for (const int j : graph.neighbours(queue[k]))
      if (distance[j] < 0) {
        distance[j] = distance[queue[k]] + 1;
        queue.push_back(j);
      }
  const int beyond = distance[queue.back()] + 1;
  for (int& d : distance)
    if (d < 0) d = beyond;
  return distance;
}

/// Left: the half of the nodes with the smaller height. The separator: what lies next to it.
Cut cut_at_median(const NodeGraph& graph, const std::vector<int>& height, bool with_middle) {
  std::vector<int> sorted = height;
  const auto middle = sorted.begin() + sorted.size() / 2;
  std::nth_element(sorted.begin(), middle, sorted.end());
  const int limit = *middle;
  Cut cut;
  cut.side.assign(graph.size(), CutSide::right);
  cut.count[1] = graph.size();
  for (int i = 0; i < graph.size(); ++i)
    if (height[i] < limit || (with_middle && height[i] == limit)) cut.set(i, CutSide::left);
  for (int i = 0; i < graph.size(); ++i) {
    if (cut.side[i] != CutSide::right) continue;
    const auto near = graph.neighbours(i);
    if (std::any_of(near.begin(), near.end(), [&](int j) { return cut.side[j] == CutSide::left; }))
      cut.set(i, CutSide::separator);
  }
  return cut;
}

/// How many neighbours each node has on either side of a cut; follows the cut.
class Sides {
 public:
  Sides(const NodeGraph& graph, const Cut& cut) : graph_(graph), near_(graph.size()) {
    for (int i = 0; i < graph.size(); ++i)
      for (const int j : graph.neighbours(i)) ++near_[i][static_cast<int>(cut.side[j])];
  }
  void set(Cut& cut, int node, CutSide to) {
    for (const int j : graph_.neighbours(node)) {
      --near_[j][static_cast<int>(cut.side[node])];
      ++near_[j][static_cast<int>(to)];
    }
    cut.set(node, to);
  }
  const std::array<int, 3>& near(int node) const { return near_[node]; }

 private:
  const NodeGraph& graph_;
  std::vector<std::array<int, 3>> near_;
};

/// The cheapest way to take a node out of the separator: fewest nodes drawn in from the other side, then into
/// the smaller side.
struct Move {
  int member = -1;  ///< index among the separator's nodes
  CutSide to = CutSide::left;
  int cost = std::numeric_limits<int>::max();
};

Move best_move(const Sides& sides, const Cut& cut, const std::vector<int>& members) {
  Move best;
  for (int m = 0; m < static_cast<int>(members.size()); ++m) {
    const auto& near = sides.near(members[m]);
    for (const CutSide side : {CutSide::left, CutSide::right}) {
      const int own = static_cast<int>(side), other = 1 - own;
      const int cost = 2 * near[other] + (cut.count[own] > cut.count[other] ? 1 : 0);
      if (cost < best.cost) best = {m, side, cost};
    }
  }
  return best;
}

/// Moves nodes out of the separator one by one, each at most once, and keeps the best state passed (Fiduccia
/// and Mattheyses). True where that is better than before.
bool refine(const NodeGraph& graph, Cut& cut) {
  Cut trial = cut;
  Sides sides(graph, trial);
  std::vector<int> members;
  for (int i = 0; i < graph.size(); ++i)
    if (cut.side[i] == CutSide::separator) members.push_back(i);
  std::vector<char> was_moved(graph.size(), 0);
  bool better = false;
  for (int steps = 2 * cut.count[2] + 20; steps > 0; --steps) {
    const Move move = best_move(sides, trial, members);
    if (move.member < 0) break;
    const int node = members[move.member];
    members.erase(members.begin() + move.member);
    sides.set(trial, node, move.to);
    was_moved[node] = 1;
    for (const int j : graph.neighbours(node)) {
      if (trial.side[j] == CutSide::separator || trial.side[j] == move.to) continue;
      sides.set(trial, j, CutSide::separator);
      if (!was_moved[j]) members.push_back(j);
    }
    if (trial.cost() < cut.cost()) {
      cut = trial;
      better = true;
    }
  }
  return better;
}

/// Steps from each landmark to every node. Each landmark is as far as possible from those before it.
std::vector<std::vector<int>> landmark_distances(const NodeGraph& graph, OrderingEffort effort) {
  const auto farthest = [](const std::vector<int>& from) {
    return static_cast<int>(std::max_element(from.begin(), from.end()) - from.begin());
  };
  std::vector<std::vector<int>> result = {distances(graph, farthest(distances(graph, 0)))};
  std::vector<int> nearest = result[0];
  while (static_cast<int>(result.size()) < landmark_count(graph, effort)) {
    result.push_back(distances(graph, farthest(nearest)));
    for (int i = 0; i < graph.size(); ++i) nearest[i] = std::min(nearest[i], result.back()[i]);
  }
  return result;
}

bool is_cheaper(const Cut& a, const Cut& b) { return a.cost() < b.cost(); }

/// The best cuts by the distance from one landmark, or by how much nearer nodes are to one than to another.
std::vector<Cut> best_cuts(const NodeGraph& graph, OrderingEffort effort) {
  const std::vector<std::vector<int>> distance = landmark_distances(graph, effort);
  std::vector<Cut> best;
  std::vector<int> height(graph.size());
  for (int a = 0; a < static_cast<int>(distance.size()); ++a)
    for (int b = 0; b <= a; ++b) {
      for (int i = 0; i < graph.size(); ++i) height[i] = distance[a][i] - (a == b ? 0 : distance[b][i]);
      for (const bool with_middle : {false, true}) {
        Cut cut = cut_at_median(graph, height, with_middle);
        best.insert(std::upper_bound(best.begin(), best.end(), cut, is_cheaper), std::move(cut));
        if (static_cast<int>(best.size()) > kRefined) best.pop_back();
      }
    }
  return best;
}

}  // namespace

std::vector<CutSide> find_separator(const NodeGraph& graph, OrderingEffort effort) {
  if (graph.size() == 0) return {};
  std::vector<Cut> cuts = best_cuts(graph, effort);
  for (Cut& cut : cuts)
    while (refine(graph, cut)) {
    }
  return std::min_element(cuts.begin(), cuts.end(), is_cheaper)->side;
}

}  // namespace isocloth
