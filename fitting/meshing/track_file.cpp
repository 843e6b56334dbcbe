#include "fitting/meshing/track_file.hpp"

#include <filesystem>

#include "io/file.hpp"
#include "io/scene/map_reader.hpp"

namespace isocloth::fitting {
namespace {

constexpr io::Range kDirection{-1e6, 1e6, ""};
constexpr io::Range kPlace{-1e4, 1e4, "m"};

std::vector<HalfSpace> read_half_spaces(io::Tree& tree, const std::string& path) {
  io::require_list(tree, path, 0, "half-spaces {normal, offset}");
  std::vector<HalfSpace> half_spaces;
  for (io::Tree& item : tree.items) {
    HalfSpace half_space;
    io::MapReader map(item, io::join_path(path, std::to_string(half_spaces.size())));
    map.take("normal", half_space.normal, io::vec3(kDirection), io::Need::required);
    map.take("offset", half_space.offset, io::number(kPlace), io::Need::required);
    map.close();
    if (half_space.normal.isZero(0))
      io::fail(item.place, map.path_of("normal") + " has no length; give a direction");
    half_spaces.push_back(half_space);
  }
  return half_spaces;
}

ColorFilter read_color(io::Tree& tree, const std::string& path) {
  ColorFilter filter;
  io::MapReader map(tree, path);
  const auto rgb = [](const io::Tree& list, const std::string& key) {
    const Vec3 values = io::vec3({0, 255, ""})(list, key);
    return io::Rgb{static_cast<std::uint8_t>(values[0]), static_cast<std::uint8_t>(values[1]),
                   static_cast<std::uint8_t>(values[2])};
  };
  map.take("rgb", filter.color, rgb, io::Need::required);
  map.take("distance", filter.distance, io::number({0, 400, "", true}));
  map.close();
  return filter;
}

NeighbourFilter read_outliers(io::Tree& tree, const std::string& path) {
  NeighbourFilter filter;
  io::MapReader map(tree, path);
  map.take("neighbours", filter.neighbours, io::whole(1, 100));
  map.take("factor", filter.factor, io::number({1, 1e6, ""}));
  map.take("least_share", filter.least_share, io::number({0, 1, ""}));
  map.close();
  return filter;
}

Pose read_camera(io::Tree& tree, const std::string& path) {
  Pose pose;
  io::MapReader map(tree, path);
  map.take("rotate_deg", pose.rotate_deg, io::vec3({-3600, 3600, "°"}));
  map.take("translate", pose.translate, io::vec3(kPlace));
  map.close();
  return pose;
}

}  // namespace

TrackFile read_track_file(const std::string& path) {
  io::Tree tree = io::parse_tree(io::read_text_file(path), path);
  TrackFile file;
  TrackOptions& options = file.options;
  io::MapReader map(tree, "");
  map.take("size", options.size, io::two_numbers({0.02, 10, "m"}));
  map.take("nodes", options.nodes, io::two_wholes({2, 2}, 200));
  if (io::Tree* list = map.find("half_spaces"))
    options.cleaning.half_spaces = read_half_spaces(*list, "half_spaces");
  if (io::Tree* color = map.find("color")) options.cleaning.color = read_color(*color, "color");
  if (io::Tree* outliers = map.find("outliers"))
    options.cleaning.neighbours = read_outliers(*outliers, "outliers");
  if (io::Tree* camera = map.find("camera")) options.camera = read_camera(*camera, "camera");
  map.take("unit", file.sequence.scale, io::choice<double>({{"m", 1.0}, {"mm", 0.001}}));
  map.take("fps", file.sequence.fps, io::number({0, 1e4, "1/s", true}));
  map.close();
  return file;
}

TrackFile find_track_file(const std::string& recording) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path folder =
      fs::is_directory(recording, ignored) ? fs::path(recording) : fs::path(recording).parent_path();
  const fs::path file = folder / kTrackFile;
  return fs::exists(file, ignored) ? read_track_file(file.string()) : TrackFile{};
}

}  // namespace isocloth::fitting
