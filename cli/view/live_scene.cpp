#include "view/live_scene.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/scene/read_scene.hpp"
#include "io/scene/tree.hpp"
#include "output.hpp"

namespace isocloth::cli {
namespace {

using io::Tree;

Json as_json(const Vec3& point) { return {point.x(), point.y(), point.z()}; }

/// JSON is YAML.
Tree as_tree(const Json& json, const std::string& key) {
  Tree tree = io::parse_tree(json.dump(), "live run", false);
  tree.key = key;
  return tree;
}

Tree& child(Tree& map, const std::string& key, const Json& otherwise) {
  const auto found =
      std::find_if(map.items.begin(), map.items.end(), [&](const Tree& item) { return item.key == key; });
  if (found != map.items.end()) return *found;
  return map.items.emplace_back(as_tree(otherwise, key));
}

void put(Tree& map, const std::string& key, const Json& value) {
  child(map, key, value) = as_tree(value, key);
}

Json grasp_of(const HandPath& path, std::size_t number) {
  Json points = Json::array();
  for (const Vec3& point : path.points) points.push_back(as_json(point));
  Json grasp{{"name", "hand" + std::to_string(number)},
             {"nodes", path.nodes},
             {"motion", {{"polyline", {{"times", path.times}, {"points", points}}}}},
             {"from", path.from}};
  if (path.until) grasp["until"] = *path.until;
  return grasp;
}

Json keyframes_of(const HandPath& path) {
  Json poses = Json::array();
  const auto& q = path.rotation;
  for (const Vec3& point : path.points)
    poses.push_back({{"translate", as_json(point)}, {"quaternion", {q.w(), q.x(), q.y(), q.z()}}});
  return {{"keyframes", {{"times", path.times}, {"poses", poses}}}};
}

}  // namespace

std::string scene_text(const LiveRun& run) {
  const io::Scene& scene = run.scene();
  Tree tree = io::parse_tree(scene.text, "live run", false);
  Tree& material = child(child(tree, "cloth", Json::object()), "material", Json::object());
  put(material, "bending", scene.cloth.material.bending);
  put(material, "virtual_mass", scene.cloth.material.virtual_mass);
  put(material, "damping", scene.cloth.material.damping);
  Tree& grasps = child(tree, "grasps", Json::array());
  for (std::size_t g = 0; g < scene.grasps.size(); ++g)
    if (run.released()[g] >= 0) put(grasps.items[g], "until", std::max(run.released()[g], 1e-6));
  Tree& obstacles = child(tree, "obstacles", Json::array());
  for (std::size_t i = 0; i < scene.obstacles.size(); ++i)
    put(obstacles.items[i], "friction", scene.obstacles[i].friction);
  std::size_t number = 0;
  for (const HandPath& path : run.hand_paths()) {
    if (path.times.empty()) continue;  // let go before a step was made
    if (path.obstacle < 0)
      grasps.items.push_back(as_tree(grasp_of(path, ++number), ""));
    else
      put(obstacles.items[static_cast<std::size_t>(path.obstacle)], "motion", keyframes_of(path));
  }
  if (grasps.items.empty()) std::erase_if(tree.items, [](const Tree& item) { return item.key == "grasps"; });
  if (scene.obstacles.empty())
    std::erase_if(tree.items, [](const Tree& item) { return item.key == "obstacles"; });
  Tree& time = child(tree, "time", Json::object());
  put(time, "duration", std::max(scene.time.duration, run.simulation().state().time));
  return io::write_tree(tree);
}

}  // namespace isocloth::cli
