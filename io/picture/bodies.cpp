#include "io/picture/bodies.hpp"

#include <algorithm>

namespace isocloth::io {

namespace {

constexpr double kLargestInView = 8;         ///< size of a body's motion over that of the cloth's
constexpr Eigen::Index kOutlineNodes = 400;  ///< of a body, which tell the camera where it is

bool same(const RigidPose& a, const RigidPose& b) {
  return a.translation == b.translation && a.rotation.coeffs() == b.rotation.coeffs();
}

/// Every so many nodes, wherever they are during the run.
Points find_outline(const ObstacleInfo& obstacle, std::size_t index, const std::vector<Frame>& frames) {
  const Points& x = obstacle.surface.x;
  const Eigen::Index stride = 1 + x.rows() / kOutlineNodes, count = (x.rows() + stride - 1) / stride;
  std::vector<const RigidPose*> poses;
  for (const Frame& frame : frames) {
    const RigidPose& pose = frame.obstacle_pose[index];
    if (poses.empty() || !same(*poses.back(), pose)) poses.push_back(&pose);
  }
  Points outline(static_cast<Eigen::Index>(poses.size()) * count, 3);
  Eigen::Index row = 0;
  for (const RigidPose* pose : poses) {
    for (Eigen::Index i = 0; i < x.rows(); i += stride)
      outline.row(row++) = pose->to_world(x.row(i)).transpose();
  }
  return outline;
}

}  // namespace

std::vector<Body> make_bodies(const Trajectory& trajectory, double cloth_size) {
  std::vector<Body> bodies;
  const std::vector<ObstacleInfo>& obstacles = trajectory.info.obstacles;
  for (std::size_t i = 0; i < obstacles.size(); ++i) {
    if (obstacles[i].unbounded || obstacles[i].surface.elements.empty()) continue;
    Body body{.obstacle = i, .triangles = triangulate(obstacles[i].surface.elements), .normals = {}};
    body.normals = corner_normals(obstacles[i].surface.x, body.triangles);
    body.outline = find_outline(obstacles[i], i, trajectory.frames);
    const Vec3 low = body.outline.colwise().minCoeff(), high = body.outline.colwise().maxCoeff();
    body.in_view = (high - low).norm() <= kLargestInView * cloth_size;
    if (!body.in_view) body.outline.resize(0, 3);
    bodies.push_back(std::move(body));
  }
  return bodies;
}

Points placed_nodes(const ObstacleInfo& obstacle, const RigidPose& pose) {
  Points x(obstacle.surface.x.rows(), 3);
  for (Eigen::Index i = 0; i < x.rows(); ++i) x.row(i) = pose.to_world(obstacle.surface.x.row(i)).transpose();
  return x;
}

std::vector<Facet> placed_facets(const Body& body, const ObstacleInfo& obstacle, const RigidPose& pose) {
  const Points x = placed_nodes(obstacle, pose);
  std::vector<Facet> facets(body.triangles.size());
  for (std::size_t t = 0; t < facets.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 normal = body.normals.row(static_cast<Eigen::Index>(3 * t + k));
      facets[t][k] = {x.row(body.triangles[t].nodes[k]), pose.rotation * normal};
    }
  }
  return facets;
}

std::vector<Plane> placed_planes(const TrajectoryInfo& info, const Frame& frame) {
  std::vector<Plane> planes;
  for (std::size_t i = 0; i < info.obstacles.size(); ++i) {
    const Mesh& surface = info.obstacles[i].surface;
    if (!info.obstacles[i].unbounded || surface.elements.empty()) continue;
    const auto& nodes = surface.elements[0];
    const Vec3 a = surface.x.row(nodes[0]), b = surface.x.row(nodes[1]), c = surface.x.row(nodes[2]);
    const Vec3 normal = (b - a).cross(c - a);
    if (!(normal.norm() > 0)) continue;
    const RigidPose& pose = frame.obstacle_pose[i];
    planes.push_back({pose.to_world(a), pose.rotation * normal.normalized()});
  }
  return planes;
}

}  // namespace isocloth::io
