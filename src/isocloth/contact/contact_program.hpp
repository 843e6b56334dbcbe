#pragma once

/// The quadratic program of one projection iteration: isometry is in H, contacts are inequalities,
///
///   minimise ½ dᵀHd − bᵀd   where   gap_p + n_p·u_p(d) ≥ 0,   with Coulomb friction at the contacts that
///   press
///
/// Rounds of the method of multipliers (contact_law.hpp) around an active-set method:
///
///   enter(H)                 the contacts that press enter the matrix, H₀ = H + Σ NᵀK₀N
///   [the projection factorises H₀]
///   settle(H₀, b, d)         passes of Newton's method, until every contact's force is what its law asks for
///
/// So cloth which lies on a table costs one factorisation however many nodes touch it. With F the forces that
/// d accounts for and r = b + Σ NᵀF − Hd what is missing in its balance, a pass solves
///
///   (H + Σ NᵀKN) step = r + Σ Nᵀe,   e: force that is missing at the contacts,   d ← d + ℓ step
///
/// by conjugate gradients (linear/conjugate_gradients.hpp) with the factor of H₀: contacts that come, go,
/// stick or slip change K₀ to K, which columns of the factor account for (contact_columns.hpp); where there
/// are too many of them, H₀ is made anew. What a pass leaves of r the next one takes up, so that no pass is
/// solved better than it is good. A line search on the
/// convex dual function of the contacts alone, which needs no matrix, makes every round end at its minimum.
/// Friction's limits µγ follow the passes. Rounds stop when multipliers stop changing: linearly dependent
/// contacts need no care, nearly dependent ones get a larger ρ, and contradicting ones (cloth squeezed
/// between two plates), which no ρ brings together, end at the best compromise. Contacts of a cloth that can
/// be squeezed have no multipliers: Newton's method finds their force.

#include <vector>

#include "isocloth/contact/contact_columns.hpp"
#include "isocloth/contact/contact_law.hpp"
#include "isocloth/contact/contact_limits.hpp"
#include "isocloth/linear/block_cholesky.hpp"
#include "isocloth/linear/conjugate_gradients.hpp"

namespace isocloth {

/// H and its factorisation. Rows of held nodes are those of the identity.
class ContactSystem : public SplitMatrix {
 public:
  virtual void assemble() = 0;                                  ///< H, not yet factorised
  virtual double resistance(int node) const = 0;                ///< of a node, from inertia and bending [N/m]
  virtual Eigen::Matrix3d diagonal(int node) const = 0;         ///< block of H
  virtual void add(int i, int j, const Eigen::Matrix3d&) = 0;   ///< to the block in row i and column j
  virtual bool has_place(const SurfacePoint& point) const = 0;  ///< blocks for all pairs of its nodes
  virtual void make_places() = 0;                               ///< … for the points of all contacts
  virtual bool factor() = 0;                                    ///< false where not positive definite
  virtual bool is_held(int node) const = 0;
  virtual void clear_held(Points& x) const = 0;  ///< sets the rows of held nodes to zero

  /// Halves of a solution with the factor, y = L⁻¹x and x ← L⁻ᵀy, of three numbers for each row; of Nᵀ of a
  /// contact's point and finger for the three axes of the world, `leading` numbers from one to the next.
  virtual void solve_lower(const Points& x, double* y) = 0;
  virtual void solve_lower(const SurfacePoint& point, int finger, double* y, std::ptrdiff_t leading,
                           BlockCholesky::Reach& reach) = 0;
  virtual void solve_upper(const double* y, Points& x) = 0;
};

struct ContactProgramOptions {
  double tolerance = kProgramTolerance;      ///< of the KKT residual [m]
  double force_tolerance = kForceTolerance;  ///< of a contact's force, over the largest [-]
  double balance_tolerance = 1e-6;           ///< of d, as linear/conjugate_gradients.hpp has it [-]
  int max_rounds = kProgramRounds;           ///< of multipliers
};

struct [[nodiscard]] ContactProgramReport {
  bool solved = true;       ///< false where H is not positive definite
  bool infeasible = false;  ///< the contacts contradict each other; d is a compromise
  bool squeezed = false;    ///< a contact is squeezed beyond its law
  double kkt_residual = 0;  ///< max |min(gap + u_n, γ/ρ)| [m]
  double penetration = 0;   ///< deepest −(gap + u_n) [m]
  int factorizations = 1;   ///< the one that was handed in, and those made anew
  int rounds = 0;
};

class ContactProgram {
 public:
  explicit ContactProgram(int node_count);

