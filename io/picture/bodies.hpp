#pragma once

/// Obstacles as a picture needs them: solids by their triangles, half-spaces by their planes.

#include <array>
#include <vector>

#include "io/trajectory/surface.hpp"
#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// A point of a surface and the unit normal there.
struct Corner {
  Vec3 x, normal;
};

using Facet = std::array<Corner, 3>;

/// The surface of a solid in its own frame, edges kept sharp.
struct Body {
  std::size_t obstacle = 0;  ///< index in TrajectoryInfo::obstacles
  std::vector<Triangle> triangles;
  Points normals;       ///< at the corners of the triangles, see corner_normals
  bool in_view = true;  ///< whether the camera minds it
  Points outline{};     ///< where its nodes are that the camera shows; empty where not in view
};

/// A plane that is solid on the side its normal points away from.
struct Plane {
  Vec3 point = Vec3::Zero(), normal = Vec3::UnitZ();
};

/// A box that grows to hold points.
struct Box {
  Vec3 low, high;

  void add(const Points& points) {
    if (points.rows() == 0) return;
    low = low.cwiseMin(points.colwise().minCoeff().transpose());
    high = high.cwiseMax(points.colwise().maxCoeff().transpose());
  }
  double size() const { return (high - low).norm(); }
};

/// All solids. The picture is of the cloth, which is in the box `cloth` in these frames: a solid that
/// is no larger is shown whole, of a larger one what is near, and one that moves far or is huge is not in
/// view.
std::vector<Body> make_bodies(const std::vector<ObstacleInfo>& obstacles,
                              const std::vector<const Frame*>& frames, const Box& cloth);

/// Nodes of the obstacle's surface in the world.
Points placed_nodes(const ObstacleInfo& obstacle, const RigidPose& pose);

/// The body in the world.
std::vector<Facet> placed_facets(const Body& body, const ObstacleInfo& obstacle, const RigidPose& pose);

/// Planes of the half-spaces in a frame.
std::vector<Plane> placed_planes(const TrajectoryInfo& info, const Frame& frame);

/// The part of a facet where distance(x) ≥ 0 for a linear function, as a polygon of 0, 3 or 4 corners.
template <typename Distance>
std::vector<Corner> clip(const Facet& facet, Distance distance) {
  std::vector<Corner> kept;
  for (std::size_t k = 0; k < 3; ++k) {
    const Corner &a = facet[k], &b = facet[(k + 1) % 3];
    const double da = distance(a.x), db = distance(b.x);
    if (da >= 0) kept.push_back(a);
    if ((da >= 0) == (db >= 0)) continue;
    const double t = da / (da - db);
    kept.push_back({a.x + t * (b.x - a.x), a.normal + t * (b.normal - a.normal)});
  }
  return kept;
}

}  // namespace isocloth::io
