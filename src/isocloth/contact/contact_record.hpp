#pragma once

/// A contact that pressed when an iteration had settled its program, as derivatives need it to go back
/// (projection/contact_adjoint.hpp). In the world's frame, with q = Σ w_i x_i the point and n(q) its normal:
///
///   F = γn + T,   T = Pz cut off at µγ,   z = τ − ρ_t (q⁺ − carried),   P = 1 − nnᵀ
///   gap + n·(q⁺ − q) = 0, or, of a soft contact, minus the squeeze at γ
///
/// The deepest point of an edge or an element moves with its nodes, and its weights with it
/// (level_point.hpp); a point that is kept moved so in the iteration that found it. Of two layers, q is the
/// vector between them, its normal and weights are those at `safe` (layer_record.hpp), and the condition is
/// n·q⁺ − asked = 0.

#include <cstdint>
#include <vector>

#include "isocloth/contact/layer_record.hpp"
#include "isocloth/contact/level_point.hpp"

namespace isocloth {

/// Which contact: of an obstacle and a site, or of a pair of layers.
struct ContactKey {
  int obstacle = 0, site = 0;
  std::uint64_t pair = 0;

  bool operator==(const ContactKey&) const = default;
};

struct ContactRecord {
  ContactKey key{};
  ContactKey memory{};  ///< whose friction of the step before it goes on with, where `remembered`
  int layers = -1;      ///< of two layers: which LayerRecord
  int found = 0;        ///< which search of the step found its point: where not the last, it is kept
  ContactKey finder{};  ///< as what it was found
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
  LevelPoint level{};                                   ///< where the point was searched for; else no ways
  Vec3 arm = Vec3::Zero();                              ///< q − the obstacle's place at the end [m]
  Vec3 carried_arm = Vec3::Zero();                      ///< carried, likewise [m]
  Vec3 start_arm = Vec3::Zero();                        ///< where q began the step, from its place then [m]
  Vec3 before = Vec3::Zero();  ///< τ of the step before, as the obstacle is turned [N]
  bool is_smooth = true;       ///< no finger, sharp edge or rim of a squeezed area decides where it is

  /// z and Pz, from all else.
  void set_friction() {
    z = before - penalty * way;
    uncut = z - normal * normal.dot(z);
  }

  /// T [N].
  Vec3 tangential() const {
    if (friction <= 0) return Vec3::Zero();
    return slides() ? Vec3(friction * force / uncut.norm() * uncut) : uncut;
  }
  bool slides() const { return uncut.norm() > friction * force; }
};

/// All that pressed in an iteration.
struct ContactRecords {
  std::vector<ContactRecord> list{};
  std::vector<LayerRecord> layers{};
  int search = 0;         ///< of the step, that found them
  double safe_share = 1;  ///< how far `safe` went to x where they were found; 1: it is x
};

}  // namespace isocloth
