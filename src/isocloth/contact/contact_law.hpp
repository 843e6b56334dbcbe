#pragma once

/// Force of a contact that moved by u.
///
///   f_n = max(0, γ − ρ(gap + u_n))
///   f_t = τ − ρ_t(way + u_t), cut off at length µγ
///
/// Along the normal this is the method of multipliers: rounds γ ← f_n that no longer change anything meet
/// Signorini's conditions exactly, whatever ρ is. Along the tangents it is a spring that slips: τ is the
/// friction of the last step, and stays what it was through all rounds of this one. A contact that sticks
/// gives way by f_t/ρ_t, micrometres, when it is loaded, and comes back; it does not creep. f is minus the
/// gradient of a convex function of u, so that a program with such contacts has one solution, also where
/// contacts depend on each other or contradict each other.

#include "isocloth/contact/contact.hpp"

namespace isocloth {

struct ContactResponse {
  Vec3 force = Vec3::Zero();                            ///< on the cloth, in the contact's frame [N]
  Eigen::Matrix3d stiffness = Eigen::Matrix3d::Zero();  ///< −∂f/∂u [N/m]
};

ContactResponse respond(const Contact& contact, const Vec3& u);

/// f alone.
Vec3 respond_force(const Contact& contact, const Vec3& u);

/// The function whose gradient is −f [J].
double contact_energy(const Contact& contact, const Vec3& u);

}  // namespace isocloth
