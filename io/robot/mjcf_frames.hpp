#pragma once

/// Attributes of MJCF: defaults by class, and the ways in which a frame can be turned.

#include <map>
#include <string>

#include "io/robot/xml.hpp"
#include "isocloth/obstacles/rigid_pose.hpp"

namespace isocloth::io {

using Attributes = std::map<std::string, std::string>;

/// The <default> sections: attributes of an element by class; a class has those of the one it stands in.
class MjcfDefaults {
 public:
  /// A <default> section.
  void add_section(const pugi::xml_node& node);

  /// The attributes of an element: its own, else those of its class, else of `child_class`, else of "main".
  Attributes of(const pugi::xml_node& node, const std::string& child_class) const;

 private:
  void add_class(const pugi::xml_node& node, const std::string& name, const std::string& parent);

  std::map<std::string, std::map<std::string, Attributes>> classes_;  ///< by class, then element
};

/// What <compiler> says.
struct MjcfCompiler {
  bool degrees = true;
  std::string euler = "xyz";  ///< upper case: about axes that stand still
  std::string mesh_folder;    ///< relative to the file
};

/// pos, and one of quat, axisangle, euler, xyaxes, zaxis.
RigidPose mjcf_pose(const Attributes& attributes, const MjcfCompiler& compiler, const XmlFile& file,
                    const pugi::xml_node& node);

}  // namespace isocloth::io
