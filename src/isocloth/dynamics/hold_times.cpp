#include "isocloth/dynamics/hold_times.hpp"

#include <iterator>

namespace isocloth {

std::optional<int> HoldTimes::in_the_way(const Holds& holds, const Grasp& grasp) {
  const auto next = holds.lower_bound(grasp.from);
  if (next != holds.end() && next->first < grasp.until) return next->second.grasp;
  if (next != holds.begin() && std::prev(next)->second.until > grasp.from)
    return std::prev(next)->second.grasp;
  return std::nullopt;
}

std::optional<HoldTimes::Clash> HoldTimes::add(int index, const Grasp& grasp) {
  if (grasp.until <= grasp.from) return std::nullopt;  // it let go before it began
  for (const int node : grasp.nodes)
    if (const auto other = in_the_way(of_node_[node], grasp)) return Clash{*other, node};
  for (const int node : grasp.nodes) of_node_[node][grasp.from] = {grasp.until, index};
  return std::nullopt;
}

bool HoldTimes::is_free(int node, const Grasp& grasp) const {
  const auto found = of_node_.find(node);
  return found == of_node_.end() || !in_the_way(found->second, grasp);
}

void HoldTimes::remove(int index, const Grasp& grasp) {
  for (const int node : grasp.nodes) {
    Holds& holds = of_node_[node];
    const auto found = holds.find(grasp.from);
    if (found != holds.end() && found->second.grasp == index) holds.erase(found);
  }
}

}  // namespace isocloth
