#include "io/trajectory/export.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "io/file.hpp"
#include "io/output_file.hpp"
#include "io/picture/canvas.hpp"
#include "io/picture/cloth_colors.hpp"
#include "io/trajectory/bytes.hpp"
#include "io/trajectory/consistency.hpp"
#include "io/trajectory/glb_buffer.hpp"
#include "io/trajectory/glb_obstacles.hpp"
#include "io/trajectory/surface.hpp"

#include "isocloth/mesh/pieces.hpp"

namespace isocloth::io {

namespace {

using namespace glb;

constexpr std::uint64_t kLargestGlb = 0xFFFF0000;  ///< [bytes] the format counts its length in 32 bits

/// At most kGlbMaxFrames, evenly; times must increase as float32, so a frame at the time of the one before is
/// left out.
std::vector<Keyframe> choose_frames(const std::vector<Frame>& frames) {
  const std::size_t count = std::min<std::size_t>(frames.size(), kGlbMaxFrames);
  std::vector<Keyframe> keys;
  for (std::size_t k = 0; k < count; ++k) {
    const Frame& frame = frames[count == 1 ? 0 : k * (frames.size() - 1) / (count - 1)];
    const auto time = static_cast<float>(frame.time - frames.front().time);
    if (keys.empty() || time > keys.back().time) keys.push_back({time, &frame});
  }
  return keys;
}

/// One of the cloths.
struct Content {
  MeshPiece piece;
  std::vector<Triangle> triangles;  ///< of its own nodes, counted from 0
  const std::vector<Keyframe>& keys;
  FloatPoints first_x{}, first_normal{};

