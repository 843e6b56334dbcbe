#include "io/scene/build_obstacles.hpp"

#include <algorithm>
#include <cmath>

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
  ShapePointer operator()(const FileSpec&) const { return make_mesh_shape(mesh, kMeshRounding); }
};

RigidPose pose_of(const RigidPoseSpec& spec) {
  RigidPose pose = rigid_pose({.rotate_deg = spec.rotate_deg, .translate = spec.translate});
  if (const auto& q = spec.quaternion)
    pose.rotation = Eigen::Quaterniond((*q)[0], (*q)[1], (*q)[2], (*q)[3]).normalized();
  return pose;
}

struct MakePath {
  RigidPose pose;

  PosePath operator()(const FixedMotion&) const { return fixed_pose(pose); }
  PosePath operator()(const SineMotion& m) const {
    return sine_pose(pose, m.direction, m.amplitude, m.frequency, m.phase);
  }
  PosePath operator()(const KeyframeMotion& m) const {
    std::vector<RigidPose> keys;
    for (const RigidPoseSpec& key : m.poses) keys.push_back(pose_of(key));
    return keyframe_pose(m.times, std::move(keys));
  }
};

Obstacle make_obstacle(const ObstacleSpec& spec) {
  const auto* file = std::get_if<FileSpec>(&spec.shape);
  const Mesh mesh = file ? read_mesh(file->path) : Mesh{};  // names its file itself
  try {
    Obstacle obstacle{.name = spec.name,
                      .shape = std::visit(MakeObstacleShape{mesh}, spec.shape),
                      .path = std::visit(MakePath{pose_of(spec.pose)}, spec.motion),
                      .friction = spec.friction};
    check_obstacle(obstacle);
    return obstacle;
  } catch (const InputError& error) {
    const std::string made_from = file ? " (" + file->path + ")" : "";
    throw InputError(spec.written.place + ": obstacle \"" + spec.name + "\"" + made_from + ": " +
                     error.what());
  }
}

constexpr double kSquarePerCloth = 4;  ///< side of a half-space's square over the diagonal of the cloth

/// The square of a half-space, moved along its plane to where the cloth is.
Mesh square_near(const Shape& half_space, const RigidPose& pose, const Points& x) {
  const Vec3 low = x.colwise().minCoeff(), high = x.colwise().maxCoeff();
  const Vec3 cloth = pose.to_own(0.5 * (low + high));
  const SignedDistance from_plane = half_space.distance_to(cloth);
  const Vec3 nearest = cloth - from_plane.distance * from_plane.normal;
  const double side = kSquarePerCloth * std::max((high - low).norm(), 1e-3);  // [m] a point shows a few mm
  return make_half_space(nearest, from_plane.normal)->surface(side);
}

}  // namespace

std::vector<Obstacle> make_obstacles(const Scene& scene) {
  std::vector<Obstacle> obstacles;
  for (const ObstacleSpec& spec : scene.obstacles) obstacles.push_back(make_obstacle(spec));
  return obstacles;
}

std::vector<ObstacleInfo> obstacle_infos(const std::vector<Obstacle>& obstacles, const Points& x) {
  std::vector<ObstacleInfo> infos;
  for (const Obstacle& obstacle : obstacles) {
    const bool unbounded = !std::isfinite(obstacle.shape->outer_radius());
    infos.push_back({.name = obstacle.name,
                     .friction = obstacle.friction,
                     .unbounded = unbounded,
                     .surface = unbounded ? square_near(*obstacle.shape, obstacle.path(0), x)
                                          : obstacle.shape->surface(1)});
  }
  return infos;
}

}  // namespace isocloth::io
