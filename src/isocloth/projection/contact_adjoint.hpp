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
///   n̄ = γWw − ν Wd − (n·z) B'y − (n·B'y) z,   q̄ = Cm − ν n − ρ_t z̄,   τ̄ = z̄,   ρ̄_t = −z̄·way
///
/// with C = ∂n/∂q and m = n̄, or, where the point is the deepest of an edge or an element and its coordinates
/// s move with the nodes (contact/level_point.hpp),
///
///   w̄_i = F·w_i − ν n·x_i⁺ + C n̄·x_i − ρ_t z̄·(x_i⁺ − carried_i) + ρ̄_t ∂ρ_t/∂w_i
///   s̄_a = Σ w_{i,a} w̄_i,   σ = G⁻¹s̄,   m = n̄ − Σ σ_a q_a,   x̄_i = … − Σ σ_a w_{i,a} n
///
/// A point that is kept has the weights of the iteration that found it: its w̄ is added there.
///
/// An obstacle that is moved by δ and turned by θ carries distance, normal and what sticks to it along.
///
/// Of two layers, whose condition is n·q⁺ − asked(w) = 0, n̄ has −ν q⁺ in place of −ν Wd, and what follows
/// from n̄, from the turn of the other side and from
///
///   w̄_i = F·w_i − ν n·x_i⁺ + ν ∂asked/∂w_i − ρ_t z̄·(x_i⁺ − R x_i) + ρ̄_t ∂ρ_t/∂w_i
///
/// goes back to their nodes at `safe` (contact/layer_record.hpp).

#include <vector>

#include "isocloth/projection/projection_record.hpp"
#include "isocloth/projection/projection_system.hpp"

namespace isocloth {

class ContactAdjoint {
 public:
  /// of_forces: ∂L by the friction that the next step remembers; of_normals: by what normals did afterwards.
  ContactAdjoint(const ContactRecords& contacts, const std::vector<char>& held,
                 const std::vector<ContactGradient>& of_forces,
                 const std::vector<NormalGradient>& of_normals);

  /// Adds ρ_t WᵀBW to the assembled matrix.
  void enter(ProjectionSystem& assembled) const;

  /// w ← the solution, from d̄; rows of held nodes must be zero.
  void solve(ProjectionSystem& factorized, Points& w);

  /// Adds what w says of x, of where the step began, of the friction before, of the metric's diagonal and of
  /// the obstacles.
  void add_to(const Points& x, const Points& d, const NodeMatrix& metric, IterationAdjoint& adjoint) const;

 private:
  struct Side {
    const ContactRecord* contact = nullptr;
    Eigen::Matrix3d cut = Eigen::Matrix3d::Identity();  ///< B'
    Eigen::Matrix3d slope = Eigen::Matrix3d::Zero();    ///< B
    Vec3 along = Vec3::Zero();                          ///< µt where it slides
    Vec3 after = Vec3::Zero();                          ///< T̄
    Vec3 of_normal = Vec3::Zero();                      ///< by what n did afterwards
    double pressed = 0;                                 ///< ν
  };
  /// What w says of a contact.
  struct Said {
    Vec3 of_z = Vec3::Zero(), of_normal = Vec3::Zero();  ///< z̄, n̄
    std::array<double, 4> of_weights{};                  ///< w̄
  };
  void add_to_nodes_on_obstacle(const Side& side, Said& said, const Points& x,
                                IterationAdjoint& adjoint) const;
  void add_to_nodes_of_layers(const Side& side, const Said& said, const Points& x,
                              IterationAdjoint& adjoint) const;
  std::array<double, 4> of_penalty(const ContactRecord& contact, double by_penalty, const NodeMatrix& metric,
                                   Vector& diagonal) const;
  static void add_to_obstacle(const Side& side, const Vec3& of_z, const Vec3& m, IterationAdjoint& adjoint);
  void add_spread(const ContactRecord& contact, const Vec3& vector, Points& to) const;

  const ContactRecords& contacts_;
  const std::vector<char>& held_;
  std::vector<Side> sides_;
};

}  // namespace isocloth
