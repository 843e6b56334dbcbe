#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>

#include "io/file.hpp"
#include "io/mesh/mesh_file.hpp"
#include "io/robot/robot.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/solids/convex_hull.hpp"
#include "isocloth/solids/solid_mesh.hpp"

namespace isocloth::io {
namespace {

namespace fs = std::filesystem;

constexpr double kLeast = 1e-4, kMost = 100;  ///< lengths that a scene takes [m]
constexpr double kTowel = 0.3,
                 kAbove = 0.1;  ///< size of the cloth where there is none, and how far above [m]

/// A name as scenes take them, each once.
std::string scene_name(const std::string& given, std::set<std::string>& taken) {
  std::string name;
  for (const char c : given.substr(0, 56)) {
    const bool fits = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
    name += fits && static_cast<unsigned char>(c) < 128 ? c : '_';
  }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0)
    name = "geom" + name.substr(0, 52);
  std::string result = name;
  for (int k = 2; !taken.insert(result).second; ++k) result = name + "_" + std::to_string(k);
  return result;
}

std::string list_of(const Vec3& v) { return fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z()); }

std::string pose_text(const RigidPose& pose) {
  const Eigen::Quaterniond& q = pose.rotation;
  return fmt::format("{{quaternion: [{}, {}, {}, {}], translate: {}}}", q.w(), q.x(), q.y(), q.z(),
                     list_of(pose.translation));
}

void check_length(double length) {
  require(length >= kLeast && length <= kMost,
          fmt::format("a size of {:g} m is outside of what a scene takes, 0.0001 to 100 m", length));
}

/// Shapes as a scene writes them; hulls go to files, each mesh once.
struct WriteShape {
  const fs::path& folder;                                          ///< of the scene
  const std::string& stem;                                         ///< of the scene's name
  std::map<std::string, std::pair<std::string, double>>& written;  ///< file and outer radius by mesh
  double& reach;                                                   ///< radius around the frame [m]

  std::string operator()(const RobotPlane&) const {
    reach = 0;
    return "plane: {}";
  }
  std::string operator()(const RobotSphere& s) const {
    check_length(reach = s.radius);
    return fmt::format("sphere: {{radius: {}}}", s.radius);
  }
  std::string operator()(const RobotCapsule& s) const {
    check_length(s.radius);
    check_length(s.length);
    reach = s.radius + s.length / 2;
    return fmt::format("capsule: {{radius: {}, length: {}}}", s.radius, s.length);
  }
  std::string operator()(const RobotCylinder& s) const {
    check_length(s.radius);
    check_length(s.length);
    reach = s.radius + s.length / 2;
    return fmt::format("cylinder: {{radius: {}, length: {}}}", s.radius, s.length);
  }
  std::string operator()(const RobotBox& s) const {
    for (int k = 0; k < 3; ++k) check_length(s.size[k]);
    reach = s.size.norm() / 2;
    return "box: {size: " + list_of(s.size) + "}";
  }
  std::string operator()(const RobotEllipsoid& s) const {
    for (int k = 0; k < 3; ++k) check_length(s.radii[k]);
    reach = s.radii.maxCoeff();
    return "ellipsoid: {radii: " + list_of(s.radii) + "}";
  }
  std::string operator()(const RobotMesh& s) const {
    auto& [file, radius] = written[s.name];
    if (file.empty()) {
      const Mesh hull = convex_hull(s.points);
      make_solid_mesh(hull);  // says what is wrong
      std::set<std::string> none;
      const std::string name =
          stem + "_meshes/" + std::to_string(written.size()) + "_" + scene_name(s.name, none) + ".obj";
      make_folder((folder / (stem + "_meshes")).string());
      write_mesh((folder / name).string(), hull);
      file = name;
      radius = hull.x.rowwise().norm().maxCoeff();
    }
    reach = radius;
    return "mesh: {file: \"" + file + "\"}";
  }
};

std::string motion_text(const std::vector<RobotKey>& keys) {
  if (keys.size() < 2) return "";
  std::string times, poses;
  for (const RobotKey& key : keys) {
    times += (times.empty() ? "" : ", ") + fmt::format("{}", key.time);
    poses += (poses.empty() ? "" : ", ") + pose_text(key.pose);
  }
  return ", motion: {keyframes: {times: [" + times + "], poses: [" + poses + "]}}";
}

/// The cloth: a grid of the file, or a towel above all.
std::string cloth_text(const Robot& robot, double top) {
  if (robot.grids.empty())
    return fmt::format(
        "cloth:    # the robot brings none; put yours in its place\n"
        "  mesh: {{rectangle: {{size: [{0}, {0}], nodes: [13, 13]}}}}\n"
        "  pose: {{translate: [{1}, {1}, {2}]}}\n"
        "  material: {{density: 0.2, damping: 0.4}}\n",
        kTowel, -kTowel / 2, top + kAbove);
  const RobotGrid& grid = robot.grids.front();
  // the grid is centred in its frame; a rectangle begins at its corner
  const Vec3 corner = grid.pose.to_world(Vec3(-grid.size_x / 2, -grid.size_y / 2, 0));
  const Vec3 turn = grid.pose.rotation.toRotationMatrix().eulerAngles(2, 1, 0) * (180 / M_PI);
  return fmt::format(
      "cloth:    # {}\n"
      "  mesh: {{rectangle: {{size: [{}, {}], nodes: [{}, {}]}}}}\n"
      "  pose: {{rotate_deg: [{}, {}, {}], translate: {}}}\n"
      "  material: {{density: {}, damping: 0.4}}\n",
      grid.name, grid.size_x, grid.size_y, grid.columns, grid.rows, turn[2], turn[1], turn[0],
      list_of(corner), grid.mass / (grid.size_x * grid.size_y));
}

}  // namespace

void write_robot_scene(Robot& robot, const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  const std::string stem = fs::path(path).stem().string();
  std::set<std::string> taken;
  std::map<std::string, std::pair<std::string, double>> written;
  std::string obstacles;
  double top = 0;
  std::vector<RobotGeom> kept;
  for (const RobotGeom& geom : robot.geoms) {
    double reach = 0;
    std::string shape;
    try {
      shape = std::visit(WriteShape{folder, stem, written, reach}, geom.shape);
    } catch (const InputError& error) {
      robot.left_out.push_back(path + ": geom \"" + geom.name + "\" is left out: " + error.what());
      continue;
    }
    top = std::max(top, geom.pose.translation.z() + reach);
    for (const RobotKey& key : geom.keys) top = std::max(top, key.pose.translation.z() + reach);
    obstacles += fmt::format("  - {{name: {}, {}, pose: {}, friction: {}{}}}\n", scene_name(geom.name, taken),
                             shape, pose_text(geom.keys.empty() ? geom.pose : geom.keys.front().pose),
                             std::clamp(geom.friction, 0.0, 10.0), motion_text(geom.keys));
    kept.push_back(geom);
  }
  robot.geoms = std::move(kept);
  std::string text = "# " + robot.name + ": " + std::to_string(robot.geoms.size()) + " of " +
                     std::to_string(robot.geom_count) + " geoms as obstacles\n";
  text += cloth_text(robot, top);
  if (!obstacles.empty()) text += "obstacles:\n" + obstacles;
  text += "gravity: " + list_of(robot.gravity) + "\ntime: {duration: 2, step: 0.01}\n";
  write_file(path, text);
}

}  // namespace isocloth::io
