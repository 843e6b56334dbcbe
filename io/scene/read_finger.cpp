#include "io/scene/map_reader.hpp"
#include "io/scene/ranges.hpp"
#include "io/scene/scene_parts.hpp"

namespace isocloth::io {
namespace {

constexpr Range kFingerForce{-1e6, 1e6, "N"}, kFingerWay{-100, 100, "m"};

/// A number, or `{times: […], values: […]}`.
DriveSpec read_drive(Tree& tree, const std::string& path, const Range& range) {
  DriveSpec drive;
  if (tree.kind != Tree::Kind::map) {
    drive.values = {read_number(tree, path, range)};
    return drive;
  }
  const auto values = [&](const Tree& t, const std::string& p) {
    require_list(t, p, 0, "numbers");
    return read_list(t, p, number(range));
  };
  MapReader map(tree, path);
  map.take("times", drive.times, read_times, Need::required);
  map.take("values", drive.values, values, Need::required);
  map.close();
  check_path(drive.times.size(), drive.values.size(), "values", tree, path);
  return drive;
}

}  // namespace

FingerSpec read_finger(Tree& tree, const std::string& path) {
  FingerSpec spec;
  MapReader map(tree, path);
  map.take("axis", spec.axis, direction, Need::required);
  Tree *force = map.find("force"), *position = map.find("position");
  const Tree* of_force = nullptr;  // a key that a position has no use for
  const auto take = [&](const char* key, double& into, const Range& range) {
    const Tree* given = map.find(key);
    if (given == nullptr) return;
    into = read_number(*given, map.path_of(key), range);
    of_force = given;
  };
  map.take("opening", spec.opening, number({0, 100, "m"}));
  take("stroke", spec.stroke, kLength);
  take("mass", spec.mass, {1e-4, 1e4, "kg"});
  take("speed", spec.speed, {1e-4, 100, "m/s"});
  map.close();
  if (force != nullptr && position != nullptr)
    fail(position->place, path + " holds both force and position; keep one of them");
  if (force == nullptr && position == nullptr)
    fail(tree.place, path +
                         " has neither force nor position; give the force [N] that closes it, or how far "
                         "it goes along its axis [m]");
  if (position != nullptr && of_force != nullptr)
    fail(of_force->place, map.path_of(of_force->key) +
                              " needs force; a finger with a position is where that says, leave it out");
  if (force != nullptr) spec.force = read_drive(*force, map.path_of("force"), kFingerForce);
  if (position != nullptr) spec.position = read_drive(*position, map.path_of("position"), kFingerWay);
  return spec;
}

}  // namespace isocloth::io
