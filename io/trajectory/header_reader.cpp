#include "io/trajectory/header_reader.hpp"

#include <climits>
#include <cstring>
#include <string_view>

#include "io/file.hpp"
#include "io/trajectory/bytes.hpp"
#include "io/trajectory/consistency.hpp"
#include "io/trajectory/layout.hpp"

namespace isocloth::io {

namespace {

[[noreturn]] void fail_damaged(const std::string& path, const std::string& what) {
  fail_at(path, 0,
          "the trajectory's header is damaged (" + what + "); use another copy or run the scene again");
}

/// Everything whose length the fixed part tells.
struct Lengths {
  std::uint64_t header, frame;
  ict::Counts n;
  std::size_t rest_at;  ///< where the fixed part ends
};

std::uint32_t check_kind(const std::string& fixed, const std::string& path) {
  if (fixed.compare(0, ict::kMagicBytes, ict::kMagic, ict::kMagicBytes) != 0) {
    fail_at(path, 0, "is not an isocloth trajectory; give a file that `isocloth run --out` wrote");
  }
  if (get<std::uint32_t>(&fixed[ict::kEndianAt]) != ict::kEndianMark) fail_damaged(path, "wrong byte order");
  const std::uint32_t version = get<std::uint32_t>(&fixed[ict::kVersionAt]);
  if (version < ict::kOldestVersion || version > ict::kFormatVersion) {
    fail_at(path, 0,
            "has trajectory format " + std::to_string(version) + ", this program reads formats " +
                std::to_string(ict::kOldestVersion) + " to " + std::to_string(ict::kFormatVersion) +
                "; use the version of isocloth that wrote it");
  }
  return version;
}

/// The lengths, once they agree with each other and with the size of the file.
Lengths read_lengths(const std::string& fixed, std::uint32_t format, std::uint64_t file_bytes,
                     const std::string& path) {
  const auto at = [&](std::size_t offset) { return get<std::uint64_t>(&fixed[offset]); };
  Lengths all{at(ict::kHeaderBytesAt), at(ict::kFrameBytesAt), {}, fixed.size()};
  ict::Counts& n = all.n;
  n.nodes = at(ict::kNodesAt);
  n.elements = at(ict::kElementsAt);
  n.grasps = at(ict::kGraspsAt);
  n.grasp_bytes = at(ict::kGraspBytesAt);
  n.scene_bytes = at(ict::kSceneBytesAt);
  if (format >= 2) {
    n.obstacles = at(ict::kObstaclesAt);
    n.obstacle_bytes = at(ict::kObstacleBytesAt);
  }
  if (format >= 5) {
    n.cloths = at(ict::kClothsAt);
    n.cloth_bytes = at(ict::kClothBytesAt);
  }
  if (all.header > file_bytes) {
    fail_damaged(path, "it should have " + std::to_string(all.header) + " bytes, the file has " +
                           std::to_string(file_bytes));
  }
  // each below the file's size and below 2³¹: the sums after this cannot overflow
  for (const std::uint64_t count : {n.nodes, n.elements, n.grasps, n.obstacles, n.cloths}) {
    if (count > INT_MAX || count > all.header) fail_damaged(path, "its counts exceed its size");
  }
  for (const std::uint64_t bytes : {n.grasp_bytes, n.obstacle_bytes, n.cloth_bytes, n.scene_bytes}) {
    if (bytes > all.header) fail_damaged(path, "its lengths exceed its size");
  }
  if (n.grasp_bytes % 8 != 0 || n.grasps * 8 > n.grasp_bytes || n.obstacle_bytes % 8 != 0 ||
      n.obstacles * ict::kObstacleHeadBytes > n.obstacle_bytes || n.cloth_bytes % 8 != 0 ||
      n.cloths * ict::kClothHeadBytes > n.cloth_bytes ||
      all.header != ict::header_bytes(n) - ict::header_shorter(format) ||
      all.frame != ict::frame_bytes(n, format)) {
    fail_damaged(path, "its lengths disagree");
  }
  return all;
}

std::vector<GraspInfo> parse_grasps(std::string_view table, std::size_t count, const std::string& path) {
  std::vector<GraspInfo> grasps;
  grasps.reserve(count);
  for (std::size_t g = 0; g < count; ++g) {
    if (table.size() < 8) fail_damaged(path, "grasp table too short");
    const std::size_t name_bytes = get<std::uint32_t>(table.data());
    const std::size_t nodes = get<std::uint32_t>(table.data() + 4);
    const std::size_t entry = ict::padded(8 + 4 * nodes + name_bytes);
    if (entry > table.size()) fail_damaged(path, "grasp table too short");
    GraspInfo grasp;
    grasp.name = table.substr(8 + 4 * nodes, name_bytes);
    for (std::size_t i = 0; i < nodes; ++i)
      grasp.nodes.push_back(get<std::int32_t>(table.data() + 8 + 4 * i));
    grasps.push_back(std::move(grasp));
    table.remove_prefix(entry);
  }
  if (!table.empty()) fail_damaged(path, "grasp table too long");
  return grasps;
}

Mesh parse_mesh(const char* from, std::size_t nodes, std::size_t elements) {
  Mesh mesh;
  mesh.x.resize(static_cast<Eigen::Index>(nodes), 3);
  if (nodes > 0) std::memcpy(mesh.x.data(), from, ict::kPointBytes * nodes);
  from += ict::kPointBytes * nodes;
  mesh.elements.resize(elements);
  for (Element& element : mesh.elements) {
    for (int& node : element) {
      node = get<std::int32_t>(from);
      from += sizeof(std::int32_t);
    }
  }
  return mesh;
}

std::optional<std::uint32_t> color_in(std::uint32_t flags) {
  if ((flags & ict::kColored) == 0) return std::nullopt;
  return flags >> ict::kColorBit;
}

std::vector<ObstacleInfo> parse_obstacles(std::string_view table, std::size_t count,
                                          const std::string& path) {
  std::vector<ObstacleInfo> obstacles;
  obstacles.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (table.size() < ict::kObstacleHeadBytes) fail_damaged(path, "obstacle table too short");
    const std::size_t name_bytes = get<std::uint32_t>(table.data());
    const std::size_t nodes = get<std::uint32_t>(table.data() + 4);
    const std::size_t elements = get<std::uint32_t>(table.data() + 8);
    const std::uint32_t flags = get<std::uint32_t>(table.data() + 12);
    const std::size_t name_at =
        ict::kObstacleHeadBytes + ict::kPointBytes * nodes + ict::kElementBytes * elements;
    const std::size_t entry = ict::padded(name_at + name_bytes);
    if (entry > table.size()) fail_damaged(path, "obstacle table too short");
    obstacles.push_back({.name = std::string(table.substr(name_at, name_bytes)),
                         .friction = get<double>(table.data() + 16),
                         .unbounded = (flags & ict::kUnbounded) != 0,
                         .surface = parse_mesh(table.data() + ict::kObstacleHeadBytes, nodes, elements),
                         .seen_only = (flags & ict::kSeenOnly) != 0,
                         .color = color_in(flags)});
    table.remove_prefix(entry);
  }
  if (!table.empty()) fail_damaged(path, "obstacle table too long");
  return obstacles;
}

std::vector<MeshPiece> parse_cloths(std::string_view table, std::size_t count, const std::string& path) {
  std::vector<MeshPiece> cloths;
  std::int64_t nodes = 0, elements = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (table.size() < ict::kClothHeadBytes) fail_damaged(path, "cloth table too short");
    const std::size_t name_bytes = get<std::uint32_t>(table.data());
    const std::size_t entry = ict::padded(ict::kClothHeadBytes + name_bytes);
    const std::int64_t own_nodes = get<std::uint32_t>(table.data() + 4),
                       own_elements = get<std::uint32_t>(table.data() + 8);
    if (entry > table.size()) fail_damaged(path, "cloth table too short");
    if (nodes + own_nodes > INT_MAX || elements + own_elements > INT_MAX)
      fail_damaged(path, "cloths too large");
    cloths.push_back({.name = std::string(table.substr(ict::kClothHeadBytes, name_bytes)),
                      .first_node = static_cast<int>(nodes),
                      .node_count = static_cast<int>(own_nodes),
                      .first_element = static_cast<int>(elements),
                      .element_count = static_cast<int>(own_elements)});
    nodes += own_nodes;
    elements += own_elements;
    table.remove_prefix(entry);
  }
  if (!table.empty()) fail_damaged(path, "cloth table too long");
  return cloths;
}

