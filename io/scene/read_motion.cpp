#include <cmath>

#include "io/scene/csv_path.hpp"
#include "io/scene/map_reader.hpp"
#include "io/scene/ranges.hpp"
#include "io/scene/scene_parts.hpp"

namespace isocloth::io {
namespace {

constexpr Range kPosition{-1e4, 1e4, "m"};

std::vector<Vec3> read_points(const Tree& tree, const std::string& path) {
  require_list(tree, path, 0, "points [x, y, z]");
  return read_list(tree, path, vec3(kPosition));
}

PolylineMotion read_polyline(Tree& tree, const std::string& path) {
  PolylineMotion motion;
  MapReader map(tree, path);
  map.take("times", motion.times, read_times, Need::required);
  map.take("points", motion.points, read_points, Need::required);
  map.take("relative", motion.relative, read_switch);
  map.close();
  check_path(motion.times.size(), motion.points.size(), "points", tree, path);
  return motion;
}

/// `csv: file` or `csv: {file: …, relative: …}` becomes the polyline, or the keyframes, that the file holds.
void put_csv_in_place(Tree& tree, const std::string& path, const SceneContext& context) {
  std::string file;
  bool relative = false;
  if (tree.kind == Tree::Kind::map) {
    MapReader map(tree, path);
    map.take("file", file, read_text, Need::required);
    map.take("relative", relative, read_switch);
    map.close();
  } else {
    file = read_text(tree, path);
  }
  const Place place = tree.place;
  tree = read_csv_path(beside_scene(file, context), place, relative);
}

}  // namespace

SineMotion read_sine(Tree& tree, const std::string& path) {
  SineMotion motion;
  MapReader map(tree, path);
  map.take("direction", motion.direction, direction, Need::required);
  map.take("amplitude", motion.amplitude, number({0, 100, "m"}), Need::required);
  map.take("frequency", motion.frequency, number({0, 1000, "Hz"}), Need::required);
  map.take("phase", motion.phase, number({-1000, 1000, "rad"}));
  map.close();
  return motion;
}

std::vector<double> read_times(const Tree& tree, const std::string& path) {
  require_list(tree, path, 0, "times");
  std::vector<double> times = read_list(tree, path, number(kTime));
  for (std::size_t i = 1; i < times.size(); ++i) {
    if (times[i] > times[i - 1]) continue;
    fail(tree.items[i].place, join_path(path, std::to_string(i)) + " is " + tree.items[i].text + " s after " +
                                  tree.items[i - 1].text + " s; times must increase");
  }
  return times;
}

void check_path(std::size_t times, std::size_t items, const std::string& what, const Tree& tree,
                const std::string& path) {
  if (times == 0) fail(tree.place, path + " has no " + what + "; give at least one");
  if (times > kMaxPathPoints) {
    fail(tree.place,
         path + " has more than " + std::to_string(kMaxPathPoints) + " " + what + "; thin it out");
  }
  if (times != items) {
    fail(tree.place, path + " has " + std::to_string(times) + " times and " + std::to_string(items) + " " +
                         what + "; give as many of one as of the other");
  }
}

MotionSpec read_motion(Tree& tree, const std::string& path, const SceneContext& context) {
  if (tree.kind != Tree::Kind::map) {
    if (tree.kind == Tree::Kind::scalar && tree.text == "fixed") return FixedMotion{};
    fail(tree.place, path + " must be fixed, {sine: …}, {polyline: …}, {keyframes: …} or {csv: …}, got " +
                         describe(tree));
  }
  Tree& motion = MapReader(tree, path).one_of({"sine", "polyline", "keyframes", "csv"});
  const std::string motion_path = join_path(path, motion.key);
  if (motion.key == "sine") return read_sine(motion, motion_path);
  if (motion.key == "csv") put_csv_in_place(motion, motion_path, context);
  if (motion.key == "keyframes") return read_keyframes(motion, motion_path, true);
  return read_polyline(motion, motion_path);
}

}  // namespace isocloth::io
