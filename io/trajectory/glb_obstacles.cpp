#include "io/trajectory/glb_obstacles.hpp"

#include <array>
#include <map>

#include "io/picture/canvas.hpp"
#include "io/trajectory/bytes.hpp"
#include "io/trajectory/surface.hpp"

namespace isocloth::io::glb {

namespace {

using Translation = std::array<float, 3>;
using Rotation = std::array<float, 4>;  ///< x y z w, as glTF has it

Translation translation_of(const RigidPose& pose) {
  const Eigen::Vector3f t = pose.translation.cast<float>();
  return {t.x(), t.z(), -t.y()};
}

/// The axis turns with the world; of the two quaternions of a rotation the one nearer to `before`, so that
/// viewers which do not look for the short way take it.
Rotation rotation_of(const RigidPose& pose, const Rotation& before) {
  const Eigen::Quaternionf q = pose.rotation.cast<float>();
  Rotation turned{q.x(), q.z(), -q.y(), q.w()};
  float along = 0;
  for (std::size_t k = 0; k < 4; ++k) along += turned[k] * before[k];
  if (along < 0) {
    for (float& value : turned) value = -value;
  }
  return turned;
}

void append_points(std::string& bytes, const FloatPoints& points) {
  bytes.append(reinterpret_cast<const char*>(points.data()),
               sizeof(float) * static_cast<std::size_t>(points.size()));
}

Json painted_material(const std::optional<std::uint32_t>& color) {
  Json base = Json::array({0.55, 0.55, 0.53, 1.0});
  if (color) {
    const Color linear = from_srgb(*color);
    base = Json::array({linear.x(), linear.y(), linear.z(), 1.0});
  }
  return {{"name", color ? "painted" : "obstacle"},
          {"doubleSided", true},
          {"pbrMetallicRoughness",
           {{"baseColorFactor", base}, {"metallicFactor", 0.0}, {"roughnessFactor", 0.9}}}};
}

/// Triangles that share no nodes, each corner with its own normal: a box keeps its edges.
Json make_mesh(const ObstacleInfo& obstacle, std::size_t material, Buffer& buffer, std::string& bytes) {
  const std::vector<Triangle> triangles = triangulate(obstacle.surface.elements);
  Points corners(3 * static_cast<Eigen::Index>(triangles.size()), 3);
  Eigen::Index row = 0;
  for (const Triangle& triangle : triangles) {
    for (const int node : triangle.nodes) corners.row(row++) = obstacle.surface.x.row(node);
  }
  const FloatPoints x = y_up(corners), normals = y_up(corner_normals(obstacle.surface.x, triangles));
  Json primitive{{"mode", 4}, {"material", material}};
  primitive["attributes"]["POSITION"] = buffer.add_points(x, true);
  primitive["attributes"]["NORMAL"] = buffer.add_points(normals, false);
  append_points(bytes, x);
  append_points(bytes, normals);
  return {{"name", obstacle.name}, {"primitives", Json::array({primitive})}};
}

/// One channel of the animation, unless all its values are the same.
template <std::size_t Width>
void add_channel(const std::vector<std::array<float, Width>>& values, const char* path, std::size_t node,
                 int times, Json& gltf, Buffer& buffer, std::string& bytes) {
  bool moves = false;
  for (const auto& value : values) moves = moves || value != values.front();
  if (!moves) return;
  const int output = buffer.add(
      {{"componentType", kFloat}, {"count", values.size()}, {"type", Width == 3 ? "VEC3" : "VEC4"}},
      sizeof(float) * Width * values.size());
  for (const auto& value : values) {
    for (const float number : value) append(bytes, number);
  }
  Json& animation = gltf["animations"][0];
  const std::size_t sampler = animation["samplers"].size();
  animation["samplers"].push_back({{"input", times}, {"interpolation", "LINEAR"}, {"output", output}});
  animation["channels"].push_back({{"sampler", sampler}, {"target", {{"node", node}, {"path", path}}}});
}

}  // namespace

std::string add_obstacles(const TrajectoryInfo& info, const std::vector<Keyframe>& keys,
                          std::optional<int> times, Json& gltf, Buffer& buffer) {
  std::string bytes;
  if (info.obstacles.empty()) return bytes;
  std::map<std::optional<std::uint32_t>, std::size_t> materials;
  for (std::size_t i = 0; i < info.obstacles.size(); ++i) {
    std::vector<Translation> places;
    std::vector<Rotation> turns;
    for (const Keyframe& key : keys) {
      const RigidPose& pose = key.frame->obstacle_pose[i];
      places.push_back(translation_of(pose));
      turns.push_back(rotation_of(pose, turns.empty() ? Rotation{0, 0, 0, 1} : turns.back()));
    }
    const std::size_t index = gltf["nodes"].size();
    Json node{{"name", info.obstacles[i].name}, {"translation", places.front()}, {"rotation", turns.front()}};
    if (!info.obstacles[i].surface.elements.empty()) {
      node["mesh"] = gltf["meshes"].size();
      const auto [material, is_new] = materials.emplace(info.obstacles[i].color, gltf["materials"].size());
      if (is_new) gltf["materials"].push_back(painted_material(info.obstacles[i].color));
      gltf["meshes"].push_back(make_mesh(info.obstacles[i], material->second, buffer, bytes));
    }
    gltf["nodes"].push_back(std::move(node));
    gltf["scenes"][0]["nodes"].push_back(index);
    if (!times) continue;
    add_channel(places, "translation", index, *times, gltf, buffer, bytes);
    add_channel(turns, "rotation", index, *times, gltf, buffer, bytes);
  }
  return bytes;
}

}  // namespace isocloth::io::glb