  /// Makes room for this many contacts at a time, and for d with a row for each node and finger.
  void reserve(int contacts, int rows);

  /// Adds the contacts that press to the assembled H.
  void enter(ContactSystem& assembled, std::vector<Contact>& contacts);

  /// The solution d for the load b, whose rows of held nodes are zero. The contacts' normal multipliers are
  /// the guess on entry, the solution's on return.
  ContactProgramReport settle(const ContactProgramOptions& options, ContactSystem& factorized,
                              const Points& load, std::vector<Contact>& contacts, Points& d);

 private:
  /// What the program knows of a contact.
  struct Side {
    Vec3 u = Vec3::Zero();                                ///< N d [m]
    Vec3 force = Vec3::Zero();                            ///< F [N]
    Eigen::Matrix3d stiffness = Eigen::Matrix3d::Zero();  ///< K₀
    Vec3 du = Vec3::Zero(), dforce = Vec3::Zero();        ///< along the step at hand
    double change = 0;                                    ///< of γ in the last round, over ρ [m]
    bool is_met = false;                                  ///< F is what the law asks for
    bool has_place = true;                                ///< in the factor
    ContactResponse wanted;                               ///< at u
  };

  using List = std::vector<Contact>;
  struct Changed;

  void find_places(const ContactSystem& system, const List& contacts);
  void make_base(ContactSystem& assembled, const List& contacts);
  void add_to_base(ContactSystem& system, const Contact& contact, Side& side) const;
  void follow_limits(const ContactProgramOptions& options, List& contacts);
  double find_wanted(const List& contacts, bool all_go_on);
  bool is_met(const ContactProgramOptions& options, const List& contacts, double largest);
  double may_be_missing(const ContactProgramOptions& options, const Points& d) const;
  bool find_step(const ContactProgramOptions& options, ContactSystem& system, const List& contacts,
                 const Points& d, ContactProgramReport& report, int pass);
  void take_step(double length, Points& d);
  void find_changed(const List& contacts, int pass);
  bool has_too_many_changed() const;
  bool has_too_many_without_place(const List& contacts) const;
  void use_columns(ContactSystem& system, const List& contacts);
  void find_pressing(const List& contacts);
  double slope(const List& contacts, double length) const;
  double step_length(const List& contacts);
  bool reach_minimum(const ContactProgramOptions& options, ContactSystem& system, List& contacts, Points& d,
                     ContactProgramReport& report);
  bool update_multipliers(const ContactProgramOptions& options, List& contacts, ContactProgramReport& report);
  void keep(const List& contacts, const Points& d, const ContactProgramReport& report);
  void go_back_to_kept(List& contacts, Points& d, ContactProgramReport& report) const;
  void grow_penalties(const ContactProgramOptions& options, List& contacts) const;

  std::vector<Side> sides_;
  std::vector<int> changed_;   ///< contacts whose stiffness is not that in the factor
  std::vector<int> pressing_;  ///< those that press somewhere along the step
  ConjugateGradients gradients_;
  RowInertia inertia_;
  ContactColumns columns_;
  Points missing_;  ///< r [N]
  Points step_;
  double pull_ = 0;      ///< step · r [J]
  int limits_left_ = 0;  ///< times that limits of friction may still change
  Points kept_d_;
  List kept_;                    ///< contacts before ρ grew
  double kept_penetration_ = 0;  ///< [m]
};

/// Q (Σ w_i d_i − d of the finger).
Vec3 displacement(const Contact& contact, const Points& d);

/// x += Nᵀ force.
void add_force(const Contact& contact, const Vec3& force, Points& x);

}  // namespace isocloth
