/// URDF: links with collision shapes, joined in a tree. Joints stand at zero.

#include <Eigen/Geometry>
#include <filesystem>
#include <map>

#include "io/file.hpp"
#include "io/robot/robot.hpp"
#include "io/robot/xml.hpp"

namespace isocloth::io {
namespace {

namespace fs = std::filesystem;

class UrdfReader {
 public:
  explicit UrdfReader(const std::string& path) : file_(path) {
    const pugi::xml_node root = file_.root();
    if (std::string(root.name()) != "robot")
      fail_at(path, 0, "is no URDF: its first element is <" + std::string(root.name()) + ">, not <robot>");
    robot_.name = root.attribute("name").as_string("robot");
    for (const pugi::xml_node& joint : root.children("joint")) add_joint(joint);
    for (const pugi::xml_node& link : root.children("link")) add_link(link);
    for (const pugi::xml_node& other : root.children()) {
      const std::string kind = other.name();
      if (other.type() == pugi::node_element && kind != "joint" && kind != "link" && kind != "material")
        leave_out(other, "<" + kind + ">", "a scene has no place for it");
    }
  }

  Robot take() && { return std::move(robot_); }

 private:
  void leave_out(const pugi::xml_node& node, const std::string& what, const std::string& why) {
    robot_.left_out.push_back(file_.path() + ":" + std::to_string(file_.line_of(node)) + ": " + what +
                              " is left out: " + why);
  }

  RigidPose origin_of(const pugi::xml_node& node) const {
    RigidPose pose;
    const pugi::xml_node origin = node.child("origin");
    if (const auto xyz = origin.attribute("xyz"))
      pose.translation = to_vec3(parse_numbers(xyz.value(), 3, "xyz", file_, origin));
    if (const auto rpy = origin.attribute("rpy")) {
      const Vec3 angle = to_vec3(parse_numbers(rpy.value(), 3, "rpy", file_, origin));
      pose.rotation = Eigen::AngleAxisd(angle.z(), Vec3::UnitZ()) *
                      Eigen::AngleAxisd(angle.y(), Vec3::UnitY()) *
                      Eigen::AngleAxisd(angle.x(), Vec3::UnitX());
    }
    return pose;
  }

  void add_joint(const pugi::xml_node& joint) {
    const std::string child = joint.child("child").attribute("link").as_string();
    parent_[child] = {joint.child("parent").attribute("link").as_string(), origin_of(joint)};
    if (std::string(joint.attribute("type").as_string()) != "fixed")
      leave_out(joint, std::string("joint \"") + joint.attribute("name").as_string() + "\"",
                "it stands at zero, as a scene has no joints");
  }

  RigidPose pose_of(const std::string& link) const {
    RigidPose pose;
    std::string at = link;
    for (std::size_t depth = 0; parent_.contains(at); ++depth) {
      if (depth > parent_.size())
        fail_at(file_.path(), 0, "link \"" + link + "\" is joined to itself in a ring");
      const auto& [parent, joint] = parent_.at(at);
      pose = {joint.rotation * pose.rotation, joint.to_world(pose.translation)};
      at = parent;
    }
    return pose;
  }

  void add_link(const pugi::xml_node& link) {
    const std::string name = link.attribute("name").as_string("link");
    const RigidPose at = pose_of(name);
    for (const pugi::xml_node& visual : link.children("visual")) {
      ++robot_.geom_count;
      leave_out(visual, "visual of link \"" + name + "\"", "it takes no part in contacts");
    }
    for (const pugi::xml_node& collision : link.children("collision")) {
      ++robot_.geom_count;
      const RigidPose own = origin_of(collision);
      RobotGeom geom{.name = collision.attribute("name").as_string(name.c_str()), .shape = RobotPlane{}};
      geom.pose = {at.rotation * own.rotation, at.to_world(own.translation)};
      std::string why = "its geometry is none of box, cylinder, capsule, sphere and mesh";
      if (read_shape(collision.child("geometry"), geom.shape, why))
        robot_.geoms.push_back(std::move(geom));
      else
        leave_out(collision, "collision of link \"" + name + "\"", why);
    }
  }

  bool read_shape(const pugi::xml_node& geometry, RobotShape& shape, std::string& why) {
    const auto value = [&](const pugi::xml_node& node, const char* key) {
      return parse_numbers(node.attribute(key).value(), 1, key, file_, node)[0];
    };
    if (const pugi::xml_node box = geometry.child("box"))
      shape = RobotBox{to_vec3(parse_numbers(box.attribute("size").value(), 3, "size", file_, box))};
    else if (const pugi::xml_node cylinder = geometry.child("cylinder"))
      shape = RobotCylinder{value(cylinder, "radius"), value(cylinder, "length")};
    else if (const pugi::xml_node capsule = geometry.child("capsule"))
      shape = RobotCapsule{value(capsule, "radius"), value(capsule, "length")};
    else if (const pugi::xml_node sphere = geometry.child("sphere"))
      shape = RobotSphere{value(sphere, "radius")};
    else if (const pugi::xml_node mesh = geometry.child("mesh"))
      return read_mesh_of(mesh, shape, why);
    else
      return false;
    return true;
  }

  bool read_mesh_of(const pugi::xml_node& node, RobotShape& shape, std::string& why) {
    Vec3 scale = Vec3::Ones();
    if (const auto given = node.attribute("scale"))
      scale = to_vec3(parse_numbers(given.value(), 3, "scale", file_, node));
    const std::string path = found(node.attribute("filename").as_string());
    RobotMesh mesh{fs::path(path).stem().string(), mesh_points(path, scale, why)};
    if (mesh.points.rows() == 0) return false;
    shape = std::move(mesh);
    return true;
  }

  /// A file beside the URDF; of "package://NAME/…" the folder NAME, or what is in it, at or above it.
  std::string found(std::string name) const {
    const fs::path here = fs::absolute(file_.path()).parent_path();
    const std::string package = "package://", local = "file://";
    if (name.starts_with(local)) name = name.substr(local.size());
    if (!name.starts_with(package)) return (here / name).string();
    const fs::path inside = name.substr(package.size());
    const fs::path without = inside.lexically_relative(*inside.begin());
    for (fs::path at = here; at != at.parent_path(); at = at.parent_path())
      for (const fs::path& tail : {inside, without})
        if (fs::exists(at / tail)) return (at / tail).string();
    return (here / inside).string();
  }

  XmlFile file_;
  Robot robot_;
  std::map<std::string, std::pair<std::string, RigidPose>> parent_;  ///< of each link, and its joint's origin
};

}  // namespace

Robot read_urdf(const std::string& path) { return UrdfReader(path).take(); }

}  // namespace isocloth::io
