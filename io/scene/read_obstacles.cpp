#include <set>

#include "io/scene/map_reader.hpp"
#include "io/scene/scene_parts.hpp"

namespace isocloth::io {
namespace {

ObstacleSpec read_obstacle(Tree& tree, const std::string& path, std::size_t index,
                           const SceneContext& context) {
  ObstacleSpec spec;
  spec.name = "obstacle" + std::to_string(index);
  MapReader map(tree, path);
  const auto motion = [&](Tree& t, const std::string& p) { return read_obstacle_motion(t, p, context); };
  map.take("name", spec.name, read_name);
  map.take("pose", spec.pose, read_rigid_pose);
  map.take("motion", spec.motion, motion);
  map.take("friction", spec.friction, number({0, 10, ""}));
  map.take("finger", spec.finger, read_finger);
  Tree& shape = map.one_of({"plane", "sphere", "capsule", "cylinder", "box", "torus", "ellipsoid", "mesh"});
  spec.shape = read_shape(shape, join_path(path, shape.key), context);
  spec.written.place = describe(shape.place);
  return spec;
}

}  // namespace

std::vector<ObstacleSpec> read_obstacles(Tree& tree, const std::string& path, const SceneContext& context) {
  require_list(tree, path, 0, "obstacles");
  if (tree.items.size() > kMaxObstacles) {
    fail(tree.place, path + " holds " + std::to_string(tree.items.size()) + " obstacles; at most " +
                         std::to_string(kMaxObstacles) + " are possible, join some into one mesh");
  }
  std::vector<ObstacleSpec> obstacles;
  std::set<std::string> names;
  for (Tree& item : tree.items) {
    const std::size_t index = obstacles.size();
    obstacles.push_back(read_obstacle(item, join_path(path, std::to_string(index)), index, context));
    if (names.insert(obstacles.back().name).second) continue;
    fail(item.place, "a second obstacle is named " + quote(obstacles.back().name) + "; names must differ");
  }
  return obstacles;
}

}  // namespace isocloth::io
