#include "view/live_scene.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "io/scene/ranges.hpp"
#include "io/scene/tree.hpp"
#include "isocloth/core/require.hpp"
#include "output.hpp"

namespace isocloth::cli {
namespace {

using io::Tree;

double to_nanometres(double value) { return std::round(1e9 * value) / 1e9; }

Json as_json(const Vec3& point) {
  return {to_nanometres(point.x()), to_nanometres(point.y()), to_nanometres(point.z())};
}

Tree as_tree(const Json& json, const std::string& key = "") {
  Tree tree;
  tree.key = key;
  tree.kind = json.is_array() ? Tree::Kind::list : json.is_object() ? Tree::Kind::map : Tree::Kind::scalar;
  if (!json.is_structured()) tree.text = json.is_string() ? json.get<std::string>() : json.dump();
  if (json.is_array())
    for (const Json& item : json) tree.items.push_back(as_tree(item));
  if (json.is_object())
    for (const auto& [name, item] : json.items()) tree.items.push_back(as_tree(item, name));
  return tree;
}

/// The value of a key, which is `otherwise` where it was not there.
Tree& child(Tree& map, const std::string& key, const Json& otherwise) {
  const auto found =
      std::find_if(map.items.begin(), map.items.end(), [&](const Tree& item) { return item.key == key; });
  return found != map.items.end() ? *found : map.items.emplace_back(as_tree(otherwise, key));
}

void put(Tree& map, const std::string& key, const Json& value) {
  child(map, key, value) = as_tree(value, key);
}

/// Mesh files are named from the folder of the scene, and this one may be read from another.
void name_files_from_anywhere(Tree& tree, const std::filesystem::path& folder) {
  if (tree.key == "file" && tree.kind == Tree::Kind::scalar)
    tree.text = std::filesystem::absolute(folder / tree.text).string();
  for (Tree& item : tree.items) name_files_from_anywhere(item, folder);
}

/// When a hand let go, at the latest where a grasp of the scene took one of its nodes: a node is held once at
/// a time [s].
double end_of(const HandPath& hand, const LiveStory& story) {
  double end = hand.until.value_or(std::numeric_limits<double>::infinity());
  for (std::size_t g = 0; g < story.held.size(); ++g) {
    const double from = story.scene.grasps[g].from, released = story.released[g];
    const double taken = released < 0 ? from : std::min(from, released);
    if (taken > hand.from && std::find_first_of(hand.nodes.begin(), hand.nodes.end(), story.held[g].begin(),
                                                story.held[g].end()) != hand.nodes.end())
      end = std::min(end, taken);
  }
  return end;
}

Json polyline_of(const SampledPath& way) {
  Json points = Json::array();
  for (const RigidPose& pose : way.poses) points.push_back(as_json(pose.translation));
  return {{"polyline", {{"times", way.times}, {"points", points}}}};
}

Json keyframes_of(const SampledPath& way) {
  Json poses = Json::array();
  for (const auto& [q, at] : way.poses)
    poses.push_back({{"translate", as_json(at)}, {"quaternion", {q.w(), q.x(), q.y(), q.z()}}});
  return {{"keyframes", {{"times", way.times}, {"poses", poses}}}};
}

const MeshPiece& cloth_of(const HandPath& hand, const LiveStory& story) {
  std::size_t c = 0;
  while (c + 1 < story.cloths.size() && hand.nodes.front() >= story.cloths[c + 1].first_node) ++c;
  return story.cloths[c];
}

/// A grasp of a scene holds one cloth: by that one's own numbers.
std::vector<int> nodes_of(const HandPath& hand, const MeshPiece& cloth) {
  std::vector<int> nodes;
  for (const int node : hand.nodes)
    if (node >= cloth.first_node && node < cloth.first_node + cloth.node_count)
      nodes.push_back(node - cloth.first_node);
  return nodes;
}

/// What never held is left out: a scene has no such grasps.
void put_grasps(Tree& grasps, const LiveStory& story) {
  std::set<std::string> names;
  std::vector<Tree> items;
  for (std::size_t g = 0; g < story.held.size(); ++g) {
    const io::GraspSpec& grasp = story.scene.grasps[g];
    const double released = story.released[g];
    if (released >= 0 && released <= grasp.from) continue;
    names.insert(grasp.name);
    items.push_back(std::move(grasps.items[g]));
    put(items.back(), "name", grasp.name);
    if (released >= 0) put(items.back(), "until", released);
  }
  int number = 0;
  for (const HandPath& hand : story.hands) {
    const double end = end_of(hand, story);
    if (hand.way.times.empty() || end <= hand.from) continue;
    std::string name;
    do name = "hand" + std::to_string(++number);
    while (!names.insert(name).second);
    const MeshPiece& cloth = cloth_of(hand, story);
    items.push_back(as_tree({{"name", name},
                             {"cloth", cloth.name},
                             {"nodes", nodes_of(hand, cloth)},
                             {"motion", polyline_of(hand.way)},
                             {"from", hand.from}}));
    if (std::isfinite(end)) put(items.back(), "until", end);
  }
  grasps.items = std::move(items);
}

}  // namespace

std::string scene_text(const LiveStory& story) {
  require(!story.from_link,
          "a run that began from a link has no scene that repeats it; save the run, or reset it");
  const io::Scene& scene = story.scene;
  Tree tree = io::parse_tree(scene.text, "live run", false);
  name_files_from_anywhere(tree, std::filesystem::path(scene.path).parent_path());
  put_grasps(child(tree, "grasps", Json::array()), story);
  Tree& obstacles = child(tree, "obstacles", Json::array());
  for (std::size_t i = 0; i < story.obstacles.size(); ++i)
    if (!story.obstacles[i].times.empty())
      put(obstacles.items[i], "motion", keyframes_of(story.obstacles[i]));
  const double duration = std::max(scene.time.duration, story.time);
  put(child(tree, "time", Json::object()), "duration",
      std::min(duration, (io::kMaxSteps - 1) * scene.time.step));
  return io::write_tree(tree);
}

}  // namespace isocloth::cli
