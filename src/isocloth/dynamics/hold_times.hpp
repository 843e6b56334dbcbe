#pragma once

/// Which grasp holds a node when, so that no two ever hold one at once: however many there are, a new one is
/// compared only with its neighbours in time.

#include <map>
#include <optional>
#include <unordered_map>

#include "isocloth/dynamics/grasp.hpp"

namespace isocloth {

class HoldTimes {
 public:
  struct Clash {
    int grasp = 0, node = 0;
  };

  /// Takes the grasp in, under its index. Where another holds one of its nodes meanwhile nothing changes, and
  /// that other is returned.
  std::optional<Clash> add(int index, const Grasp& grasp);

  void remove(int index, const Grasp& grasp);

  /// Whether no grasp holds the node while this one would.
  bool is_free(int node, const Grasp& grasp) const;

 private:
  struct Hold {
    double until = 0;  ///< [s]
    int grasp = 0;
  };
  using Holds = std::map<double, Hold>;  ///< of one node, by when they begin [s]
  static std::optional<int> in_the_way(const Holds& holds, const Grasp& grasp);

  std::unordered_map<int, Holds> of_node_;
};

}  // namespace isocloth
