#pragma once

/// What a robot's file says of solids and cloths, whatever its format: MuJoCo's MJCF or URDF. Joints stand as
/// the file has them; masses, motors and all else is left out, and each thing that is gets a line that says
/// so.

#include <string>
#include <variant>
#include <vector>

#include "isocloth/mesh/mesh.hpp"
#include "isocloth/obstacles/rigid_pose.hpp"

namespace isocloth::io {

struct RobotPlane {};
struct RobotSphere {
  double radius = 0;  ///< [m]
};
struct RobotCapsule {
  double radius = 0, length = 0;  ///< [m], between the centres of its caps, along z
};
struct RobotCylinder {
  double radius = 0, length = 0;  ///< [m], along z
};
struct RobotBox {
  Vec3 size = Vec3::Zero();  ///< [m]
};
struct RobotEllipsoid {
  Vec3 radii = Vec3::Zero();  ///< [m]
};
struct RobotMesh {
  std::string name{};  ///< of what is written to disk
  Points points{};     ///< [m], whose hull it is
};

using RobotShape =
    std::variant<RobotPlane, RobotSphere, RobotCapsule, RobotCylinder, RobotBox, RobotEllipsoid, RobotMesh>;

/// A pose at a time, of a body that is led from outside.
struct RobotKey {
  double time = 0;  ///< [s]
  RigidPose pose{};
};

struct RobotGeom {
  std::string name;
  RobotShape shape;
  RigidPose pose{};              ///< in the world
  double friction = 1;           ///< [-]
  std::vector<RobotKey> keys{};  ///< of a mocap body: where the geom is over time; none: it stays
};

/// A cloth as a grid of nodes, centred in its frame.
struct RobotGrid {
  std::string name;
  int columns = 0, rows = 0;
  double size_x = 0, size_y = 0;  ///< [m]
  double mass = 0;                ///< [kg]
  RigidPose pose{};
};

struct Robot {
  std::string name;
  std::vector<RobotGeom> geoms;
  std::vector<RobotGrid> grids;
  Vec3 gravity{0, 0, -9.81};          ///< [m/s²]
  int geom_count = 0;                 ///< in the file: those above, and those that are left out
  std::vector<std::string> left_out;  ///< "FILE:LINE: what, and why"
};

/// InputError "FILE:LINE: …" where the file is no robot of the kind, or refers to what is not there.
Robot read_mjcf(const std::string& path);
Robot read_urdf(const std::string& path);

/// Writes a scene in which the geoms are obstacles and the first grid is the cloth, hulls of meshes beside it
/// in the folder STEM_meshes. Without a grid a towel lies above the highest obstacle. Geoms that a scene
/// cannot hold are added to what is left out.
void write_robot_scene(Robot& robot, const std::string& path);

}  // namespace isocloth::io
