#include "io/trajectory/header_reader.hpp"

#include <climits>
#include <cstring>
#include <string_view>

#include "io/file.hpp"
#include "io/trajectory/bytes.hpp"
#include "io/trajectory/checksum.hpp"
#include "io/trajectory/consistency.hpp"
#include "io/trajectory/layout.hpp"

namespace isocloth::io {

namespace {

[[noreturn]] void fail_damaged(const std::string& path, const std::string& what) {
  fail_at(path, 0,
          "the trajectory's header is damaged (" + what + "); use another copy or run the scene again");
}

struct Lengths {
  std::uint64_t header, frame, nodes, elements, grasps, grasp_bytes, scene_bytes;
};

void check_kind(const std::string& fixed, const std::string& path) {
  if (fixed.compare(0, ict::kMagicBytes, ict::kMagic, ict::kMagicBytes) != 0) {
    fail_at(path, 0, "is not an isocloth trajectory; give a file that `isocloth run --out` wrote");
  }
  if (get<std::uint32_t>(&fixed[ict::kEndianAt]) != ict::kEndianMark) fail_damaged(path, "wrong byte order");
  const std::uint32_t version = get<std::uint32_t>(&fixed[ict::kVersionAt]);
  if (version != ict::kFormatVersion) {
    fail_at(path, 0,
            "has trajectory format " + std::to_string(version) + ", this program reads format " +
                std::to_string(ict::kFormatVersion) + "; use the version of isocloth that wrote it");
  }
}

/// The lengths, once they agree with each other and with the size of the file.
Lengths read_lengths(const std::string& fixed, std::uint64_t file_bytes, const std::string& path) {
  const auto at = [&](std::size_t offset) { return get<std::uint64_t>(&fixed[offset]); };
  const Lengths n{at(ict::kHeaderBytesAt), at(ict::kFrameBytesAt), at(ict::kNodesAt),
                  at(ict::kElementsAt),    at(ict::kGraspsAt),     at(ict::kGraspBytesAt),
                  at(ict::kSceneBytesAt)};
  if (n.header > file_bytes) {
    fail_damaged(path, "it should have " + std::to_string(n.header) + " bytes, the file has " +
                           std::to_string(file_bytes));
  }
  // each below the file's size and below 2³¹: the sums after this cannot overflow
  for (const std::uint64_t count : {n.nodes, n.elements, n.grasps}) {
    if (count > INT_MAX || count > n.header) fail_damaged(path, "its counts exceed its size");
  }
  if (n.grasp_bytes > n.header || n.scene_bytes > n.header) fail_damaged(path, "its lengths exceed its size");
  if (n.grasp_bytes % 8 != 0 || n.grasps * 8 > n.grasp_bytes ||
      n.header != ict::header_bytes(n.nodes, n.elements, n.grasp_bytes, n.scene_bytes) ||
      n.frame != ict::frame_bytes(n.nodes, n.grasps)) {
    fail_damaged(path, "its lengths disagree");
  }
  return n;
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

Mesh parse_mesh(const char* from, const Lengths& n) {
  Mesh mesh;
  mesh.x.resize(static_cast<Eigen::Index>(n.nodes), 3);
  if (n.nodes > 0) std::memcpy(mesh.x.data(), from, ict::kPointBytes * n.nodes);
  from += ict::kPointBytes * n.nodes;
  mesh.elements.resize(n.elements);
  for (Element& element : mesh.elements) {
    for (int& node : element) {
      node = get<std::int32_t>(from);
      from += sizeof(std::int32_t);
    }
  }
  return mesh;
}

TrajectoryInfo parse_info(const std::string& bytes, const Lengths& n, const std::string& path) {
  const std::size_t grasps_at = ict::kRestAt + ict::kPointBytes * n.nodes + ict::kElementBytes * n.elements;
  TrajectoryInfo info;
  info.step = get<double>(&bytes[ict::kStepAt]);
  info.rest = parse_mesh(&bytes[ict::kRestAt], n);
  info.grasps = parse_grasps(std::string_view(bytes).substr(grasps_at, n.grasp_bytes), n.grasps, path);
  info.scene = bytes.substr(grasps_at + n.grasp_bytes, n.scene_bytes);
  if (const auto problem = problem_in(info)) fail_damaged(path, *problem);
  return info;
}

}  // namespace

TrajectoryHeader read_header(std::istream& file, std::uint64_t file_bytes, const std::string& path) {
  if (file_bytes == 0) fail_at(path, 0, "is empty; give a file that `isocloth run --out` wrote");
  std::string bytes(ict::kRestAt, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  const auto got = static_cast<std::size_t>(file.gcount());
  if (got >= ict::kMagicBytes && got < ict::kRestAt && bytes.compare(0, 8, ict::kMagic, 8) == 0) {
    fail_damaged(path, "it ends after " + std::to_string(got) + " bytes");
  }
  check_kind(bytes, path);
  const Lengths n = read_lengths(bytes, file_bytes, path);
  bytes.resize(n.header);
  file.read(bytes.data() + ict::kRestAt, static_cast<std::streamsize>(n.header - ict::kRestAt));
  if (!file.good()) fail_damaged(path, "it cannot be read to its end");
  const std::size_t checked = n.header - ict::kChecksumBytes;
  if (checksum(std::string_view(bytes).substr(0, checked)) != get<std::uint32_t>(&bytes[checked])) {
    fail_damaged(path, "its checksum is wrong");
  }
  const char* program = &bytes[ict::kProgramAt];
  return {parse_info(bytes, n, path), std::string(program, ::strnlen(program, ict::kProgramBytes)), n.header,
          n.frame};
}

}  // namespace isocloth::io
