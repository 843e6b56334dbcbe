#include "io/robot/mjcf_frames.hpp"

#include <Eigen/Geometry>
#include <numbers>

#include "io/file.hpp"

namespace isocloth::io {

void MjcfDefaults::add_section(const pugi::xml_node& node) {
  add_class(node, node.attribute("class").as_string("main"), "main");
}

void MjcfDefaults::add_class(const pugi::xml_node& node, const std::string& name, const std::string& parent) {
  auto& own = classes_[name];
  if (name != parent)
    for (const auto& [element, attributes] : classes_[parent])
      own[element].insert(attributes.begin(), attributes.end());
  for (const pugi::xml_node& child : node.children()) {
    if (std::string(child.name()) == "default") continue;
    for (const pugi::xml_attribute& attribute : child.attributes())
      own[child.name()][attribute.name()] = attribute.value();
  }
  for (const pugi::xml_node& child : node.children("default"))
    add_class(child, child.attribute("class").as_string(), name);
}

Attributes MjcfDefaults::of(const pugi::xml_node& node, const std::string& child_class) const {
  Attributes result;
  for (const pugi::xml_attribute& attribute : node.attributes()) result[attribute.name()] = attribute.value();
  const std::string given = node.attribute("class").as_string(child_class.c_str());
  const auto found = classes_.find(given.empty() ? "main" : given);
  if (found == classes_.end()) return result;
  if (const auto defaults = found->second.find(node.name()); defaults != found->second.end())
    result.insert(defaults->second.begin(), defaults->second.end());
  return result;
}

namespace {

Eigen::Quaterniond euler_turn(const Vec3& angle, const MjcfCompiler& compiler) {
  Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
  for (int k = 0; k < 3; ++k) {
    const char letter = k < static_cast<int>(compiler.euler.size()) ? compiler.euler[k] : 'x';
    const int axis = (letter | 0x20) - 'x';
    const Eigen::Quaterniond step(Eigen::AngleAxisd(angle[k], Vec3::Unit(axis < 0 || axis > 2 ? 0 : axis)));
    turn = letter < 'a' ? step * turn : turn * step;
  }
  return turn;
}

}  // namespace

RigidPose mjcf_pose(const Attributes& attributes, const MjcfCompiler& compiler, const XmlFile& file,
                    const pugi::xml_node& node) {
  RigidPose pose;
  const auto numbers = [&](const char* key, std::size_t count) {
    const auto found = attributes.find(key);
    return found == attributes.end() ? std::vector<double>{}
                                     : parse_numbers(found->second, count, key, file, node);
  };
  const double unit = compiler.degrees ? std::numbers::pi / 180 : 1;
  if (const auto pos = numbers("pos", 3); !pos.empty()) pose.translation = to_vec3(pos);
  if (const auto q = numbers("quat", 4); !q.empty()) {
    pose.rotation = Eigen::Quaterniond(q[0], q[1], q[2], q[3]);
    if (!(pose.rotation.norm() > 1e-9)) fail_at(file.path(), file.line_of(node), "quat has no length");
    pose.rotation.normalize();
  } else if (const auto a = numbers("axisangle", 4); !a.empty()) {
    pose.rotation = Eigen::AngleAxisd(unit * a[3], to_vec3(a).normalized());
  } else if (const auto e = numbers("euler", 3); !e.empty()) {
    pose.rotation = euler_turn(unit * to_vec3(e), compiler);
  } else if (const auto xy = numbers("xyaxes", 6); !xy.empty()) {
    const Vec3 x = to_vec3(xy).normalized(), given(xy[3], xy[4], xy[5]);
    const Vec3 y = (given - x * x.dot(given)).normalized();
    Eigen::Matrix3d axes;
    axes << x, y, x.cross(y);
    pose.rotation = Eigen::Quaterniond(axes);
  } else if (const auto z = numbers("zaxis", 3); !z.empty()) {
    pose.rotation = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), to_vec3(z));
  }
  return pose;
}

}  // namespace isocloth::io