  Points own(std::size_t key) const {
    return keys[key].frame->x.middleRows(piece.first_node, piece.node_count);
  }
  FloatPoints x(std::size_t key) const { return y_up(own(key)); }
  FloatPoints normal(std::size_t key) const { return y_up(node_normals(own(key), triangles)); }
};

std::vector<Content> contents_of(const Mesh& rest, const std::vector<Keyframe>& keys) {
  std::vector<Content> contents;
  for (const MeshPiece& piece : pieces_of(rest)) {
    if (piece.element_count == 0) continue;
    contents.push_back({piece, triangulate(mesh_of_piece(rest, piece).elements), keys});
    contents.back().first_x = contents.back().x(0);
    contents.back().first_normal = contents.back().normal(0);
  }
  return contents;
}

Json make_mesh(const Content& content, std::size_t material, Buffer& buffer) {
  Json primitive{{"mode", 4}, {"material", material}};
  primitive["attributes"]["POSITION"] = buffer.add_points(content.first_x, true);
  primitive["attributes"]["NORMAL"] = buffer.add_points(content.first_normal, false);
  const std::uint64_t corners = 3 * content.triangles.size();
  primitive["indices"] = buffer.add({{"componentType", kUnsignedInt}, {"count", corners}, {"type", "SCALAR"}},
                                    sizeof(std::uint32_t) * corners, kIndexBuffer);
  Json mesh{{"name", content.piece.name}};
  for (std::size_t k = 1; k < content.keys.size(); ++k) {
    primitive["targets"].push_back(
        {{"POSITION", buffer.add_points(content.x(k) - content.first_x, true)},
         {"NORMAL", buffer.add_points(content.first_normal, false)}});  // same size as the difference
    mesh["weights"].push_back(0);
    mesh["extras"]["targetNames"].push_back("frame " + std::to_string(k));
  }
  mesh["primitives"] = Json::array({primitive});
  return mesh;
}

int add_times(const std::vector<Keyframe>& keys, Buffer& buffer) {
  return buffer.add({{"componentType", kFloat},
                     {"count", keys.size()},
                     {"type", "SCALAR"},
                     {"min", Json::array({keys.front().time})},
                     {"max", Json::array({keys.back().time})}},
                    sizeof(float) * static_cast<std::uint64_t>(keys.size()));
}

/// The same weights for all cloths, which are the first nodes.
Json make_animation(std::size_t cloths, std::uint64_t keys, int times, Buffer& buffer) {
  const int weights =
      buffer.add({{"componentType", kFloat}, {"count", keys * (keys - 1)}, {"type", "SCALAR"}},
                 sizeof(float) * keys * (keys - 1));
  Json animation{{"name", "run"}};
  animation["samplers"][0] = {{"input", times}, {"interpolation", "LINEAR"}, {"output", weights}};
  for (std::size_t c = 0; c < cloths; ++c)
    animation["channels"].push_back({{"sampler", 0}, {"target", {{"node", c}, {"path", "weights"}}}});
  return animation;
}

/// A single cloth has the colour of pictures; of several each has its own.
Json make_material(const Content& content, std::size_t cloth, std::size_t cloths) {
  Json color = Json::array({0.13, 0.33, 0.55, 1.0});
  if (cloths > 1) {
    const Color linear = from_srgb(cloth_color(cloth));
    color = Json::array({linear[0], linear[1], linear[2], 1.0});
  }
  return {{"name", content.piece.name},
          {"doubleSided", true},
          {"pbrMetallicRoughness",
           {{"baseColorFactor", color}, {"metallicFactor", 0.0}, {"roughnessFactor", 0.8}}}};
}

/// The JSON part, and the bytes of the obstacles, which end the binary part.
struct Description {
  std::string json, obstacles;
};

Description describe(const TrajectoryInfo& info, const std::vector<Content>& contents,
                     const std::vector<Keyframe>& keys, Buffer& buffer) {
  Json gltf;
  gltf["asset"] = {{"version", "2.0"}, {"generator", "isocloth"}};
  gltf["scene"] = 0;
  for (std::size_t c = 0; c < contents.size(); ++c) {
    gltf["scenes"][0]["nodes"].push_back(c);
    gltf["nodes"].push_back({{"mesh", c}, {"name", contents[c].piece.name}});
    gltf["materials"].push_back(make_material(contents[c], c, contents.size()));
    gltf["meshes"].push_back(make_mesh(contents[c], c, buffer));
  }
  std::optional<int> times;
  if (keys.size() > 1) {
    times = add_times(keys, buffer);
    gltf["animations"][0] = make_animation(contents.size(), keys.size(), *times, buffer);
  }
  std::string obstacles = add_obstacles(info, keys, times, gltf, buffer);
  gltf["bufferViews"] = buffer.views();
  gltf["accessors"] = buffer.accessors();
  gltf["buffers"][0]["byteLength"] = buffer.size();
  std::string text = gltf.dump(-1, ' ', false, Json::error_handler_t::replace);  // names may be no UTF-8
  text.resize((text.size() + 3) / 4 * 4, ' ');
  return {std::move(text), std::move(obstacles)};
}

void write_points(OutputFile& file, const FloatPoints& points) {
  file.write({reinterpret_cast<const char*>(points.data()),
              sizeof(float) * static_cast<std::size_t>(points.size())});
}

/// The same order as make_mesh.
void write_cloth(OutputFile& file, const Content& content) {
  write_points(file, content.first_x);
  write_points(file, content.first_normal);
  std::string bytes;
  for (const Triangle& triangle : content.triangles) {
    for (const int node : triangle.nodes) append(bytes, static_cast<std::uint32_t>(node));
  }
  file.write(bytes);
  for (std::size_t k = 1; k < content.keys.size(); ++k) {
    write_points(file, content.x(k) - content.first_x);
    write_points(file, content.normal(k) - content.first_normal);
  }
}

/// The same order as add_times and make_animation.
void write_animation(OutputFile& file, const std::vector<Keyframe>& keys) {
  if (keys.size() == 1) return;
  std::string bytes;
  for (const Keyframe& key : keys) append(bytes, key.time);
  for (std::size_t k = 0; k < keys.size(); ++k) {
    for (std::size_t target = 1; target < keys.size(); ++target) append(bytes, target == k ? 1.0f : 0.0f);
  }
  file.write(bytes);
}

void write_chunk_header(OutputFile& file, std::uint64_t bytes, const char* type) {
  std::string header;
  append(header, static_cast<std::uint32_t>(bytes));
  file.write(header.append(type, 4));
}

}  // namespace

void export_glb(const std::string& path, const Trajectory& trajectory) {
  require_consistent(path, trajectory);
  last_frame(path, trajectory);
  require_float_range(path, trajectory);
  if (trajectory.info.rest.elements.empty())
    fail_at(path, 0, "the mesh has no element to show; give it elements");
  const std::vector<Keyframe> keys = choose_frames(trajectory.frames);
  const std::vector<Content> contents = contents_of(trajectory.info.rest, keys);

  Buffer buffer;
  const auto [json, obstacles] = describe(trajectory.info, contents, keys, buffer);
  const std::uint64_t total = 12 + 8 + json.size() + 8 + buffer.size();
  if (total > kLargestGlb) {
    fail_at(path, 0, "would pass the 4 GB that a .glb file can hold; export to .pc2 or fewer frames");
  }
  OutputFile file(path);
  std::string header = "glTF";
  append(header, std::uint32_t{2});
  append(header, static_cast<std::uint32_t>(total));
  file.write(header);
  write_chunk_header(file, json.size(), "JSON");
  file.write(json);
  write_chunk_header(file, buffer.size(), "BIN\0");
  for (const Content& content : contents) write_cloth(file, content);
  write_animation(file, keys);
  file.write(obstacles);
  file.commit();
}

}  // namespace isocloth::io
