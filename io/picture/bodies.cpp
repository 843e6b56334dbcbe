#include "io/picture/bodies.hpp"

namespace isocloth::io {

namespace {

constexpr double kLargestInView = 8;  ///< size of a body's motion over that of the cloth's
constexpr double kNear = 0.15;        ///< of the size of the cloth's motion: what of a larger body is shown
constexpr Eigen::Index kOutlineNodes = 400;  ///< of a body, which tell the camera where it is

double extent(const Points& x) { return (x.colwise().maxCoeff() - x.colwise().minCoeff()).norm(); }

/// Every so many nodes, in all frames.
Points find_outline(const ObstacleInfo& obstacle, std::size_t index,
                    const std::vector<const Frame*>& frames) {
  const Points& x = obstacle.surface.x;
  const Eigen::Index stride = 1 + x.rows() / kOutlineNodes, count = (x.rows() + stride - 1) / stride;
  Points outline(static_cast<Eigen::Index>(frames.size()) * count, 3);
  Eigen::Index row = 0;
  for (const Frame* frame : frames) {
    for (Eigen::Index i = 0; i < x.rows(); i += stride)
      outline.row(row++) = frame->obstacle_pose[index].to_world(x.row(i)).transpose();
  }
  return outline;
}

}  // namespace

std::vector<Body> make_bodies(const std::vector<ObstacleInfo>& obstacles,
                              const std::vector<const Frame*>& frames, const Box& cloth) {
  std::vector<Body> bodies;
  for (std::size_t i = 0; i < obstacles.size(); ++i) {
    if (obstacles[i].unbounded || obstacles[i].surface.elements.empty()) continue;
    Body body{.obstacle = i, .triangles = triangulate(obstacles[i].surface.elements), .normals = {}};
    body.normals = corner_normals(obstacles[i].surface.x, body.triangles);
    body.outline = find_outline(obstacles[i], i, frames);
    body.in_view = extent(body.outline) <= kLargestInView * cloth.size();
    const Vec3 low = cloth.low.array() - kNear * cloth.size(),
               high = cloth.high.array() + kNear * cloth.size();
    const bool whole = extent(obstacles[i].surface.x) <= cloth.size();
    for (Eigen::Index r = 0; r < body.outline.rows() && !whole; ++r)
      body.outline.row(r) = body.outline.row(r).cwiseMax(low.transpose()).cwiseMin(high.transpose());
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
