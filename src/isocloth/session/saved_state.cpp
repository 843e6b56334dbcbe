#include "isocloth/session/saved_state.hpp"

#include <cmath>
#include <cstring>
#include <type_traits>

#include "isocloth/core/require.hpp"
#include "isocloth/obstacles/obstacle.hpp"

namespace isocloth {
namespace {

constexpr char kMagic[] = "isocloth state 9";

/// Writes values one after the other.
struct Writer {
  std::string bytes{kMagic, sizeof kMagic};

  void raw(const void* from, std::size_t count) { bytes.append(static_cast<const char*>(from), count); }
  template <class Item>
  void size(const std::vector<Item>& list, std::size_t) {
    number(static_cast<std::uint64_t>(list.size()));
  }
  template <class Number>
  void number(const Number& value) {
    raw(&value, sizeof value);
  }
  template <class Matrix>
  void matrix(const Matrix& values) {
    number(static_cast<std::uint64_t>(values.rows()));
    raw(values.data(), static_cast<std::size_t>(values.size()) * sizeof(double));
  }
};

/// Reads them again.
struct Reader {
  const std::string& bytes;
  std::size_t at = sizeof kMagic;

  void raw(void* to, std::size_t count) {
    check(count <= bytes.size() - at);
    if (count > 0) std::memcpy(to, bytes.data() + at, count);  // an empty list has no place
    at += count;
  }
  /// Makes room for a list whose items take at least so many bytes each.
  template <class Item>
  void size(std::vector<Item>& list, std::size_t item_bytes) {
    list.resize(count(item_bytes));
  }
  template <class Number>
  void number(Number& value) {
    if constexpr (std::is_same_v<Number, bool>) {
      char byte = 0;
      raw(&byte, 1);
      value = byte != 0;
    } else {
      raw(&value, sizeof value);
    }
  }
  template <class Matrix>
  void matrix(Matrix& values) {
    const auto columns = static_cast<std::size_t>(values.cols());
    values.resize(static_cast<Eigen::Index>(count(columns * sizeof(double))), values.cols());
    raw(values.data(), static_cast<std::size_t>(values.size()) * sizeof(double));
  }