TrajectoryInfo parse_info(const std::string& bytes, const Lengths& all, const std::string& path) {
  const ict::Counts& n = all.n;
  const std::string_view view(bytes);
  const std::size_t grasps_at = all.rest_at + ict::kPointBytes * n.nodes + ict::kElementBytes * n.elements;
  const std::size_t obstacles_at = grasps_at + n.grasp_bytes;
  TrajectoryInfo info;
  info.step = get<double>(&bytes[ict::kStepAt]);
  info.rest = parse_mesh(&bytes[all.rest_at], n.nodes, n.elements);
  info.grasps = parse_grasps(view.substr(grasps_at, n.grasp_bytes), n.grasps, path);
  info.obstacles = parse_obstacles(view.substr(obstacles_at, n.obstacle_bytes), n.obstacles, path);
  const std::size_t cloths_at = obstacles_at + n.obstacle_bytes;
  info.rest.pieces = parse_cloths(view.substr(cloths_at, n.cloth_bytes), n.cloths, path);
  info.scene = bytes.substr(cloths_at + n.cloth_bytes, n.scene_bytes);
  if (const auto problem = problem_in(info)) fail_damaged(path, *problem);
  return info;
}

/// The fixed part; its length depends on the format, which it tells.
std::string read_fixed_part(std::istream& file, const std::string& path) {
  constexpr std::size_t kShortest = ict::kRestAt - ict::header_shorter(1);
  std::string bytes(kShortest, '\0');
  file.read(bytes.data(), kShortest);
  auto got = static_cast<std::size_t>(file.gcount());
  const bool whole = got == kShortest;
  const bool ours = got >= ict::kMagicBytes && bytes.compare(0, 8, ict::kMagic, 8) == 0;
  const std::uint32_t format = get<std::uint32_t>(&bytes[ict::kVersionAt]);
  if (whole && ours && format >= 2) {
    bytes.resize(ict::kRestAt - ict::header_shorter(format));
    file.read(bytes.data() + kShortest, static_cast<std::streamsize>(bytes.size() - kShortest));
    got += static_cast<std::size_t>(file.gcount());
  }
  if (ours && got < bytes.size()) fail_damaged(path, "it ends after " + std::to_string(got) + " bytes");
  return bytes;
}

}  // namespace

TrajectoryHeader read_header(std::istream& file, std::uint64_t file_bytes, const std::string& path) {
  if (file_bytes == 0) fail_at(path, 0, "is empty; give a file that `isocloth run --out` wrote");
  std::string bytes = read_fixed_part(file, path);
  const std::uint32_t format = check_kind(bytes, path);
  const Lengths all = read_lengths(bytes, format, file_bytes, path);
  bytes.resize(all.header);
  file.read(bytes.data() + all.rest_at, static_cast<std::streamsize>(all.header - all.rest_at));
  if (!file.good()) fail_damaged(path, "it cannot be read to its end");
  const std::size_t checked = all.header - ict::kChecksumBytes;
  if (checksum(std::string_view(bytes).substr(0, checked)) != get<std::uint32_t>(&bytes[checked])) {
    fail_damaged(path, "its checksum is wrong");
  }
  const char* program = &bytes[ict::kProgramAt];
  return {parse_info(bytes, all, path), format, std::string(program, ::strnlen(program, ict::kProgramBytes)),
          all.header, all.frame};
}

}  // namespace isocloth::io
