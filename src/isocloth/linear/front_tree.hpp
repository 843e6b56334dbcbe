#pragma once

/// Fronts of a factorisation as a tree, joined where that saves time.
///
/// A front eliminates `own` nodes at once and updates `below` others. A child may be joined with its parent:
/// one larger dense front then takes the place of two, which stores zeros but saves the way of the child's
/// update into the parent. What pays is decided by an estimate of the time (front_cost).

#include <vector>

namespace isocloth {

struct FrontTree {
  struct Front {
    std::vector<int> own;       ///< columns of the factor
    int below = 0;              ///< how many nodes below
    int last = 0;               ///< the column whose structure names them
    int parent = -1;            ///< comes later in the list
    std::vector<int> children;  ///< in the order of the list
  };
  std::vector<Front> fronts;

  int size() const { return static_cast<int>(fronts.size()); }
};

/// Estimated time of a front with so many nodes of its own and below [processor cycles].
double front_cost(int own, int below);

/// Multiplications and additions of its factorisation.
double front_flops(int own, int below);

/// Joins children with parents, best first, while that saves time. Joined fronts are left without own nodes.
void join_fronts(FrontTree& tree);

/// Fronts that are left after joining, children before parents, the subtree of each in one piece.
std::vector<int> front_order(const FrontTree& tree);

}  // namespace isocloth
