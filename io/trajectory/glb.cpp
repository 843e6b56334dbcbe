#include "io/trajectory/export.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "io/file.hpp"
#include "io/output_file.hpp"
#include "io/trajectory/bytes.hpp"
#include "io/trajectory/consistency.hpp"
#include "io/trajectory/glb_buffer.hpp"
#include "io/trajectory/glb_obstacles.hpp"
#include "io/trajectory/surface.hpp"

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

struct Content {
  std::vector<Triangle> triangles;
  std::vector<Keyframe> keys;
  FloatPoints first_x, first_normal;

  FloatPoints x(std::size_t key) const { return y_up(keys[key].frame->x); }
  FloatPoints normal(std::size_t key) const { return y_up(node_normals(keys[key].frame->x, triangles)); }
};

Json make_mesh(const Content& content, Buffer& buffer) {
  Json primitive{{"mode", 4}, {"material", 0}};
  primitive["attributes"]["POSITION"] = buffer.add_points(content.first_x, true);
  primitive["attributes"]["NORMAL"] = buffer.add_points(content.first_normal, false);
  const std::uint64_t corners = 3 * content.triangles.size();
  primitive["indices"] = buffer.add({{"componentType", kUnsignedInt}, {"count", corners}, {"type", "SCALAR"}},
                                    sizeof(std::uint32_t) * corners, kIndexBuffer);
  Json mesh{{"name", "cloth"}};
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

int add_times(const Content& content, Buffer& buffer) {
  const std::uint64_t keys = content.keys.size();
  return buffer.add({{"componentType", kFloat},
                     {"count", keys},
                     {"type", "SCALAR"},
                     {"min", Json::array({content.keys.front().time})},
                     {"max", Json::array({content.keys.back().time})}},
                    sizeof(float) * keys);
}

Json make_animation(const Content& content, int times, Buffer& buffer) {
  const std::uint64_t keys = content.keys.size();
  const int weights =
      buffer.add({{"componentType", kFloat}, {"count", keys * (keys - 1)}, {"type", "SCALAR"}},
                 sizeof(float) * keys * (keys - 1));
  Json animation{{"name", "run"}};
  animation["samplers"][0] = {{"input", times}, {"interpolation", "LINEAR"}, {"output", weights}};
  animation["channels"][0] = {{"sampler", 0}, {"target", {{"node", 0}, {"path", "weights"}}}};
  return animation;
}

/// The JSON part, and the bytes of the obstacles, which end the binary part.
struct Description {
  std::string json, obstacles;
};

Description describe(const TrajectoryInfo& info, const Content& content, Buffer& buffer) {
  Json gltf;
  gltf["asset"] = {{"version", "2.0"}, {"generator", "isocloth"}};
  gltf["scene"] = 0;
  gltf["scenes"][0]["nodes"][0] = 0;
  gltf["nodes"][0] = {{"mesh", 0}, {"name", "cloth"}};
  gltf["materials"][0] = {{"name", "cloth"}, {"doubleSided", true}};
  gltf["materials"][0]["pbrMetallicRoughness"] = {{"baseColorFactor", Json::array({0.13, 0.33, 0.55, 1.0})},
                                                  {"metallicFactor", 0.0},
                                                  {"roughnessFactor", 0.8}};
  gltf["meshes"][0] = make_mesh(content, buffer);
  std::optional<int> times;
  if (content.keys.size() > 1) {
    times = add_times(content, buffer);
    gltf["animations"][0] = make_animation(content, *times, buffer);
  }
  std::string obstacles = add_obstacles(info, content.keys, times, gltf, buffer);
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

/// The same order as make_mesh and make_animation.
void write_buffer(OutputFile& file, const Content& content) {
  write_points(file, content.first_x);
  write_points(file, content.first_normal);
  std::string bytes;
  for (const Triangle& triangle : content.triangles) {
    for (const int node : triangle.nodes) append(bytes, static_cast<std::uint32_t>(node));
  }
  file.write(bytes);
  const std::size_t keys = content.keys.size();
  for (std::size_t k = 1; k < keys; ++k) {
    write_points(file, content.x(k) - content.first_x);
    write_points(file, content.normal(k) - content.first_normal);
  }
  if (keys == 1) return;
  bytes.clear();
  for (const Keyframe& key : content.keys) append(bytes, key.time);
  for (std::size_t k = 0; k < keys; ++k) {
    for (std::size_t target = 1; target < keys; ++target) append(bytes, target == k ? 1.0f : 0.0f);
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
  Content content{triangulate(trajectory.info.rest.elements), choose_frames(trajectory.frames), {}, {}};
  content.first_x = content.x(0);
  content.first_normal = content.normal(0);

  Buffer buffer;
  const auto [json, obstacles] = describe(trajectory.info, content, buffer);
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
  write_buffer(file, content);
  file.write(obstacles);
  file.commit();
}

}  // namespace isocloth::io
