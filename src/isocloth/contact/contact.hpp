#pragma once

/// One place where the cloth touches, or may touch, an obstacle: a point of an element, and the plane that it
/// must not cross. Or where two layers touch: the point is then the vector from one to the other, a sum of
/// their nodes whose weights add up to zero.
///
/// With d the displacement of the nodes from where the contact was found, the point moves by u = Q Σ w_i d_i
/// in the contact's frame (normal, two tangents). Signorini's conditions for the normal, Coulomb's for the
/// tangents:
///
///   gap + u_n ≥ 0,  γ ≥ 0,  γ (gap + u_n) = 0         |τ| ≤ µγ,  τ against the slip where it slips
///
/// A cloth that can be squeezed (compression.hpp) answers with γ = its force at the depth −(gap + u_n)
/// instead.

#include <Eigen/Geometry>
#include <array>
#include <cstdint>

#include "isocloth/contact/compression.hpp"
#include "isocloth/core/types.hpp"
#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

/// A point of the cloth that moves with its nodes.
struct SurfacePoint {
  std::array<int, 4> nodes{kNoNode, kNoNode, kNoNode, kNoNode};
  std::array<double, 4> weights{};
  int count = 0;  ///< nodes in use

  Vec3 at(const Points& x) const {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < count; ++i) sum += weights[i] * x.row(nodes[i]).transpose();
    return sum;
  }
};

/// Q for a normal: rows n, t₁, t₂.
inline Eigen::Matrix3d contact_frame(const Vec3& normal) {
  int axis = 0;
  normal.cwiseAbs().minCoeff(&axis);
  const Vec3 tangent = normal.cross(Vec3::Unit(axis)).normalized();
  Eigen::Matrix3d frame;
  frame << normal.transpose(), tangent.transpose(), normal.cross(tangent).transpose();
  return frame;
}

inline SurfacePoint node_point(int node) { return {{node, kNoNode, kNoNode, kNoNode}, {1, 0, 0, 0}, 1}; }

/// Stands for the other layer, where a contact is none with an obstacle.
inline constexpr int kOtherLayer = -1;

struct Contact {
  int obstacle = 0;               ///< or kOtherLayer
  int site = 0;                   ///< which node, edge or element: see SurfaceSites
  std::uint64_t pair = 0;         ///< which pair of two layers: see LayerPair
  std::uint64_t pair_before = 0;  ///< the pair whose friction of the last step it goes on with; 0: none
  SurfacePoint point;
  Eigen::Matrix3d frame = Eigen::Matrix3d::Identity();  ///< Q: rows are the outward normal and two tangents
  Vec3 offset = Vec3::Zero();  ///< gap, and way along the obstacle since the step began [m]
  double friction = 0;         ///< µ
  Compression compression{};   ///< of the area that it stands for
  int finger = -1;             ///< row of the finger in d that the obstacle is, if it is one

  int found = 0;            ///< which search of the step found its point
  bool ends_level = false;  ///< as DeepPoint has it

  bool is_of_layers() const { return obstacle == kOtherLayer; }

  /// Whether it is the stop of a finger, and touches no cloth.
  bool is_stop() const { return point.count == 0; }

  Vec3 multiplier = Vec3::Zero();  ///< γ, and friction of the last step, on the cloth, in the frame [N]
  Vec3 force = Vec3::Zero();       ///< that the last program found, likewise [N]
  double slip_limit = 0;           ///< µγ of the last γ [N]
  bool slides = true;           ///< it did when it was last solved, further than its friction's spring gives
  Vec3 penalty = Vec3::Ones();  ///< ρ for the normal and the tangents [N/m], see contact_law.hpp
};

}  // namespace isocloth