 private:
  static void check(bool complete) {
    require(complete, "the bytes of a saved state are incomplete; save and pickle it again");
  }
  std::size_t count(std::size_t item_bytes) {
    std::uint64_t n = 0;
    number(n);
    check(n <= (bytes.size() - at) / item_bytes);
    return static_cast<std::size_t>(n);
  }
};

// One order of values for both: Archive is a Writer, or a Reader of what is not const.

template <class Archive, class Point>
void visit_place(Archive& archive, Point& p) {
  archive.raw(p.data(), 3 * sizeof(double));
}

template <class Archive>
void visit_place(Archive& archive, double& value) {
  archive.number(value);
}

template <class Archive>
void visit_place(Archive& archive, const double& value) {
  archive.number(value);
}

template <class Archive, class Pose>
  requires requires(Pose& pose) { pose.rotation; }
void visit_place(Archive& archive, Pose& pose) {
  archive.raw(pose.rotation.coeffs().data(), 4 * sizeof(double));
  visit_place(archive, pose.translation);
}

template <class Archive, class Led>
void visit_led(Archive& archive, Led& led) {
  archive.number(led.by);
  archive.number(led.track.begin);
  archive.number(led.track.end);
  visit_place(archive, led.track.from);
  visit_place(archive, led.track.to);
}

template <class Archive, class List>
void visit_handed(Archive& archive, List& list) {
  archive.size(list, 18 * sizeof(double));
  for (auto& handed : list)
    for (auto* wrench : {&handed.given, &handed.last, &handed.before}) {
      visit_place(archive, wrench->force);
      visit_place(archive, wrench->torque);
    }
}

template <class Archive, class Grasp, class Hold>
void visit_grasp(Archive& archive, Grasp& grasp, Hold& hold) {
  archive.size(grasp.nodes, sizeof(int));
  for (auto& node : grasp.nodes) archive.number(node);
  archive.number(grasp.from);
  archive.number(grasp.until);
  archive.number(grasp.relative);
  visit_led(archive, grasp.led);
  archive.number(hold.holding);
  archive.number(hold.slipping);
  archive.number(hold.catching_up);
  archive.number(hold.pace);
  archive.number(hold.let_go);
  archive.number(hold.missed);
  archive.number(hold.missed_by);
  archive.number(hold.yields_until);
  archive.matrix(hold.anchor);
  visit_place(archive, hold.taken);
  visit_place(archive, hold.moved);
  archive.matrix(hold.slid);
  archive.size(hold.picked, sizeof(int));
  for (auto& node : hold.picked) archive.number(node);
}

/// `holds` of the grasps; a list of their number.
template <class Archive, class State, class Holds>
void visit_state(Archive& archive, State& state, Holds& holds) {
  auto& cloth = state.cloth;
  for (auto& part : cloth.origin.parts) archive.number(part);
  archive.number(cloth.step);
  archive.number(cloth.time);
  archive.matrix(cloth.x);
  archive.matrix(cloth.v);
  archive.number(cloth.past.dt);
  archive.number(cloth.past.dt_before);
  archive.number(cloth.past.calm);
  archive.number(cloth.past.rough);
  archive.matrix(cloth.past.dx);
  archive.matrix(cloth.past.dv);
  archive.matrix(cloth.past.dx_before);
  archive.matrix(cloth.past.dv_before);
  archive.matrix(cloth.multipliers);
  archive.matrix(cloth.tensions);
  archive.size(state.grasps, sizeof(double));
  if constexpr (!std::is_const_v<Holds>) holds.resize(state.grasps.size());
  for (std::size_t i = 0; i < state.grasps.size(); ++i) visit_grasp(archive, state.grasps[i], holds[i]);
  archive.size(state.obstacles, sizeof(double));
  for (auto& obstacle : state.obstacles) {
    visit_led(archive, obstacle.led);
    visit_led(archive, obstacle.drive);
  }
  archive.size(cloth.contacts, sizeof(double));
  for (auto& contact : cloth.contacts) {
    archive.number(contact.obstacle);
    archive.number(contact.site);
    archive.number(contact.normal_force);
    visit_place(archive, contact.tangential_force);
    archive.number(contact.fresh);
    archive.number(contact.slides);
  }
  archive.size(cloth.layers, sizeof(double));
  for (auto& layer : cloth.layers) {
    archive.number(layer.pair);
    archive.number(layer.normal_force);
    visit_place(archive, layer.tangential_force);
    archive.number(layer.fresh);
    archive.number(layer.slides);
  }
  archive.size(cloth.couplings, 2 * sizeof(int));
  for (auto& [first, second] : cloth.couplings) {
    archive.number(first);
    archive.number(second);
  }
  archive.size(cloth.obstacles, 2 * sizeof(double));
  for (auto& obstacle : cloth.obstacles) {
    archive.number(obstacle.position);
    archive.number(obstacle.velocity);
    archive.number(obstacle.removed);
  }
  visit_handed(archive, cloth.exchange.by_grasps);
  visit_handed(archive, cloth.exchange.by_obstacles);
}

bool is_usable(const StepPast& past) {
  return past.dx.allFinite() && past.dv.allFinite() && past.dx_before.allFinite() &&
         past.dv_before.allFinite() && past.dt >= 0 && past.dt_before >= 0 && std::isfinite(past.dt) &&
         std::isfinite(past.dt_before) && past.calm >= 0 && past.rough >= 0;
}

bool is_led_somehow(LedBy by) { return by <= LedBy::function; }

}  // namespace

std::string to_bytes(const SavedState& state) {
  Writer out;
  visit_state(out, state, state.cloth.grasps);
  return std::move(out.bytes);
}

SavedState from_bytes(const std::string& bytes) {
  require(bytes.size() > sizeof kMagic && std::memcmp(bytes.data(), kMagic, sizeof kMagic) == 0,
          "these bytes are no saved state of this version of isocloth");
  Reader in{bytes};
  SavedState state;
  visit_state(in, state, state.cloth.grasps);
  const ClothState& cloth = state.cloth;
  bool usable = in.at == bytes.size() && cloth.x.allFinite() && cloth.v.allFinite() &&
                is_usable(cloth.past) && cloth.multipliers.allFinite() && cloth.tensions.allFinite() &&
                std::isfinite(cloth.time) && cloth.step >= 0;
  for (const SavedGrasp& grasp : state.grasps) usable = usable && is_led_somehow(grasp.led.by);
  for (const SavedObstacle& obstacle : state.obstacles)
    usable = usable && is_led_somehow(obstacle.led.by) && is_led_somehow(obstacle.drive.by);
  for (const ObstacleState& obstacle : cloth.obstacles)
    usable = usable && std::isfinite(obstacle.position) && std::isfinite(obstacle.velocity);
  require(usable, "the bytes of a saved state are damaged");
  return state;
}

}  // namespace isocloth
