#include "isocloth/linear/fronts.hpp"

#include <algorithm>
#include <numeric>

#include "isocloth/linear/dense_kernels.hpp"
#include "isocloth/linear/front_tree.hpp"

namespace isocloth {
namespace {

/// Subtrees are cut off until each has at most this share of the work: enough pieces for eight threads.
constexpr double kLargestSubtree = 1.0 / 16;

std::ptrdiff_t round_up(std::ptrdiff_t size) { return (size + 7) / 8 * 8; }  // whole cache lines

std::ptrdiff_t update_size(const PanelShape& shape) {
  return round_up(static_cast<std::ptrdiff_t>(shape.below) * update_leading(shape.below));
}

/// Row of a node in a supernode's front, counted in nodes.
int front_row(const Supernode& s, int position) {
  if (position < s.first + s.count) return position - s.first;
  const auto found = std::lower_bound(s.below.begin(), s.below.end(), position);
  return s.count + static_cast<int>(found - s.below.begin());
}

/// Where the runs from `begin` to `end` go on to each of so many strips of the parent, and where they end.
std::vector<int> strip_begins(const std::vector<Run>& runs, std::vector<Run>::const_iterator begin,
                              std::vector<Run>::const_iterator end, int strips) {
  std::vector<int> result;
  for (int strip = 0; strip <= strips; ++strip) {
    begin = std::find_if(begin, end, [&](const Run& run) { return run.node >= kStripNodes * strip; });
    result.push_back(static_cast<int>(begin - runs.begin()));
  }
  return result;
}

/// Runs end where the nodes are no neighbours in the parent, and at the end of each of its strips.
void find_runs(Front& child, const Front& parent, const std::vector<int>& row_in_parent) {
  const int own = parent.shape.columns / 3, own_strips = parent.shape.own_strips();
  int own_runs = 0;
  for (int b = 0; b < static_cast<int>(row_in_parent.size()); ++b) {
    const bool is_own = row_in_parent[b] < own;
    const int node = is_own ? row_in_parent[b] : row_in_parent[b] - own;
    const int strip = node / kStripNodes, within = node % kStripNodes;
    const bool continues = within > 0 && b > 0 && row_in_parent[b - 1] + 1 == row_in_parent[b];
    if (continues)
      ++child.runs.back().count;
    else
      child.runs.push_back({b, 1, node, parent.shape.strip(strip + (is_own ? 0 : own_strips)) + 3 * within});
    if (is_own) own_runs = static_cast<int>(child.runs.size());
    child.below_work.push_back((is_own ? parent.work : parent.work_below()) + 3 * node);
    if (is_own) ++child.in_panel;
  }
  const auto middle = child.runs.begin() + own_runs;
  child.own_strip_runs = strip_begins(child.runs, child.runs.begin(), middle, own_strips);
  child.below_strip_runs =
      strip_begins(child.runs, middle, child.runs.end(), parent.shape.strips() - own_strips);
}

/// Memory that is given out and taken back on paper; the first gap that is large enough is used.
class Arena {
 public:
  explicit Arena(std::ptrdiff_t begin) : begin_(begin), end_(begin) {}

  std::ptrdiff_t take(std::ptrdiff_t size) {
    std::ptrdiff_t at = begin_;
    auto place = used_.begin();
    for (; place != used_.end() && place->begin - at < size; ++place) at = place->end;
    used_.insert(place, {at, at + size});
    end_ = std::max(end_, at + size);
    return at;
  }
  void give_back(std::ptrdiff_t begin, std::ptrdiff_t size) {
    if (size > 0)
      std::erase_if(used_, [&](const Piece& p) { return p.begin == begin && p.end == begin + size; });
  }
  std::ptrdiff_t end() const { return end_; }

 private:
  struct Piece {
    std::ptrdiff_t begin, end;
  };
  std::ptrdiff_t begin_, end_;
  std::vector<Piece> used_;  ///< sorted
};

/// Places for the updates of some fronts, in this order, from `begin` on; a front's children give theirs back
/// where they are among them. Returns the end.
std::ptrdiff_t place_updates(Fronts& all, const std::vector<int>& some, Placement placement,
                             std::ptrdiff_t begin) {
  Arena arena(begin);
  for (const int f : some) {
    Front& front = all.fronts[f];
    front.update[placement] = arena.take(update_size(front.shape));
    for (const int child : front.children)
      if (std::binary_search(some.begin(), some.end(), child))
        arena.give_back(all.fronts[child].update[placement], update_size(all.fronts[child].shape));
  }
  return arena.end();
}

void place_all_updates(Fronts& all) {
  std::vector<int> list(all.fronts.size());
  std::iota(list.begin(), list.end(), 0);
  const std::ptrdiff_t alone = place_updates(all, list, kAlone, 0);
  std::ptrdiff_t shared = place_updates(all, all.top, kShared, 0);
  for (const Fronts::Subtree& subtree : all.subtrees) {
    list.resize(subtree.end - subtree.begin);
    std::iota(list.begin(), list.end(), subtree.begin);
    shared = place_updates(all, list, kShared, shared);
  }
  all.update_size = std::max(alone, shared);
}

/// Cuts the forest into subtrees and what lies above them.
void cut_subtrees(Fronts& all) {
  const int count = static_cast<int>(all.fronts.size());
  std::vector<double> weight(count);
  std::vector<int> first(count);
  for (int f = 0; f < count; ++f) {
    weight[f] = all.fronts[f].flops;
    first[f] = f;
    for (const int child : all.fronts[f].children) {
      weight[f] += weight[child];
      first[f] = std::min(first[f], first[child]);
    }
  }
  std::vector<char> below_cut(count, 0);
  for (int f = count - 1; f >= 0; --f) {  // parents first
    if (below_cut[f]) {
      for (const int child : all.fronts[f].children) below_cut[child] = 1;
    } else if (weight[f] <= kLargestSubtree * all.flops) {
      all.subtrees.push_back({first[f], f + 1});
      for (const int child : all.fronts[f].children) below_cut[child] = 1;
    } else {
      all.top.push_back(f);
    }
  }
  std::reverse(all.top.begin(), all.top.end());
  std::stable_sort(all.subtrees.begin(), all.subtrees.end(),
                   [&](const auto& a, const auto& b) { return weight[a.end - 1] > weight[b.end - 1]; });
}

}  // namespace

Fronts lay_out_fronts(const Elimination& elimination) {
  Fronts all;
  const auto& supernodes = elimination.supernodes;
  all.fronts.resize(supernodes.size());
  for (std::size_t s = 0; s < supernodes.size(); ++s) {
    Front& front = all.fronts[s];
    const Supernode& node = supernodes[s];
    const int below = static_cast<int>(node.below.size());
    front.shape = {3 * node.count, 3 * below};
    front.panel = all.panel_size;
    front.work = all.work_size;
    front.flops = front_flops(node.count, below);
    all.panel_size += round_up(front.shape.size());
    all.work_size += kStripRows * front.shape.strips();
    all.flops += front.flops;
    if (node.parent >= 0) all.fronts[node.parent].children.push_back(static_cast<int>(s));
  }
  for (std::size_t s = 0; s < supernodes.size(); ++s) {
    if (supernodes[s].parent < 0) continue;
    std::vector<int> row_in_parent;
    for (const int position : supernodes[s].below)
      row_in_parent.push_back(front_row(supernodes[supernodes[s].parent], position));
    find_runs(all.fronts[s], all.fronts[supernodes[s].parent], row_in_parent);
  }
  cut_subtrees(all);
  place_all_updates(all);
  return all;
}

}  // namespace isocloth
