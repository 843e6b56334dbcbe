/// MJCF: bodies within bodies, geoms with defaults by class, meshes from files, included files.
///
/// Joints stand where the file puts their bodies. [MuJoCo documentation, XML reference]

#include <Eigen/Geometry>
#include <cmath>
#include <deque>
#include <filesystem>
#include <set>

#include "io/file.hpp"
#include "io/robot/mjcf_frames.hpp"
#include "io/robot/robot.hpp"

namespace isocloth::io {
namespace {

namespace fs = std::filesystem;

constexpr int kMostBodies = 100000;  ///< and included files: more is a ring

struct MeshAsset {
  std::string path{};
  Vec3 scale = Vec3::Ones();
  Points points{};  ///< where the file itself has them
};

class MjcfReader {
 public:
  explicit MjcfReader(const std::string& path) : folder_(fs::path(path).parent_path()) {
    const XmlFile& main = open(path);
    if (std::string(main.root().name()) != "mujoco")
      fail_at(path, 0,
              "is no MJCF: its first element is <" + std::string(main.root().name()) + ">, not <mujoco>");
    robot_.name = main.root().attribute("model").as_string("robot");
    prepare(main.root(), main);
    read_section(main.root(), main);
  }

  Robot take() && { return std::move(robot_); }

 private:
  const XmlFile& open(const std::string& path) {
    if (files_.size() > 1000) fail_at(path, 0, "is included in a ring");
    return files_.emplace_back(path);
  }

  void leave_out(const XmlFile& file, const pugi::xml_node& node, const std::string& why) {
    const std::string name = node.attribute("name").as_string();
    robot_.left_out.push_back(file.path() + ":" + std::to_string(file.line_of(node)) + ": " + node.name() +
                              (name.empty() ? "" : " \"" + name + "\"") + " is left out: " + why);
  }

  /// Calls visit(child, file) for the children of a node, those of included files in their place.
  template <class Visit>
  void each_child(const pugi::xml_node& node, const XmlFile& file, Visit&& visit) {
    for (const pugi::xml_node& child : node.children()) {
      if (child.type() != pugi::node_element) continue;
      if (std::string(child.name()) != "include") {
        visit(child, file);
        continue;
      }
      const std::string path = (folder_ / child.attribute("file").as_string()).string();
      if (!fs::exists(path))
        fail_at(file.path(), file.line_of(child), "includes " + path + ", which is not there");
      const XmlFile& included = open(path);
      each_child(included.root(), included, visit);
    }
  }

  /// Compiler, defaults and meshes, which may stand after what uses them.
  void prepare(const pugi::xml_node& root, const XmlFile& file) {
    each_child(root, file, [&](const pugi::xml_node& child, const XmlFile&) {
      const std::string kind = child.name();
      if (kind == "compiler") read_compiler(child);
      if (kind == "default") defaults_.add_section(child);
    });
    each_child(root, file, [&](const pugi::xml_node& child, const XmlFile& in) {
      if (std::string(child.name()) == "asset") read_assets(child, in);
      if (std::string(child.name()) == "keyframe") read_keys(child, in);
    });
  }

  void read_compiler(const pugi::xml_node& node) {
    compiler_.degrees =
        std::string(node.attribute("angle").as_string(compiler_.degrees ? "degree" : "radian")) != "radian";
    compiler_.euler = node.attribute("eulerseq").as_string(compiler_.euler.c_str());
    compiler_.mesh_folder = node.attribute("meshdir").as_string(
        node.attribute("assetdir").as_string(compiler_.mesh_folder.c_str()));
  }

  void read_assets(const pugi::xml_node& section, const XmlFile& file) {
    each_child(section, file, [&](const pugi::xml_node& node, const XmlFile& in) {
      if (std::string(node.name()) != "mesh") return;
      Attributes a = defaults_.of(node, "");
      MeshAsset mesh;
      if (a.contains("scale")) mesh.scale = to_vec3(parse_numbers(a["scale"], 3, "scale", in, node));
      if (a.contains("file")) mesh.path = (folder_ / compiler_.mesh_folder / a["file"]).string();
      if (a.contains("vertex")) {
        const std::vector<double> v = parse_numbers(a["vertex"], 0, "vertex", in, node);
        mesh.points = Eigen::Map<const Points>(v.data(), static_cast<Eigen::Index>(v.size() / 3), 3) *
                      mesh.scale.asDiagonal();
      }
      const std::string name = a.contains("name") ? a["name"] : fs::path(a["file"]).stem().string();
      meshes_[name] = std::move(mesh);
    });
  }

