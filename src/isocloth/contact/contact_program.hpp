#pragma once

/// The quadratic program of one projection iteration: isometry is in H, contacts are inequalities,
///
///   minimise ½ dᵀHd − bᵀd   where   gap_p + n_p·u_p(d) ≥ 0,   with Coulomb friction at the contacts that
///   press
///
/// Rounds of the method of multipliers (contact_law.hpp) around an active-set method:
///
///   enter(H, b)              the contacts that press enter the matrix, H₀ = H + Σ NᵀK₀N, and the load
///   [the projection factorises H₀ and solves for d, as it does where nothing touches]
///   settle(H₀, b, d)         rounds, until every contact's force is what its law asks for
///
/// So cloth which lies on a table costs one factorisation however many nodes touch it. Contacts that come,
/// go, stick or slip afterwards change K₀ to K; the forces z that these add are solved for on their Schur
/// complement,
///
///   (1 + (K − K₀)G) z = e − (K − K₀) N s,   G = N H₀⁻¹ Nᵀ,   s = H₀⁻¹ × (what is missing elsewhere)
///
/// with e the force that is missing at them, and one column of H₀⁻¹Nᵀ for each; where there are too many, H₀
/// is made anew. A line search on the convex dual function of the contacts alone, which needs no matrix,
/// makes every round end at its minimum. Rounds stop when multipliers stop changing: linearly dependent
/// contacts need no care, nearly dependent ones get a larger ρ, and contradicting ones (cloth squeezed
/// between two plates), which no ρ brings together, end at the best compromise. Contacts of a cloth that can
/// be squeezed have no multipliers: Newton's method finds their force, and rounds settle friction alone.

#include <vector>

#include "isocloth/contact/contact_law.hpp"

namespace isocloth {

/// ρ over the stiffness that H has along the normal, where multipliers converge by this factor a round, and
/// over the inertia along the tangents, where a larger one would make the corner of Coulomb's law harder to
/// find.
inline constexpr double kPenaltyShare = 30;

/// H and its factorisation. Rows of held nodes are those of the identity.
class ContactSystem {
 public:
  virtual ~ContactSystem() = default;
  virtual void assemble() = 0;                                 ///< H, not yet factorised
  virtual double inertia(int node) const = 0;                  ///< of a node, over dt² [N/m]
  virtual Eigen::Matrix3d diagonal(int node) const = 0;        ///< block of H
  virtual void add(int i, int j, const Eigen::Matrix3d&) = 0;  ///< to the block in row i and column j
  virtual bool factor() = 0;                                   ///< false where not positive definite
  virtual void solve(Points& x) = 0;                           ///< x ← H₀⁻¹x, held rows cleared before
  virtual int solves() const { return 1; }                     ///< with a factor that one solve() needs
  virtual bool is_held(int node) const = 0;
};

struct ContactProgramOptions {
  double tolerance = 1e-7;        ///< of the KKT residual [m]
  double force_tolerance = 1e-2;  ///< of a contact's force, over the largest [-]
  int max_rounds = 12;            ///< of multipliers
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

  /// Adds the contacts that press to the assembled H and their forces to the load b.
  void enter(ContactSystem& assembled, std::vector<Contact>& contacts, Points& b);

  /// d = H₀⁻¹b on entry, with the b that enter() left; the solution on return. `load` is b without contacts.
  /// The contacts' normal multipliers are the guess on entry, the solution's on return.
  ContactProgramReport settle(const ContactProgramOptions& options, ContactSystem& factorized,
                              const Points& load, std::vector<Contact>& contacts, Points& d);

 private:
  /// What the program knows of a contact.
  struct Side {
    Vec3 u = Vec3::Zero();                                ///< N d [m]
    Vec3 force = Vec3::Zero();                            ///< F: H d = b + Σ NᵀF holds at all times [N]
    Eigen::Matrix3d stiffness = Eigen::Matrix3d::Zero();  ///< K₀
    Vec3 du = Vec3::Zero(), dforce = Vec3::Zero();        ///< along the step at hand
    double change = 0;                                    ///< of γ in the last round, over ρ [m]
    bool is_met = false;                                  ///< F is what the law asks for
    ContactResponse wanted;                               ///< at u
    int column = -1;                                      ///< first of its columns of H₀⁻¹Nᵀ
    Contact kept;                                         ///< before ρ grew
  };

  /// Changes worth solving on the Schur complement, where a column needs one solve with the factor; beyond,
  /// factorising anew costs less than their columns.
  static constexpr int kMostColumns = 12;

  using List = std::vector<Contact>;
  using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostColumns, 1>;

  void add_to_base(ContactSystem& system, const List& contacts, Points& b);
  void follow_step(const List& contacts);
  bool find_step(ContactSystem& system, const Points& load, const List& contacts, const Points& d,
                 ContactProgramReport& report, int pass);
  int find_changed(const List& contacts, int pass);
  void find_columns(ContactSystem& system, const List& contacts);
  void step_on_complement(ContactSystem& system, const List& contacts);
  void solve_complement(const List& contacts, SmallVector& z) const;
  double slope(const List& contacts, double length) const;
  double step_length(const List& contacts) const;
  bool reach_minimum(const ContactProgramOptions& options, ContactSystem& system, const Points& load,
                     const List& contacts, Points& d, ContactProgramReport& report);
  bool update_multipliers(const ContactProgramOptions& options, List& contacts, ContactProgramReport& report);
  void keep(const List& contacts, const Points& d, const ContactProgramReport& report);
  void go_back_to_kept(List& contacts, Points& d, ContactProgramReport& report) const;
  void grow_penalties(const ContactProgramOptions& options, List& contacts) const;

  std::vector<Side> sides_;
  std::vector<int> changed_;     ///< contacts whose stiffness is not that in the factor
  std::vector<Points> columns_;  ///< of H₀⁻¹Nᵀ
  int columns_used_ = 0;
  Points step_;
  Points kept_d_;
  double kept_penetration_ = 0;  ///< [m]
};

/// Q (Σ w_i d_i − d of the finger).
Vec3 displacement(const Contact& contact, const Points& d);

/// x += Nᵀ force.
void add_force(const Contact& contact, const Vec3& force, Points& x);

}  // namespace isocloth
