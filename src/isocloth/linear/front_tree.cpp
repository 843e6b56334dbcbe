#include "isocloth/linear/front_tree.hpp"

#include <algorithm>

#include "isocloth/linear/panel.hpp"

namespace isocloth {
namespace {
// Cycles on a processor with two fused multiply-adds of four numbers per cycle (any since about 2015).
constexpr double kPerFront = 300;  ///< calls, loops that start
constexpr double kPerColumn = 40;  ///< square root and division, which nothing overlaps
constexpr double kPerTile = 12;    ///< load, store, loop that starts
constexpr double kPerEntry = 0.5;  ///< of an update, on its way into the parent
constexpr double kPerRun = 30;     ///< column of blocks of an update

}  // namespace

double front_cost(int own, int below) {
  const int columns = 3 * own, rows = 3 * below, strips_below = strips_of(rows);
  const int lanes_below = (rows + 3) / 4;
  double products = 0, tiles = 0;  // of four rows with one column; of up to twelve rows with four columns
  for (int before = 0; before < columns; before += kStripRows) {
    const int width = std::min(kStripRows, columns - before), tiles_wide = (width + 3) / 4;
    const int lanes = (columns - before + 3) / 4 + lanes_below;
    products += static_cast<double>(lanes) * width * (before + 0.5 * width);
    tiles += tiles_wide * (strips_of(columns - before) + strips_below);
  }
  products += 0.5 * columns * rows * (lanes_below + 2);
  tiles += 1.5 * strips_below * (strips_below + 1);
  const double update = rows > 0 ? kPerEntry * rows * (rows + 3) / 2 + kPerRun * below : 0;
  return kPerFront + kPerColumn * columns + kPerTile * tiles + products / 2 + update;
}

double front_flops(int own, int below) {
  double flops = 0;
  for (int j = 0; j < 3 * own; ++j) {
    const double column = 3.0 * (own + below) - j;
    flops += column * column;
  }
  return flops;
}

void join_fronts(FrontTree& tree) {
  for (FrontTree::Front& parent : tree.fronts) {
    while (true) {
      const int own = static_cast<int>(parent.own.size());
      double best = 0;
      int child = -1;
      for (const int c : parent.children) {
        const FrontTree::Front& front = tree.fronts[c];
        const int more = static_cast<int>(front.own.size());
        const double saved = front_cost(more, front.below) + front_cost(own, parent.below) -
                             front_cost(own + more, parent.below);
        if (saved > best) {
          best = saved;
          child = c;
        }
      }
      if (child < 0) break;
      FrontTree::Front& front = tree.fronts[child];
      parent.own.insert(parent.own.begin(), front.own.begin(), front.own.end());
      std::erase(parent.children, child);
      parent.children.insert(parent.children.end(), front.children.begin(), front.children.end());
      std::sort(parent.children.begin(), parent.children.end());
      front.own.clear();
      front.children.clear();
    }
  }
}

std::vector<int> front_order(const FrontTree& tree) {
  std::vector<int> result, stack;
  for (int f = tree.size() - 1; f >= 0; --f)
    if (!tree.fronts[f].own.empty() && tree.fronts[f].parent < 0) stack.push_back(f);
  while (!stack.empty()) {  // parents first and children last to first, then turned round
    const int f = stack.back();
    stack.pop_back();
    result.push_back(f);
    for (const int child : tree.fronts[f].children) stack.push_back(child);
  }
  std::reverse(result.begin(), result.end());
  return result;
}

}  // namespace isocloth