  /// Poses of mocap bodies over time.
  void read_keys(const pugi::xml_node& section, const XmlFile& file) {
    each_child(section, file, [&](const pugi::xml_node& node, const XmlFile& in) {
      if (!node.attribute("mpos")) return;
      const std::vector<double> pos = parse_numbers(node.attribute("mpos").value(), 0, "mpos", in, node);
      std::vector<double> quat;
      if (const auto given = node.attribute("mquat"))
        quat = parse_numbers(given.value(), 0, "mquat", in, node);
      std::vector<RobotKey> keys(pos.size() / 3);
      for (std::size_t k = 0; k < keys.size(); ++k) {
        keys[k].time = node.attribute("time").as_double();
        keys[k].pose.translation = Vec3(pos[3 * k], pos[3 * k + 1], pos[3 * k + 2]);
        if (quat.size() >= 4 * k + 4)
          keys[k].pose.rotation =
              Eigen::Quaterniond(quat[4 * k], quat[4 * k + 1], quat[4 * k + 2], quat[4 * k + 3]).normalized();
      }
      keys_.push_back(std::move(keys));
    });
  }

  void read_section(const pugi::xml_node& root, const XmlFile& file) {
    static const std::set<std::string> kRead{"worldbody", "compiler", "default", "asset"};
    each_child(root, file, [&](const pugi::xml_node& child, const XmlFile& in) {
      const std::string kind = child.name();
      if (kind == "worldbody") read_body(child, in, {}, "", {});
      if (kind == "option") read_option(child, in);
      if (kind == "keyframe" && !keys_.empty()) return;
      if (!kRead.contains(kind) && kind != "option")
        leave_out(in, child, "a scene has no place for this section");
    });
  }

  void read_option(const pugi::xml_node& node, const XmlFile& file) {
    if (const auto gravity = node.attribute("gravity"))
      robot_.gravity = to_vec3(parse_numbers(gravity.value(), 3, "gravity", file, node));
  }

  /// `keys`: where the mocap body that carries it is over time.
  void read_body(const pugi::xml_node& body, const XmlFile& file, const RigidPose& at,
                 const std::string& child_class, const std::vector<RobotKey>& keys) {
    if (++bodies_ > kMostBodies) fail_at(file.path(), file.line_of(body), "has bodies without end");
    each_child(body, file, [&](const pugi::xml_node& node, const XmlFile& in) {
      const std::string kind = node.name();
      if (kind == "geom") return read_geom(node, in, at, child_class, keys);
      if (kind == "flexcomp") return read_grid(node, in, at, child_class);
      if (kind == "inertial" || kind == "freejoint") return;
      if (kind != "body" && kind != "frame")
        return leave_out(in, node,
                         kind == "joint" ? "it stands as the file puts its body, as a scene has no joints"
                                         : "a scene has no place for it");
      const RigidPose own = mjcf_pose(defaults_.of(node, ""), compiler_, in, node);
      const std::string inner = node.attribute("childclass").as_string(child_class.c_str());
      std::vector<RobotKey> led = keys;
      if (node.attribute("mocap").as_bool()) led = keys_of(mocap_count_++);
      const bool is_mocap = node.attribute("mocap").as_bool() && !led.empty();
      // what a mocap body carries stands in its frame, which its keys put into the world
      if (is_mocap) return read_body(node, in, {}, inner, led);
      read_body(node, in, {at.rotation * own.rotation, at.to_world(own.translation)}, inner, led);
    });
  }

  std::vector<RobotKey> keys_of(std::size_t mocap) const {
    std::vector<RobotKey> keys;
    for (const std::vector<RobotKey>& key : keys_)
      if (mocap < key.size() && (keys.empty() || key[mocap].time > keys.back().time))
        keys.push_back(key[mocap]);
    return keys;
  }

  void read_geom(const pugi::xml_node& node, const XmlFile& file, const RigidPose& at,
                 const std::string& child_class, const std::vector<RobotKey>& keys) {
    ++robot_.geom_count;
    Attributes a = defaults_.of(node, child_class);
    const auto is_zero = [&](const char* key) { return a.contains(key) && std::stoi(a[key]) == 0; };
    if (is_zero("contype") && is_zero("conaffinity"))
      return leave_out(file, node, "it takes no part in contacts");
    RigidPose own = mjcf_pose(a, compiler_, file, node);
    RobotGeom geom{.name = a.contains("name") ? a["name"] : node.parent().attribute("name").as_string("geom"),
                   .shape = RobotPlane{}};
    if (a.contains("friction")) geom.friction = parse_numbers(a["friction"], 0, "friction", file, node)[0];
    std::string why;
    if (!read_shape(a, file, node, geom.shape, own, why)) return leave_out(file, node, why);
    geom.pose = {at.rotation * own.rotation, at.to_world(own.translation)};
    for (const RobotKey& key : keys)
      geom.keys.push_back(
          {key.time, {key.pose.rotation * geom.pose.rotation, key.pose.to_world(geom.pose.translation)}});
    robot_.geoms.push_back(std::move(geom));
  }

