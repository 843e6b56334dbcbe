#pragma once

/// The point of an edge or of an element that is deepest inside an obstacle, or nearest to it.
///
/// The distance to a convex obstacle is convex, so along a line its least value is where its slope n·e
/// changes sign, and halving finds it; to an obstacle that is not convex, this finds one of the deepest
/// points. Inside an element the search goes along ξ or η, and then along the ridge or valley where that
/// ended.
///
/// Where cloth lies flat on a part of an edge, as on a table up to its rim, every point of that part is as
/// deep as any other. What keeps the edge from tilting over the rim is the last of them, so that one is
/// taken.

#include <optional>

#include "isocloth/contact/contact.hpp"
#include "isocloth/contact/deepest_limits.hpp"
#include "isocloth/contact/soft_limits.hpp"
#include "isocloth/obstacles/obstacle.hpp"

namespace isocloth {

/// An obstacle at one time.
struct PosedShape {
  const Shape* shape = nullptr;
  RigidPose pose;
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();  ///< of the pose

  SignedDistance distance_to(const Vec3& world) const {
    SignedDistance own = shape->distance_to(rotation.transpose() * (world - pose.translation));
    own.normal = rotation * own.normal;
    return own;
  }
};

/// Valid while the obstacle's shape is. A finger is s [m] along its way.
PosedShape posed(const Obstacle& obstacle, double time, double s = 0);

/// Whether the distance to a convex obstacle is linear between two places.
inline bool has_same_normal(const SignedDistance& a, const SignedDistance& b) {
  return a.normal.dot(b.normal) > 1 - kSameNormal;
}

struct DeepPoint {
  SurfacePoint point;
  SignedDistance at;
  bool ends_level = false;  ///< of an edge: where a part ends that lies flat from one of its nodes on
};

/// Nothing where an end of the edge is as deep as any point between, unless a part that lies flat ends
/// between them; where that is, to rounding if `exactly`.
std::optional<DeepPoint> deepest_on_edge(const PosedShape& obstacle, const Points& x, const Edge& edge,
                                         const SignedDistance& at_first, const SignedDistance& at_second,
                                         bool exactly = false);

/// Whether the distance to a convex obstacle falls from the deepest point of an element's boundary, its place
/// and normal, into the element. Where it does not, the tangent there tells that no point of a plane element
/// is deeper.
bool falls_inwards(const Points& x, const Element& element, const DeepPoint& boundary);

/// Nothing where the search ends at the element's boundary, or where the element can have no point below
/// `limit` [m].
std::optional<DeepPoint> deepest_in_element(const PosedShape& obstacle, const Points& x,
                                            const Element& element, double limit);

}  // namespace isocloth
