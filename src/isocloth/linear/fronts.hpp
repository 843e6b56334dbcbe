#pragma once

/// Where everything of a multifrontal factorisation lies in memory: found once, from the supernodes.

#include <cstddef>
#include <vector>

#include "isocloth/linear/elimination.hpp"
#include "isocloth/linear/panel.hpp"

namespace isocloth {

/// Up to four nodes of a child's update that lie next to each other in one strip of the parent too.
struct Run {
  int source = 0;            ///< first node in the child's update
  int count = 0;             ///< nodes
  int node = 0;              ///< first node in the parent, counted among its own or among those below
  std::ptrdiff_t panel = 0;  ///< first row in the parent's panel
};

/// One thread uses the same memory for updates again and again, which stays near the processor; threads that
/// work at the same time must not.
enum Placement { kAlone = 0, kShared = 1 };

struct Front {
  PanelShape shape;
  std::ptrdiff_t panel = 0;       ///< begin of the panel among the panels
  std::ptrdiff_t update[2] = {};  ///< begin of the update among the updates, by Placement
  std::ptrdiff_t work = 0;        ///< begin among right-hand sides: own strips, then strips below
  std::vector<int> children;
  std::vector<Run> runs;                   ///< of the nodes below, in order
  std::vector<int> own_strip_runs;         ///< where runs begin in each of the parent's own strips, and end
  std::vector<int> below_strip_runs;       ///< and in each of its strips below
  int in_panel = 0;                        ///< how many nodes that is
  std::vector<std::ptrdiff_t> below_work;  ///< of each node below: where its value is
  double flops = 0;

  std::ptrdiff_t work_below() const { return work + kStripRows * shape.own_strips(); }
};

struct Fronts {
  std::vector<Front> fronts;  ///< children before parents
  std::ptrdiff_t panel_size = 0, update_size = 0, work_size = 0;

  /// Parts that threads share: subtrees as ranges of fronts, heaviest first; then fronts that wait for them.
  struct Subtree {
    int begin = 0, end = 0;
  };
  std::vector<Subtree> subtrees;
  std::vector<int> top;  ///< children first
  double flops = 0;
};

Fronts lay_out_fronts(const Elimination& elimination);

}  // namespace isocloth
