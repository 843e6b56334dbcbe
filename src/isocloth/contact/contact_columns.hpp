#pragma once

/// Solutions with a factor H₀ = L Lᵀ where the stiffness of a few contacts changed since it was made:
///
///   (H₀ + Σ NᵀΔK N) x = b        Y = L⁻¹Nᵀ,   W = N H₀⁻¹ Nᵀ = YᵀY
///
///   y = L⁻¹b,   (1 + W ΔK) u = Yᵀy,   x = L⁻ᵀ(y − Y ΔK u)
///
/// Three columns of Y for each such contact are found when its stiffness first changes, along the way from
/// its nodes to the root of the elimination tree alone, and stay until the factor is another one. All is in
/// world coordinates.

#include <Eigen/LU>
#include <vector>

#include "isocloth/contact/contact.hpp"
#include "isocloth/contact/contact_limits.hpp"
#include "isocloth/linear/block_cholesky.hpp"

namespace isocloth {

class ContactSystem;

class ContactColumns {
 public:
  /// Makes room for so many contacts to choose from, and for x with so many rows.
  void reserve(int contacts, int rows);

  /// The factor is another one, and so many contacts are there to choose from.
  void forget(std::size_t contacts);

  bool has(int contact) const { return place_[contact] >= 0; }
  int count() const { return count_; }

  /// ΔK of a contact, one after the other, and then of no more. At most kMostColumns contacts until forget().
  void add(ContactSystem& system, int contact, const SurfacePoint& point, int finger,
           const Eigen::Matrix3d& change);
  void finish();

  /// x ← (H₀ + Σ NᵀΔK N)⁻¹ x with the changes added before finish().
  void solve(ContactSystem& system, Points& x);

 private:
  struct Change {
    int place;
    SurfacePoint point;
    int finger;
    Eigen::Matrix3d stiffness;
  };
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3 * kMostColumns, 3 * kMostColumns>;
  using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3 * kMostColumns, 1>;

  void find(ContactSystem& system, const SurfacePoint& point, int finger);
  void solve_once(ContactSystem& system, Points& x);
  bool find_left(const ContactSystem& system, const Points& x, double& largest);
  double* column(int k) { return columns_.data() + k * size_; }

  std::ptrdiff_t size_ = 0;                  ///< numbers of a column
  std::vector<double> columns_;              ///< Y, three for each contact that has some
  std::vector<BlockCholesky::Reach> reach_;  ///< where a contact's columns are not zero
  std::vector<int> place_;                   ///< of each contact among those that have columns; −1: none
  int count_ = 0;                            ///< contacts that have columns
  Small products_;                           ///< W
  std::vector<Change> changes_;
  bool is_finished_ = true;
  Small matrix_;  ///< 1 + W ΔK
  Eigen::PartialPivLU<Small> factor_;
  SmallVector way_;  ///< u
  std::vector<Vec3> forces_;
  Points left_;               ///< what is missing in a solution
  std::vector<double> half_;  ///< y
};

}  // namespace isocloth