  bool read_shape(Attributes& a, const XmlFile& file, const pugi::xml_node& node, RobotShape& shape,
                  RigidPose& own, std::string& why) {
    const std::string type = a.contains("type") ? a["type"] : a.contains("mesh") ? "mesh" : "sphere";
    if (type == "mesh" || a.contains("mesh")) return read_mesh_of(a["mesh"], shape, why);
    std::vector<double> size;
    if (a.contains("size")) size = parse_numbers(a["size"], 0, "size", file, node);
    size.resize(std::max<std::size_t>(size.size(), 3));
    if (a.contains("fromto")) {  // along z, from its second end to its first
      const std::vector<double> ends = parse_numbers(a["fromto"], 6, "fromto", file, node);
      const Vec3 from(ends[0], ends[1], ends[2]), to(ends[3], ends[4], ends[5]);
      own.translation = (from + to) / 2;
      own.rotation = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), from - to);
      const double half = (from - to).norm() / 2;
      if (type == "box" || type == "ellipsoid")
        size = {size[0], size[0], half};
      else
        size[1] = half;
    }
    if (type == "plane")
      shape = RobotPlane{};
    else if (type == "sphere")
      shape = RobotSphere{size[0]};
    else if (type == "capsule")
      shape = RobotCapsule{size[0], 2 * size[1]};
    else if (type == "cylinder")
      shape = RobotCylinder{size[0], 2 * size[1]};
    else if (type == "box")
      shape = RobotBox{2 * Vec3(size[0], size[1], size[2])};
    else if (type == "ellipsoid")
      shape = RobotEllipsoid{Vec3(size[0], size[1], size[2])};
    else
      why = "a " + type + " is no shape that a cloth can meet";
    return why.empty();
  }

  bool read_mesh_of(const std::string& name, RobotShape& shape, std::string& why) {
    const auto found = meshes_.find(name);
    if (found == meshes_.end()) {
      why = "there is no mesh \"" + name + "\"";
      return false;
    }
    MeshAsset& mesh = found->second;
    if (mesh.points.rows() == 0) mesh.points = mesh_points(mesh.path, mesh.scale, why);
    if (mesh.points.rows() == 0) return false;
    shape = RobotMesh{name, mesh.points};
    return true;
  }

  void read_grid(const pugi::xml_node& node, const XmlFile& file, const RigidPose& at,
                 const std::string& child_class) {
    Attributes a = defaults_.of(node, child_class);
    const auto numbers = [&](const char* key, std::vector<double> without) {
      return a.contains(key) ? parse_numbers(a[key], 3, key, file, node) : without;
    };
    const std::vector<double> count = numbers("count", {10, 10, 10}),
                              gap = numbers("spacing", {0.02, 0.02, 0.02});
    const bool flat =
        count[0] >= 2 && count[1] >= 2 && (count[2] <= 1 || (a.contains("dim") && a["dim"] == "2"));
    if ((a.contains("type") && a["type"] != "grid") || !flat)
      return leave_out(file, node, "only flat grids become cloths");
    const RigidPose own = mjcf_pose(a, compiler_, file, node);
    const auto columns = static_cast<int>(count[0]), rows = static_cast<int>(count[1]);
    robot_.grids.push_back({.name = a.contains("name") ? a["name"] : "cloth",
                            .columns = columns,
                            .rows = rows,
                            .size_x = (columns - 1) * gap[0],
                            .size_y = (rows - 1) * gap[1],
                            .mass = a.contains("mass") ? std::stod(a["mass"]) : 1,
                            .pose = {at.rotation * own.rotation, at.to_world(own.translation)}});
    if (robot_.grids.size() > 1) leave_out(file, node, "the scene has the first cloth alone");
  }

  fs::path folder_;            ///< of the main file, to which all paths are relative
  std::deque<XmlFile> files_;  ///< that stay where they are
  Robot robot_;
  MjcfCompiler compiler_;
  MjcfDefaults defaults_;
  std::map<std::string, MeshAsset> meshes_;
  std::vector<std::vector<RobotKey>> keys_;  ///< of each key, the mocap bodies in their order
  std::size_t mocap_count_ = 0;
  int bodies_ = 0;
};

}  // namespace

Robot read_mjcf(const std::string& path) { return MjcfReader(path).take(); }

}  // namespace isocloth::io
