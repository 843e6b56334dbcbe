#include "io/scene/build_obstacles.hpp"

#include "io/mesh/mesh_file.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

/// Meshes are grown by this, which rounds their edges [m].
constexpr double kMeshRounding = 0.001;

using ShapePointer = std::shared_ptr<const Shape>;

/// `mesh` holds the mesh of a FileSpec.
struct MakeObstacleShape {
  const Mesh& mesh;

  ShapePointer operator()(const PlaneSpec& s) const { return make_half_space(s.point, s.normal); }
  ShapePointer operator()(const SphereSpec& s) const { return make_sphere(s.radius); }
  ShapePointer operator()(const CapsuleSpec& s) const { return make_capsule(s.radius, s.length); }
  ShapePointer operator()(const CylinderSpec& s) const {
    return make_cylinder(s.radius, s.length, s.rounding);
  }
  ShapePointer operator()(const BoxSpec& s) const { return make_box(s.size, s.rounding); }
  ShapePointer operator()(const TorusSpec& s) const { return make_torus(s.radius, s.tube_radius); }
  ShapePointer operator()(const EllipsoidSpec& s) const { return make_ellipsoid(s.radii); }
  ShapePointer operator()(const FileSpec&) const { return make_mesh_shape(mesh, kMeshRounding); }
};

struct MakePath {
  RigidPose pose;

  PosePath operator()(const FixedMotion&) const { return fixed_pose(pose); }
  PosePath operator()(const SineMotion& m) const {
    return sine_pose(pose, m.direction, m.amplitude, m.frequency, m.phase);
  }
  PosePath operator()(const KeyframeMotion& m) const { return keyframe_pose(m.times, poses_of(m)); }
};

std::function<double(double)> make_drive(const DriveSpec& spec) {
  return spec.times.empty() ? constant_force(spec.values.front()) : keyframe_drive(spec.times, spec.values);
}

std::optional<Finger> make_finger(const std::optional<FingerSpec>& spec) {
  if (!spec) return std::nullopt;
  Finger finger{.axis = spec->axis,
                .opening = spec->opening,
                .stroke = spec->stroke,
                .mass = spec->mass,
                .speed = spec->speed};
  if (spec->force) finger.force = make_drive(*spec->force);
  if (spec->position) finger.position = make_drive(*spec->position);
  return finger;
}

Obstacle make_obstacle(const ObstacleSpec& spec, Remarks* remarks) {
  const auto* file = std::get_if<FileSpec>(&spec.shape);
  const Mesh mesh = file ? read_surface(file->path, file->scale, remarks) : Mesh{};  // names its file itself
  try {
    Obstacle obstacle{.name = spec.name,
                      .shape = std::visit(MakeObstacleShape{mesh}, spec.shape),
                      .path = std::visit(MakePath{pose_of(spec.pose)}, spec.motion),
                      .friction = spec.friction,
                      .finger = make_finger(spec.finger)};
    check_obstacle(obstacle);
    return obstacle;
  } catch (const InputError& error) {
    const std::string made_from = file ? " (" + file->path + ")" : "";
    throw InputError(spec.written.place + ": obstacle \"" + spec.name + "\"" + made_from + ": " +
                     error.what());
  }
}

}  // namespace

RigidPose pose_of(const RigidPoseSpec& spec) {
  RigidPose pose = rigid_pose({.rotate_deg = spec.rotate_deg, .translate = spec.translate});
  if (const auto& q = spec.quaternion)
    pose.rotation = Eigen::Quaterniond((*q)[0], (*q)[1], (*q)[2], (*q)[3]).normalized();
  return pose;
}

std::vector<RigidPose> poses_of(const KeyframeMotion& motion) {
  std::vector<RigidPose> poses;
  for (const RigidPoseSpec& pose : motion.poses) poses.push_back(pose_of(pose));
  return poses;
}

std::vector<Obstacle> make_obstacles(const Scene& scene, Remarks* remarks) {
  std::vector<Obstacle> obstacles;
  for (const ObstacleSpec& spec : scene.obstacles) obstacles.push_back(make_obstacle(spec, remarks));
  return obstacles;
}

}  // namespace isocloth::io
