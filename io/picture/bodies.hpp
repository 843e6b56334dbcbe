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
  bool in_view = true;  ///< whether the camera shows all of it
  Points outline{};     ///< some of its nodes wherever they are during the run; empty where not in view
};

/// A plane that is solid on the side its normal points away from.
struct Plane {
  Vec3 point = Vec3::Zero(), normal = Vec3::UnitZ();
};

/// All solids. One that is far larger than the motion of the cloth, of size `cloth_size` [m], is not in view:
/// the picture is of the cloth.
std::vector<Body> make_bodies(const Trajectory& trajectory, double cloth_size);

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
