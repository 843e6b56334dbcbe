#pragma once

/// A contact that pressed when an iteration had settled its program, as derivatives need it to go back
/// (projection/contact_adjoint.hpp). In the world's frame, with q = Σ w_i x_i the point and n(q) its normal:
///
///   F = γn + T,   T = Pz cut off at µγ,   z = τ − ρ_t (q⁺ − carried),   P = 1 − nnᵀ
///   gap + n·(q⁺ − q) = 0, or, of a soft contact, minus the squeeze at γ

#include <vector>

#include "isocloth/contact/contact.hpp"

namespace isocloth {

struct ContactRecord {
  int obstacle = 0, site = 0;
  SurfacePoint point;
  Vec3 normal = Vec3::Zero();
  Eigen::Matrix3d curvature = Eigen::Matrix3d::Zero();  ///< ∂n/∂q [1/m]
  Eigen::Matrix3d carry = Eigen::Matrix3d::Identity();  ///< how the obstacle turns in the step
  Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();   ///< from its own frame at the end
  Vec3 uncut = Vec3::Zero();                            ///< Pz [N]
  Vec3 z = Vec3::Zero();                                ///< [N]
  Vec3 way = Vec3::Zero();                              ///< q⁺ − carried [m]
  double force = 0;                                     ///< γ [N]
  double friction = 0;                                  ///< µ
  double penalty = 0;                                   ///< ρ_t [N/m]
  double softness = 0;                                  ///< squeeze per force [m/N]; 0: hard
  bool remembered = false;                              ///< τ is that of the step before
  bool is_fixed_point =
      true;  ///< weights and normal are not those of a search over an element or a sharp edge

  bool slides() const { return uncut.norm() > friction * force; }
};

}  // namespace isocloth
