#pragma once

/// Force of a contact in the method of multipliers.
///
/// With the multipliers (γ, τ) of the last round, a contact that moved by u answers with
///
///   f_n = max(0, γ − ρ(gap + u_n)),   f_t = τ − ρ_t(slip + u_t), cut off at length µγ
///
/// Where rounds (γ, τ) ← f no longer change anything, Signorini's and Coulomb's conditions hold exactly,
/// whatever ρ is. f is minus the gradient of a convex function of u, so that a program with such contacts has
/// one solution, also where contacts depend on each other or contradict each other.

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
