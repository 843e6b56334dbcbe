#pragma once

/// Force of a contact that moved by u.
///
///   f_n = max(0, γ − ρ(gap + u_n))
///   f_t = τ − ρ_t(way + u_t), cut off at length µγ
///
/// Where the cloth can be squeezed, f_n is that of compression.hpp at s = −(gap + u_n). Otherwise, along the
/// normal, this is the method of multipliers: rounds γ ← f_n that no longer change anything meet
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

/// f before it is cut off; presses where its first component is above 0.
Vec3 uncut_force(const Contact& contact, const Vec3& u);

ContactResponse respond(const Contact& contact, const Vec3& u);

/// The same for a contact that pressed before: along the tangent of a soft law at the force γ that it had
/// then, and sticking where it did not slide. A cloth that is held fast between jaws is then solved with one
/// matrix, however far off the guess at its motion puts it.
ContactResponse respond_as_before(const Contact& contact, const Vec3& u);

/// The same for a contact that did not press yet: a law that is soft goes along its tangent at rest, as
/// little force is what most contacts begin with. Newton's method is then done in one step; from the tangent
/// where the cloth would fall to without the contact it would take many.
ContactResponse respond_from_rest(const Contact& contact, const Vec3& u);

/// The same for a contact that presses, as if it could also pull.
ContactResponse respond_pressing(const Contact& contact, const Vec3& u);

/// f alone.
Vec3 respond_force(const Contact& contact, const Vec3& u);

/// The function whose gradient is −f [J].
double contact_energy(const Contact& contact, const Vec3& u);

}  // namespace isocloth
