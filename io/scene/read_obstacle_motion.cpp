#include <cmath>

#include "io/scene/csv_path.hpp"
#include "io/scene/map_reader.hpp"
#include "io/scene/scene_parts.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

/// [w, x, y, z], made unit where it is nearly: recordings are rounded.
std::array<double, 4> read_quaternion(const Tree& tree, const std::string& path) {
  constexpr double kRounded = 0.01;  // [-] of its length
  require_list(tree, path, 4, "numbers");
  const std::vector<double> q = read_list(tree, path, number({-2, 2, ""}));
  const double length = std::hypot(std::hypot(q[0], q[1]), std::hypot(q[2], q[3]));
  if (!(std::abs(length - 1) <= kRounded)) {
    fail(tree.place, path + " must be a quaternion [w, x, y, z] of length 1, got length " + to_text(length));
  }
  return {q[0] / length, q[1] / length, q[2] / length, q[3] / length};
}

std::vector<RigidPoseSpec> read_poses(Tree& tree, const std::string& path) {
  require_list(tree, path, 0, "poses {translate: …, rotate_deg: …}");
  std::vector<RigidPoseSpec> poses;
  for (Tree& item : tree.items)
    poses.push_back(read_rigid_pose(item, join_path(path, std::to_string(poses.size()))));
  return poses;
}

}  // namespace

KeyframeMotion read_keyframes(Tree& tree, const std::string& path, bool may_be_relative) {
  KeyframeMotion motion;
  MapReader map(tree, path);
  map.take("times", motion.times, read_times, Need::required);
  map.take("poses", motion.poses, read_poses, Need::required);
  if (may_be_relative) map.take("relative", motion.relative, read_switch);
  map.close();
  check_path(motion.times.size(), motion.poses.size(), "poses", tree, path);
  return motion;
}

RigidPoseSpec read_rigid_pose(Tree& tree, const std::string& path) {
  RigidPoseSpec spec;
  MapReader map(tree, path);
  map.take("translate", spec.translate, vec3({-1e4, 1e4, "m"}));
  const Tree* angles = map.find("rotate_deg");
  const Tree* quaternion = map.find("quaternion");
  map.close();
  if (angles && quaternion)
    fail(quaternion->place, path + " holds both rotate_deg and quaternion; keep one of them");
  if (angles) spec.rotate_deg = vec3({-3600, 3600, "degrees"})(*angles, map.path_of("rotate_deg"));
  if (quaternion) spec.quaternion = read_quaternion(*quaternion, map.path_of("quaternion"));
  return spec;
}

ObstacleMotionSpec read_obstacle_motion(Tree& tree, const std::string& path, const SceneContext& context) {
  if (tree.kind != Tree::Kind::map) {
    if (tree.kind == Tree::Kind::scalar && tree.text == "fixed") return FixedMotion{};
    fail(tree.place, path + " must be fixed, {sine: …}, {keyframes: …} or {csv: …}, got " + describe(tree));
  }
  Tree& motion = MapReader(tree, path).one_of({"sine", "keyframes", "csv"});
  const std::string motion_path = join_path(path, motion.key);
  if (motion.key == "sine") return read_sine(motion, motion_path);
  if (motion.key == "csv") {
    const Place place = motion.place;
    motion = read_csv_poses(beside_scene(read_text(motion, motion_path), context), place);
  }
  return read_keyframes(motion, motion_path, false);
}

}  // namespace isocloth::io
