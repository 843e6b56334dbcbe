#pragma once

/// The contacts of an iteration backwards, with those that pressed, stuck and slid as they were in the end.
///
/// Forwards (contact/contact_record.hpp): H d = b + Σ WᵀF, F = γn + T, and for each contact gap + n·Wd = 0,
/// W: weights of its point. With B = ∂T/∂z, t the direction of T where it slides, and T̄ what the next step
/// says of T:
///
///   (H + Σ ρ_t WᵀBW) w + Σ Wᵀn ν = d̄ − Σ ρ_t WᵀB T̄
///   (n + µt)·Ww − ν s = −µt·T̄                    s: softness; µt where it slides
///
/// is solved with one column for each contact. Of y = Ww + T̄ and z̄ = By follow
///
///   n̄ = γWw − ν Wd − (n·z) B'y − (n·B'y) z,   q̄ = ∂n/∂q n̄ − ν n − ρ_t z̄,   τ̄ = z̄,   ρ̄_t = −z̄·way

#include <vector>

#include "isocloth/projection/projection_record.hpp"
#include "isocloth/projection/projection_system.hpp"

namespace isocloth {

class ContactAdjoint {
 public:
  /// of_forces: ∂L by the friction that the next step remembers.
  ContactAdjoint(const std::vector<ContactRecord>& contacts, const std::vector<char>& held,
                 const std::vector<ContactGradient>& of_forces);

  /// Adds ρ_t WᵀBW to the assembled matrix.
  void enter(ProjectionSystem& assembled) const;

  /// w ← the solution, from d̄; rows of held nodes must be zero.
  void solve(ProjectionSystem& factorized, Points& w);

  /// Adds what w says of x, of where the step began, of the friction before and of the metric's diagonal.
  void add_to(const Points& d, IterationAdjoint& adjoint) const;

 private:
  struct Side {
    const ContactRecord* contact = nullptr;
    Eigen::Matrix3d cut = Eigen::Matrix3d::Identity();  ///< B'
    Eigen::Matrix3d slope = Eigen::Matrix3d::Zero();    ///< B
    Vec3 along = Vec3::Zero();                          ///< µt where it slides
    Vec3 after = Vec3::Zero();                          ///< T̄
    double pressed = 0;                                 ///< ν
  };
  void add_spread(const ContactRecord& contact, const Vec3& vector, Points& to) const;

  const std::vector<char>& held_;
  std::vector<Side> sides_;
};

}  // namespace isocloth
