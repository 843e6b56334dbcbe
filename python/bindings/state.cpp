#include "state.hpp"

#include <cmath>
#include <cstring>

#include "isocloth/core/require.hpp"

namespace isocloth::python {
namespace {

constexpr char kMagic[] = "isocloth state 1";

/// Writes numbers one after the other.
struct Writer {
  std::string bytes{kMagic, sizeof kMagic};

  template <class Number>
  void put(const Number& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void doubles(const double* values, std::size_t count) {
    put(static_cast<std::uint64_t>(count));
    bytes.append(reinterpret_cast<const char*>(values), count * sizeof(double));
  }
  void point(const Vec3& p) { bytes.append(reinterpret_cast<const char*>(p.data()), 3 * sizeof(double)); }
};

/// Reads them again.
struct Reader {
  const std::string& bytes;
  std::size_t at = 0;

  void take(void* to, std::size_t count) {
    require(count <= bytes.size() - at,
            "the bytes of a saved state are incomplete; save and pickle it again");
    std::memcpy(to, bytes.data() + at, count);
    at += count;
  }
  template <class Number>
  Number get() {
    Number value;
    take(&value, sizeof value);
    return value;
  }
  std::size_t count(std::size_t item_bytes) {
    const auto n = get<std::uint64_t>();
    require(n <= (bytes.size() - at) / item_bytes,
            "the bytes of a saved state are incomplete; save and pickle it again");
    return static_cast<std::size_t>(n);
  }
  Vector vector() {
    Vector values(static_cast<Eigen::Index>(count(sizeof(double))));
    take(values.data(), static_cast<std::size_t>(values.size()) * sizeof(double));
    return values;
  }
  Points points() {
    const Vector flat = vector();
    require(flat.size() % 3 == 0, "the bytes of a saved state are damaged");
    return Eigen::Map<const Points>(flat.data(), flat.size() / 3, 3);
  }
  Vec3 point() {
    Vec3 p;
    take(p.data(), 3 * sizeof(double));
    return p;
  }
};

void put(Writer& out, const SavedGrasp& grasp, const GraspState& hold) {
  out.put(static_cast<std::uint64_t>(grasp.nodes.size()));
  for (const int node : grasp.nodes) out.put(node);
  out.put(grasp.from);
  out.put(grasp.until);
  out.put(grasp.relative);
  out.put(grasp.by_hand);
  out.put(grasp.by_function);
  out.put(grasp.begin);
  out.put(grasp.end);
  out.point(grasp.start);
  out.point(grasp.goal);
  out.put(hold.holding);
  out.put(hold.slipping);
  out.put(hold.catching_up);
  out.doubles(hold.anchor.data(), static_cast<std::size_t>(hold.anchor.size()));
}

void get(Reader& in, SavedGrasp& grasp, GraspState& hold) {
  grasp.nodes.resize(in.count(sizeof(int)));
  for (int& node : grasp.nodes) node = in.get<int>();
  grasp.from = in.get<double>();
  grasp.until = in.get<double>();
  grasp.relative = in.get<char>() != 0;
  grasp.by_hand = in.get<char>() != 0;
  grasp.by_function = in.get<char>() != 0;
  grasp.begin = in.get<double>();
  grasp.end = in.get<double>();
  grasp.start = in.point();
  grasp.goal = in.point();
  hold.holding = in.get<char>() != 0;
  hold.slipping = in.get<char>() != 0;
  hold.catching_up = in.get<char>() != 0;
  hold.anchor = in.points();
}

}  // namespace

std::string to_bytes(const SavedState& state) {
  const ClothState& cloth = state.cloth;
  Writer out;
  out.put(cloth.step);
  out.put(cloth.time);
  for (const Points* points : {&cloth.x, &cloth.v})
    out.doubles(points->data(), static_cast<std::size_t>(points->size()));
  for (const Vector* values : {&cloth.multipliers, &cloth.tensions})
    out.doubles(values->data(), static_cast<std::size_t>(values->size()));
  out.put(static_cast<std::uint64_t>(state.grasps.size()));
  for (std::size_t i = 0; i < state.grasps.size(); ++i) put(out, state.grasps[i], cloth.grasps[i]);
  out.put(static_cast<std::uint64_t>(cloth.contacts.size()));
  for (const ContactMemory& contact : cloth.contacts) {
    out.put(contact.obstacle);
    out.put(contact.site);
    out.put(contact.normal_force);
    out.point(contact.tangential_force);
  }
  return std::move(out.bytes);
}

SavedState from_bytes(const std::string& bytes) {
  require(bytes.size() > sizeof kMagic && std::memcmp(bytes.data(), kMagic, sizeof kMagic) == 0,
          "these bytes are no saved state of this version of isocloth");
  Reader in{bytes, sizeof kMagic};
  SavedState state;
  ClothState& cloth = state.cloth;
  cloth.step = in.get<std::int64_t>();
  cloth.time = in.get<double>();
  cloth.x = in.points();
  cloth.v = in.points();
  cloth.multipliers = in.vector();
  cloth.tensions = in.vector();
  state.grasps.resize(in.count(1));
  cloth.grasps.resize(state.grasps.size());
  for (std::size_t i = 0; i < state.grasps.size(); ++i) get(in, state.grasps[i], cloth.grasps[i]);
  cloth.contacts.resize(in.count(2 * sizeof(int) + 4 * sizeof(double)));
  for (ContactMemory& contact : cloth.contacts) {
    contact.obstacle = in.get<int>();
    contact.site = in.get<int>();
    contact.normal_force = in.get<double>();
    contact.tangential_force = in.point();
  }
  require(in.at == bytes.size() && cloth.x.allFinite() && cloth.v.allFinite() &&
              cloth.multipliers.allFinite() && cloth.tensions.allFinite() && std::isfinite(cloth.time) &&
              cloth.step >= 0,
          "the bytes of a saved state are damaged");
  return state;
}

}  // namespace isocloth::python
